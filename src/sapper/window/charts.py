"""Histograms and trend lines on a canvas. Knows numbers, words and colours only."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from typing import NamedTuple

from sapper.showing.palettes import Palette

_LINE = 16
"""The height of a line of words in pixels."""


class Bar(NamedTuple):
    """A bar: how many, and the word under its left end."""

    games: int
    start: str


def histogram(parent: tk.Misc, bars: Sequence[Bar], *, size: tuple[int, int], palette: Palette) -> tk.Canvas:
    """Bars beside each other, each with its number over it and with where it begins under it."""
    made, (wide, tall) = _canvas(parent, size, palette), size
    most = max(max((bar.games for bar in bars), default=0), 1)
    step = wide / max(len(bars), 1)
    ground = tall - _LINE - 2
    for number, bar in enumerate(bars):
        left, right = number * step, (number + 1) * step - 3
        if bar.games:
            # The smallest count is still to be seen.
            top = ground - max((ground - _LINE) * bar.games / most, 2)
            made.create_rectangle(left, top, right, ground, fill=palette.accent, width=0)
            made.create_text((left + right) / 2, top - 1, anchor="s", text=str(bar.games), fill=palette.text)
        # Words that would run into each other are left out, every second one.
        if step > 34 or number % 2 == 0:
            made.create_text(left, ground + 3, anchor="nw", text=bar.start, fill=palette.muted)
    made.create_line(0, ground, wide, ground, fill=palette.muted)
    return made


def trend(
    parent: tk.Misc, values: Sequence[float], *, words: tuple[str, str], size: tuple[int, int], palette: Palette
) -> tk.Canvas:
    """A line through values.

    Args:
        parent: where it goes.
        values: at least two.
        words: for the greatest and the least value.
        size: width and height in pixels.
        palette: the theme.
    """
    made, (wide, tall) = _canvas(parent, size, palette), size
    least, greatest = min(values), max(values)
    # All the same, they lie in the middle.
    span, low = (greatest - least, least) if greatest > least else (2.0, least - 1)
    top, ground = _LINE + 4, tall - _LINE - 4
    points = [
        (4 + (wide - 8) * number / (len(values) - 1), ground - (ground - top) * (value - low) / span)
        for number, value in enumerate(values)
    ]
    for y, word in ((top, words[0]), (ground, words[1])):
        made.create_line(0, y, wide, y, fill=palette.closed, dash=(2, 3))
        made.create_text(
            2, y - 2 if y == top else y + 2, anchor="sw" if y == top else "nw", text=word, fill=palette.muted
        )
    made.create_line([number for point in points for number in point], fill=palette.accent, width=2)
    for x, height in points:
        made.create_oval(x - 2.5, height - 2.5, x + 2.5, height + 2.5, fill=palette.accent, width=0)
    return made


def _canvas(parent: tk.Misc, size: tuple[int, int], palette: Palette) -> tk.Canvas:
    made = tk.Canvas(parent, width=size[0], height=size[1], background=palette.ground, borderwidth=0)
    made.configure(highlightthickness=0)
    return made
