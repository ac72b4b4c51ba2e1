"""Where the cursor stands when a game is put on the screen."""

from __future__ import annotations

from sapper.controls.cursor import left_at
from sapper.core.layout import Layout
from sapper.core.moves import parse_move
from sapper.core.notation import parse_game_id
from sapper.core.params import Params
from sapper.deal import deal
from sapper.session import Game, Note
from sapper.testing import FakeClock


def test_it_stands_in_the_middle_of_an_untouched_board() -> None:
    assert left_at(Game(Params(9, 8, 10), clock=FakeClock())) == (4, 4)


def test_it_stands_where_a_dealt_board_begins() -> None:
    game = Game.of_id(parse_game_id("9x9/10:opening:5:1,7"), clock=FakeClock(), dealer=deal)
    assert left_at(game) == (1, 7)


def test_it_stands_where_the_game_was_played_last() -> None:
    """Whatever was done there, and whatever was noted or taken back since."""
    game = Game(Params(9, 9, 2), clock=FakeClock(), layout=Layout.of_mines(9, 9, [(8, 6), (8, 8)]))
    for text in ("f8,8", "o7,8", "o0,1", "f8,7"):
        move = parse_move(text)
        game.play(move)
        game.note(Note.HINT)
        assert left_at(game) == (move.x, move.y)
    game.undo()
    assert left_at(game) == (8, 7)
