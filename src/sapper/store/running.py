"""The games that are not over: begun, saved move by move, handed from a dead copy to a living one. No rules here."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from sapper.store.records import RunningGame
from sapper.store.rows import (
    SETUP_COLUMNS,
    UNREADABLE,
    cell_of,
    join,
    number,
    pack_plane,
    setup_of,
    setup_values,
    split,
    unpack_plane,
)

_COLUMNS = f"id, owner, {SETUP_COLUMNS}, first_x, first_y, unranked, elapsed_ms"
NOBODY = ""
"""The owner of a game that was let go."""


def begin(db: sqlite3.Connection, game: RunningGame, *, owner: str, now: int) -> int:
    """Puts a game in a slot, whose number is the answer; whatever was stored of this game before gives way."""
    db.execute("DELETE FROM running WHERE uuid = ?", (game.setup.uuid,))
    first_x, first_y = game.first or (None, None)
    cursor = db.execute(
        f"INSERT INTO running (owner, {SETUP_COLUMNS}, first_x, first_y, unranked, elapsed_ms, saved)"
        " VALUES (?, ?,?,?,?,?,?,?,?,?,?,?, ?,?,?,?,?)",
        (
            owner,
            *setup_values(game.setup),
            first_x,
            first_y,
            join(game.unranked),
            game.elapsed_ms,
            _moment(db, game.setup.uuid, now),
        ),
    )
    slot = number(cursor.lastrowid)
    if game.mined is not None:
        _deal(db, slot, game.first, game.mined)
    _append(db, slot, 0, game.log)
    return slot


def save(
    db: sqlite3.Connection,
    slot: int,
    *,
    uuid: str,
    entries: Sequence[str],
    start: int,
    elapsed_ms: int,
    unranked: tuple[str, ...],
    dealt: tuple[tuple[int, int] | None, int] | None,
    now: int,
) -> bool:
    """Adds what happened since the last save; False when the game is not in its slot any more.

    Args:
        db: the database.
        slot: the game's.
        uuid: of the game.
        entries: the log's new entries.
        start: how many entries there are before them.
        elapsed_ms: the game's clock.
        unranked: why the game does not count for records.
        dealt: the first cell and the plane of the mines, when they are new.
        now: the time of day.
    """
    cursor = db.execute(
        "UPDATE running SET elapsed_ms = ?, unranked = ?, saved = ? WHERE id = ? AND uuid = ?",
        (elapsed_ms, join(unranked), _moment(db, uuid, now), slot, uuid),
    )
    if cursor.rowcount == 0:
        return False
    if dealt is not None:
        _deal(db, slot, *dealt)
    _append(db, slot, start, entries)
    return True


def _moment(db: sqlite3.Connection, uuid: str, now: int) -> int:
    """When a game is saved: after all others, even where the clock was set back since they were."""
    (others,) = db.execute("SELECT max(saved) FROM running WHERE uuid != ?", (uuid,)).fetchone()
    return now if others is None else max(now, int(others) + 1)


def _deal(db: sqlite3.Connection, slot: int, first: tuple[int, int] | None, mined: int) -> None:
    db.execute("INSERT OR REPLACE INTO running_layout (game, mined) VALUES (?, ?)", (slot, pack_plane(mined)))
    if first is not None:
        db.execute("UPDATE running SET first_x = ?, first_y = ? WHERE id = ?", (*first, slot))


def _append(db: sqlite3.Connection, slot: int, start: int, entries: Sequence[str]) -> None:
    # REPLACE, because a save whose COMMIT reported an error may be there all the same.
    db.executemany(
        "INSERT OR REPLACE INTO running_entry (game, number, entry) VALUES (?, ?, ?)",
        [(slot, start + offset, entry) for offset, entry in enumerate(entries)],
    )


def release(db: sqlite3.Connection, uuid: str) -> None:
    """Lets a game go, for any copy to take."""
    db.execute("UPDATE running SET owner = ? WHERE uuid = ?", (NOBODY, uuid))


def remove(db: sqlite3.Connection, uuid: str) -> None:
    """Forgets a running game: it is over, or nothing happened in it."""
    db.execute("DELETE FROM running WHERE uuid = ?", (uuid,))


def take(
    db: sqlite3.Connection, *, owner: str, is_held: Callable[[str], bool], uuid: str | None = None
) -> tuple[int, RunningGame] | None:
    """Takes over the game saved last among those that no living copy plays: its slot and the game.

    Must run in a transaction: no other copy can take the same game then.

    Args:
        db: the database.
        owner: who takes it.
        is_held: whether an owner's copy lives.
        uuid: of the one game wanted, rather than the last.
    """
    for slot, game in waiting(db, is_held=is_held):
        if uuid is None or game.setup.uuid == uuid:
            db.execute("UPDATE running SET owner = ? WHERE id = ?", (owner, slot))
            return slot, game
    return None


def waiting(db: sqlite3.Connection, *, is_held: Callable[[str], bool]) -> list[tuple[int, RunningGame]]:
    """The games that no living copy plays with their slots, the last saved first."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM running ORDER BY saved DESC, id DESC").fetchall()
    free = [row for row in rows if row[1] == NOBODY or not is_held(row[1])]
    games = []
    for row in free:
        try:
            games.append((row[0], _game(db, row)))
        except UNREADABLE:
            continue  # one spoilt row must not keep the others from being played
    return games


def everything(db: sqlite3.Connection) -> list[tuple[str, int, RunningGame]]:
    """Every running game with its owner and the time it was saved, the last saved last."""
    rows = db.execute(f"SELECT {_COLUMNS}, saved FROM running ORDER BY saved, id").fetchall()
    return [(row[1], row[-1], _game(db, row)) for row in rows]


def _game(db: sqlite3.Connection, row: Sequence[object]) -> RunningGame:
    slot, setup, (first_x, first_y, unranked, elapsed_ms) = row[0], setup_of(row[2:13]), row[13:17]
    layout = db.execute("SELECT mined FROM running_layout WHERE game = ?", (slot,)).fetchone()
    log = db.execute("SELECT entry FROM running_entry WHERE game = ? ORDER BY number", (slot,))
    return RunningGame(
        setup,
        cell_of(first_x, first_y),
        None if layout is None else unpack_plane(layout[0]),
        split(unranked),
        number(elapsed_ms),
        tuple(entry for (entry,) in log),
    )
