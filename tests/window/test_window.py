"""The real program in a real window on a display of its own, played with mouse and keys."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.core.position import Position
from tests.e2e.program import SOURCE, environment, sapper
from tests.window.display import Window, display, missing, python_with_tk, window

needs_window = pytest.mark.skipif(bool(missing()), reason=missing() or "a window can be opened")

SIDE = 30
BOARD = "9x9/4\n*.......*\n" + ".........\n" * 7 + "*.......*\n"
"""All but the corners opens at once from the middle."""
WALL = "9x9/8\n" + ".........\n" * 4 + "*.*******\n" + ".........\n" * 4
"""A row of mines with one gap between two halves."""


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


class Hand:
    """The mouse over a board of 9x9."""

    def __init__(self, opened: Window) -> None:
        self.window = opened
        self.left, self.top = opened.board(9 * SIDE, 9 * SIDE)
        # Where no window manager gives the focus away, keys go to the window under the pointer.
        opened.hand(*self.at(4, 4))

    def at(self, x: int, y: int) -> tuple[object, ...]:
        return "mousemove", self.left + x * SIDE + SIDE // 2, self.top + y * SIDE + SIDE // 2

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.window.hand(*self.at(x, y), "click", button)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return path


@pytest.fixture
def wall(tmp_path: Path) -> Path:
    path = tmp_path / "wall.txt"
    path.write_text(WALL)
    return path


def cells(position: Position, plane: int) -> set[tuple[int, int]]:
    return {position.geometry.xy(cell) for cell in range(81) if plane >> cell & 1}


@needs_window
def test_left_opens_right_flags_and_the_game_is_kept(screen: str, tmp_path: Path, wall: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(wall)) as opened:
        hand = Hand(opened)
        hand.click(4, 0)
        hand.click(2, 4, 3)
        hand.click(3, 4, 3)
        hand.click(3, 4, 3)
        assert opened.leave() == 0
    position = opened.position()
    assert position.opened.bit_count() == 36
    assert cells(position, position.flagged) == {(2, 4)}


@needs_window
@pytest.mark.parametrize("way", ["left", "middle", "both", "both, the other first"])
def test_a_chord_in_each_way(screen: str, tmp_path: Path, wall: Path, way: str) -> None:
    with window(screen, tmp_path / "p", "--board", str(wall)) as opened:
        hand = Hand(opened)
        hand.click(4, 0)
        hand.click(0, 4, 3)
        match way:
            case "left":
                opened.hand(*hand.at(0, 3), "click", 1)
            case "middle":
                opened.hand(*hand.at(0, 3), "click", 2)
            case "both":
                opened.hand(*hand.at(0, 3), "mousedown", 1, "mousedown", 3, "mouseup", 1, "mouseup", 3)
            case _:
                opened.hand(*hand.at(0, 3), "mousedown", 3, "mousedown", 1, "mouseup", 1, "mouseup", 3)
        assert opened.leave() == 0
    position = opened.position()
    assert position.is_opened(position.geometry.cell(1, 4))
    assert position.opened.bit_count() == 37


@needs_window
def test_a_game_that_ends_is_in_the_history(screen: str, tmp_path: Path, wall: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(wall)) as opened:
        hand = Hand(opened)
        hand.click(4, 0)
        hand.click(4, 4)
        assert opened.leave() == 0
    stats = json.loads(sapper("stats", "--json", env=environment(SAPPER_PROFILE=str(tmp_path / "p"))).stdout)
    assert [(level["played"], level["lost"]) for level in stats["levels"]] == [(1, 1)]


@needs_window
def test_keys_move_flag_and_open_and_a_count_repeats(screen: str, tmp_path: Path, board: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(board)) as opened:
        Hand(opened)
        opened.hand("key", "Home", "g", "f", "8", "l", "f", "2", "h", "u", "Escape")
        assert opened.leave() == 0
    position = opened.position()
    assert cells(position, position.flagged) == {(0, 0)}


@needs_window
def test_what_was_left_is_there_again(screen: str, tmp_path: Path, wall: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(wall)) as opened:
        Hand(opened).click(4, 0)
        opened.leave()
    with window(screen, tmp_path / "p") as opened:
        # It is paused: the first click goes on, the second plays.
        hand = Hand(opened)
        hand.click(4, 4, 3)
        hand.click(4, 4, 3)
        opened.leave()
    position = opened.position()
    assert position.opened.bit_count() == 36
    assert cells(position, position.flagged) == {(4, 4)}


@needs_window
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_saves(screen: str, tmp_path: Path, wall: Path, number: int, status: int) -> None:
    with window(screen, tmp_path / "p", "--board", str(wall)) as opened:
        Hand(opened).click(4, 0)
        opened.hand("key", "f")
        opened.process.send_signal(number)
        assert opened.process.wait(60) == status
    assert opened.position().opened.bit_count() == 36


@needs_window
@pytest.mark.skipif(sys.platform != "linux", reason="there is no such folder here")
def test_where_nothing_can_be_saved_the_game_goes_on_and_the_end_says_so(screen: str, wall: Path) -> None:
    with window(screen, Path("/sys/sapper"), "--board", str(wall)) as opened:
        hand = Hand(opened)
        hand.click(4, 0)
        hand.click(2, 4, 3)
        assert opened.leave() == 1
        assert opened.process.stderr is not None
        said = opened.process.stderr.read().decode()
    assert said.startswith("sapper: ")
    assert said.count("\n") == 1
    assert "/sys/sapper" in said


@needs_window
def test_a_game_won_while_another_program_holds_the_database_is_kept(screen: str, tmp_path: Path, board: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(board)) as opened:
        hand = Hand(opened)
        hand.click(0, 0, 3)
        database = tmp_path / "p" / "games.db"
        deadline = time.monotonic() + 60
        while not database.exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        other = sqlite3.connect(database, isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        hand.click(4, 4)
        opened.hand("key", "r", "sleep", "0.5")
        other.execute("COMMIT")
        other.close()
        assert opened.leave() == 0
    stats = json.loads(sapper("stats", "--json", env=environment(SAPPER_PROFILE=str(tmp_path / "p"))).stdout)
    assert [(level["played"], level["won"]) for level in stats["levels"]] == [(1, 1)]


@needs_window
def test_every_action_and_menu_works_in_both_languages(screen: str, tmp_path: Path, board: Path) -> None:
    with window(screen, tmp_path / "p", "--board", str(board), "--lang", "en") as opened:
        Hand(opened)
        for _ in range(2):
            for key in ("question", "t", "n"):
                opened.hand("key", key, "sleep", "0.3", "key", "Escape", "sleep", "0.2")
            opened.hand("key", "m", "m", "p", "p", "T", "plus", "minus", "ctrl+0", "L", "b", "y", "r")
        opened.hand("key", "space", "sleep", "0.2")
        assert opened.leave("ctrl+q") == 0
        assert opened.process.stderr is not None
        assert opened.process.stderr.read() == b""
    assert 'theme = "classic"' in (tmp_path / "p" / "settings.toml").read_text()


HUGE = """
import tkinter as tk
from sapper.core.params import Params
from sapper.core.position import Position
from sapper.showing.palettes import DARK
from sapper.showing.rows import Scene
from sapper.window.board import Board
from sapper.showing.shades import shades_of

