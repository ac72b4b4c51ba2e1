"""Many boards of one kind, by game ID: seeds in order, grades picked, processes shared. Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from sapper.core.layout import Layout
from sapper.core.notation import MAX_SEED, GameId
from sapper.deal.dealer import deal
from sapper.deal.noguess import Budget, Grade, Grading, grade_board
from sapper.errors import SapperError


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

    Raises:
        DealError, EffortError: a board cannot be dealt within the budget.
    """
    seeds = _seeds(game)
    if jobs <= 1:
        yield from _picked((_deal(each, budget, grade is not None) for each in seeds), count, grade)
        return
    with ProcessPoolExecutor(jobs) as executor:
        yield from _picked(_ahead(executor, seeds, budget, grade is not None, jobs), count, grade)


def _ahead(
    executor: ProcessPoolExecutor, seeds: Iterator[GameId], budget: Budget | None, graded: bool, jobs: int
) -> Iterator[Board]:
    """Deals a few boards ahead of the one that is asked for."""
    pending = [executor.submit(_deal, next(seeds), budget, graded) for _ in range(2 * jobs)]
    try:
        while True:
            board = pending.pop(0).result()
            pending.append(executor.submit(_deal, next(seeds), budget, graded))
            yield board
    except (GeneratorExit, SapperError):
        for future in pending:
            future.cancel()
        raise


def _seeds(game: GameId) -> Iterator[GameId]:
    while True:
        yield game
        game = replace(game, seed=(game.seed + 1) & MAX_SEED)


def _deal(game: GameId, budget: Budget | None, graded: bool) -> Board:
    layout = deal(game, budget=budget)
    assert game.first is not None
    return Board(game, layout, grade_board(layout, game.first) if graded else None)


def _picked(dealt: Iterator[Board], count: int, grade: Grade | None) -> Iterator[Board]:
    while count > 0:
        board = next(dealt)
        if grade is None or (board.grading is not None and board.grading.grade is grade):
            yield board
            count -= 1
