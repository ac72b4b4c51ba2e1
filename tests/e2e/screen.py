"""The real program in a real terminal: tmux, with mouse bytes as a terminal sends them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.e2e.program import SOURCE

PATIENCE_S = 120
"""Ends a hang; never measures."""

CHORD = ["*..", "...", "..*"]
"""A board whose centre is a number with mines in two corners."""


class Terminal:
    """A tmux session of its own server, with one program in it."""

    def __init__(self, folder: Path, *, size: tuple[int, int] = (80, 24), shell: bool = False) -> None:
        self.folder = folder
        self._socket = f"sapper-{os.getpid()}-{abs(hash(folder)) % 10**8}"
        self._size = size
        self._shell = shell

    def start(self, *arguments: str, env: dict[str, str] | None = None) -> None:
        """Runs `sapper` with these arguments, or a shell to type into."""
        profile = self.folder / "profile"
        if not profile.exists():
            profile.mkdir()
            (profile / "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
        values = {
            "PYTHONPATH": str(SOURCE),
            "SAPPER_PROFILE": str(self.folder / "profile"),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
            **(env or {}),
        }
        setting = " ".join(f"{name}={shlex.quote(value)}" for name, value in values.items())
        command = shlex.join([sys.executable, "-m", "sapper", *arguments])
        line = f"exec env {setting} bash --norc --noprofile -i" if self._shell else f"exec env {setting} {command}"
        width, height = map(str, self._size)
        configuration = self.folder / "tmux.conf"
        configuration.write_text("set -g remain-on-exit on\n", encoding="utf-8")
        started = self._run("-f", str(configuration), "new-session", "-d", "-s", "s", "-x", width, "-y", height, line)
        assert started.returncode == 0, started.stderr

    def tmux(self, *arguments: str) -> str:
        """What a command of tmux answers; nothing where there is no server."""
        return self._run(*arguments).stdout

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    def stop(self) -> None:
        """Ends the session and its server, and waits for both the server and the program to be gone.

        Before that, a new start would reach the old server, or find its game still held by the old program.
        """
        program = self.tmux("display-message", "-p", "-t", "s", "#{pane_pid}").strip()
        self.tmux("kill-server")
        deadline = time.monotonic() + PATIENCE_S
        while self.tmux("list-sessions", "-F", "there") or (program and lives(program)):
            assert time.monotonic() < deadline, f"process {program} does not end"
            time.sleep(0.05)

    def pid(self) -> int:
        """The process of the program."""
        return int(self.tmux("display-message", "-p", "-t", "s", "#{pane_pid}").strip())

    def is_over(self) -> bool:
        """Whether the program has ended."""
        return self.tmux("display-message", "-p", "-t", "s", "#{pane_dead}").strip() in ("1", "")

    def keys(self, *keys: str) -> None:
        """Types keys by tmux's names."""
        self.tmux("send-keys", "-t", "s", *keys)

    def type(self, text: str) -> None:
        """Types characters as they are."""
        self.tmux("send-keys", "-t", "s", "-l", text)

    def resize(self, width: int, height: int) -> None:
        """Makes the window larger or smaller."""
        self.tmux("resize-window", "-t", "s", "-x", str(width), "-y", str(height))

    def text(self) -> str:
        """What is on the screen."""
        return self.tmux("capture-pane", "-p", "-t", "s")

    def wait(self, seen: str | Callable[[str], bool]) -> str:
        """Waits until a text is on the screen; gives the screen."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            text = self.text()
            if seen(text) if callable(seen) else seen in text:
                return text
            assert time.monotonic() < deadline, f"{seen} is not on the screen:\n{text}"
            time.sleep(0.05)

    def wait_still(self) -> str:
        """Waits until nothing but the clock has changed for a while; gives the screen."""
        before, since = "", time.monotonic()
        deadline = since + PATIENCE_S
        while time.monotonic() < deadline:
            text = self.text()
            seen = "\n".join(line for line in text.split("\n") if " s " not in line)
            if seen != before:
                before, since = seen, time.monotonic()
            elif time.monotonic() - since > 0.7:
                return text
            time.sleep(0.05)
        raise AssertionError(f"the screen does not come to rest:\n{before}")

    def wait_end(self) -> None:
        """Waits until the program has ended."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.is_over():
            assert time.monotonic() < deadline, self.text()
            time.sleep(0.05)

    # The board

    def rows(self) -> list[str]:
        """The rows of the board: within the frame, a character a cell, the cursor left out."""
        lines = self.text().split("\n")
        top = next(number for number, line in enumerate(lines) if "╭" in line)
        left = lines[top].index("╭") + 1
        width = lines[top].index("╮") - left
        found = []
        for line in lines[top + 1 :]:
            if "╰" in line:
                break
            found.append(line[left : left + width].ljust(width)[1::2])
        return found

    def _place(self, x: int, y: int) -> tuple[int, int]:
        lines = self.text().split("\n")
        top = next(number for number, line in enumerate(lines) if "╭" in line)
        return lines[top].index("╭") + 2 + 2 * x, top + 2 + y

    def mouse(self, *events: tuple[int, str, int, int]) -> None:
        """Sends mouse reports: the code of the button, `M` down or `m` up, and the cell."""
        for code, kind, x, y in events:
            column, row = self._place(x, y)
            self.type(f"\x1b[<{code};{column};{row}{kind}")

    def click(self, x: int, y: int, code: int = 0) -> None:
        """Down and up."""
        self.mouse((code, "M", x, y), (code, "m", x, y))


def lives(process: str) -> bool:
    """Whether a process runs; one that has ended and only waits to be noticed does not."""
    try:
        os.kill(int(process), 0)
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        # It has just ended, unless this system has no /proc at all.
        return not Path("/proc/self").exists()
    return state != "Z"


def text_board(folder: Path, rows: Sequence[str]) -> str:
    """A file with a board, as an argument."""
    path = folder / "board.txt"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)