root = tk.Tk()
root.geometry("900x600")
board = Board(root, Scene(Position(Params(1000, 1000, 160000))), shades=shades_of(DARK))
board.pack(fill="both", expand=True)
root.update()
for x, y in ((0, 0), (999, 999), (500, 3), (20, 990)):
    board.point(x, y)
    root.update()
    left, right, top, bottom = board.part_in_sight()
    assert left <= x <= right and top <= y <= bottom, (x, y, board.part_in_sight())
print(board.drawn)
"""


@needs_window
def test_a_huge_board_has_only_what_is_in_sight_on_the_canvas(screen: str) -> None:
    python = python_with_tk()
    assert python is not None
    env = {**os.environ, "DISPLAY": screen, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run([python, "-c", HUGE], env=env, capture_output=True, text=True, timeout=60)
    assert not done.stderr
    assert int(done.stdout) <= (900 // SIDE + 2) * (600 // SIDE + 2)


@pytest.mark.skipif(python_with_tk() is None, reason="no Python with Tk")
def test_without_a_display_a_sentence_says_so() -> None:
    python = python_with_tk()
    assert python is not None
    env = {name: value for name, value in environment().items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([python, "-m", "sapper", "window"], env=env, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(b"sapper: there is no display to open a window on")
    assert done.stderr.count(b"\n") == 1


def test_without_tk_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "tkinter.py").write_text("raise ImportError('no Tk')\n")
    env = environment(PYTHONPATH=os.pathsep.join((str(tmp_path), str(SOURCE))))
    done = sapper("window", env=env)
    assert done.returncode == 1
    assert done.stderr.startswith(b"sapper: this Python has no Tk to open a window with")
    assert done.stderr.count(b"\n") == 1
