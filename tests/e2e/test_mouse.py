"""The mouse in a real terminal, with its bytes as they come: opening, flags, chords in all their ways, sliding off."""

from __future__ import annotations

import shutil

import pytest

from tests.e2e.screen import CHORD, Terminal, text_board

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]

LEFT, MIDDLE, RIGHT, MOVE = 0, 1, 2, 32


def chord_board(terminal: Terminal, *, flags: tuple[tuple[int, int], ...] = ((0, 0), (2, 2))) -> None:
    """A 3x3 board whose centre is open and whose mines, or other cells, are flagged, by mouse."""
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.click(1, 1)
    terminal.wait("■ 2 ■")
    for x, y in flags:
        terminal.click(x, y, RIGHT)
    terminal.wait(lambda text: text.count("⚑") == 3)


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


def test_a_chord_whose_flags_do_not_add_up_does_nothing_and_lights_up_its_neighbours(terminal: Terminal) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, CHORD))
    terminal.wait("Custom")
    terminal.click(1, 1)
    terminal.wait("■ 2 ■")
    terminal.click(0, 0, RIGHT)
    terminal.mouse((LEFT, "M", 1, 1), (RIGHT, "M", 1, 1))
    terminal.wait(lambda text: text.count("□") == 7)
    terminal.mouse((RIGHT, "m", 1, 1), (LEFT, "m", 1, 1))
    terminal.wait(lambda text: "□" not in text)
    terminal.keys("c")
    terminal.click(2, 0, RIGHT)
    terminal.wait(lambda text: text.count("⚑") == 3)
    assert [row[:3] for row in terminal.rows()] == ["⚑■⚑", "■2■", "■■■"]


def test_a_chord_with_a_wrong_flag_loses_and_names_it(terminal: Terminal) -> None:
    chord_board(terminal, flags=((0, 0), (2, 0)))
    terminal.click(1, 1, MIDDLE)
    terminal.wait("wrong flag")
    terminal.wait(lambda text: text.count("✗") == 2)
    assert [row[:3] for row in terminal.rows()] == ["⚑1✗", "121", " 1✹"]


@pytest.mark.parametrize(
    ("way", "opens"),
    [
        ([(1, 0)], False),
        ([(1, 0), (0, 0)], True),
        ([(-1, -2)], False),
        ([(-1, -2), (0, 0)], True),
    ],
    ids=["to another cell", "and back", "off the board", "off the board and back"],
)
def test_sliding_off_a_cell_cancels(terminal: Terminal, way: list[tuple[int, int]], *, opens: bool) -> None:
    terminal.start("play", "--board", text_board(terminal.folder, [".*.", "...", "..*"]))
    terminal.wait("Custom")
    terminal.mouse((LEFT, "M", 0, 0))
    terminal.wait("□")
    for at in way:
        terminal.mouse((MOVE, "M", *at))
    terminal.mouse((LEFT, "m", *way[-1]))
    # A flag elsewhere shows that all of the above has been read.
    terminal.click(1, 0, RIGHT)
    terminal.wait(lambda text: text.count("⚑") == 2)
    assert [row[:3] for row in terminal.rows()] == ["1⚑■" if opens else "■⚑■", "■■■", "■■■"]
    assert "□" not in terminal.text()


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
