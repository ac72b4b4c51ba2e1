"""Saves from a damaged database what can still be read, and sets it aside. It must not judge whether one is damaged."""

from __future__ import annotations

import datetime
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sapper.errors import NN_, Reason
from sapper.store import history, running, upkeep
from sapper.store.connection import migrate, transaction
from sapper.store.records import GameRecord, Played
from sapper.store.rows import RECORD_COLUMNS, UNREADABLE, played_of, record_of

_LOST = Played(0, ())
_FAR = 2**40

_HINDRANCES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
    }
)
"""What keeps a whole file from being read, or a fresh one from being written."""

_UNREADABLE_SECTORS = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)
"""The errors of input and output that are damage; the others are a disk that is full, say."""


def recover(path: Path, now: int) -> Reason:
    """Replaces a damaged database by a fresh one with what is readable of it and of its last backup; says how much.

    A kill or a full disk at any moment leaves the damaged database where it was, to be dealt with at the next start, or
    else what `complete` completes.

    Args:
        path: the damaged database.
        now: the time of day.

    Raises:
        sqlite3.Error: the fresh database cannot be written, or something else than damage hinders reading.
        OSError: nor can a file be renamed.
    """
    fresh = _fresh(path)
    for ending in ("", "-journal"):
        fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
    db = sqlite3.connect(fresh, isolation_level=None)
    try:
        migrate(db, 0)
        with transaction(db):
            for source in [path, *reversed(upkeep.backups(path))][:2]:
                _pour(db, source)
            (games,) = db.execute("SELECT count(*) FROM game").fetchone()
    finally:
        db.close()
    aside = _name_aside(path, now)
    os.replace(path, aside)
    complete(path)
    return Reason(
        NN_(
            "the saved games in {path} were damaged: the file was set aside as {aside}, {games} game was recovered",
            "the saved games in {path} were damaged: the file was set aside as {aside}, {games} games were recovered",
            "games",
        ),
        {"path": path, "aside": aside.name, "games": games},
    )


def complete(path: Path) -> None:
    """Ends a recovery that was cut off after the damaged database had been renamed; nothing where there is none.

    Raises:
        OSError: a file cannot be renamed.
    """
    fresh = _fresh(path)
    if path.exists() or not fresh.exists():
        return
    # A log that stayed behind belongs to the damaged database, and would be taken for the fresh one's.
    aside = max(path.parent.glob(f"{path.stem}-damaged-*.db"), default=None)
    for left in (path.with_name(path.name + ending) for ending in ("-wal", "-shm")):
        if aside is None:
            left.unlink(missing_ok=True)
        elif left.exists():
            os.replace(left, aside.with_name(aside.name + left.name.removeprefix(path.name)))
    os.replace(fresh, path)


def _fresh(path: Path) -> Path:
    return path.with_name(path.name + ".recovered")


def _name_aside(path: Path, now: int) -> Path:
    """Where a damaged database goes: a name that is free."""
    stamp = datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
    number, aside = 1, path.with_name(f"{path.stem}-damaged-{stamp}.db")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}.db")
    return aside


def _raise_unless_damage(error: sqlite3.DatabaseError) -> None:
    """Keeps a full disk or a lock from being taken for games that are gone."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind = code & 0xFF
    if kind in _HINDRANCES or (kind == sqlite3.SQLITE_IOERR and code not in _UNREADABLE_SECTORS):
        raise error


def _pour(db: sqlite3.Connection, source: Path) -> None:
    try:
        old = sqlite3.connect(source, timeout=1, isolation_level=None)
    except sqlite3.Error:
        return
    try:
        history.add_all(db, _games(old), passes_over_spoilt=True)
        for owner, saved, game in running.everything(old):
            if history.find(db, game.setup.uuid) is None:
                running.begin(db, game, owner=owner, now=saved)
    except sqlite3.DatabaseError as error:
        _raise_unless_damage(error)  # else nothing can be read from here on
    except UNREADABLE:
        pass
    finally:
        old.close()


def _games(old: sqlite3.Connection) -> Iterator[tuple[GameRecord, Played]]:
    """The games that can be read, skipping what cannot in steps that double until something can be read again."""
    query = (
        f"SELECT game.id, {RECORD_COLUMNS} FROM game NOT INDEXED JOIN kind ON kind.id = game.kind"
        " WHERE game.id >= ? ORDER BY game.id"
    )
    place, step = 0, 1
    while place < _FAR:
        try:
            for row in old.execute(query, (place,)):
                place, step = row[0] + 1, 1
                try:
                    record = record_of(row[1:])
                except UNREADABLE:
                    continue
                yield record, _played(old, row[0])
            return
        except sqlite3.DatabaseError as error:
            _raise_unless_damage(error)
            place, step = place + step, step * 2


def _played(old: sqlite3.Connection, game: int) -> Played:
    try:
        row = old.execute("SELECT mined, log FROM played WHERE game = ?", (game,)).fetchone()
        return _LOST if row is None else played_of(*row)
    except sqlite3.DatabaseError as error:
        _raise_unless_damage(error)
        return _LOST
    except UNREADABLE:
        return _LOST
