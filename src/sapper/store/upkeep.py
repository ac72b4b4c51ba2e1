"""What the database needs once a day: a check of all of it, and a backup that is kept for a week."""

from __future__ import annotations

import datetime
import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

from sapper.store.connection import Connect, connect, migrations
from sapper.store.store import Now, suspect_marker, time_of_day

KEPT = 7
"""How many daily backups are kept."""


def backup_directory(path: Path) -> Path:
    """Where the backups of a database lie."""
    return path.with_name("backups")


def backups(path: Path) -> list[Path]:
    """The daily backups of a database, the oldest first."""
    return sorted(backup_directory(path).glob(f"{path.stem}-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].db"))


def back_up_before_migration(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Keeps a copy of a database that is about to change its schema."""
    if version < migrations()[-1][0]:
        _copy(connection, backup_directory(path) / f"{path.stem}-before-format-{version + 1}.db")


class Upkeep:
    """Checks and backs up the database in a thread of its own, unless that was done today."""

    def __init__(self, path: Path, *, now: Now = time_of_day, connector: Connect = connect) -> None:
        """Prepares it; `start` begins.

        Args:
            path: the database.
            now: tells the time of day.
            connector: connects to it.
        """
        self._path = path
        self._connector = connector
        self._day = day_of(now())
        self._thread: threading.Thread | None = None
        self._connection: sqlite3.Connection | None = None
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begins, and returns at once."""
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Gives up what is not finished, and returns when nothing runs any more."""
        self._stopped.set()
        connection = self._connection
        if connection is not None:
            with suppress(sqlite3.ProgrammingError):  # it has just finished
                connection.interrupt()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        # A backup that cannot be made today is made tomorrow; saving games reports its own troubles.
        with suppress(sqlite3.Error, OSError):
            self.run()

    def run(self) -> bool:
        """Does what is due today; whether a backup was made.

        Raises:
            sqlite3.Error: the database says so.
            OSError: the backup cannot be written.
        """
        target = backup_directory(self._path) / f"{self._path.stem}-{self._day}.db"
        if target.exists() or self._stopped.is_set():
            return False
        connection = self._connector(self._path, True)
        self._connection = connection
        try:
            # Asked between the statements too: an interruption reaches only one that runs.
            if self._stopped.is_set() or connection.execute("SELECT 1 FROM game LIMIT 1").fetchone() is None:
                return False
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                # No backup of a damaged database may push out the sound ones; the next start deals with it.
                suspect_marker(self._path).touch()
                return False
            if self._stopped.is_set():
                return False
            _copy(connection, target)
        finally:
            self._connection = None
            connection.close()
        others = [copy for copy in backups(self._path) if copy != target]
        # Copies of days to come, which a wrong clock made, are worth less than those of days that were.
        others.sort(key=lambda copy: copy.name < target.name)
        for old in others[: -(KEPT - 1)]:
            old.unlink(missing_ok=True)
        return True


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copies a database, so that the copy is whole or not there."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in target.parent.glob(".*.part*"):
        left.unlink(missing_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        connection.execute("VACUUM INTO ?", (str(part),))
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def day_of(time_ms: int) -> str:
    """The UTC date of a time, `YYYY-MM-DD`."""
    return datetime.datetime.fromtimestamp(time_ms / 1000, datetime.UTC).date().isoformat()
