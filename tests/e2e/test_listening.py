"""How the full-screen game waits for its player: asleep, and not without a terminal."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.program import COMMAND, environment
from tests.e2e.screen import PATIENCE_S

fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))

pytestmark = pytest.mark.e2e


class Session:
    """The game at one end of a pseudo-terminal that controls no session: its closing is told by no signal."""

    def __init__(self, folder: Path) -> None:
        self.near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        (folder / "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
        variables = environment(SAPPER_PROFILE=str(folder), TERM="xterm-256color", LC_ALL="C.UTF-8", LANGUAGE="en")
        command = [*COMMAND, "play", "expert"]
        self.program = subprocess.Popen(
            command, stdin=far, stdout=far, stderr=far, env=variables, start_new_session=True
        )
        os.close(far)
        self.seen = b""

    def read_until(self, text: str) -> None:
        """Reads until something has been written."""
        deadline = time.monotonic() + PATIENCE_S
        while text.encode() not in self.seen:
            assert time.monotonic() < deadline, self.seen[-500:]
            if select.select([self.near], [], [], 0.1)[0]:
                self.seen += os.read(self.near, 1 << 16)

    def type(self, data: bytes) -> None:
        """Types, and forgets what was written before."""
        self.seen = b""
        os.write(self.near, data)

    def close(self) -> None:
        """Takes the terminal away."""
        if self.near >= 0:
            os.close(self.near)
            self.near = -1


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    found = Session(tmp_path)
    yield found
    found.close()
    found.program.kill()
    found.program.wait(PATIENCE_S)


def wakes(pid: int) -> int:
    """How often the threads of a process went to sleep so far."""
    lines = [line for path in Path(f"/proc/{pid}/task").glob("*/status") for line in path.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="sleeps are counted in /proc")
def test_it_sleeps_until_a_key_is_pressed(session: Session) -> None:
    session.read_until("Quit")
    deadline = time.monotonic() + PATIENCE_S
    # The clock stands; what the start has begun comes to its end, and then nothing is left that would wake it.
    while True:
        before = wakes(session.program.pid)
        time.sleep(1)
        if wakes(session.program.pid) == before:
            break
        assert time.monotonic() < deadline, "it never sleeps"
    session.type(b"?")
    session.read_until("Help")


def test_an_escape_alone_is_a_key_and_the_start_of_others_is_not(session: Session) -> None:
    session.read_until("Quit")
    session.type(b"?")
    session.read_until("Help")
    session.type(b"\x1b")
    session.read_until("Quit")
    session.type(b"f")
    session.read_until("98")
    # A report of the mouse that comes in pieces, and a character of three bytes in three of them.
    for piece in (b"\x1b", b"[<2;", b"40;1", b"2M\x1b[<2;40;12m"):
        session.type(piece)
    session.read_until("97")
    for byte in "码".encode():
        session.type(bytes([byte]))
    session.type(b"?")
    session.read_until("Help")


def test_a_terminal_that_ends_without_a_word_ends_the_game_which_is_kept(session: Session, tmp_path: Path) -> None:
    session.read_until("Quit")
    session.type(b"f")
    session.read_until("98")
    session.close()
    assert session.program.wait(PATIENCE_S) == 129
    assert (tmp_path / "games.db").exists()


def test_an_event_loop_cannot_listen_to_every_file(tmp_path: Path) -> None:
    from sapper.tui.terminal import can_listen

    read, write = os.pipe()
    with open(tmp_path / "file", "w", encoding="utf-8") as file:
        assert can_listen(read)
        assert can_listen(file.fileno()) is (sys.platform != "linux")
    os.close(read)
    os.close(write)
