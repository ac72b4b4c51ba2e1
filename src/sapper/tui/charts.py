"""Histograms and trend lines of block characters. Knows numbers only."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.tui.glyphs import ASCII, GlyphSet

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEVELS = "▁▂▃▄▅▆▇█"
_ASCII_LEVELS = "_.-=+*%#"


def bar(value: float, most: float, *, width: int, glyphs: GlyphSet) -> str:
    """A horizontal bar of at most `width` columns; the smallest value above 0 is still to be seen."""
    if most <= 0 or value <= 0:
        return ""
    if glyphs is ASCII:
        return "#" * max(round(value / most * width), 1)
    eighths = max(round(value / most * width * 8), 1)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def line(values: Sequence[float], *, glyphs: GlyphSet) -> str:
    """One column a value, as high as the value lies between the least and the greatest."""
    levels = _ASCII_LEVELS if glyphs is ASCII else _LEVELS
    if not values:
        return ""
    least, most = min(values), max(values)
    span = most - least
    if not span:
        return levels[3] * len(values)
    return "".join(levels[min(int((value - least) / span * len(levels)), len(levels) - 1)] for value in values)
