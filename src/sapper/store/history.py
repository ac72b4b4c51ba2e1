"""The games that are over: added, found and listed. It must not know how statistics are made of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from sapper.store.records import GameRecord, Played
from sapper.store.rows import RECORD_COLUMNS, join, pack_log, pack_plane, played_of, record_of, setup_values
from sapper.store.statistics import mend_streaks, next_streak

_FROM = "FROM game JOIN kind ON kind.id = game.kind"

_FIRST = "unranked LIKE '%again%', finished, game.id"
"""The game of a day that counts comes first: one begun after another says so itself, whatever the clock said."""


def add(db: sqlite3.Connection, record: GameRecord, played: Played) -> bool:
    """Adds a game, unless one of this uuid is there already: False then."""
    kind = _kind(db, record)
    streak = next_streak(db, kind, record)
    added = _insert(db, record, played, kind=kind, streak=streak or 0)
    if added and streak is None:
        mend_streaks(db, kind)
    return added


def add_all(
    db: sqlite3.Connection, games: Iterable[tuple[GameRecord, Played]], *, passes_over_spoilt: bool = False
) -> int:
    """Adds many games in any order; how many were not there yet.

    Args:
        db: the database.
        games: the games.
        passes_over_spoilt: whether a game that the constraints refuse is left out, rather than an error.

    Raises:
        sqlite3.Error: the database says so.
    """
    added, touched = 0, set()
    for record, played in games:
        try:
            kind = _kind(db, record)
            is_new = _insert(db, record, played, kind=kind, streak=0)
        except sqlite3.IntegrityError:
            if not passes_over_spoilt:
                raise
            continue
        if is_new:
            added += 1
            touched.add(kind)
    for kind in touched:
        mend_streaks(db, kind)
    return added


def _insert(db: sqlite3.Connection, record: GameRecord, played: Played, *, kind: int, streak: int) -> bool:
    clicks = record.clicks
    uuid, _, _, _, _, *setup = setup_values(record.setup)
    first_x, first_y = record.first or (None, None)
    cursor = db.execute(
        "INSERT INTO game (uuid, kind, streak, seed, source, daily, rules, dealer, started, first_x, first_y, result,"
        " time_ms, bbbv, solved_bbbv, openings, clicks_left, clicks_right, clicks_chord, effective_left,"
        " effective_right, effective_chord, unranked, finished)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (uuid) DO NOTHING",
        (
            *(uuid, kind, streak, *setup, first_x, first_y, record.result.value, record.time_ms),
            *(record.bbbv, record.solved_bbbv, record.openings, clicks.left, clicks.right, clicks.chord),
            *(clicks.effective_left, clicks.effective_right, clicks.effective_chord),
            *(join(record.unranked), record.finished),
        ),
    )
    if cursor.rowcount == 0:
        return False
    db.execute(
        "INSERT INTO played (game, mined, log) VALUES (?, ?, ?)",
        (cursor.lastrowid, pack_plane(played.mined), pack_log(played.log)),
    )
    return True


def _kind(db: sqlite3.Connection, record: GameRecord) -> int:
    params = record.setup.params
    key = (params.width, params.height, params.mines, record.setup.policy.value)
    find = "SELECT id FROM kind WHERE width = ? AND height = ? AND mines = ? AND policy = ?"
    row = db.execute(find, key).fetchone()
    if row is None:
        db.execute("INSERT INTO kind (width, height, mines, policy) VALUES (?, ?, ?, ?)", key)
        row = db.execute(find, key).fetchone()
    return int(row[0])


def find(db: sqlite3.Connection, uuid: str) -> GameRecord | None:
    """The game of this uuid."""
    row = db.execute(f"SELECT {RECORD_COLUMNS} {_FROM} WHERE uuid = ?", (uuid,)).fetchone()
    return None if row is None else record_of(row)


def find_played(db: sqlite3.Connection, uuid: str) -> Played | None:
    """What plays the game of this uuid again."""
    row = db.execute(
        "SELECT mined, log FROM played WHERE game = (SELECT id FROM game WHERE uuid = ?)", (uuid,)
    ).fetchone()
    return None if row is None else played_of(*row)


def newest(db: sqlite3.Connection, *, limit: int, offset: int) -> list[GameRecord]:
    """Games, the last finished first."""
    rows = db.execute(
        f"SELECT {RECORD_COLUMNS} {_FROM} ORDER BY finished DESC, game.id DESC LIMIT ? OFFSET ?", (limit, offset)
    )
    return [record_of(row) for row in rows]


def count(db: sqlite3.Connection) -> int:
    """How many games there are."""
    (found,) = db.execute("SELECT count(*) FROM game").fetchone()
    return int(found)


def everything(db: sqlite3.Connection) -> Iterator[tuple[GameRecord, Played]]:
    """All games with what plays them again, in the order in which they were added."""
    rows = db.execute(
        f"SELECT {RECORD_COLUMNS}, played.mined, log {_FROM} JOIN played ON played.game = game.id ORDER BY game.id"
    )
    for row in rows:
        yield record_of(row), played_of(*row[-2:])


def has_daily(db: sqlite3.Connection, day: str) -> bool:
    """Whether a game of this day's board is over or running."""
    over = "SELECT 1 FROM game WHERE source = 'daily' AND daily = :day"
    running = "SELECT 1 FROM running WHERE source = 'daily' AND daily = :day"
    return db.execute(f"{over} UNION ALL {running} LIMIT 1", {"day": day}).fetchone() is not None


def days(db: sqlite3.Connection) -> list[GameRecord]:
    """Of every daily board the game that counts, the latest day first."""
    rows = db.execute(
        f"SELECT {RECORD_COLUMNS} {_FROM} WHERE game.id IN (SELECT id FROM ("
        f"SELECT id, row_number() OVER (PARTITION BY daily ORDER BY {_FIRST}) AS place"
        " FROM game WHERE source = 'daily') WHERE place = 1) ORDER BY daily DESC"
    )
    return [record_of(row) for row in rows]


def first_of_day(db: sqlite3.Connection, day: str) -> GameRecord | None:
    """The game of this day's board that counts: the first that ended, however it ended."""
    row = db.execute(
        f"SELECT {RECORD_COLUMNS} {_FROM} WHERE source = 'daily' AND daily = ? ORDER BY {_FIRST} LIMIT 1",
        (day,),
    ).fetchone()
    return None if row is None else record_of(row)
