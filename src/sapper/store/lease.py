"""Locks of the operating system, which tell living copies of the program from dead ones; not what they guard.

A lock ends with the process that holds it, however that process ends, so nothing is judged by process numbers or age.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            # Not lockf: its locks belong to the process, and closing any other descriptor of the file drops them.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Lease:
    """A name that this copy of the program holds as long as it lives.

    Attributes:
        name: the name, new every time.
    """

    def __init__(self, directory: Path) -> None:
        """Takes a lease whose file lies in this directory.

        Raises:
            OSError: the file cannot be made.
        """
        directory.mkdir(parents=True, exist_ok=True)
        self.name = os.urandom(8).hex()
        self._path = directory / self.name
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        # Should a cleaner have got between the two calls, the file is gone, and the name counts as nobody's.
        _try_lock(self._descriptor)

    @property
    def is_valid(self) -> bool:
        """Whether others can still see it: nobody has deleted its file."""
        return self._path.exists()

    def release(self) -> None:
        """Gives the name up."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            self._path.unlink(missing_ok=True)


def is_held(directory: Path, name: str) -> bool:
    """Whether the copy of the program that took this name lives; clears away what a dead one left."""
    path = directory / name
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return path.exists()
    try:
        if not _try_lock(descriptor):
            return True
    finally:
        os.close(descriptor)
    with suppress(OSError):  # an empty file may stay in a place that nobody may write
        path.unlink(missing_ok=True)
    return False


@contextmanager
def alone(path: Path, *, patience_s: float) -> Iterator[bool]:
    """Holds a lock on a file during the block; gives False when others have held it for that long.

    Raises:
        OSError: the file cannot be made.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + patience_s
        while not (held := _try_lock(descriptor)) and time.monotonic() < deadline:
            time.sleep(0.02)
        yield held
    finally:
        os.close(descriptor)
