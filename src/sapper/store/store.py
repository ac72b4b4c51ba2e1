"""The store: what one copy of the program keeps and reads. It must not know how a game is played, nor who shows it.

Every call either does all it should or raises `StoreError` and changes nothing; a later call may succeed again. A
store belongs to the thread that opened it; another thread opens its own, read-only.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from sapper.core.params import Params, Policy
from sapper.errors import Reason
from sapper.store import history, running, statistics
from sapper.store.connection import be_patient, transaction
from sapper.store.faults import Fault, fault_of, store_error
from sapper.store.lease import Lease, is_held
from sapper.store.records import GameRecord, Played, RunningGame
from sapper.store.rows import UNREADABLE
from sapper.store.statistics import Best, Bin, Summary, TrendPoint

Now = Callable[[], int]
"""Tells the time of day in milliseconds since 1970 UTC."""

COPIES = "copies"
"""The directory beside the database where each living copy of the program holds a lease."""


def time_of_day() -> int:
    """Milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000


def suspect_marker(path: Path) -> Path:
    """The file whose presence asks the next start to check the whole database."""
    return path.with_name(path.name + ".suspect")


class Store:
    """The games of a profile.

    Attributes:
        path: the database.
        notices: what the player should know: that a damaged database was set aside, say.
    """

    def __init__(
        self,
        path: Path,
        reopen: Callable[[], sqlite3.Connection],
        *,
        now: Now = time_of_day,
        notices: list[Reason] | None = None,
    ) -> None:
        """Made by `open_store`.

        Args:
            path: the database.
            reopen: connects to it, however it stands by then.
            now: tells the time of day.
            notices: what the player should know; `reopen` may add to it.
        """
        self.path = path
        self.notices = [] if notices is None else notices
        self._reopen = reopen
        self._now = now
        self._db = reopen()
        self._identity = self._found()
        self._lease: Lease | None = None
        self._closed = False
        self._patient = True

    # Games that are not over

    def begin(self, game: RunningGame) -> int:
        """Puts a game in a slot of this copy; the answer is the slot's number, for `save`."""
        with self._writing() as db:
            return running.begin(db, game, owner=self._owner(), now=self._now())

    def save(
        self,
        slot: int,
        *,
        uuid: str,
        entries: Sequence[str],
        start: int,
        elapsed_ms: int,
        unranked: tuple[str, ...] = (),
        dealt: tuple[tuple[int, int] | None, int] | None = None,
    ) -> bool:
        """Saves what happened in a game since its last save; at a cost that does not grow with the board or the log.

        Args:
            slot: the game's.
            uuid: of the game.
            entries: the log's new entries; none just saves the clock.
            start: how many entries there are before them.
            elapsed_ms: the game's clock.
            unranked: why the game does not count for records.
            dealt: the first cell and the plane of the mines, once, when they become known.

        Returns:
            False when the game is not in its slot any more, because the database is another one now: `begin` it again.
        """
        with self._writing() as db:
            return running.save(
                db,
                slot,
                uuid=uuid,
                entries=entries,
                start=start,
                elapsed_ms=elapsed_ms,
                unranked=unranked,
                dealt=dealt,
                now=self._now(),
            )

    def finish(self, record: GameRecord, played: Played) -> bool:
        """Moves a game from its slot to the history; False when the history has it already."""
        with self._writing() as db:
            running.remove(db, record.uuid)
            return history.add(db, record, played)

    def discard(self, uuid: str) -> None:
        """Forgets a running game in which nothing happened."""
        with self._writing() as db:
            running.remove(db, uuid)

    def release(self, uuid: str) -> None:
        """Lets a running game go, to be resumed later by this copy or another; closing lets all go."""
        with self._writing() as db:
            running.release(db, uuid)

    def resume(self, uuid: str | None = None) -> tuple[int, RunningGame] | None:
        """Takes over the running game that was saved last and that no living copy plays: its slot and the game.

        Args:
            uuid: of the one game wanted, rather than the last.
        """
        with self._writing() as db:
            return running.take(db, owner=self._owner(), is_held=self._lives, uuid=uuid)

    def waiting(self) -> list[RunningGame]:
        """The running games that `resume` could take, the last saved first."""
        with self._reading() as db:
            return [game for _, game in running.waiting(db, is_held=self._lives)]

    # Games that are over

    def add_all(self, games: Iterable[tuple[GameRecord, Played]]) -> int:
        """Adds games from elsewhere, all or none, leaving out those that are there already; how many were added."""
        with self._writing() as db:
            return history.add_all(db, games)

    def find(self, uuid: str) -> GameRecord | None:
        """The game of this uuid."""
        with self._reading() as db:
            return history.find(db, uuid)

    def played(self, uuid: str) -> Played | None:
        """What plays the game of this uuid again."""
        with self._reading() as db:
            return history.find_played(db, uuid)

    def newest(self, *, limit: int = 100, offset: int = 0) -> list[GameRecord]:
        """Games, the last finished first."""
        with self._reading() as db:
            return history.newest(db, limit=limit, offset=offset)

    def count(self) -> int:
        """How many games there are."""
        with self._reading() as db:
            return history.count(db)

    def everything(self) -> Iterator[tuple[GameRecord, Played]]:
        """All games with what plays them again, in the order in which they were added, a few in memory at a time."""
        with self._reading() as db:
            yield from history.everything(db)

    def has_daily(self, day: str) -> bool:
        """Whether a game of this day's board (`YYYY-MM-DD`) has been begun, so that another cannot count."""
        with self._reading() as db:
            return history.has_daily(db, day)

    def days(self) -> list[GameRecord]:
        """Of every daily board the game that counts, the latest day first."""
        with self._reading() as db:
            return history.days(db)

    def first_of_day(self, day: str) -> GameRecord | None:
        """The game of this day's board that counts: the first that ended, however it ended."""
        with self._reading() as db:
            return history.first_of_day(db, day)

    # Statistics

    def summaries(self, params: Params | None = None, policy: Policy | None = None) -> list[Summary]:
        """The statistics of each size and policy that was played, the fewest mines first."""
        with self._reading() as db:
            return statistics.summaries(db, params, policy)

    def standing(self, params: Params, policy: Policy) -> tuple[int | None, int]:
        """The best time of a size and policy, None without one, and how many ranked games were won in a row."""
        with self._reading() as db:
            return statistics.standing(db, params, policy)

    def histogram(self, params: Params, policy: Policy, *, bins: int = 12) -> list[Bin]:
        """The times of ranked wins, in at most so many bars of one width."""
        with self._reading() as db:
            return statistics.histogram(db, params, policy, bins=bins)

    def trend(self, params: Params, policy: Policy, *, points: int = 40) -> list[TrendPoint]:
        """How the times of ranked wins went on, the first first, in at most so many groups of wins in a row."""
        with self._reading() as db:
            return statistics.trend(db, params, policy, points=points)

    def fastest(self, params: Params, policy: Policy, *, limit: int = 10) -> list[Best]:
        """The ranked wins with the shortest times."""
        with self._reading() as db:
            return statistics.fastest(db, params, policy, limit=limit)

    def improvements(self, params: Params, policy: Policy) -> list[Best]:
        """The ranked wins that were the fastest when they happened, the first first."""
        with self._reading() as db:
            return statistics.improvements(db, params, policy)

    # Life

    def close(self) -> None:
        """Lets the running games go and closes the database; more calls do nothing."""
        if self._closed:
            return
        self._closed = True
        if self._lease is not None:
            self._lease.release()
        with suppress(sqlite3.Error):  # a checkpoint that does not work now is made at the next start
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _owner(self) -> str:
        if self._lease is None or not self._lease.is_valid:
            if self._lease is not None:
                self._lease.release()
            self._lease = Lease(self.path.with_name(COPIES))
        return self._lease.name

    def _lives(self, owner: str) -> bool:
        return is_held(self.path.with_name(COPIES), owner)

    def _found(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._reading(to_write=True) as db, transaction(db):
            yield db

    @contextmanager
    def _reading(self, *, to_write: bool = False) -> Iterator[sqlite3.Connection]:
        try:
            if self._closed:
                raise sqlite3.ProgrammingError("closed")
            if self._identity != (found := self._found()) or found is None:
                # Deleted, or set aside by another copy that found it damaged: what goes there would be lost.
                self._db.close()
                self._db = self._reopen()
                self._identity = self._found()
                self._patient = True
            yield self._db
            if not self._patient:
                self._be_patient(patient=True)
        except (sqlite3.Error, OSError) as error:
            fault = fault_of(error)
            if fault is Fault.DAMAGED:
                self._mark()
            if fault is Fault.BUSY and self._patient:
                self._be_patient(patient=False)
            raise store_error(error, self.path, reading=not to_write) from error
        except UNREADABLE as error:
            self._mark()
            raise store_error(sqlite3.DatabaseError(str(error)), self.path, reading=True) from error

    def _be_patient(self, *, patient: bool) -> None:
        with suppress(sqlite3.Error):
            be_patient(self._db, patient=patient)
            self._patient = patient

    def _mark(self) -> None:
        with suppress(OSError):  # without the mark the damage will be met again in the same way
            suspect_marker(self.path).touch()
