"""Sets a damaged database aside and saves from it what can still be read. It must not judge whether one is damaged."""

from __future__ import annotations

import datetime
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sapper.errors import N_, Reason
from sapper.store import history, running, upkeep
from sapper.store.connection import transaction
from sapper.store.records import GameRecord, Played
from sapper.store.rows import RECORD_COLUMNS, UNREADABLE, played_of, record_of

_BESIDE = ("", "-wal", "-shm")
_LOST = Played(0, ())
_FAR = 2**40


def set_aside(path: Path, now: int) -> Path:
    """Renames a database with what belongs to it; its new name."""
    stamp = datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}.db")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}.db")
    for ending in reversed(_BESIDE):
        source = path.with_name(path.name + ending)
        if source.exists():
            os.replace(source, aside.with_name(aside.name + ending))
    return aside


def recover(db: sqlite3.Connection, path: Path, aside: Path) -> Reason:
    """Brings what is readable of a damaged database, and of the last backup, into a fresh one; says how much.

    Args:
        db: the fresh database.
        path: its file.
        aside: the damaged one.
    """
    with transaction(db):
        for source in [aside, *reversed(upkeep.backups(path))][:2]:
            _pour(db, source)
        (games,) = db.execute("SELECT count(*) FROM game").fetchone()
    return Reason(
        N_("the saved games in {path} were damaged: the file was set aside as {aside}, {games} games were recovered"),
        {"path": path, "aside": aside.name, "games": games},
    )


def _pour(db: sqlite3.Connection, source: Path) -> None:
    try:
        old = sqlite3.connect(source, timeout=1, isolation_level=None)
    except sqlite3.Error:
        return
    try:
        for record, played in _games(old):
            try:
                history.add(db, record, played)
            except sqlite3.IntegrityError:
                continue  # what the constraints refuse was spoilt
        for owner, saved, game in running.everything(old):
            if history.find(db, game.setup.uuid) is None:
                running.begin(db, game, owner=owner, now=saved)
    except (sqlite3.DatabaseError, *UNREADABLE):
        pass  # from here on nothing can be read
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
        except sqlite3.DatabaseError:
            place, step = place + step, step * 2


def _played(old: sqlite3.Connection, game: int) -> Played:
    try:
        row = old.execute("SELECT mined, log FROM played WHERE game = ?", (game,)).fetchone()
        return _LOST if row is None else played_of(*row)
    except (sqlite3.DatabaseError, *UNREADABLE):
        return _LOST
