"""A program in a pseudo-terminal, and what it costs: processor time, bytes, memory. Linux only: it reads /proc."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parent.parent / "src"
MARK = "■".encode()
"""What stands on the screen as soon as a board does."""

PATIENCE_S = 10
"""How long an answer is waited for; nothing is measured with it."""

SPIN = "while True: pass"


class Cost(NamedTuple):
    """What an input led to.

    Args:
        ms: processor time of all threads.
        size: bytes written to the terminal.
    """

    ms: float
    size: int


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: Sequence[str], *, size: tuple[int, int], profile: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "SAPPER_PROFILE": profile}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH")]))
        environment["LC_ALL"] = "C.UTF-8"
        # Compiled files must exist, or it is the compiler that is measured.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
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

    def answer(self, data: bytes, *, quiet_s: float) -> bytes:
        """Types, and gives what it answers: first it waits for anything, which takes its time on a busy machine."""
        self.send(data)
        select.select([self.descriptor], [], [], PATIENCE_S)
        return self.read(quiet_s=quiet_s)

    def send(self, data: bytes) -> None:
        """Types."""
        os.write(self.descriptor, data)

    def cost(self, *inputs: bytes, quiet_s: float = 0.08) -> Cost:
        """What inputs lead to on average, each sent when the one before has been answered and so much time is over."""
        before, size = self.cpu_ms(), 0
        for data in inputs:
            size += len(self.answer(data, quiet_s=quiet_s))
        return Cost((self.cpu_ms() - before) / len(inputs), size // len(inputs))

    def kill(self) -> None:
        """Ends it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


@contextmanager
def cores_awake() -> Iterator[None]:
    """Keeps every core from going to sleep, with a program that gives way to all others."""
    spinners = []
    for core in os.sched_getaffinity(0):
        spinner = os.fork()
        if spinner == 0:
            os.sched_setaffinity(0, {core})
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            os.execv(sys.executable, [sys.executable, "-c", SPIN])
        spinners.append(spinner)
    try:
        yield
    finally:
        for spinner in spinners:
            os.kill(spinner, signal.SIGKILL)
            os.waitpid(spinner, 0)
