"""A game's figures as numbers and as text: time, 3BV, speed, efficiency. Knows no screen."""

from __future__ import annotations

from typing import NamedTuple

from sapper.core.layout import Layout
from sapper.core.metrics import isolated_numbers, opening_planes
from sapper.i18n import Translator
from sapper.session import Game

MOST_CELLS = 40_000
"""On a larger board nobody is told the 3BV: its openings, each a plane of the whole board, would fill the memory."""


class Progress:
    """How much of a layout's 3BV is done, at a cost that suits every move."""

    def __init__(self, layout: Layout) -> None:
        """Measures the layout once."""
        self.layout = layout
        self._isolated = isolated_numbers(layout)
        self._openings = opening_planes(layout)
        self.total = self._isolated.bit_count() + len(self._openings)

    def done(self, opened: int) -> int:
        """The part of the 3BV that these open cells have done."""
        return (self._isolated & opened).bit_count() + sum(not plane & ~opened for plane in self._openings)


def measure(layout: Layout | None) -> Progress | None:
    """The progress to tell for a layout, if it is dealt and not too large."""
    return Progress(layout) if layout is not None and layout.params.cells <= MOST_CELLS else None


class Figures(NamedTuple):
    """What the end of a game is told with.

    Args:
        ms: its time.
        done: 3BV done.
        total: 3BV of the board.
        clicks: all of them.
    """

    ms: int
    done: int
    total: int
    clicks: int

    @property
    def speed(self) -> float:
        """3BV a second."""
        return self.done * 1000 / self.ms if self.ms else 0.0

    @property
    def efficiency(self) -> float:
        """3BV done a click, in percent."""
        return self.done * 100 / self.clicks if self.clicks else 0.0


def figures_of(game: Game, progress: Progress) -> Figures:
    """The figures of a game as it stands."""
    return Figures(game.elapsed_ms, progress.done(game.position.opened), progress.total, game.counts.total)


def live_words(figures: Figures, *, translator: Translator) -> str:
    """The figures while a game is played."""
    text = translator.ngettext(
        "3BV {done}/{total} · {speed} 3BV/s · {clicks} click · {efficiency} %",
        "3BV {done}/{total} · {speed} 3BV/s · {clicks} clicks · {efficiency} %",
        figures.clicks,
    )
    return _filled(text, figures)


def end_words(figures: Figures, *, translator: Translator) -> str:
    """The figures of a game that is over, as they follow the word for its end."""
    text = translator.ngettext(
        " · 3BV {done}/{total} · {speed}/s · {clicks} click · efficiency {efficiency} %",
        " · 3BV {done}/{total} · {speed}/s · {clicks} clicks · efficiency {efficiency} %",
        figures.clicks,
    )
    return _filled(text, figures)


def _filled(text: str, figures: Figures) -> str:
    return text.format(
        done=figures.done,
        total=figures.total,
        speed=f"{figures.speed:.2f}",
        clicks=figures.clicks,
        efficiency=f"{figures.efficiency:.0f}",
    )


def seconds(ms: int) -> str:
    """A running clock: whole seconds."""
    return str(ms // 1000)


def exact(ms: int) -> str:
    """A time that stands: seconds with milliseconds."""
    return f"{ms // 1000}.{ms % 1000:03}"
