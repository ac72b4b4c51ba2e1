"""What the history says of games, in words and numbers ready to be shown. Knows no screen; reads no store."""

from __future__ import annotations

from datetime import datetime

from sapper.errors import N_
from sapper.showing.figures import exact
from sapper.showing.words import Translate, share, timed
from sapper.store import GameRecord, Result, Summary

RESULT_WORDS = {
    Result.WON: N_("won"),
    Result.LOST: N_("lost"),
    Result.ABANDONED: N_("given up"),
}
"""How a game can end."""


def counts_of(summary: Summary, *, translate: Translate) -> list[tuple[str, str]]:
    """How many games there were and how they went: words to be translated, and their values."""
    return [
        (N_("played"), str(summary.played)),
        (N_("won"), str(summary.won)),
        (N_("lost"), str(summary.lost)),
        (N_("given up"), str(summary.abandoned)),
        (N_("win rate"), share(f"{summary.win_rate * 100:.1f}", translate=translate)),
        (N_("streak now"), str(summary.current_streak)),
    ]


def times_of(summary: Summary, *, translate: Translate) -> list[tuple[str, str]]:
    """How fast the ranked wins were, as many rows as `counts_of` has: words to be translated, and their values."""

    def time(ms: float | None) -> str:
        return "-" if ms is None else timed(exact(round(ms)), translate=translate)

    def number(value: float | None, form: str) -> str:
        return "-" if value is None else format(value, form)

    efficiency = summary.median_efficiency
    return [
        (N_("best time"), time(summary.best_ms)),
        (N_("median time"), time(summary.median_ms)),
        (N_("best 3BV/s"), number(summary.best_speed, ".2f")),
        (N_("median 3BV/s"), number(summary.median_speed, ".2f")),
        (N_("median efficiency"), "-" if efficiency is None else share(f"{efficiency * 100:.0f}", translate=translate)),
        (N_("best streak"), str(summary.best_streak)),
    ]


def day_and_time(ms: int) -> str:
    """A time of day, in milliseconds since 1970 UTC, as it is here."""
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")


def remark(record: GameRecord) -> str:
    """What is special about a game, to be translated; empty where nothing is."""
    if not record.is_ranked:
        return N_("unranked")
    return N_("daily") if record.setup.daily else ""
