"""What is said under a board: how a game ended, its figures, why it does not count. Knows no toolkit."""

from __future__ import annotations

from sapper.core.position import Outcome
from sapper.core.view import EXPLODED, MISSED, WRONG_FLAG
from sapper.errors import N_
from sapper.session import Game
from sapper.showing.figures import Figures, Progress, exact
from sapper.showing.table import Standing
from sapper.showing.words import Translate, unranked_words
from sapper.window.tiles import RIGHT_FLAG

LEGEND = (
    (EXPLODED, N_("exploded")),
    (MISSED, N_("missed")),
    (RIGHT_FLAG, N_("right flag")),
    (WRONG_FLAG, N_("wrong flag")),
)
"""The signs of a lost game, each with its word, to be translated."""


def ending(game: Game, progress: Progress | None, standing: Standing, *, translate: Translate) -> str:
    """How a game ended, in a line: the verdict, the time, the figures."""
    won = game.position.outcome is Outcome.WON
    best = standing.best_ms
    if won and not game.unranked and best is not None and game.elapsed_ms <= best:
        verdict = translate(N_("New best!"))
    else:
        verdict = translate(N_("Won")) if won else translate(N_("Lost"))
    line = f"{verdict} · {exact(game.elapsed_ms)} s"
    if progress is None:
        return line
    text = translate(N_(" · 3BV {done}/{total} · {speed}/s · {clicks} clicks · efficiency {efficiency} %"))
    return line + _figured(text, game, progress)


def running(game: Game, progress: Progress, *, translate: Translate) -> str:
    """The figures of a game that is being played."""
    text = translate(N_("3BV {done}/{total} · {speed} 3BV/s · {clicks} clicks · {efficiency} %"))
    return _figured(text, game, progress)


def unranked(game: Game, *, translate: Translate) -> str:
    """Why a game does not count; the empty string when it does."""
    if not game.unranked:
        return ""
    return translate(N_("unranked: {why}")).format(why=unranked_words(game.unranked, translate=translate))


def _figured(text: str, game: Game, progress: Progress) -> str:
    figures = Figures(game.elapsed_ms, progress.done(game.position.opened), progress.total, game.counts.total)
    return text.format(
        done=figures.done,
        total=figures.total,
        speed=f"{figures.speed:.2f}",
        clicks=figures.clicks,
        efficiency=f"{figures.efficiency:.0f}",
    )
