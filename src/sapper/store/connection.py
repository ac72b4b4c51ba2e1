"""Connections to the database, and its schema brought up to date. It must not know what the tables mean."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import N_
from sapper.store.faults import Fault, StoreError, fault_of

Connect = Callable[[Path, bool], sqlite3.Connection]
"""Connects to a database file, read-only or not; tests put one here that fails when they say so."""

APPLICATION = 0x53415052
"""Marks the file as sapper's (`SAPR`)."""

PATIENCE_MS = 1000
"""How long a call waits for another program that writes, unless the last one has waited in vain."""

_CHECKPOINT_PAGES = 4000
"""Moves are written between two checkpoints, whose waiting for the disk a player could feel, until 16 MB are full."""


def connect(path: Path, read_only: bool = False, *, patient: bool = True) -> sqlite3.Connection:
    """A connection with the settings that the store relies on.

    Args:
        path: the database.
        read_only: for reading alone.
        patient: whether it waits for another program that holds the database.

    Raises:
        sqlite3.Error: there is none to be had.
    """
    timeout = PATIENCE_MS / 1000 if patient else 0
    if not read_only:
        connection = sqlite3.connect(path, timeout=timeout, isolation_level=None, cached_statements=64)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error:
            connection.close()
            raise
        return connection
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=timeout, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if fault_of(error) is Fault.BUSY:
            raise
        # A database in WAL needs a file beside it even to be read. Where none can be made nobody writes either.
        connection = sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)
    return connection


def be_patient(connection: sqlite3.Connection, *, patient: bool) -> None:
    """Lets calls wait for another program that writes, or not: a player would feel each wait anew."""
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS if patient else 0}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing of what the block writes; nobody else writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After a full disk SQLite may have rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrations() -> list[tuple[int, str]]:
    """The schema's versions, each with the SQL that leads to it from the one before."""
    found = []
    for path in sorted(Path(__file__).with_name("schema").glob("*.sql")):
        match = re.match(r"([0-9]+)_", path.name)
        if match is not None:
            found.append((int(match[1]), path.read_text(encoding="utf-8")))
    return found


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema's version; 0 when the database is new.

    Raises:
        StoreError: the database is not ours, or newer than this program.
        sqlite3.Error: it cannot be read.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION and (application or version or tables):
        raise StoreError(
            Fault.FOREIGN, N_("{path} is a database of another program; games cannot be saved there"), path=path
        )
    known = migrations()[-1][0]
    if version > known:
        raise StoreError(
            Fault.NEWER,
            N_("the games in {path} were saved by a newer sapper (format {found}, this one knows {known}); update it"),
            path=path,
            found=version,
            known=known,
        )
    return int(version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Brings the schema from a version to the newest, each step wholly or not at all."""
    for number, sql in migrations():
        if number > version:
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE; {sql};"
                    f" PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT;"
                )
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
