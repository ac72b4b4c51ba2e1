"""3BV, openings and islands against the slow reference and counted by hand."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.geometry import cells_of, plane_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics, isolated_numbers, opening_planes, solved_bbbv
from sapper.core.notation import parse_board
from tests.reference import SlowGame
from tests.strategies import layouts

pytestmark = pytest.mark.kernel


@given(layouts())
def test_metrics_equal_the_reference(layout: Layout) -> None:
    mines = {layout.geometry.xy(cell) for cell in cells_of(layout.mined)}
    game = SlowGame(layout.params.width, layout.params.height, mines)
    metrics = board_metrics(layout)
    assert (metrics.bbbv, metrics.openings, metrics.islands) == game.metrics()
    assert len(opening_planes(layout)) == metrics.openings
    assert solved_bbbv(layout, layout.safe) == metrics.bbbv
    assert solved_bbbv(layout, 0) == 0


@given(layouts(), st.randoms(use_true_random=False))
def test_solved_3bv_is_isolated_numbers_and_whole_openings(layout: Layout, random: Random) -> None:
    opened = plane_of(cell for cell in cells_of(layout.safe) if random.random() < 0.8)
    whole = sum(not plane & ~opened for plane in opening_planes(layout))
    assert solved_bbbv(layout, opened) == whole + (isolated_numbers(layout) & opened).bit_count()


def test_metrics_counted_by_hand() -> None:
    # One opening on either side of the wall, whose rim is all there is of numbers.
    layout = parse_board("...*...\n...*...\n...*...\n")
    assert board_metrics(layout).bbbv == 2
    assert board_metrics(layout).openings == 2
    walled = parse_board("*.*\n...\n*.*\n")
    metrics = board_metrics(walled)
    assert (metrics.bbbv, metrics.openings, metrics.islands) == (5, 0, 1)


def test_an_opening_counts_as_solved_only_when_all_of_it_is_open() -> None:
    layout = parse_board("....\n...*\n")
    whole = opening_planes(layout)[0]
    assert solved_bbbv(layout, whole) == 1
    assert solved_bbbv(layout, whole & ~1) == 0
