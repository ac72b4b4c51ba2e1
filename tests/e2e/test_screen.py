"""The full-screen game in a real terminal, as a player meets it."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.program import COMMAND, environment
from tests.e2e.screen import CHORD, PATIENCE_S, Terminal, lives, text_board

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]

KILLS = int(os.environ.get("SAPPER_TEST_KILLS", "2"))
"""How often the program is killed at a random move; 50 on request."""


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


def test_a_storm_of_resizes_leaves_the_whole_board(terminal: Terminal) -> None:
    terminal.start("play", "expert")
    terminal.wait("Expert")
    terminal.keys("f", "l", "l", "f")
    terminal.wait(lambda text: text.count("⚑") == 3)
    chance = random.Random(5)
    sizes = [(200, 60), (20, 6), (80, 24)] + [(chance.randint(20, 200), chance.randint(6, 60)) for _ in range(15)]
    for width, height in sizes:
        terminal.resize(width, height)
    for width, height in ((80, 24), (200, 60)):
        terminal.resize(20, 6)
        terminal.wait("28x8")
        terminal.resize(width, height)
        text = terminal.wait(lambda text: text.count("■") == 30 * 16 - 2 and "q Quit" in text)
        assert text.count("⚑") == 3
    assert not terminal.is_over()


def hues(terminal: Terminal) -> set[str]:
    """The colours on the screen that are no shade of grey, as the numbers of a palette of 256."""
    numbers = re.findall(r"[34]8;5;([0-9]+)", terminal.tmux("capture-pane", "-e", "-p", "-t", "s"))
    assert numbers
    return set(numbers) - {str(grey) for grey in (16, 59, 102, 145, 188, 231, *range(232, 256))}


def test_with_colour_there_is_some(terminal: Terminal) -> None:
    terminal.start("play", "beginner")
    terminal.wait("Beginner")
    assert hues(terminal)


def test_without_colour(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD), env={"NO_COLOR": "1"})
    terminal.wait("Custom")
    terminal.keys("g", "0", "f", "l", "Space", "G", "$", "Space")
    terminal.wait("Lost")
    terminal.keys("?")
    terminal.wait("Help")
    assert hues(terminal) == set()
    terminal.keys("Escape")
    terminal.wait("right flag")
    assert hues(terminal) == set()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [([], b"usage: sapper"), (["play"], b"needs a terminal"), (["play", "expert"], b"needs a terminal")],
)
def test_without_a_terminal_there_is_help(arguments: list[str], words: bytes) -> None:
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
    assert words in done.stderr


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


def has_flags(text: str, *, count: int) -> bool:
    """Whether the game is on the screen, with so many signs of a flag, one of them the counter's."""
    return "Custom" in text and text.count("⚑") == count


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
        for flags in (1, 2):
            terminal.keys("C-z")
            terminal.wait("Stopped")
            terminal.type("fg\n")
            terminal.wait(partial(has_flags, count=3 - flags))
            terminal.keys("f")
            terminal.wait(partial(has_flags, count=flags))
    finally:
        terminal.stop()


def resumed_rows(terminal: Terminal) -> list[str]:
    """The rows of the game that a new start of the program takes up."""
    terminal.stop()
    terminal.start()
    if "Paused" in terminal.wait(lambda text: "Paused" in text or ":-)" in text):
        terminal.keys("p")
        terminal.wait(":-)")
    terminal.wait_still()  # the board may be drawn after the line above it
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


@pytest.mark.parametrize("locale", [{"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_where_the_terminal_has_only_ascii_so_has_every_screen(terminal: Terminal, locale: dict[str, str]) -> None:
    coercion = {"PYTHONCOERCECLOCALE": "0", **locale}
    terminal.start("play", "--board", text_board(terminal.folder, ["..*.....*"] * 9), env=coercion)
    terminal.wait("Custom")
    terminal.keys("g", "0", "f", "l", "Space")
    terminal.wait("+------------------+")
    seen = [terminal.wait(" F  ")]
    for key in "?ntHo":
        terminal.keys(key)
        seen.append(terminal.wait("Esc Back"))
        terminal.keys("q")
        terminal.wait("q Quit")
    for text in seen:
        assert text.isascii(), text
        assert "\\u" not in text


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
