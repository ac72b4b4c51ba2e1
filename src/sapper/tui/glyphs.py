"""How each kind of cell is written, in one column or two. Knows no colours: every state has a shape of its own.

What is pointed out about a cell is a sign before its glyph where it has two columns, or a sign in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.showing.rows import MARKED, RISK, Mark

LIT = 15
"""A closed cell shown as pressed; the codes below it are those of `core.view`."""
CODES = 16
"""How many kinds of cell there are to draw, before marks and risks."""

_SHARES = (25, 50, 75)
"""Where one sign for a risk in percent gives way to the next."""


class GlyphSet(NamedTuple):
    """The characters of one style of drawing, each one column wide.

    Args:
        name: as the settings call it.
        marks: for each code but the numbers its character.
        dense: a closed cell where cells touch and its own character would run into one stripe with the next.
        zero: an open cell without a number.
        pointer: stands before the glyph of the cell under the cursor, where cells have two columns.
        held: stands there while buttons are down: the left one, the right one, both, the middle one.
        trail: stands before the glyph of a cell over which the pointer of a recording came.
        flag: beside the counter.
        faces: for playing, won, lost and paused.
        dash: joins a range.
        times: between width and height.
        dot: between parts of a sentence.
        bar: a stretch of a line of time that is over, and one that is to come.
        safe: a cell that can be opened.
        best: a cell to be guessed.
        shades: for risks below 25, 50, 75 and 100 %, where a cell has one column.
        before: for marks that leave the cell's own glyph, what stands before it in two columns.
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
    safe: str
    best: str
    shades: tuple[str, str, str, str]
    before: Mapping[int, str]

    def text(self, code: int, columns: int) -> str:
        """What is written for a code of `showing.rows`, exactly `columns` (1 or 2) wide."""
        if code >= RISK:
            return self.risk(code - RISK, columns)
        mark, plain = divmod(code, MARKED)
        sign = self.dense if plain == CLOSED and columns == 1 else self.glyph(plain)
        pointed, before = self._instead(mark), self.before.get(mark, " ")
        if pointed and plain == CLOSED:
            sign = pointed
        elif pointed:
            before = pointed
        return sign if columns == 1 else before + sign

    def under_cursor(self, code: int, columns: int, *, sign: str = "") -> str:
        """The text of a cell under the cursor: its glyph stays readable, with the pointer or another sign before it."""
        text = self.text(code, columns)
        return text if columns == 1 or code > RISK else (sign or self.pointer) + text[1:]

    def on_trail(self, code: int, columns: int) -> str:
        """The text of a cell over which the pointer came."""
        text = self.text(code, columns)
        return text if columns == 1 or code > RISK else self.trail + text[1:]

    def risk(self, percent: int, columns: int) -> str:
        """A risk: in two columns the number, in one a shade; what is certain has the sign of what it is."""
        if percent in (0, 100):
            return f"{self.safe if percent == 0 else self.marks[MISSED]:>{columns}}"
        if columns == 2:
            # Two signs, so that no small risk looks like an open cell's number.
            return f"{percent}" if percent > 9 else f"{percent}%"
        return self.shades[sum(percent >= share for share in _SHARES)]

    def _instead(self, mark: int) -> str:
        match mark:
            case Mark.SAFE | Mark.WAS_SAFE:
                return self.safe
            case Mark.BEST:
                return self.best
            case Mark.MINE:
                return self.marks[MISSED]
            case _:
                return ""

    def glyph(self, code: int) -> str:
        """The one character of a code."""
        if code == 0:
            return self.zero
        return str(code) if code < CLOSED else self.marks[code]


_BEFORE: Mapping[int, str] = {Mark.AREA: ":", Mark.PROOF: "[", Mark.CLICKED: "("}

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
    safe="✓",
    best="≈",
    shades=("░", "▒", "▓", "█"),
    before=_BEFORE,
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
    safe="+",
    best="~",
    shades=(".", ":", "=", "%"),
    before=_BEFORE,
)

GLYPH_SETS = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}
"""The glyph sets by name."""
