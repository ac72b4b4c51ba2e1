"""Measures the full-screen game through a real pseudo-terminal and prints what `DESIGN.md` section 5 asks of it.

    python benchmarks/bench_tui.py [--rounds N]

Start-up is CPU time until the board is on the screen, as a ratio to importing Textual's App alone in the same run. Key
and click are CPU time and bytes from the input to the repaint. Linux only: CPU time is read from /proc.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
MARK = "■".encode()
IMPORT = "from textual.app import App; print(chr(0x25a0), flush=True); input()"


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: Sequence[str], *, size: tuple[int, int], profile: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "SAPPER_PROFILE": profile}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH")]))
        environment["LC_ALL"] = "C.UTF-8"
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            os.execve(sys.executable, [sys.executable, *arguments], environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def cpu_ms(self) -> float:
        """CPU time of all threads so far."""
        total = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6

    def memory_mb(self) -> float:
        """Resident memory."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def read(self, *, quiet_s: float, until: bytes | None = None) -> bytes:
        """What it writes until it has been quiet for so long, or until a mark has come."""
        out = b""
        while select.select([self.descriptor], [], [], 20 if until is not None and until not in out else quiet_s)[0]:
            try:
                out += os.read(self.descriptor, 1 << 20)
            except OSError:
                break
            if until is not None and until in out:
                return out
        return out

    def send(self, data: bytes) -> None:
        """Types."""
        os.write(self.descriptor, data)

    def cost(self, data: bytes) -> tuple[float, int]:
        """CPU time and bytes that an input leads to."""
        before = self.cpu_ms()
        self.send(data)
        out = self.read(quiet_s=0.08)
        return self.cpu_ms() - before, len(out)

    def kill(self) -> None:
        """Ends it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def first_paint(arguments: Sequence[str], profile: str) -> float:
    """CPU milliseconds until the mark is on the screen."""
    terminal = Terminal(arguments, size=(80, 24), profile=profile)
    terminal.read(quiet_s=1, until=MARK)
    spent = terminal.cpu_ms()
    terminal.kill()
    return spent


def start_up(rounds: int) -> None:
    """Start-up as a ratio."""
    alone: list[float] = []
    resumed: list[float] = []
    fresh: list[float] = []
    with tempfile.TemporaryDirectory() as old:
        first_paint(["-m", "sapper", "play", "expert"], old)
        for _ in range(rounds):
            alone.append(first_paint(["-c", IMPORT], old))
            resumed.append(first_paint(["-m", "sapper"], old))
            with tempfile.TemporaryDirectory() as new:
                fresh.append(first_paint(["-m", "sapper", "play", "expert"], new))
    print(f"{'start-up, CPU ms':34} {'best':>8} {'median':>8} {'ratio':>7}   (reach 1.3)")
    for name, values in (("import textual.app", alone), ("sapper", resumed), ("sapper play expert, new", fresh)):
        ratio = min(values) / min(alone)
        print(f"{name:34} {min(values):8.0f} {statistics.median(values):8.0f} {ratio:7.2f}")


def repaint(rounds: int) -> None:
    """Keys and clicks on boards of three sizes."""
    print(f"\n{'board':14} {'':16} {'CPU ms':>8} {'p95':>7} {'bytes':>7} {'most':>7}   (reach 5 ms, 400 bytes)")
    for level, size in (("30x16/99", (120, 40)), ("100x100/2000", (220, 60)), ("1000x1000/150000", (220, 60))):
        with tempfile.TemporaryDirectory() as profile:
            Path(profile, "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
            terminal = Terminal(["-m", "sapper", "play", level], size=size, profile=profile)
            terminal.read(quiet_s=1.5, until=MARK)
            terminal.read(quiet_s=1)
            inputs = {"cursor": [b"l", b"h"], "flag by key": [b"f", b"f"], "flag by mouse": _flags(size)}
            for name, data in inputs.items():
                _row(level, name, [terminal.cost(data[number % len(data)]) for number in range(rounds)])
            # The first click deals; after it single cells are opened by walking on.
            terminal.send(b" ")
            terminal.read(quiet_s=0.5)
            _row(level, "cursor, running", [terminal.cost((b"l", b"h")[number % 2]) for number in range(rounds)])
            print(f"{level:14} {'memory':16} {terminal.memory_mb():8.0f} MB")
            before, start = terminal.cpu_ms(), time.monotonic()
            out = terminal.read(quiet_s=0.01)
            while time.monotonic() - start < 10:
                out += terminal.read(quiet_s=0.5)
            share = (terminal.cpu_ms() - before) / (time.monotonic() - start) / 10
            print(f"{level:14} {'idle, clock on':16} {share:8.2f} %  {len(out) / 10:.0f} bytes a second   (reach 1 %)")
            terminal.kill()


def _flags(size: tuple[int, int]) -> list[bytes]:
    x, y = size[0] // 2, size[1] // 2
    click = f"\x1b[<2;{x};{y}M\x1b[<2;{x};{y}m".encode()
    return [click, click]


def _row(level: str, name: str, costs: Sequence[tuple[float, int]]) -> None:
    times = sorted(cost for cost, _ in costs)
    sizes = sorted(size for _, size in costs)
    p95 = times[int(len(times) * 0.95) - 1]
    middle = statistics.median(times), p95, statistics.median(sizes), sizes[-1]
    print(f"{level:14} {name:16} {middle[0]:8.2f} {middle[1]:7.2f} {middle[2]:7.0f} {middle[3]:7}")


def main() -> None:
    """Runs everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    start_up(rounds)
    repaint(max(rounds * 2, 20))


if __name__ == "__main__":
    main()
