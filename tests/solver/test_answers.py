"""Exact answers: equal to trying everything, exact where certain, bounded where the frontier is too wide."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.geometry import cells_of, geometry
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, FLAGGED, View
from sapper.core.view import view as look
from sapper.errors import EffortError, PositionError
from sapper.solver import analyse, certain, joint, probabilities
from tests.solver.counter import count_by_trying, count_cell_by_cell, layouts_by_trying

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


@given(views(honest=True), st.data())
@settings(max_examples=100, deadline=None)
def test_layouts_with_equal_views_get_equal_answers(view: View, data: st.DataObject) -> None:
    """The solver cannot tell them apart: both layouts are shown as a game shows them, and asked about."""
    every = list(layouts_by_trying(view))
    if not every:
        return
    opened = [cell for cell, code in enumerate(view.cells) if code <= 8]
    seen = []
    for _ in range(2):
        mined = data.draw(st.sampled_from(every))
        seen.append(opened_view(Layout(view.params, sum(1 << cell for cell in mined)), opened))
    assert seen[0] == seen[1]
    one, other = (analyse(each, exact=True) for each in seen)
    assert (one.layouts, one.counts, one.safe, one.mined) == (other.layouts, other.counts, other.safe, other.mined)
    assert one.risks.tobytes() == other.risks.tobytes()


def speckled(x: int, y: int, share: int) -> bool:
    """An irregular choice of `share` per cent of all cells, the same everywhere."""
    return (x * 7919 + y * 104729 + x * y * 31 + 17) % 1009 % 100 < share


Where = Callable[[int, int], bool]
HOSTILE: dict[str, tuple[int, int, int, Where]] = {
    "lattice 16x16": (16, 16, 51, lambda x, y: x % 2 == 1 and y % 2 == 1),
    "lattice 30x16": (30, 16, 99, lambda x, y: x % 2 == 1 and y % 2 == 1),
    "lattice 24x24": (24, 24, 120, lambda x, y: x % 2 == 1 and y % 2 == 1),
    "checkers 30x16": (30, 16, 96, lambda x, y: (x + y) % 2 == 0),
    "checkers 40x40": (40, 40, 320, lambda x, y: (x + y) % 2 == 0),
    "scattered 20% 30x16": (30, 16, 99, lambda x, y: speckled(x, y, 20)),
    "scattered 35% 30x16": (30, 16, 99, lambda x, y: speckled(x, y, 35)),
    "scattered 20% 40x40": (40, 40, 320, lambda x, y: speckled(x, y, 20)),
    "strip of 60": (60, 3, 36, lambda x, y: y == 1),
    "strip of 300": (300, 3, 180, lambda x, y: y == 1),
    "strip of 1000": (1000, 3, 600, lambda x, y: y == 1),
}
"""Width, height, mines, and which cells are open if they are safe."""


def hostile_view(name: str) -> tuple[Layout, View]:
    width, height, mines, is_open = HOSTILE[name]
    layout = random_layout(width, height, mines, 5)
    return layout, opened_view(layout, [c for c in cells_of(layout.safe) if is_open(c % width, c // width)])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_positions_are_answered(name: str) -> None:
    layout, view = hostile_view(name)
    mines = layout.params.mines
    analysis = analyse(view, exact=True)
    assert analysis.counts is not None
    assert analysis.layouts
    assert sum(analysis.counts) == mines * analysis.layouts
    for cell, risk in enumerate(analysis.risks):
        if risk == risk:
            assert risk == pytest.approx(float(analysis.fraction(cell)), rel=1e-9)
            assert (risk in (0.0, 1.0)) == (analysis.fraction(cell) in (0, 1))
            assert risk > 0 if layout.is_mine(cell) else risk < 1
    assert (analysis.safe, analysis.mined) == certain(view)


@pytest.mark.parametrize("name", ["lattice 16x16", "scattered 20% 30x16", "strip of 60", "strip of 300"])
def test_hostile_positions_have_the_counts_of_the_slow_counter(name: str) -> None:
    _, view = hostile_view(name)
    layouts, counts = count_cell_by_cell(view)
    analysis = analyse(view, exact=True)
    assert analysis.layouts == layouts
    assert analysis.counts is not None
    assert {cell: analysis.counts[cell] for cell in counts} == counts


@pytest.mark.slow
@pytest.mark.parametrize("side", [32, 40])
def test_what_is_truly_too_wide_is_answered_or_refused_in_bounded_memory(side: int) -> None:
    """In a process of its own, which may take two gigabytes of memory and no more."""
    program = """
import resource, sys
from sapper.errors import EffortError
from sapper.solver import probabilities
from tests.solver.test_answers import cells_of, opened_view, random_layout
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
side = int(sys.argv[1])
layout = random_layout(side, side, side * side // 5, 1)
view = opened_view(layout, [c for c in cells_of(layout.safe) if c % side % 2 and c // side % 2])
try:
    risks = probabilities(view)
except EffortError as error:
    print("refused:", error)
else:
    print("answered", round(sum(risk for risk in risks if risk == risk), 6) == side * side // 5)
"""
    pytest.importorskip("resource")
    command = [sys.executable, "-c", program, str(side)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("answered True") or "too wide" in done.stdout


@pytest.mark.parametrize(
    ("width", "height", "mines", "share"),
    [(1000, 1000, 200_000, 0), (1000, 1000, 150_000, 1), (1000, 1000, 200_000, 10)],
)
def test_the_largest_boards(width: int, height: int, mines: int, share: int) -> None:
    layout = random_layout(width, height, mines, 4)
    opened = [c for c in cells_of(layout.safe) if c == 500_500 or speckled(c % 999, c // 999, share)]
    risks = probabilities(opened_view(layout, opened))
    assert sum(risk for risk in risks if risk == risk) == pytest.approx(mines, rel=1e-9)


@pytest.mark.parametrize("opened", [1, 40, 2000, 6000])
def test_large_boards_opened_row_by_row(opened: int) -> None:
    layout = random_layout(100, 100, 2000, 3)
    view = opened_view(layout, cells_of(layout.safe)[:opened])
    analysis = analyse(view)
    assert sum(risk for risk in analysis.risks if risk == risk) == pytest.approx(2000, rel=1e-9)
    assert analysis.layouts
    assert all(layout.is_mine(cell) for cell in analysis.mined)
    assert not any(layout.is_mine(cell) for cell in analysis.safe)


def test_a_large_board_at_every_stage_of_a_game() -> None:
    """Played by opening what is certain, and where nothing is, a safe cell among the least likely mines."""
    layout = random_layout(100, 100, 2000, 6)
    board = layout.geometry
    position = apply(
        Position(layout.params), layout, Move(MoveKind.OPEN, *board.xy(cells_of(layout.safe)[5050]))
    ).position
    stages = 0
    while not position.is_over:
        view = look(position, layout)
        risks = probabilities(view)
        stages += 1
        assert sum(risk for risk in risks if risk == risk) == pytest.approx(2000, rel=1e-9)
        for cell in cells_of(position.closed):
            assert risks[cell] > 0 if layout.is_mine(cell) else risks[cell] < 1
        safe = [cell for cell, risk in enumerate(risks) if risk == 0.0]
        if not safe:
            guesses = sorted(
                (risk, cell) for cell, risk in enumerate(risks) if risk == risk and not layout.is_mine(cell)
            )
            safe = [guesses[0][1]]
        for cell in safe:
            position = apply(position, layout, Move(MoveKind.OPEN, *board.xy(cell))).position
    assert stages > 20


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
