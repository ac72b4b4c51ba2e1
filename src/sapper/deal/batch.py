"""Many boards of one kind, by game ID: seeds in order, grades picked, processes shared. Prints nothing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from sapper.core.layout import Layout
from sapper.core.notation import MAX_SEED, GameId
from sapper.deal.dealer import deal
from sapper.deal.noguess import Budget, Grade, Grading, grade_board
from sapper.errors import NN_, DealError


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was dealt.

    Args:
        game: its ID, with the first cell.
        layout: its mines.
        grading: how hard it is, when that was asked for and it needs no guess; else None.
    """

    game: GameId
    layout: Layout
    grading: Grading | None


def boards(
    game: GameId, *, count: int, budget: Budget | None = None, grade: Grade | None = None, jobs: int = 1
) -> Iterator[Board]:
    """`count` boards of a kind, from the seed of `game` on, in the order of their seeds whatever the jobs.

    With a grade, seeds whose board has another one are passed over: a game ID says everything about its layout, so
    the grade picks among seeds and never changes a board.

    Args:
        game: the first ID, with its first cell.
        count: how many.
        budget: when to give up a board; its time bounds the search for one of the grade too.
        grade: how hard the boards are to be; needs the policy `NO_GUESS`.
        jobs: processes to share the work among.

    Raises:
        DealError: a board cannot be dealt within the budget, or none of the grade was found.
    """
    seeds = _seeds(game)
    budget = budget or Budget()
    if jobs <= 1:
        yield from _picked((_deal(each, budget, grade is not None) for each in seeds), count, grade, budget)
        return
    executor = ProcessPoolExecutor(jobs)
    try:
        yield from _picked(_ahead(executor, seeds, budget, grade is not None, jobs), count, grade, budget)
    finally:
        executor.shutdown(cancel_futures=True)


def _ahead(
    executor: ProcessPoolExecutor, seeds: Iterator[GameId], budget: Budget, graded: bool, jobs: int
) -> Iterator[Board]:
    """Deals a few boards ahead of the one that is asked for."""
    pending = deque(executor.submit(_deal, next(seeds), budget, graded) for _ in range(2 * jobs))
    while True:
        board = pending.popleft().result()
        pending.append(executor.submit(_deal, next(seeds), budget, graded))
        yield board


def _seeds(game: GameId) -> Iterator[GameId]:
    while True:
        yield game
        game = replace(game, seed=(game.seed + 1) & MAX_SEED)


def _deal(game: GameId, budget: Budget, graded: bool) -> Board:
    layout = deal(game, budget=budget)
    assert game.first is not None
    return Board(game, layout, grade_board(layout, game.first) if graded else None)


def _picked(dealt: Iterator[Board], count: int, grade: Grade | None, budget: Budget) -> Iterator[Board]:
    """The first `count` boards of the grade."""
    for _ in range(count):
        start, passed = time.monotonic(), 0
        while True:
            board = next(dealt)
            if grade is None or (board.grading is not None and board.grading.grade is grade):
                break
            passed += 1
            if budget.seconds is not None and time.monotonic() - start >= budget.seconds:
                raise DealError(
                    NN_(
                        "no {size} board of the grade {grade} was found within the budget: {passed} was of another "
                        "one; more time or another grade would help",
                        "no {size} board of the grade {grade} was found within the budget: {passed} were of another "
                        "one; more time or another grade would help",
                        "passed",
                    ),
                    size=board.game.params,
                    grade=grade,
                    passed=passed,
                )
        yield board
