"""Boards dealt by others, who may go away."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from sapper.core.notation import parse_game_id
from sapper.deal.batch import boards
from sapper.errors import DealError

GAME = parse_game_id("9x9/10:opening:1:4,4")


class Mortal(Executor):
    """Does the work at once, until it dies: while it takes work on, or while it does it."""

    def __init__(self, works: float, *, at_once: bool = True) -> None:
        self.works = works
        self.at_once = at_once

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.works -= 1
        if self.works >= 0:
            future.set_result(fn(*args, **kwargs))
        elif self.at_once:
            raise BrokenExecutor("gone")
        else:
            future.set_exception(BrokenExecutor("gone"))
        return future


def test_the_boards_are_the_same_whoever_deals_them() -> None:
    alone = list(boards(GAME, count=5))
    assert [board.game.seed for board in alone] == [1, 2, 3, 4, 5]
    assert list(boards(GAME, count=5, executor=Mortal(float("inf")), workers=2)) == alone


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("works", [0, 1, 3, 4, 5])
def test_who_dies_is_told_in_a_sentence_whenever_it_is(works: int, at_once: bool) -> None:
    dealt = boards(GAME, count=20, executor=Mortal(works, at_once=at_once), workers=2)
    with pytest.raises(DealError, match=r"^a process that deals boards was ended from outside$"):
        list(dealt)


@pytest.mark.parametrize("workers", [1, 2, 50])
def test_no_board_is_dealt_that_nobody_wants(workers: int) -> None:
    some = Mortal(5)
    assert len(list(boards(GAME, count=5, executor=some, workers=workers))) == 5
    assert some.works == 0
