"""Exact answers: equal to trying everything, exact where certain, bounded where the frontier is too wide."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.geometry import cells_of, geometry
from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.core.view import CLOSED, FLAGGED, View
from sapper.errors import EffortError, PositionError
from sapper.solver import analyse, certain, joint, probabilities
from tests.solver.counter import count_by_trying, layouts_by_trying

pytestmark = pytest.mark.kernel


@st.composite
def views(draw: st.DrawFn, *, honest: bool = False) -> View:
    """Small positions of any shape; unless honest, some of their numbers are wrong."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    cells = width * height
    mines = draw(st.integers(0, min(cells - 1, 7)))
    mined = set(draw(st.permutations(range(cells)))[:mines])
    closed = draw(st.sets(st.integers(0, cells - 1), max_size=15 - mines))
    board = geometry(width, height)
    codes = bytearray(cells)
    for cell in range(cells):
        if cell in mined or cell in closed:
            codes[cell] = draw(st.sampled_from([CLOSED, FLAGGED]))
        else:
            number = len(mined.intersection(board.neighbours(cell)))
            wrong = not honest and draw(st.integers(0, 30)) == 0
            codes[cell] = max(0, min(8, number + draw(st.sampled_from([-1, 1])))) if wrong else number
    return View(Params(width, height, mines), bytes(codes))


@given(views())
@settings(max_examples=300, deadline=None)
def test_answers_equal_trying_everything(view: View) -> None:
    layouts, counts = count_by_trying(view)
    if not layouts:
        with pytest.raises(PositionError):
            analyse(view)
        return
    analysis = analyse(view, exact=True)
    assert analysis.layouts == layouts
    assert analyse(view).layouts == layouts
    for cell, code in enumerate(view.cells):
        if code <= 8:
            assert analysis.risks[cell] != analysis.risks[cell]
            continue
        exact = Fraction(counts[cell], layouts)
        assert analysis.fraction(cell) == exact
        assert analysis.risks[cell] == pytest.approx(float(exact), abs=1e-12)
        assert (analysis.risks[cell] in (0.0, 1.0)) == (exact in (0, 1))
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    safe = tuple(cell for cell in closed if counts[cell] == 0)
    mined = tuple(cell for cell in closed if counts[cell] == layouts)
    assert (analysis.safe, analysis.mined) == (safe, mined) == certain(view)


@given(views(), st.data())
@settings(max_examples=200, deadline=None)
def test_cells_are_safe_together_as_often_as_trying_everything_says(view: View, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, view.params.cells - 1), max_size=5))
    layouts = [frozenset(mines) for mines in layouts_by_trying(view)]
    if not layouts:
        with pytest.raises(PositionError):
            joint(view, cells)
        return
    assert joint(view, cells) == Fraction(sum(mines.isdisjoint(cells) for mines in layouts), len(layouts))


def test_a_joint_chance_is_exact_where_a_float_would_say_certain() -> None:
    """All 400 cells of a board are free of its one mine in no layout; 399 of them in one of 400."""
    empty = View(Params(20, 20, 1), bytes([CLOSED]) * 400)
    assert joint(empty, range(400)) == 0
    assert joint(empty, range(399)) == Fraction(1, 400)
    assert joint(empty, []) == 1
    far = View(Params(1000, 40, 20000), bytes([CLOSED]) * 40000)
    chance = joint(far, range(5000))
    assert 0 < chance < Fraction(1, 10**1000)


@given(views(honest=True))
@settings(max_examples=50, deadline=None)
def test_flags_are_only_an_opinion(view: View) -> None:
    plain = View(view.params, view.cells.replace(bytes([FLAGGED]), bytes([CLOSED])))
    assert certain(view) == certain(plain)


def opened_view(layout: Layout, opened: list[int]) -> View:
    codes = bytearray([CLOSED]) * layout.params.cells
    for cell in opened:
        codes[cell] = layout.number(cell)
    return View(layout.params, bytes(codes))


