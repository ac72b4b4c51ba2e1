"""The full-screen game in a real terminal, as a player meets it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.program import COMMAND, environment
from tests.e2e.screen import PATIENCE_S, Terminal, lives, text_board

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]

CHORD = ["*..", "...", "..*"]
LEFT, MIDDLE, RIGHT, MOVE = 0, 1, 2, 32
KILLS = int(os.environ.get("SAPPER_TEST_KILLS", "2"))
"""How often the program is killed at a random move; 50 on request."""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path)
    yield found
    found.stop()


def chord_board(terminal: Terminal) -> None:
    """A 3x3 board whose centre is open and whose mines are flagged, by mouse."""
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.click(1, 1)
    terminal.wait("■ 2 ■")
    terminal.click(0, 0, RIGHT)
    terminal.click(2, 2, RIGHT)
    terminal.wait(lambda text: text.count("⚑") == 3)


def test_a_game_is_won_by_keyboard(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.keys("g", "0", "f")
    terminal.wait(lambda text: text.count("⚑") == 2)
    for keys in (("l", "Space"), ("l", "Space"), ("j", "Space"), ("h", "Space"), ("h", "Space")):
        terminal.keys(*keys)
    terminal.keys("j", "Space", "Right", "Enter")
    assert "B-)" in terminal.wait("Won")


def test_a_game_is_lost_by_keyboard(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.keys("g", "0", "Space")
    text = terminal.wait("exploded")
    assert "X-(" in text
    terminal.wait(lambda text: text.count("●") == 2)
    assert [row[:3] for row in terminal.rows()] == ["✹■■", "■■■", "■■●"]


def test_a_game_is_won_by_mouse(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, ["....", "....", "...*"]))
    terminal.wait("Custom")
    terminal.click(0, 0)
    terminal.wait("Won")


def test_a_game_is_lost_by_mouse(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.click(2, 2)
    terminal.wait("Lost")


@pytest.mark.parametrize(
    "events",
    [
        [(LEFT, "M"), (RIGHT, "M"), (LEFT, "m"), (RIGHT, "m")],
        [(LEFT, "M"), (RIGHT, "M"), (RIGHT, "m"), (LEFT, "m")],
        [(RIGHT, "M"), (LEFT, "M"), (LEFT, "m"), (RIGHT, "m")],
        [(RIGHT, "M"), (LEFT, "M"), (RIGHT, "m"), (LEFT, "m")],
        [(MIDDLE, "M"), (MIDDLE, "m")],
        [(LEFT, "M"), (LEFT, "m")],
    ],
    ids=[
        "left-right, left up",
        "left-right, right up",
        "right-left, left up",
        "right-left, right up",
        "middle",
        "left",
    ],
)
def test_a_chord_by_mouse(terminal: Terminal, events: list[tuple[int, str]]) -> None:
    chord_board(terminal)
    terminal.mouse(*((code, kind, 1, 1) for code, kind in events))
    terminal.wait("Won")


@pytest.mark.parametrize("key", ["Space", "Enter", "c"])
def test_a_chord_by_key(terminal: Terminal, key: str) -> None:
    chord_board(terminal)
    terminal.keys("k", "h", key)
    terminal.wait("Won")


def test_sliding_off_a_cell_cancels(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.mouse((LEFT, "M", 0, 0))
    terminal.wait("□")
    terminal.mouse((MOVE, "M", 1, 0), (LEFT, "m", 1, 0))
    terminal.wait(lambda text: "□" not in text)
    assert [row[:3] for row in terminal.rows()] == ["■■■"] * 3


def test_a_flag_on_an_open_cell_does_nothing(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.click(1, 1)
    terminal.wait("■ 2 ■")
    before = terminal.rows()
    terminal.click(1, 1, RIGHT)
    terminal.keys("f", "f", "f")
    # A flag elsewhere shows that all of the above has been read.
    terminal.click(0, 0, RIGHT)
    terminal.wait(lambda text: text.count("⚑") == 2)
    assert terminal.rows()[1:] == before[1:]


def test_a_storm_of_resizes_leaves_the_whole_board(terminal: Terminal) -> None:
    terminal.start("play", "expert")
    terminal.wait("Expert")
    chance = random.Random(5)
    sizes = [(200, 60), (20, 6), (80, 24)] + [(chance.randint(20, 200), chance.randint(6, 60)) for _ in range(15)]
    for width, height in sizes:
        terminal.resize(width, height)
    terminal.resize(20, 6)
    terminal.wait("28x8")
    terminal.resize(80, 24)
    terminal.wait(lambda text: text.count("■") == 30 * 16 and "q Quit" in text)
    assert not terminal.is_over()


def test_without_colour(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD), env={"NO_COLOR": "1"})
    terminal.wait("Custom")
    terminal.keys("g", "0", "f", "l", "Space", "G", "$", "Space")
    terminal.wait("Lost")
    terminal.keys("?")
    terminal.wait("Help")
    terminal.keys("Escape")
    terminal.wait("right flag")


@pytest.mark.parametrize("arguments", [[], ["play"], ["play", "expert"]])
def test_without_a_terminal_there_is_help(arguments: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"usage: sapper" in done.stderr


def test_a_dumb_terminal_is_told_of_the_console(tmp_path: Path) -> None:
    # In a shell that stays: what a program prints just before its end can get lost when the terminal ends with it.
    terminal = Terminal(tmp_path, shell=True)
    try:
        terminal.start(env={"TERM": "dumb"})
        terminal.wait("bash-")
        terminal.type(f"{' '.join(COMMAND)}; echo status $?\n")
        assert "sapper console menu" in terminal.wait("status 1\n")
    finally:
        terminal.stop()


def test_ctrl_c_gives_a_hint_and_ctrl_q_leaves(terminal: Terminal) -> None:
    terminal.start("play", "beginner")
    terminal.wait("Beginner")
    terminal.keys("C-c")
    terminal.wait("Ctrl+Q")
    terminal.keys("C-q")
    terminal.wait_end()


def test_ctrl_z_goes_to_the_shell_and_fg_comes_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, shell=True)
    try:
        terminal.start()
        terminal.wait("bash-")
        board = text_board(tmp_path, CHORD)
        terminal.type(f"{' '.join(COMMAND)} play --board {board}\n")
        terminal.wait("Custom")
        terminal.keys("f")
        terminal.wait(lambda text: text.count("⚑") == 2)
        terminal.keys("C-z")
        terminal.wait("Stopped")
        terminal.type("fg\n")
        terminal.wait(lambda text: text.count("⚑") == 2 and "Custom" in text)
        terminal.keys("f")
        terminal.wait(lambda text: text.count("⚑") == 1)
    finally:
        terminal.stop()


def resumed_rows(terminal: Terminal) -> list[str]:
    """The rows of the game that a new start of the program takes up."""
    terminal.stop()
    terminal.start()
    if "Paused" in terminal.wait(lambda text: "Paused" in text or ":-)" in text):
        terminal.keys("p")
        terminal.wait(":-)")
    return terminal.rows()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_loses_nothing(terminal: Terminal, number: signal.Signals) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, ["..*.....*"] * 9))
    terminal.wait("Custom")
    terminal.keys("g", "0", "Space", "2", "l", "f")
    terminal.wait(lambda text: text.count("⚑") == 2)
    before = terminal.rows()
    os.kill(terminal.pid(), number)
    terminal.wait_end()
    assert resumed_rows(terminal) == before


def test_a_closed_terminal_loses_nothing(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, ["..*.....*"] * 9))
    terminal.wait("Custom")
    terminal.keys("g", "0", "f", "j", "f")
    terminal.wait(lambda text: text.count("⚑") == 3)
    before = terminal.rows()
    assert resumed_rows(terminal) == before


@pytest.mark.parametrize("round_number", range(KILLS))
def test_killed_at_a_random_move_the_game_goes_on(terminal: Terminal, round_number: int) -> None:
    chance = random.Random(round_number)
    terminal.start("play", "30x16/20", "--seed", str(round_number))
    terminal.wait("Custom")
    terminal.keys("Space")
    terminal.wait(lambda text: "1" in "".join(terminal.rows()))
    moves = chance.randint(1, 40)
    for _ in range(moves):
        terminal.keys(chance.choice("hjkl"), chance.choice("fff."), "f")
    before = terminal.wait_still().split("\n")[1]
    rows = terminal.rows()
    os.kill(terminal.pid(), signal.SIGKILL)
    terminal.wait_end()
    with closing(sqlite3.connect(terminal.folder / "profile" / "games.db")) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    after = resumed_rows(terminal)
    assert after == rows
    assert terminal.text().split("\n")[1].split()[:2] == before.split()[:2]


CORNERS = ["*....*", "......", "......", "*....*"]


def helped_game(terminal: Terminal, *arguments: str, env: dict[str, str] | None = None) -> None:
    """A game whose middle is open, and a hint's second step."""
    terminal.start("play", "--board", text_board(terminal.folder, CORNERS), *arguments, env=env)
    terminal.wait("Custom")
    terminal.keys("g", "0", "2", "l", "j", "Space")
    terminal.wait(lambda text: "Play" in text and " 1 " in text)
    terminal.keys("i")
    terminal.wait("Look in the marked area")
    terminal.keys("i")
    terminal.wait("the rest is safe.")


