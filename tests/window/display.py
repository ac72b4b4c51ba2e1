"""A display of its own for tests, the window on it, and hands that press its buttons and keys."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sapper.core.position import Position
from sapper.profile import open_profile
from sapper.testing import FakeClock
from tests.e2e.program import SOURCE

TOOLS = ("Xvfb", "xdotool", "xwininfo")
PATIENCE_S = 120
"""How long something may take before a test gives up; nothing is measured with it."""


@cache
def python_with_tk() -> str | None:
    """A Python that can open windows: this one, or one of the system's."""
    for python in (sys.executable, "/usr/bin/python3", "python3"):
        try:
            done = subprocess.run(
                [python, "-c", "import sys, tkinter; sys.exit(sys.version_info < (3, 11))"], capture_output=True
            )
        except OSError:
            continue
        if done.returncode == 0:
            return python
    return None


def missing() -> str:
    """Why no window can be tested here; empty when one can."""
    if python_with_tk() is None:
        return "no Python with Tk (Debian: python3-tk)"
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


@contextmanager
def display(size: str = "1280x900", *, dpi: int = 96) -> Iterator[str]:
    """A display that nobody sees."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-dpi", str(dpi), "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The program's window."""

    def __init__(self, process: subprocess.Popen[bytes], env: Mapping[str, str], profile: Path) -> None:
        self.process, self.env, self.profile = process, env, profile

    def tool(self, *words: object) -> str:
        """Runs a tool on the display."""
        done = subprocess.run(list(map(str, words)), env=self.env, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout

    def board(self, wide: int, tall: int) -> tuple[int, int]:
        """Where the canvas of this size is on the screen."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            tree = self.tool("xwininfo", "-root", "-tree")
            found = re.search(rf" {wide}x{tall}\+\S+\s+\+(\d+)\+(\d+)\n", tree)
            if found:
                return int(found[1]), int(found[2])
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            time.sleep(0.1)
        raise AssertionError(f"no canvas of {wide}x{tall} in:\n{tree}")

    def hand(self, *words: object) -> None:
        """What xdotool does, in its words."""
        self.tool("xdotool", *words)

    def leave(self, key: str = "q") -> int:
        """Ends the game by a key, and waits for it."""
        self.hand("key", key)
        return self.process.wait(PATIENCE_S)

    def position(self) -> Position:
        """The position that was saved, once the program has ended."""
        profile = open_profile(self.profile / "games.db")
        try:
            kept = profile.resume(clock=FakeClock())
            assert kept is not None
            kept.leave()
            return kept.game.position
        finally:
            profile.close()


@contextmanager
def window(on: str, profile: Path, *arguments: str) -> Iterator[Window]:
    """Runs `sapper window` on a display until the block ends."""
    python = python_with_tk()
    assert python is not None
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "DISPLAY": on, "SAPPER_PROFILE": str(profile)}
    process = subprocess.Popen([python, "-m", "sapper", "window", *arguments], env=env, stderr=subprocess.PIPE)
    try:
        yield Window(process, env, profile)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()
