"""Boards that logic alone can finish: every such layout equally likely, found by drawing and proving.

Layouts are drawn one after another from the game's stream, and the first that is proved is dealt: no mine is ever
moved. How many draws that takes depends on the seed alone; a budget only decides whether to give up before.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from sapper.core.geometry import cells_of, geometry, plane_of
from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.core.view import CLOSED, View
from sapper.deal.endings import ASK, WON
from sapper.deal.plain import PlainAttempts
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.errors import N_, DealError, EffortError
from sapper.solver.deduction import Deduction, Kind, deductions
from sapper.solver.kernel import COMPILED

TRIAL = 400
"""After so many attempts without success it is judged whether there is any hope."""
HOPELESS = 0.5
"""There is none when not even the best attempt opened this part of the safe cells."""


class Grade(StrEnum):
    """How hard a board is to finish without guessing: the hardest deduction that it cannot do without."""

    EASY = "easy"
    """Single numbers."""
    MEDIUM = "medium"
    """Two numbers together."""
    HARD = "hard"
    """Cases on the border."""
    FIENDISH = "fiendish"
    """The number of mines left."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When to give up: after `seconds` of time or `attempts`, whichever comes first; None is no bound."""

    seconds: float | None = 30.0
    attempts: int | None = None


@dataclass(frozen=True, slots=True)
class Grading:
    """How hard a board is.

    Args:
        grade: by the hardest deduction needed.
        pairs, cases, totals: how often two numbers together, cases, and the number of mines left were needed where
            nothing easier told anything.
    """

    grade: Grade
    pairs: int
    cases: int
    totals: int


_idle: deque[tuple[tuple[Params, tuple[int, int]], Playout | PlainAttempts]] = deque(maxlen=2)
"""What makes attempts, to use again, as making one costs more than an attempt; taking and giving back are atomic."""


@contextmanager
def _borrowed(params: Params, first: tuple[int, int]) -> Iterator[Playout | PlainAttempts]:
    kind = (params, first)
    try:
        kept, playout = _idle.pop()
    except IndexError:
        kept = None
    if kept != kind:
        playout = playout_for(params, first) if COMPILED else PlainAttempts(params, first)
    yield playout
    # Not given back after an error: what it was doing is then unknown.
    _idle.append((kind, playout))


def playout_for(params: Params, first: tuple[int, int]) -> Playout:
    """A playout that deals by the policy `opening`."""
    board = geometry(params.width, params.height)
    cell = board.cell(*first)
    playout = Playout(params.width, params.height, params.mines)
    playout.promise([cell], board.neighbours(cell))
    return playout


def deal_no_guess(
    params: Params,
    stream: Stream,
    *,
    first: tuple[int, int],
    budget: Budget | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Layout:
    """The first layout of a stream that can be finished by logic from its first cell.

    Args:
        params: size and mine count.
        stream: where the layouts are drawn from; left standing after the one that was dealt.
        first: the first cell's column and row.
        budget: when to give up; half a minute by default.
        should_stop: is asked a few times a second whether to stop.

    Raises:
        DealError: none was found within the budget, or there is no hope of one.
        EffortError: `should_stop` said so.
    """
    with _borrowed(params, first) as playout:
        return _search(playout, params, stream, first, budget or Budget(), should_stop)


def _search(
    playout: Playout | PlainAttempts,
    params: Params,
    stream: Stream,
    first: tuple[int, int],
    budget: Budget,
    should_stop: Callable[[], bool] | None,
) -> Layout:
    cell = first[1] * params.width + first[0]
    playout.stream = stream.state
    start = time.monotonic()
    attempts, batch, best = 0, 8, 0
    while True:
        if budget.attempts is not None:
            batch = min(batch, budget.attempts - attempts)
        before = time.monotonic()
        made = playout.attempts(cell, batch) if batch > 0 else 0
        now = time.monotonic()
        attempts += abs(made)
        best = max(best, playout.most_opened)
        if made > 0:
            stream.state = playout.stream
            return Layout(params, plane_of(playout.mines_laid()))
        if should_stop is not None and should_stop():
            raise EffortError(N_("the search for a no-guess board was stopped"))
        hopeless = attempts >= TRIAL and best < HOPELESS * params.safe_cells
        out_of_time = budget.seconds is not None and now - start >= budget.seconds
        out_of_attempts = budget.attempts is not None and attempts >= budget.attempts
        if hopeless or out_of_time or out_of_attempts:
            share = int(100 * best / params.safe_cells)
            if hopeless:
                template = N_(
                    "{size} boards that need no guess are too rare to be found: the best of {attempts} layouts could "
                    "be opened to {share}% by logic; fewer mines would help, and the policy opening is possible"
                )
            else:
                template = N_(
                    "no {size} board that needs no guess was found among {attempts} layouts within the budget; more "
                    "time or fewer mines would help, and the policy opening is possible"
                )
            raise DealError(template, size=params, attempts=attempts, share=share)
        # Batches of about a tenth of a second, so that stopping and the budget are heeded, in few calls.
        batch = min(max(1, int(batch * 0.1 / max(now - before, 1e-5))), 4 * batch, 100_000)
        if attempts < TRIAL:
            batch = min(batch, TRIAL - attempts)


def grade_board(layout: Layout, first: tuple[int, int]) -> Grading | None:
    """How hard a layout is to finish from its first cell; None when it needs a guess."""
    params = layout.params
    playout = Playout(params.width, params.height, params.mines)
    playout.take(cells_of(layout.mined))
    if playout.play(first[1] * params.width + first[0], ASK) != WON:
        return None
    if playout.totals:
        grade = Grade.FIENDISH
    elif playout.cases:
        grade = Grade.HARD
    else:
        grade = Grade.MEDIUM if playout.pairs else Grade.EASY
    return Grading(grade, playout.pairs, playout.cases, playout.totals)


def prove(layout: Layout, first: tuple[int, int]) -> Iterator[Deduction]:
    """A proof that a layout can be finished from its first cell: the deductions in order, each from what is then open.

    Stops early when a guess is needed; the cells that are then closed are more than the mines.
    """
    params, numbers = layout.params, layout.numbers
    board = geometry(params.width, params.height)
    seen = bytearray([CLOSED]) * params.cells
    pending = [board.cell(*first)]
    found: set[int] = set()
    while True:
        while pending:
            cell = pending.pop()
            if seen[cell] == CLOSED:
                seen[cell] = numbers[cell]
                if not numbers[cell]:
                    pending += board.neighbours(cell)
        if seen.count(CLOSED) == params.mines:
            return
        for deduction in deductions(View(params, bytes(seen))):
            if pending and deduction.kind is not Kind.ONE:
                break  # what is safe may make it easier
            if deduction.safe or not found.issuperset(deduction.mined):
                yield deduction
            found.update(deduction.mined)
            pending += deduction.safe
        if not pending:
            return


def grade_of_proof(proof: list[Deduction]) -> Grade:
    """How hard a board is by its proof: the same as `grade_board` says, without playing it again."""
    hardest = max((deduction.kind for deduction in proof), default=Kind.ONE)
    return list(Grade)[hardest - 1]
