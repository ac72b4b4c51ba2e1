"""What the history adds up to, a size and policy at a time, mostly in SQL. It must not know how it is shown.

Times, speeds, efficiencies, records and streaks are of ranked games only. A streak grows with every ranked win and
ends with every game that is not won; a game that was unranked from its beginning (a board seen before, a board from
outside) neither grows nor ends it, nor does one that was won with help. Each game carries the streak it left, so that
`mend_streaks` must run where games are added before others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sapper.core.params import Params, Policy
from sapper.store.records import GameRecord, Result


class Summary(NamedTuple):
    """The statistics of one size and policy.

    Args:
        params: the size and mine count.
        policy: the first-click policy.
        played: games in all.
        won: of them won.
        lost: of them lost.
        abandoned: of them left after a cell had been opened.
        ranked_wins: of the won those that count for records.
        current_streak: ranked wins in a row until now.
        best_streak: the most there ever were.
        best_ms: the shortest time of a ranked win, or None without one, as below.
        median_ms: the median time.
        mean_ms: the mean time.
        best_speed: the highest 3BV a second; wins without a measurable time are left out.
        median_speed: the median 3BV a second.
        median_efficiency: the median of 3BV a click.
        last_finished: when the last game ended.
    """

    params: Params
    policy: Policy
    played: int
    won: int
    lost: int
    abandoned: int
    ranked_wins: int
    current_streak: int
    best_streak: int
    best_ms: int | None
    median_ms: float | None
    mean_ms: float | None
    best_speed: float | None
    median_speed: float | None
    median_efficiency: float | None
    last_finished: int

    @property
    def win_rate(self) -> float:
        """Won games as a part of all."""
        return self.won / self.played


class Bin(NamedTuple):
    """One bar of a histogram: games that took `low_ms` up to before `high_ms`, or longer where that is None."""

    low_ms: int
    high_ms: int | None
    games: int


class TrendPoint(NamedTuple):
    """Some ranked wins in a row.

    Args:
        games: how many.
        last_finished: when the last of them ended.
        median_ms: their median time.
    """

    games: int
    last_finished: int
    median_ms: float


class Best(NamedTuple):
    """A ranked win that stands out, by its uuid, its time and when it ended."""

    uuid: str
    time_ms: int
    bbbv: int
    finished: int


# Each is spelled as its index in the schema spells it, or SQLite would not use that.
_WIN = "result = 'won' AND unranked = ''"
_SPEED = "bbbv * 1000.0 / time_ms"
_EFFICIENCY = "bbbv * 1.0 / (clicks_left + clicks_right + clicks_chord)"

_BEST = "uuid, time_ms, bbbv, finished"
"""The columns of a `Best`."""

_ENDS_STREAK = "result != 'won' AND unranked NOT IN ('again', 'imported', 'again,imported')"


def next_streak(db: sqlite3.Connection, kind: int, record: GameRecord) -> int | None:
    """The streak that a game not yet added leaves, or None when it is not the last of its kind."""
    finished, streak = _last(db, "kind = ?", (kind,)) or (record.finished, 0)
    if finished > record.finished:
        return None
    if record.result is Result.WON:
        return streak + record.is_ranked
    return streak if record.unranked and set(record.unranked) <= {"again", "imported"} else 0


def mend_streaks(db: sqlite3.Connection, kind: int) -> None:
    """Computes the streaks of all games of a kind."""
    db.execute(
        f"""
        WITH stretched AS (
            SELECT id, finished, {_WIN} AS win, sum({_ENDS_STREAK}) OVER (ORDER BY finished, id) AS stretch
            FROM game WHERE kind = :kind
        ),
        mended AS (
            SELECT id, sum(win) OVER (PARTITION BY stretch ORDER BY finished, id) AS streak FROM stretched
        )
        UPDATE game SET streak = mended.streak FROM mended WHERE game.id = mended.id AND game.streak != mended.streak
        """,
        {"kind": kind},
    )


def summaries(db: sqlite3.Connection, params: Params | None, policy: Policy | None) -> list[Summary]:
    """The statistics of each size and policy that was played, the fewest mines first."""
    where, values = _kinds(params, policy)
    found = db.execute(
        f"SELECT id, width, height, mines, policy FROM kind WHERE {where} ORDER BY mines, width, height, policy", values
    ).fetchall()
    return [
        summary
        for kind, width, height, mines, word in found
        if (summary := _summary(db, kind, Params(width, height, mines), Policy(word))) is not None
    ]


def standing(db: sqlite3.Connection, params: Params, policy: Policy) -> tuple[int | None, int]:
    """The best time of a size and policy, or None, and the streak; at a cost that does not grow with the games."""
    where, values = _of_kind(params, policy)
    (best_ms,) = db.execute(
        f"SELECT min(time_ms) FROM game INDEXED BY win_by_time WHERE {where} AND {_WIN}", values
    ).fetchone()
    _, streak = _last(db, where, values) or (0, 0)
    return best_ms, streak


def _last(db: sqlite3.Connection, where: str, values: Sequence[object]) -> tuple[int, int] | None:
    """When the last game of a kind ended and the streak it left; None without games."""
    row: tuple[int, int] | None = db.execute(
        f"SELECT finished, streak FROM game WHERE {where} ORDER BY finished DESC, id DESC LIMIT 1", values
    ).fetchone()
    return row


def _summary(db: sqlite3.Connection, kind: int, params: Params, policy: Policy) -> Summary | None:
    last = _last(db, "kind = ?", (kind,))
    if last is None:
        return None
    # The only one that goes through all games; whatever an index can tell otherwise is asked apart.
    played, won, lost = db.execute(
        "SELECT count(*), sum(result = 'won'), sum(result = 'lost') FROM game INDEXED BY game_by_kind WHERE kind = ?",
        (kind,),
    ).fetchone()
    (best_streak,) = db.execute("SELECT max(streak) FROM game WHERE kind = ?", (kind,)).fetchone()
    wins = f"FROM game INDEXED BY win_by_time WHERE kind = ? AND {_WIN}"
    ranked_wins, best_ms, mean_ms = db.execute(
        f"SELECT count(*), min(time_ms), avg(time_ms) {wins}", (kind,)
    ).fetchone()
    (best_speed,) = db.execute(f"SELECT max({_SPEED}) FROM game WHERE kind = ? AND {_WIN}", (kind,)).fetchone()
    return Summary(
        params,
        policy,
        played,
        won,
        lost,
        abandoned=played - won - lost,
        ranked_wins=ranked_wins,
        current_streak=last[1],
        best_streak=best_streak,
        best_ms=best_ms,
        median_ms=_median(db, kind, "time_ms", index="win_by_time", count=ranked_wins),
        mean_ms=mean_ms,
        best_speed=best_speed,
        median_speed=_median(db, kind, _SPEED, index="win_by_speed", count=ranked_wins),
        median_efficiency=_median(db, kind, _EFFICIENCY, index="win_by_efficiency", count=ranked_wins),
        last_finished=last[0],
    )


def _median(db: sqlite3.Connection, kind: int, value: str, *, index: str, count: int) -> float | None:
    """The median of an indexed value of the `count` ranked wins of a kind; those without the value are left out."""
    found = f"FROM game INDEXED BY {index} WHERE kind = ? AND {_WIN}"
    (without,) = db.execute(f"SELECT count(*) {found} AND {value} IS NULL", (kind,)).fetchone()
    known = count - without
    # NULLs come first in an index.
    place = without + (known - 1) // 2
    middle = f"SELECT {value} {found} ORDER BY {value} LIMIT ? OFFSET ?"
    rows = db.execute(middle, (kind, 2 - known % 2, place)).fetchall() if known else []
    return sum(row[0] for row in rows) / len(rows) if rows else None


def histogram(db: sqlite3.Connection, params: Params, policy: Policy, *, bins: int) -> list[Bin]:
    """The times of ranked wins in bars of one width, a round number of seconds; the last takes the slowest twentieth.

    Args:
        db: the database.
        params: of this size, as below.
        policy: with this policy.
        bins: the most bars.
    """
    where, values = _wins(params, policy)
    wins = f"FROM game INDEXED BY win_by_time WHERE {where}"
    games, least = db.execute(f"SELECT count(*), min(time_ms) {wins}", values).fetchone()
    if not games:
        return []
    place = min(games * 19 // 20, games - 1)
    (slow,) = db.execute(f"SELECT time_ms {wins} ORDER BY time_ms LIMIT 1 OFFSET ?", [*values, place]).fetchone()
    width = _round_width(slow - least, bins)
    bars = []
    for low_ms in range(least // width * width, slow + 1, width):
        high_ms = low_ms + width
        (found,) = db.execute(
            f"SELECT count(*) {wins} AND time_ms >= ? AND time_ms < ?", [*values, low_ms, high_ms]
        ).fetchone()
        bars.append(Bin(low_ms, high_ms, found))
        games -= found
    if games > 0:
        last = bars[-1]
        bars[-1] = Bin(last.low_ms, None, last.games + games)
    return bars


def _round_width(span: int, bins: int) -> int:
    """The smallest of 1, 2 and 5 times a power of ten, in milliseconds, that covers the span with so many bars."""
    width = 1
    while True:
        for step in (1, 2, 5):
            if span // (width * step) + 2 <= max(bins, 2):
                return width * step
        width *= 10


def trend(db: sqlite3.Connection, params: Params, policy: Policy, *, points: int) -> list[TrendPoint]:
    """How the times of ranked wins went on, the first first: as many groups of wins in a row as asked for, or fewer."""
    where, values = _wins(params, policy)
    # Window functions of SQL say the same and take five times as long.
    wins = db.execute(f"SELECT finished, time_ms FROM game WHERE {where} ORDER BY finished, id", values).fetchall()
    edges = [len(wins) * point // points for point in range(points + 1)]
    found = []
    for first, end in pairwise(edges):
        if games := end - first:
            times = sorted(time_ms for _, time_ms in wins[first:end])
            found.append(TrendPoint(games, wins[end - 1][0], (times[(games - 1) // 2] + times[games // 2]) / 2))
    return found


def fastest(db: sqlite3.Connection, params: Params, policy: Policy, *, limit: int) -> list[Best]:
    """The ranked wins with the shortest times; of equal ones the earlier."""
    where, values = _wins(params, policy)
    rows = db.execute(
        f"SELECT {_BEST} FROM game INDEXED BY win_by_time WHERE {where} ORDER BY time_ms, finished, id LIMIT ?",
        [*values, limit],
    )
    return [Best(*row) for row in rows]


def improvements(db: sqlite3.Connection, params: Params, policy: Policy) -> list[Best]:
    """The ranked wins that were the fastest when they happened, the first first."""
    where, values = _wins(params, policy)
    records = []
    best_ms = None
    for game, time_ms in db.execute(f"SELECT id, time_ms FROM game WHERE {where} ORDER BY finished, id", values):
        if best_ms is None or time_ms < best_ms:
            best_ms = time_ms
            records.append(game)
    return [Best(*db.execute(f"SELECT {_BEST} FROM game WHERE id = ?", (game,)).fetchone()) for game in records]


def _wins(params: Params, policy: Policy) -> tuple[str, list[object]]:
    """The condition on `game` for ranked wins of a size and policy, and its values."""
    condition, values = _of_kind(params, policy)
    return f"{_WIN} AND {condition}", values


def _of_kind(params: Params, policy: Policy) -> tuple[str, list[object]]:
    """The condition on `game` for a size and policy, and its values."""
    where, values = _kinds(params, policy)
    # With `=`, rather than `IN`, SQLite sees that the games lie in an index in the order that is asked for.
    return f"kind = (SELECT id FROM kind WHERE {where})", values


def _kinds(params: Params | None, policy: Policy | None) -> tuple[str, list[object]]:
    """The condition on `kind` for a size and policy, where each is given, and its values."""
    parts: list[str] = ["TRUE"]
    values: list[object] = []
    if params is not None:
        parts.append("width = ? AND height = ? AND mines = ?")
        values += [params.width, params.height, params.mines]
    if policy is not None:
        parts.append("policy = ?")
        values.append(policy.value)
    return " AND ".join(parts), values