def test_help_a_loss_and_its_verdict(terminal: Terminal) -> None:
    helped_game(terminal)
    text = terminal.wait("unranked: a hint")
    assert "✓" in text
    terminal.keys("x")
    terminal.wait("risk in %")
    terminal.keys("x", "g", "0", "Space")
    terminal.wait("✓ was safe")
    terminal.wait("Avoidable: certainly a mine")
    terminal.keys("v")
    terminal.wait("needless risk")
    terminal.keys("Enter")
    terminal.wait("clicked")
    terminal.keys("Escape")
    terminal.wait("Moments")
    terminal.keys("Escape")
    terminal.wait("Lost")


def test_help_without_colour_and_without_unicode(terminal: Terminal) -> None:
    helped_game(terminal, "--glyphs", "ascii", env={"NO_COLOR": "1"})
    text = terminal.text()
    assert "[1" in text
    assert "+" in text
    assert text.isascii() or not set("✓●≈▸■") & set(text)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
@pytest.mark.parametrize("end", ["killed", "left"])
def test_what_helps_ends_with_the_game(terminal: Terminal, end: str) -> None:
    helped_game(terminal)
    program = terminal.pid()
    helpers = children(program)
    assert helpers
    if end == "killed":
        os.kill(program, signal.SIGKILL)
    else:
        terminal.keys("q")
    terminal.wait_end()
    deadline = time.monotonic() + PATIENCE_S
    while any(lives(str(helper)) for helper in helpers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
