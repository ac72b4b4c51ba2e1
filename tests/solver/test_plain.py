"""What the interpreter does in its own way, and what the kernel does: the same answers, in both kinds of kernel."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.geometry import cells_of
from sapper.core.params import Params
from sapper.core.view import CLOSED, View
from sapper.solver import small
from sapper.solver.answers import borrowed
from sapper.solver.codes import DONE, MINE, UNKNOWN
from sapper.solver.counting import Counter
from sapper.solver.engine import Engine
from sapper.solver.kernel import Board
from sapper.solver.plain import grow_plain
from sapper.solver.planes import Known, planes
from sapper.solver.small import small_certain, small_probabilities
from tests.solver.test_answers import opened_view, random_layout, views

pytestmark = pytest.mark.kernel


def by_planes(view: View) -> tuple[Known | None, int]:
    """What planes find, and the plane of the numbers."""
    board = planes(view.params.width, view.params.height)

    def plane(table: list[int]) -> int:
        return int.from_bytes(board.grid(bytes(table), b"\0"), "little")

    opened = plane([code <= 8 for code in view.cells])
    numbers = plane([code if code <= 8 else 0 for code in view.cells])
    return board.deduce(Known(opened, board.cells ^ opened, 0), numbers), numbers


@st.composite
def larger_views(draw: st.DrawFn) -> View:
    """Positions of boards up to 30x20 with any part of them open."""
    width, height = draw(st.integers(1, 30)), draw(st.integers(1, 20))
    density, share = draw(st.sampled_from([0.05, 0.15, 0.2, 0.3, 0.5])), draw(st.floats(0.05, 1))
    layout = random_layout(width, height, int(width * height * density), draw(st.integers(0, 10**6)))
    rng = draw(st.randoms(use_true_random=False))
    return opened_view(layout, [cell for cell in cells_of(layout.safe) if rng.random() < share])


@given(st.one_of(larger_views(), views(honest=True)))
@settings(max_examples=150, deadline=None)
def test_planes_know_what_the_kernels_work_lists_find(view: View) -> None:
    board = Board(view.params.width, view.params.height)
    board.load(view.cells, view.params.mines)
    board.deduce()
    known, _ = by_planes(view)
    assert known is not None
    grid = planes(view.params.width, view.params.height)
    places = [board.place(cell) for cell in range(view.params.cells)]
    assert grid.places(known.unknown) == [place for place in places if board.state[place] == UNKNOWN]
    assert grid.places(known.mined) == [place for place in places if board.state[place] == MINE]


@given(views())
@settings(max_examples=150, deadline=None)
def test_planes_find_no_fault_where_there_is_none(view: View) -> None:
    board = Board(view.params.width, view.params.height)
    board.load(view.cells, view.params.mines)
    board.deduce()
    if board.fault < 0:
        assert by_planes(view)[0] is not None


@given(larger_views())
@settings(max_examples=60, deadline=None)
def test_states_of_any_length_make_the_same_graphs(view: View) -> None:
    """Which is how the compiled kernel grows what needs more than one word a state."""
    found = []
    for grow in (Counter.grow, grow_plain):
        engine = Engine(view.params.width, view.params.height)
        engine.board.load(view.cells, view.params.mines)
        engine.board.deduce()
        engine.frontier.build_all()
        counter, components = engine.counter, engine.frontier.components
        counter.clear()
        for component in range(components):
            counter.first_layer[component] = counter.layers
            assert grow(counter, component) == DONE
            assert counter.prune(component)
        assert engine.totals.restrict() >= 0
        assert engine.weigher.weigh() == 0
        boxes = range(engine.frontier.boxes)
        low, values = [counter.low[c] for c in range(components)], [counter.values[b] for b in boxes]
        risks = [engine.weigher.risk[b] for b in boxes]
        found.append((counter.states, counter.edges, counter.layers, low, values, risks))
    assert found[0] == found[1]


def kernel_risks(view: View) -> list[float]:
    """The kernel's own answer."""
    from array import array

    risks = array("d", bytes(8 * view.params.cells))
    engine = Engine(view.params.width, view.params.height)
    assert engine.solve(view.cells, view.params.mines) >= 0
    assert engine.risks(risks) == 0
    return risks.tolist()


@given(st.one_of(larger_views(), views(honest=True)))
@settings(max_examples=150, deadline=None)
def test_small_positions_have_the_kernels_probabilities(view: View) -> None:
    risks = small_probabilities(view)
    if risks is None:
        return
    for ours, theirs in zip(risks, kernel_risks(view), strict=True):
        assert ours == pytest.approx(theirs, rel=1e-9, nan_ok=True)
        assert (ours in (0.0, 1.0)) == (theirs in (0.0, 1.0))


@given(views())
@settings(max_examples=100, deadline=None)
def test_contradictions_are_left_to_the_kernel(view: View) -> None:
    with borrowed(view.params) as engine:
        fits = engine.solve(view.cells, view.params.mines) >= 0
    assert (small_probabilities(view) is not None) == fits


@given(st.one_of(larger_views(), views(honest=True)))
@settings(max_examples=150, deadline=None)
def test_certain_cells_are_the_kernels(view: View) -> None:
    """First those of single components; when there are none, those of the number of mines."""
    known, numbers = by_planes(view)
    assert known is not None
    found = small_certain(planes(view.params.width, view.params.height), known, numbers, mines=view.params.mines)
    if found is None:
        return
    engine = Engine(view.params.width, view.params.height)
    board = engine.board
    board.load(view.cells, view.params.mines)
    board.deduce()
    before = [board.state[board.place(cell)] for cell in range(view.params.cells)]
    while engine.analyse_components() == 1:
        pass
    if board.unknown_left == before.count(UNKNOWN):
        engine.analyse_total()
    safe, mined = set(found[0]), set(found[1])
    for cell, state in enumerate(before):
        place = board.place(cell)
        if state == UNKNOWN and board.state[place] != UNKNOWN:
            assert place in (mined if board.state[place] == MINE else safe)
            safe.discard(place)
            mined.discard(place)
    assert not safe
    assert not mined


def test_what_is_too_large_is_left_to_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = random_layout(30, 16, 99, 1)
    view = opened_view(layout, [c for c in cells_of(layout.safe) if c % 30 % 2 and c // 30 % 2])
    monkeypatch.setattr(small, "MOST_STATES", 20)
    assert small_probabilities(view) is None
    assert small_probabilities(View(Params(60, 60, 9), bytes([CLOSED]) * 3600)) is None
