"""What can do nothing in a game just now says so, and nothing else does."""

from __future__ import annotations

import pytest

from sapper.controls.actions import ACTIONS, Context, Name, actions_in
from sapper.controls.refusals import why_not
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params
from sapper.session import Game
from sapper.testing import FakeClock

CORNERS = Layout.of_mines(4, 4, [(0, 0), (3, 3)])


def game(*, is_paused: bool = False, ends: bool = False) -> Game:
    found = Game(CORNERS.params, clock=FakeClock(), layout=CORNERS)
    found.play(Move(MoveKind.OPEN, 1, 0))
    if ends:
        found.play(Move(MoveKind.OPEN, 0, 0))
    if is_paused:
        found.pause()
    return found


def refused(found: Game) -> set[Name]:
    return {name for name in ACTIONS if why_not(name, found) is not None}


def test_a_running_game_refuses_the_verdict_alone() -> None:
    assert refused(Game(Params(9, 9, 10), clock=FakeClock())) == {Name.VERDICT}
    assert refused(game()) == {Name.VERDICT}


def test_a_pause_refuses_what_it_hides() -> None:
    assert refused(game(is_paused=True)) == {Name.UNDO, Name.HINT, Name.RISKS, Name.VERDICT}


def test_a_game_that_is_over_refuses_what_plays() -> None:
    over = {Name.OPEN, Name.FLAG, Name.CHORD, Name.PAUSE, Name.HINT, Name.RISKS}
    assert refused(game(ends=True)) == over


@pytest.mark.parametrize("state", [game(), game(is_paused=True), game(ends=True)])
def test_only_what_has_a_key_on_the_board_is_refused(state: Game) -> None:
    assert refused(state) <= {action.name for action in actions_in(Context.BOARD)}
