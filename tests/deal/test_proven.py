"""No-guess boards are finished by a slow counter that shares no code with the solver; a benchmark does thousands."""

from __future__ import annotations

import pytest

from sapper.core.layout import Layout
from sapper.core.params import LEVELS, Params
from tests.deal import proof
from tests.deal.proof import games, proven

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("level", LEVELS)
def test_the_slow_counter_finishes_every_board(level: str) -> None:
    assert all(map(proven, games(LEVELS[level], 5)))


def test_the_slow_counter_does_not_finish_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a wall of mines a corner of two cells hides one more."""
    layout = Layout.of_mines(9, 9, [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2)])
    monkeypatch.setattr(proof, "deal", lambda game: layout)
    assert not proven(games(Params(9, 9, 5), 1)[0])
