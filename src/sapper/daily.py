"""The board of the day: the same for everybody, from the UTC date alone. It must not know what day it is.

A day's game is `16x16/40:opening:YYYYMMDD:8,8`: an intermediate board whose seed is the date read as a number and whose
first cell, the centre, is opened for the player. Of a day's games the first that ends counts, however it ends; every
later one is unranked. Another level or policy may only be added for dates to come, so that past boards stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import LEVELS, Policy
from sapper.errors import N_, Reason

_LEVEL = LEVELS["intermediate"]
_POLICY = Policy.OPENING
_FIRST = _LEVEL.width // 2, _LEVEL.height // 2


def daily(day: date) -> GameId:
    """The game of a date."""
    seed = day.year * 10_000 + day.month * 100 + day.day
    return GameId(_LEVEL, _POLICY, seed, _FIRST)


def opening_move() -> Move:
    """The move that is played for the player, the same every day."""
    return Move(MoveKind.OPEN, *_FIRST)


def day_of(game: GameId) -> date | None:
    """The date whose daily game this is, or None."""
    try:
        day = date(game.seed // 10_000, game.seed // 100 % 100, game.seed % 100)
    except (ValueError, OverflowError):
        return None
    return day if game.at(*_FIRST) == daily(day) else None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How a day's game ended, as far as it may be told without spoiling the board.

    Args:
        day: the UTC date.
        won: whether it was won.
        time_ms: its clock.
        bbbv: 3BV of the layout.
        solved_bbbv: the part of it that was done.
        clicks: all clicks.
        given_up: whether it was left unfinished for another.
    """

    day: date
    won: bool
    time_ms: int
    bbbv: int
    solved_bbbv: int
    clicks: int
    given_up: bool = field(default=False, kw_only=True)


def share(result: DailyResult) -> Reason:
    """The line to share; `str` gives it in English."""
    seconds = f"{result.time_ms // 1000}.{result.time_ms % 1000:03}"
    values: dict[str, object] = {"day": result.day.isoformat(), "level": str(_LEVEL), "seconds": seconds}
    if not result.won:
        values["percent"] = result.solved_bbbv * 100 // max(result.bbbv, 1)
        if result.given_up:
            return Reason(N_("sapper daily {day} · {level} · given up at {percent} % after {seconds} s"), values)
        return Reason(N_("sapper daily {day} · {level} · lost at {percent} % after {seconds} s"), values)
    values["speed"] = f"{result.bbbv * 1000 / max(result.time_ms, 1):.2f}"
    values["efficiency"] = round(result.bbbv * 100 / max(result.clicks, 1))
    return Reason(
        N_("sapper daily {day} · {level} · won in {seconds} s · {speed} 3BV/s · efficiency {efficiency} %"), values
    )
