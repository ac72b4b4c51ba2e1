"""The solver's front door: probabilities, exact analyses, joint chances. Takes views; must never be handed a layout."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from sapper.core.geometry import geometry
from sapper.core.params import Params
from sapper.core.view import View
from sapper.errors import N_, NN_, EffortError, PositionError
from sapper.solver.codes import FALSE, GIVEN_UP, MINE, SAFE, STOPPED, UNKNOWN
from sapper.solver.engine import Engine
from sapper.solver.exact import Counts, TooLongError, count_cells, count_layouts, graphs, stopped
from sapper.solver.kernel import COMPILED
from sapper.solver.small import small_probabilities

ShouldStop = Callable[[], bool]

_idle: deque[tuple[tuple[int, int], Engine]] = deque(maxlen=4)
"""Engines to use again, as making one costs more than a position; taking and giving back are atomic."""

MOST_KEPT = 100_000
"""An engine that met more states than this is let go with all its memory."""


@contextmanager
def borrowed(params: Params, should_stop: ShouldStop | None = None) -> Iterator[Engine]:
    """An engine for boards of this size, for one thread until the block ends."""
    size = (params.width, params.height)
    try:
        kept, engine = _idle.pop()
        if kept != size:
            engine = Engine(*size)
    except IndexError:
        engine = Engine(*size)
    engine.counter.should_stop = should_stop
    try:
        yield engine
    finally:
        engine.counter.should_stop = None
        if engine.counter.states < MOST_KEPT:
            _idle.append((size, engine))


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that follows from a view.

    Args:
        view: the view.
        layouts: how many layouts fit, exactly; None on a huge board where so many components are undecided that the
            number would not be worked out in minutes.
        safe: the closed cells that are certainly safe, ascending, and `mined` those that are certainly mines.
        risks: a mine probability a cell, exactly 0 or 1 where certain, NaN for open cells.
        counts: for every closed cell in how many layouts it is a mine, when asked for, else None; 0 for open cells.
    """

    view: View
    layouts: int | None
    safe: tuple[int, ...]
    mined: tuple[int, ...]
    risks: array[float]
    counts: tuple[int, ...] | None

    @property
    def best(self) -> int | None:
        """The closed cell least likely to be a mine, the first in reading order among equals, or None."""
        return least_likely(self.risks)

    def fraction(self, cell: int) -> Fraction:
        """The exact mine probability of a closed cell; needs `counts`."""
        if self.counts is None or self.layouts is None:
            raise ValueError("this analysis was made without exact counts")
        return Fraction(self.counts[cell], self.layouts)


def probabilities(view: View, *, should_stop: ShouldStop | None = None) -> array[float]:
    """The mine probability of every cell, in reading order: exactly 0 or 1 where certain, NaN for open cells.

    Raises:
        PositionError: no layout fits the view.
        EffortError: its frontier is too wide to be counted, or `should_stop` said so.
    """
    if not COMPILED and (risks := small_probabilities(view)) is not None:
        return risks
    with borrowed(view.params, should_stop) as engine:
        return _risks(engine, view)


def analyse(view: View, *, exact: bool = False, should_stop: ShouldStop | None = None) -> Analysis:
    """All that follows from a view; with `exact` also the exact counts of every cell.

    Raises:
        PositionError: no layout fits the view.
        EffortError: its frontier is too wide to be counted, or `should_stop` said so; with `exact` also where `layouts`
            would be None.
    """
    layouts: int | None
    with borrowed(view.params, should_stop) as engine:
        risks = _risks(engine, view)
        if exact:
            outside = engine.board.unknown_left - engine.frontier.frontier_cells
            counted = count_cells(graphs(engine.counter), outside, engine.board.mines_left, should_stop=should_stop)
            layouts = counted.layouts
            counts = _cell_counts(engine, view.params, counted)
        else:
            try:
                layouts = _layouts(engine)
            except TooLongError:
                layouts = None
            counts = None
    safe = tuple(cell for cell, risk in enumerate(risks) if risk == 0.0)
    mined = tuple(cell for cell, risk in enumerate(risks) if risk == 1.0)
    return Analysis(view, layouts, safe, mined, risks, counts)


def joint(view: View, cells: Iterable[int], *, should_stop: ShouldStop | None = None) -> Fraction:
    """The exact probability that all of some cells are safe at once, as a chord needs them to be; open ones are.

    Exactly 0 when no layout that fits the view leaves them all safe, exactly 1 when every one does.

    Raises:
        PositionError, EffortError: as `probabilities`.
    """
    with borrowed(view.params, should_stop) as engine:
        check(engine, view, engine.solve(view.cells, view.params.mines))
        layouts = _layouts(engine)
        board = engine.board
        for place in {board.place(cell) for cell in cells}:
            if board.state[place] == UNKNOWN:
                board.settle_cell(place, SAFE)
            elif board.state[place] == MINE:
                return Fraction(0)
        board.deduce()
        outcome = FALSE if board.fault >= 0 else engine.count_all()
        if outcome == FALSE:
            return Fraction(0)
        check(engine, view, outcome)
        return Fraction(_layouts(engine), layouts)


