"""Opens the store: checks the database, brings its schema up to date, sets a damaged one aside. No games here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.config import places
from sapper.errors import Reason
from sapper.store import recovery, upkeep
from sapper.store.connection import Connect, be_patient, connect, migrate, version_of
from sapper.store.faults import Fault, fault_of, store_error
from sapper.store.lease import alone
from sapper.store.store import Now, Store, suspect_marker, time_of_day

SMALL = 2 * 2**20
"""A database of up to so many bytes is checked at every start; a larger one once a day, in the background."""

_OPENING_PATIENCE_S = 5.0


def open_store(
    path: Path | None = None,
    *,
    read_only: bool = False,
    now: Now = time_of_day,
    connector: Connect = connect,
    patient: bool = True,
) -> Store:
    """Opens the games of a profile, making what is missing.

    A damaged database is set aside, and a fresh one is begun with what can be read of it and of its last backup; the
    store's `notices` say so.

    Args:
        path: the database; the profile's own by default.
        read_only: only reads; nothing is made, changed or set aside.
        now: tells the time of day.
        connector: connects to the database.
        patient: whether opening waits for another program that holds the database.

    Raises:
        StoreError: there is no store to be had; says why in a sentence.
    """
    path = places().games_file if path is None else path
    if read_only:
        return _open_for_reading(path, now, connector)
    notices: list[Reason] = []

    def reopen() -> sqlite3.Connection:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        patience_s = _OPENING_PATIENCE_S if patient else 0
        with alone(path.with_name(path.name + ".opening"), patience_s=patience_s) as held:
            if not held:
                raise _busy()
            connection = _opened(path, now=now, connector=connector if patient else at_once, notices=notices)
        be_patient(connection, patient=True)
        return connection

    def at_once(path: Path, read_only: bool = False) -> sqlite3.Connection:
        return connect(path, read_only, patient=False)

    with _translated(path):
        return Store(path, reopen, now=now, notices=notices)


def _busy() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


@contextmanager
def _translated(path: Path, *, reading: bool = False) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, path, reading=reading) from error


def _open_for_reading(path: Path, now: Now, connector: Connect) -> Store:
    def reopen() -> sqlite3.Connection:
        if not path.exists():
            return _empty()
        connection = connector(path, True)
        try:
            if version_of(connection, path) == 0:
                connection.close()
                return _empty()
        except BaseException:
            connection.close()
            raise
        return connection

    with _translated(path, reading=True):
        return Store(path, reopen, now=now)


def _empty() -> sqlite3.Connection:
    """Stands for a database that is not there yet."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, 0)
    return connection


def _opened(path: Path, *, now: Now, connector: Connect, notices: list[Reason]) -> sqlite3.Connection:
    """A connection to a sound database of the newest schema; runs while no other copy opens."""
    recovery.complete(path)
    try:
        return _checked(path, connector=connector)
    except sqlite3.Error as error:
        if fault_of(error) is not Fault.DAMAGED:
            raise
    notices.append(recovery.recover(path, now()))
    suspect_marker(path).unlink(missing_ok=True)
    return _checked(path, connector=connector)


def _checked(path: Path, *, connector: Connect) -> sqlite3.Connection:
    size = path.stat().st_size if path.exists() else None
    if size == 0 and upkeep.backups(path):
        raise _damaged("the database is empty, although it has backups")
    connection = connector(path, False)
    try:
        version = version_of(connection, path)
        marker = suspect_marker(path)
        if size is not None and (size <= SMALL or marker.exists()):
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise _damaged(verdict)
            marker.unlink(missing_ok=True)
        if version:
            upkeep.back_up_before_migration(connection, path, version)
        migrate(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _damaged(what: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(what)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error
