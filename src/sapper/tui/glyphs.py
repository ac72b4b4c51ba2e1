"""How each kind of cell is written, in one column or two. Knows no colours: every state has a shape of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG

LIT = 15
"""A closed cell shown as pressed; the codes below it are those of `core.view`."""
CODES = 16
"""How many kinds of cell there are to draw."""
TRAIL = CODES
"""Added to the code of a cell over which the pointer of a recorded game came."""


class GlyphSet(NamedTuple):
    """The characters of one style of drawing, each one column wide.

    Args:
        name: as the settings call it.
        marks: for each code but the numbers its character.
        dense: a closed cell where cells touch and its own character would run into one stripe with the next.
        zero: an open cell without a number.
        pointer: stands before the glyph of the cell under the cursor, where cells have two columns.
        held: stands there while buttons are down: the left one, the right one, both, the middle one.
        trail: stands before the glyph of a cell over which the pointer came.
        flag: beside the counter.
        faces: for playing, won, lost and paused.
        dash: joins a range.
        times: between width and height.
        dot: between parts of a sentence.
        bar: a stretch of a line of time that is over, and one that is to come.
    """

    name: str
    marks: Mapping[int, str]
    dense: str
    zero: str
    pointer: str
    held: tuple[str, str, str, str]
    trail: str
    flag: str
    faces: tuple[str, str, str, str]
    dash: str
    times: str
    dot: str
    bar: tuple[str, str]

    def texts(self, columns: int) -> tuple[str, ...]:
        """The text of every code, exactly `columns` (1 or 2) wide."""
        return tuple(f"{self._fitting(code, columns):>{columns}}" for code in range(CODES))

    def under_cursor(self, code: int, columns: int, *, sign: str = "") -> str:
        """The text of a cell under the cursor: its glyph stays readable, with the pointer or another sign before it."""
        return self._fitting(code, 1) if columns == 1 else (sign or self.pointer) + self.glyph(code)

    def on_trail(self, code: int, columns: int) -> str:
        """The text of a cell over which the pointer came."""
        return self._fitting(code, 1) if columns == 1 else self.trail + self.glyph(code)

    def _fitting(self, code: int, columns: int) -> str:
        return self.dense if code == CLOSED and columns == 1 else self.glyph(code)

    def glyph(self, code: int) -> str:
        """The one character of a code."""
        if code == 0:
            return self.zero
        return str(code) if code < CLOSED else self.marks[code]


UNICODE = GlyphSet(
    "unicode",
    marks={
        CLOSED: "■",
        FLAGGED: "⚑",
        QUESTIONED: "?",
        EXPLODED: "✹",
        MISSED: "●",
        WRONG_FLAG: "✗",
        LIT: "□",
    },
    dense="·",
    zero=" ",
    pointer="▸",
    held=("◐", "◑", "●", "◉"),
    trail="∙",
    flag="⚑",
    faces=(":-)", "B-)", "X-(", "|-)"),
    dash="–",
    times="×",
    dot="·",
    bar=("━", "─"),
)
ASCII = GlyphSet(
    "ascii",
    marks={
        CLOSED: "#",
        FLAGGED: "F",
        QUESTIONED: "?",
        EXPLODED: "@",
        MISSED: "*",
        WRONG_FLAG: "X",
        LIT: "o",
    },
    dense="#",
    zero=" ",
    pointer=">",
    held=("L", "R", "B", "M"),
    trail=".",
    flag="F",
    faces=(":-)", "B-)", "X-(", "|-)"),
    dash="-",
    times="x",
    dot="-",
    bar=("=", "-"),
)

GLYPH_SETS = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}
"""The glyph sets by name."""