def least_likely(risks: Sequence[float]) -> int | None:
    """The cell with the least probability, the first in reading order among equals, or None when all are mines or open.

    Equal probabilities come out a rounding error apart, so that they need not be quite equal here.
    """
    best = None
    for cell, risk in enumerate(risks):
        if risk < (1.0 if best is None else risks[best] - 1e-9):
            best = cell
    return best


def certain(view: View, *, should_stop: ShouldStop | None = None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The closed cells that are certainly safe, and those that are certainly mines; cheaper than probabilities.

    Raises:
        PositionError, EffortError: as `probabilities`.
    """
    with borrowed(view.params, should_stop) as engine:
        check(engine, view, engine.solve(view.cells, view.params.mines))
        board, frontier = engine.board, engine.frontier
        safe, mined = [], []
        for cell, code in enumerate(view.cells):
            if code <= 8:
                continue
            place = board.place(cell)
            state = board.state[place]
            if state == UNKNOWN:
                box = frontier.box_of[place]
                if box < 0:
                    state = {1: SAFE, 2: MINE}.get(engine.totals.outside, UNKNOWN)
                elif engine.counter.values[box] == 1:
                    state = SAFE
                elif engine.counter.values[box] == 1 << frontier.box_size[box]:
                    state = MINE
            if state == SAFE:
                safe.append(cell)
            elif state == MINE:
                mined.append(cell)
    return tuple(safe), tuple(mined)


def check(engine: Engine, view: View, outcome: int) -> None:
    """Raises what `Engine.solve`'s outcome calls for."""
    if outcome == GIVEN_UP:
        if engine.status == STOPPED:
            raise stopped()
        raise _too_wide()
    if outcome == FALSE:
        xy = geometry(view.params.width, view.params.height).xy
        board, frontier = engine.board, engine.frontier
        if board.fault > 0:
            x, y = xy(board.cell(board.fault))
            template = N_("no layout fits: the number at {x},{y} cannot be true beside those around it")
            raise PositionError(template, x=x, y=y, cells=((x, y),))
        if engine.wrong >= 0:
            first, end = frontier.first_number[engine.wrong], frontier.first_number[engine.wrong + 1]
            cells = tuple(sorted(xy(board.cell(frontier.number_place[i])) for i in range(first, end)))
            x, y = cells[0]
            template = N_("no layout fits: the {count} numbers from {x},{y} on cannot all be true")
            raise PositionError(template, count=len(cells), x=x, y=y, cells=cells)
        raise PositionError(
            NN_(
                "no layout fits: the open numbers do not go with {mines} mine on the board",
                "no layout fits: the open numbers do not go with {mines} mines on the board",
                "mines",
            ),
            mines=view.params.mines,
        )


def _layouts(engine: Engine) -> int:
    """How many layouts fit what the engine has counted."""
    outside = engine.board.unknown_left - engine.frontier.frontier_cells
    return count_layouts(
        graphs(engine.counter), outside, engine.board.mines_left, should_stop=engine.counter.should_stop
    )


def _too_wide() -> EffortError:
    return EffortError(N_("the border of the opened area is too wide to be counted exactly"))


def _risks(engine: Engine, view: View) -> array[float]:
    check(engine, view, engine.solve(view.cells, view.params.mines))
    risks = array("d", bytes(8 * view.params.cells))
    outcome = engine.risks(risks)
    if outcome == -2:
        raise _too_wide()
    return risks if outcome == 0 else _exact_risks(engine, view)


def _exact_risks(engine: Engine, view: View) -> array[float]:
    """The slow way, for positions whose weights no float can hold."""
    outside = engine.board.unknown_left - engine.frontier.frontier_cells
    counted = count_cells(
        graphs(engine.counter), outside, engine.board.mines_left, should_stop=engine.counter.should_stop
    )
    counts = _cell_counts(engine, view.params, counted)
    tiny, layouts = 1e-300, counted.layouts
    risks = array("d", bytes(8 * view.params.cells))
    for cell, code in enumerate(view.cells):
        count = counts[cell]
        if code <= 8:
            risks[cell] = float("nan")
        elif 0 < count < layouts:
            risks[cell] = min(max(count / layouts, tiny), 1.0 - 2.0**-53)
        else:
            risks[cell] = 1.0 if count else 0.0
    return risks


def _cell_counts(engine: Engine, params: Params, counted: Counts) -> tuple[int, ...]:
    board, frontier = engine.board, engine.frontier
    counts = []
    for cell in range(params.cells):
        place = board.place(cell)
        state = board.state[place]
        if state == UNKNOWN:
            box = frontier.box_of[place]
            counts.append(counted.outside if box < 0 else counted.boxes[box])
        else:
            counts.append(counted.layouts if state == MINE else 0)
    return tuple(counts)
