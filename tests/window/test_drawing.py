"""What the window draws and says, as values: tiles, numbers, key names, sentences."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import Any

import pytest

from sapper.controls.actions import ACTIONS, Context
from sapper.controls.keys import default_keymap
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.i18n import Translator
from sapper.session import Game
from sapper.showing.advice import Loss, loss_words
from sapper.showing.colours import colour_of, hex_of, mixed
from sapper.showing.figures import measure
from sapper.showing.palettes import PALETTES, Palette
from sapper.showing.rows import MARKED, RISK, Mark
from sapper.showing.shades import shades_of
from sapper.showing.shapes import Picture
from sapper.showing.table import Standing
from sapper.showing.tiles import LIT, RIGHT_FLAG, tile
from sapper.testing import FakeClock
from sapper.window.telling import Helped, Mood, Told, Tone, aside, mood, sentence, signs, title

POINTED_OUT = tuple(MARKED * mark + CLOSED for mark in Mark if mark)
RISKS = (RISK, RISK + 1, RISK + 30, RISK + 99, RISK + 100)
CODES = (
    *(*range(9), CLOSED, FLAGGED, QUESTIONED, EXPLODED, MISSED, WRONG_FLAG, LIT, RIGHT_FLAG),
    *(*POINTED_OUT, MARKED * Mark.PROOF + 3, MARKED * Mark.MINE + FLAGGED, MARKED * Mark.AREA + 3),
)
"""Every kind of cell; risks, which have a number each, come beside them."""


def gray(picture: Picture) -> list[int]:
    """The brightness of every pixel: what is left of a picture without its colours."""
    side = range(picture.side)
    return [sum(picture[x, y]) // 3 for y in side for x in side]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize("side", [12, 20])
def test_every_kind_of_cell_is_told_without_colour(palette: Palette, side: int) -> None:
    pictures = {code: gray(tile(code, side, shades=shades_of(palette))) for code in CODES}
    # A cell that is held down looks as if it were open, on purpose.
    for (first, one), (second, other) in combinations(pictures.items(), 2):
        if (first, second) != (0, LIT):
            assert sum(abs(a - b) > 16 for a, b in zip(one, other, strict=True)) >= side // 2


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize("side", [12, 30])
def test_risks_are_told_from_each_other_and_from_all_else(palette: Palette, side: int) -> None:
    others = (*range(9), CLOSED, FLAGGED, QUESTIONED, MISSED, *POINTED_OUT)
    pictures = {code: gray(tile(code, side, shades=shades_of(palette))) for code in (*others, *RISKS)}
    for first, second in combinations(pictures, 2):
        if second in RISKS:
            one, other = pictures[first], pictures[second]
            # A small tile has room for a level only: 0 and 1 percent are not far from a plain tile.
            wanted = 2 if side == 12 else side // 2
            assert sum(abs(a - b) > 8 for a, b in zip(one, other, strict=True)) >= wanted, (first, second)


def test_a_picture_is_a_pixmap_of_its_size() -> None:
    data = tile(CLOSED, 12, shades=shades_of(PALETTES["classic"])).ppm()
    assert data.startswith(b"P6 12 12 255\n")
    assert len(data) == len(b"P6 12 12 255\n") + 12 * 12 * 3


def test_colours_go_there_and_back() -> None:
    assert hex_of(colour_of("#12ab9f")) == "#12ab9f"
    assert mixed((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


@pytest.mark.parametrize(
    ("keysym", "char", "state", "name"),
    [
        ("Left", "", 0, "left"),
        ("KP_Left", "", 0, "left"),
        ("Return", "\r", 0, "enter"),
        ("ISO_Left_Tab", "", 1, "shift+tab"),
        ("G", "G", 1, "G"),
        ("dollar", "$", 1, "$"),
        ("q", "\x11", 4, "ctrl+q"),
        ("Home", "", 4, "ctrl+home"),
        ("F2", "", 0, "f2"),
        ("0", "", 4, "ctrl+0"),
        ("q", "q", 0x20000 if sys.platform == "win32" else 8, "alt+q"),
        ("0", "0", 16, "0"),
        ("Shift_L", "", 0, ""),
        ("eacute", "é", 0, "é"),
    ],
)
def test_keys_are_named_as_the_registry_names_them(*, keysym: str, char: str, state: int, name: str) -> None:
    pytest.importorskip("tkinter", reason="no Python with Tk (Debian: python3-tk)")
    from sapper.window.keys import key_name

    assert key_name(keysym, char, state) == name


def test_no_action_of_the_window_is_one_of_the_terminal() -> None:
    names = {action.name.value for action in ACTIONS.values() if Context.WINDOW in action.contexts}
    assert not names & {"suspend", "mouse", "commands", "play"}
    assert {"open", "flag", "chord", "zoom-in", "new", "daily", "statistics", "history", "settings"} <= names


def told(game: Game, **changes: Any) -> Told:
    usual = Told(game, measure(game.layout), Standing(), None, dealing=False, flag_mode=False, live=False)
    return usual._replace(**changes)


def played(*moves: str) -> Game:
    game = Game(Layout.of_mines(9, 9, [(0, 0), (8, 8)]).params, clock=FakeClock(), layout=BOARD)
    for move in moves:
        game.play(Move(MoveKind(move[0]), int(move[1]), int(move[2])))
    return game


BOARD = Layout.of_mines(9, 9, [(0, 0), (8, 8)])


def say(game: Game, **changes: Any) -> tuple[str, Tone]:
    return sentence(told(game, **changes), keymap=default_keymap(), translator=Translator("en"))


def test_the_end_is_told_with_its_figures() -> None:
    assert say(played("o44")) == ("Won · 0.000 s · 3BV 1/1 · 0.00/s · 1 click · efficiency 100 %", Tone.GOOD)
    lost = played("f88", "o10", "o00")
    assert say(lost)[0].startswith("Lost · 0.000 s · 3BV ")
    assert [word for _, word in signs(told(lost), translate=str)] == ["exploded", "missed", "right flag", "wrong flag"]
    assert not signs(told(played("o10")), translate=str)
    assert aside(told(lost), translate=str) == "unranked: a board from outside"


def test_a_pause_and_the_flag_mode_are_told() -> None:
    game = played("o10")
    assert say(game, flag_mode=True) == ("FLAG", Tone.ACCENT)
    assert say(game, dealing=True)[0] == "Dealing…"
    game.pause()
    assert say(game) == ("Paused · p or a click resumes", Tone.WARNING)
    assert mood(game, held=False) is Mood.PAUSED


def test_help_is_told_before_all_else_and_a_loss_with_its_verdict() -> None:
    game = played("o10")
    loss = Loss(first=False, risk=0.25, least=0.0, safe=(5,), best=())
    assert say(game, helped=Helped(thinking=True)) == ("Thinking… Esc stops it.", Tone.ACCENT)
    assert say(game, helped=Helped(risks=True, here="25", elsewhere=0.125))[0] == "here 25 % · elsewhere 12.5 %"
    lost = played("o10", "o00")
    first, second = say(lost, helped=Helped(loss_words(loss), missed=True))[0].split("\n")
    assert first.startswith("Lost")
    assert second == "Avoidable: risk 25.0 %, and there were safe cells: 1."
    assert [word for _, word in signs(told(lost, helped=Helped(missed=True)), translate=str)][-1] == "was safe"


def test_the_title_says_what_is_in_sight() -> None:
    assert title(told(played()), None, translate=str) == "sapper · Custom 9×9/2"
    assert title(told(played()), (0, 4, 2, 8), translate=str).endswith("columns 1–5, rows 3–9")