def random_layout(width: int, height: int, mines: int, seed: int) -> Layout:
    rng = random.Random(seed)
    return Layout.of_mines(width, height, [(c % width, c // width) for c in rng.sample(range(width * height), mines)])


def test_layouts_with_equal_views_get_equal_answers() -> None:
    """The solver cannot tell them apart: two layouts that differ only out of sight."""
    one = Layout.of_mines(6, 3, [(1, 0), (5, 0)])
    other = Layout.of_mines(6, 3, [(1, 0), (5, 2)])
    seen = [cell for cell in range(18) if cell % 6 == 0]
    assert opened_view(one, seen) == opened_view(other, seen)
    assert list(analyse(opened_view(one, seen)).mined) == list(analyse(opened_view(other, seen)).mined)


HOSTILE: dict[str, tuple[int, int, int, Callable[[int, int], bool]]] = {
    "lattice": (24, 24, 120, lambda x, y: x % 2 == 1 and y % 2 == 1),
    "checkers": (30, 16, 96, lambda x, y: (x + y) % 2 == 0),
    "large checkers": (40, 40, 320, lambda x, y: (x + y) % 2 == 0),
    "scattered": (30, 16, 99, lambda x, y: (x * 7 + y * 13 + x * y) % 5 == 0),
    "strip": (400, 3, 250, lambda x, y: y == 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_positions_are_answered_or_refused(name: str) -> None:
    """The expected number of mines is exact, whatever the shape; what is too wide is refused with a sentence."""
    width, height, mines, is_open = HOSTILE[name]
    layout = random_layout(width, height, mines, 5)
    opened = [c for c in cells_of(layout.safe) if is_open(c % width, c // width)]
    view = opened_view(layout, opened)
    start = time.monotonic()
    try:
        risks = probabilities(view, should_stop=lambda: time.monotonic() - start > 20)
    except EffortError:
        return
    assert sum(risk for risk in risks if risk == risk) == pytest.approx(mines, rel=1e-9)
    assert all(risks[cell] > 0 for cell in cells_of(layout.mined))


@pytest.mark.parametrize("opened", [1, 40, 2000, 6000])
def test_large_boards_at_every_stage(opened: int) -> None:
    layout = random_layout(100, 100, 2000, 3)
    view = opened_view(layout, cells_of(layout.safe)[:opened])
    analysis = analyse(view)
    assert sum(risk for risk in analysis.risks if risk == risk) == pytest.approx(2000, rel=1e-9)
    assert analysis.layouts
    assert all(layout.is_mine(cell) for cell in analysis.mined)
    assert not any(layout.is_mine(cell) for cell in analysis.safe)


def test_many_components_keep_their_exactness() -> None:
    """A few hundred components, so that polynomials are long: compared with the exact counts."""
    layout = random_layout(60, 60, 600, 8)
    opened = [c for c in cells_of(layout.safe) if c % 60 % 4 == 1 and c // 60 % 4 == 1]
    analysis = analyse(opened_view(layout, opened), exact=True)
    for cell in range(0, 3600, 7):
        if analysis.risks[cell] == analysis.risks[cell]:
            assert analysis.risks[cell] == pytest.approx(float(analysis.fraction(cell)), rel=1e-9)


def test_contradictions_are_located() -> None:
    with pytest.raises(PositionError) as caught:
        analyse(View(Params(3, 3, 1), bytes([CLOSED, 3, 0, 9, 9, 9, 9, 9, 9])))
    assert caught.value.cells
    with pytest.raises(PositionError, match="5 mines"):
        analyse(View(Params(3, 2, 5), bytes([9, 1, 9, 9, 9, 9])))


def test_analysis_can_be_stopped() -> None:
    layout = random_layout(60, 60, 900, 1)
    opened = [c for c in cells_of(layout.safe) if c % 60 % 2 and c // 60 % 2]
    with pytest.raises(EffortError):
        probabilities(opened_view(layout, opened), should_stop=lambda: True)
