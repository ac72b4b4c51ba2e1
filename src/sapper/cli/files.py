"""Files that commands write: each whole or not there, and none in the place of another unless told. Knows no format."""

from __future__ import annotations

import argparse
import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from sapper.errors import N_, FileError, NotationError, SapperError, UsageError

STANDARD_OUTPUT = "-"


class FileThereError(SapperError):
    """A file of this name is there already, and nobody said that it may be replaced."""


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Adds the option that allows files to be replaced."""
    parser.add_argument("--overwrite", action="store_true", help=N_("replace files that are there already"))


def check_overwrite(arguments: argparse.Namespace, *names: str) -> None:
    """Sees to it that there is a file to replace.

    Args:
        arguments: what was typed.
        names: the options that name files, without their dashes.

    Raises:
        UsageError: files may be replaced, and none is written.
    """
    if arguments.overwrite and all(getattr(arguments, name) is None for name in names):
        options = ", ".join(f"--{name}" for name in names)
        raise UsageError(N_("--overwrite replaces a file, and none is written without {options}"), options=options)


def refuse_older(path: Path, *, overwrite: bool) -> None:
    """Finds out, before what is written is worked out, whether it may be written.

    Raises:
        FileThereError: there is such a file, and it may not be replaced.
        FileError: it is a folder, or its own is none that takes files.
    """
    if path.is_dir():
        raise _refused(path, errno.EISDIR)
    if _flows(path):
        return
    if not overwrite and path.exists():
        raise _there(path)
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise _refused(path, errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT)
    if not os.access(folder, os.W_OK):
        raise _refused(path, errno.EACCES)


@contextmanager
def new_file(path: Path, *, overwrite: bool) -> Iterator[BinaryIO]:
    """A file that gets its name once it is whole; whatever goes wrong before leaves the name as it was.

    A link stays, and what it leads to is written; into a device or a pipe is written at once.

    Raises:
        FileThereError: there is such a file, and it may not be replaced.
        FileError: it cannot be written.
    """
    refuse_older(path, overwrite=overwrite)
    try:
        if _flows(path):
            with path.open("ab") as file:
                yield file
            return
        target = Path(os.path.realpath(path))
        # Not the process's number: programs in containers that share a folder have the same.
        part = target.with_name(f".sapper-{os.urandom(8).hex()}.part")
        try:
            with part.open("xb") as file:
                yield file
            _name(part, target, overwrite=overwrite)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        raise _there(path) from None
    except OSError as error:
        raise FileError(path, error) from None


@contextmanager
def new_text(path: Path, *, overwrite: bool) -> Iterator[TextIO]:
    """The same for text in UTF-8, whose ends of lines are written as they are."""
    with new_file(path, overwrite=overwrite) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        yield text
        text.detach()


def make_folder(folder: Path) -> None:
    """Makes the folder to write to, and those that it lies in, where they are not there.

    Raises:
        NotationError: something else has its name.
        OSError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise NotationError(N_("{folder} is no folder, and one is wanted to write to"), folder=folder) from None


def _refused(path: Path, number: int) -> FileError:
    return FileError(path, OSError(number, os.strerror(number)))


def _there(path: Path) -> FileThereError:
    return FileThereError(N_("{name} is there already; --overwrite replaces it"), name=path)


def _flows(path: Path) -> bool:
    """Whether this is a device or pipe, or the file that standard output or error goes to."""
    try:
        found = path.stat()
    except OSError:
        return False
    if not path.is_file():
        return not path.is_dir()
    for stream in (1, 2):
        with suppress(OSError):
            if os.path.samestat(found, os.fstat(stream)):
                return True
    return False


def _name(part: Path, target: Path, *, overwrite: bool) -> None:
    """Gives what was written its name.

    Raises:
        FileExistsError: another program was quicker.
    """
    if not overwrite:
        try:
            os.link(part, target)
            return
        except FileExistsError:
            raise
        except OSError:
            pass  # on a disk without hard links: it was not there a moment ago
    elif target.exists():
        part.chmod(target.stat().st_mode & 0o777)
    os.replace(part, target)
