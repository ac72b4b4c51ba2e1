"""Many boards of one kind, by game ID: seeds in order, grades picked, processes shared. Prints nothing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from itertools import islice

from sapper.core.layout import Layout
from sapper.core.notation import MAX_SEED, GameId
from sapper.deal.dealer import deal
from sapper.deal.noguess import Budget, Grade, Grading, grade_board
from sapper.errors import N_, NN_, DealError, SapperError


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
    game: GameId,
    *,
    count: int,
    budget: Budget | None = None,
    grade: Grade | None = None,
    executor: Executor | None = None,
    workers: int = 1,
) -> Iterator[Board]:
    """Boards of a kind, from the seed of `game` on, in the order of their seeds whoever deals them.

    Args:
        game: the first seed, and the kind.
        count: how many boards.
        budget: how much work one may take; its time bounds the search for one of the grade too.
        grade: seeds whose board has another one are passed over: a game ID says everything about its layout, so the
            grade picks among seeds and never changes a board. Needs the policy `NO_GUESS`.
        executor: who deals, a few boards ahead of the one that is asked for; this process by default.
        workers: how many it has.

    Raises:
        DealError: a board cannot be dealt within the budget, or none of the grade was found.
    """
    budget = budget or Budget()
    graded = grade is not None
    seeds = ids(game) if graded else islice(ids(game), count)
    if executor is None:
        dealt: Iterator[Board] = (_deal(each, budget, graded) for each in seeds)
    else:
        dealt = _ahead(executor, seeds, budget, graded, workers)
    return _picked(dealt, count, grade, budget)


def _ahead(executor: Executor, seeds: Iterator[GameId], budget: Budget, graded: bool, workers: int) -> Iterator[Board]:
    pending: deque[Future[Board]] = deque()
    try:
        for seed in islice(seeds, 2 * workers):
            pending.append(executor.submit(_deal, seed, budget, graded))
        while pending:
            board = pending.popleft().result()
            for seed in islice(seeds, 1):
                pending.append(executor.submit(_deal, seed, budget, graded))
            yield board
    except BrokenExecutor:
        raise DealError(N_("a process that deals boards was ended from outside")) from None
    except (GeneratorExit, SapperError):
        for future in pending:
            future.cancel()
        raise


def ids(game: GameId) -> Iterator[GameId]:
    """A game ID and those after it, whose seeds count up and begin again after the largest; without an end."""
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
