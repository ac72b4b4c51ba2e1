"""Runs a program and counts the functions that it calls, in all threads: a cost that no busy machine changes.

    python benchmarks/counted.py FILE -m MODULE [ARGUMENT...]
    python benchmarks/counted.py FILE SCRIPT [ARGUMENT...]

At each SIGUSR1 the count so far goes to the end of FILE, a line each time.
"""

from __future__ import annotations

import runpy
import signal
import sys
import threading
from types import FrameType
from typing import Any


class Counter:
    """How many functions were called."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._calls = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """What the interpreter tells at each call and return."""
        if event in ("call", "c_call"):
            self._calls += 1

    def tell(self, number: int, frame: FrameType | None) -> None:
        """Writes the count."""
        with open(self._path, "a", encoding="ascii") as file:
            file.write(f"{self._calls}\n")


def main() -> None:
    """Runs it."""
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    path, *command = sys.argv[1:]
    counter = Counter(path)
    signal.signal(signal.SIGUSR1, counter.tell)
    threading.setprofile(counter)
    sys.setprofile(counter)
    if command[0] == "-m":
        sys.argv = command[1:]
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = command
        runpy.run_path(command[0], run_name="__main__")


if __name__ == "__main__":
    main()
