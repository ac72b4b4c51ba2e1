"""`sapper replay watch` in a real terminal."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.e2e.program import sapper
from tests.e2e.screen import Terminal
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]


def replay(folder: Path, name: str = "game.avf") -> str:
    path = folder / name
    path.write_bytes(builders.avf(LAYOUT, WON, name=b"Somebody", time=f"{WON[-1].ms / 1000 + 1:.2f}"))
    return str(path)


def all_of(terminal: Terminal) -> str:
    """The screen and what has left it at the top, without the breaks of its lines."""
    return terminal.tmux("capture-pane", "-p", "-J", "-S", "-", "-t", "s").replace("\n", "")


def test_a_replay_is_watched_by_keys_and_mouse(terminal: Terminal) -> None:
    terminal.start("replay", "watch", replay(terminal.folder))
    terminal.wait("playing")
    terminal.keys("Space", "Home")
    terminal.wait("paused")
    terminal.wait("0.000 / 7.300 s")
    terminal.keys("Right", "Right")
    assert "◑⚑" in terminal.wait("[R]1")
    terminal.click(0, 0)
    terminal.wait("playing")
    terminal.keys("End")
    text = terminal.wait("won")
    assert "22/22" in text
    assert "Somebody" not in text
    terminal.keys("q")
    terminal.wait_end()
    assert not (terminal.folder / "profile" / "games.db").exists(), "watching keeps nothing"


@pytest.mark.parametrize(
    ("env", "glyphs", "sign"),
    [({"NO_COLOR": "1"}, "unicode", "◐3"), ({"TERM": "screen"}, "unicode", "◐3"), ({"TERM": "vt100"}, "ascii", "L3")],
)
def test_it_can_be_read_without_colours_and_unicode(
    terminal: Terminal, env: dict[str, str], glyphs: str, sign: str
) -> None:
    path = replay(terminal.folder)
    terminal.start("replay", "watch", "--speed", "16", "--glyphs", glyphs, path, env=env)
    terminal.wait("won")
    terminal.keys("Left")
    terminal.wait(sign)


def test_windows_of_any_size(terminal: Terminal) -> None:
    terminal.start("replay", "watch", replay(terminal.folder))
    terminal.wait("playing")
    for width, height in ((20, 6), (28, 8), (200, 60), (5, 2), (40, 10)):
        terminal.resize(width, height)
    terminal.wait_still()
    terminal.resize(80, 24)
    terminal.keys("End")
    terminal.wait("22/22")


def test_several_files_with_a_damaged_one_among_them(terminal: Terminal) -> None:
    broken = terminal.folder / "b.avf"
    broken.write_bytes(Path(replay(terminal.folder)).read_bytes()[:50])
    one, two = replay(terminal.folder, "a.avf"), replay(terminal.folder, "c.avf")
    terminal.start("replay", "watch", one, str(broken), two)
    terminal.wait("a.avf 1/3")
    terminal.keys("n")
    terminal.wait("c.avf 3/3")
    terminal.keys("q")
    terminal.wait_end()
    assert f"sapper: {broken}: there is no information text" in all_of(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it(terminal: Terminal, number: int) -> None:
    terminal.start("replay", "watch", replay(terminal.folder))
    terminal.wait("playing")
    os.kill(terminal.pid(), number)
    terminal.wait_end()
    assert "Traceback" not in terminal.text()


def test_without_a_terminal_it_says_what_to_do_instead(tmp_path: Path) -> None:
    done = sapper("replay", "watch", replay(tmp_path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert b"sapper replay info" in done.stderr


def test_a_terminal_that_cannot_move_its_cursor(terminal: Terminal) -> None:
    terminal.start("replay", "watch", replay(terminal.folder), env={"TERM": "dumb"})
    terminal.wait_end()
    assert "this terminal cannot show" in all_of(terminal)


@pytest.mark.parametrize("content", [b"", b"\x33" * 100, b"1x1/0\n."])
def test_nothing_to_watch(terminal: Terminal, content: bytes) -> None:
    path = terminal.folder / "no.avf"
    path.write_bytes(content)
    terminal.start("replay", "watch", str(path), str(terminal.folder / "absent.avf"))
    terminal.wait_end()
    text = all_of(terminal)
    assert text.count("sapper: ") == 2
    assert "Traceback" not in text
