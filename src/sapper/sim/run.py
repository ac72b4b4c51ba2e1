"""Shares a plan's games among the workers of any `concurrent.futures.Executor`, and adds up what they counted.

The games are cut by their seeds into stretches of about half a second, the size following the pace; which worker plays
which, and when, changes nothing in the sums. It must not know what kind of executor it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager

from sapper.errors import N_, SapperError, brief
from sapper.sim.games import play_chunk
from sapper.sim.journal import Journal
from sapper.sim.plan import Plan
from sapper.sim.result import Chunk, Result

CHUNK_SECONDS = 0.5
FIRST_CHUNK = 16
GROWTH = 4


class WorkerError(SapperError):
    """A worker that did not do its work."""


def run(
    plan: Plan,
    executor: Executor,
    *,
    workers: int = 1,
    journal: Journal | None = None,
    progress: Callable[[Result], None] | None = None,
) -> Result:
    """Plays a plan's games.

    Args:
        plan: which games.
        executor: who plays them.
        workers: how many it has: twice as many stretches are under way at a time.
        journal: has the games that were played before, and is told of each stretch.
        progress: is told how things stand, at the start and after each stretch.

    Raises:
        SapperError: a game cannot be played.
        WorkerError: a worker failed, died, or cannot be reached any more.
    """
    result = Result(plan) if journal is None else journal.result
    cutter = _Cutter([(0, plan.games)] if journal is None else journal.left)
    pending: set[Future[Chunk]] = set()
    if progress is not None:
        progress(result)
    try:
        while True:
            while len(pending) < 2 * workers and (stretch := cutter.next()) is not None:
                with _told():
                    pending.add(executor.submit(play_chunk, plan, *stretch))
            if not pending:
                return result
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                with _told():
                    chunk = future.result()
                if journal is not None:
                    journal.add(chunk)
                result.add(chunk)
                cutter.learn(chunk)
            if progress is not None:
                progress(result)
    finally:
        for future in pending:
            future.cancel()


@contextmanager
def _told() -> Iterator[None]:
    """Makes one sentence of whatever an executor does when it fails; each kind has errors of its own."""
    try:
        yield
    except SapperError:
        raise
    except Exception as error:
        template = N_("a worker failed ({fault}); with --journal the same command goes on from what was done")
        raise WorkerError(template, fault=brief(error)) from error


class _Cutter:
    """Cuts what is left into stretches that take about as long as wanted."""

    def __init__(self, left: Iterable[tuple[int, int]]) -> None:
        self._left: Iterator[tuple[int, int]] = iter(left)
        self._at = self._end = 0
        self._size = FIRST_CHUNK

    def next(self) -> tuple[int, int] | None:
        """The start and the number of games of the next stretch, or None when there is none."""
        if self._at == self._end:
            stretch = next(self._left, None)
            if stretch is None:
                return None
            self._at, self._end = stretch
        start, games = self._at, min(self._size, self._end - self._at)
        self._at += games
        return start, games

    def learn(self, chunk: Chunk) -> None:
        """Takes the pace of a stretch into account."""
        wanted = int(chunk.games * CHUNK_SECONDS / max(chunk.seconds, 1e-6))
        self._size = max(1, min(wanted, GROWTH * self._size))
