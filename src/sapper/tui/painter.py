"""Turns codes of cells into styled text, runs of equal looks merged. Knows no game and no window."""

from __future__ import annotations

from itertools import groupby

from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.showing.palettes import Palette
from sapper.tui.glyphs import CODES, LIT, TRAIL, GlyphSet


class Painter:
    """Draws rows with one set of glyphs in one theme.

    Attributes:
        columns: the columns of a cell, 1 or 2.
    """

    def __init__(self, glyphs: GlyphSet, palette: Palette, columns: int) -> None:
        self.columns = columns
        self._glyphs = glyphs
        self._texts = (*glyphs.texts(columns), *(glyphs.on_trail(code, columns) for code in range(CODES)))
        plain = styles(palette)
        self._styles = (*plain, *(_on_trail(style, palette, columns) for style in plain))
        self._cursor = Style(
            color=palette.on_cursor,
            bgcolor=palette.cursor,
            bold=True,
            underline=columns == 1,
        )
        self._runs: dict[tuple[int, int], Segment] = {}

    def row(self, codes: bytes, *, cursor: int | None = None, sign: str = "") -> list[Segment]:
        """The segments of a row.

        Args:
            codes: a byte a cell.
            cursor: the index of the cell under the cursor, if it is among them.
            sign: stands there in place of the pointer, where cells have two columns.
        """
        if cursor is None or not 0 <= cursor < len(codes):
            return self._merged(codes)
        text = self._glyphs.under_cursor(codes[cursor] % TRAIL, self.columns, sign=sign)
        under = Segment(text, self._cursor)
        return [
            *self._merged(codes[:cursor]),
            under,
            *self._merged(codes[cursor + 1 :]),
        ]

    def _merged(self, codes: bytes) -> list[Segment]:
        segments: list[Segment] = []
        for code, run in groupby(codes):
            length = len(list(run))
            segment = self._runs.get((code, length))
            if segment is None:
                segment = self._runs[code, length] = Segment(self._texts[code] * length, self._styles[code])
            segments.append(segment)
        return segments


def styles(palette: Palette) -> tuple[Style, ...]:
    """The style of every code in a theme; each has both colours, so that no filter meets a missing one."""
    plain = [Style(color=palette.muted, bgcolor=palette.opened)]
    numbers = [Style(color=color, bgcolor=palette.opened, bold=True) for color in palette.numbers]
    rest = {
        CLOSED: Style(color=palette.tile, bgcolor=palette.closed),
        FLAGGED: Style(color=palette.flag, bgcolor=palette.closed, bold=True),
        QUESTIONED: Style(color=palette.text, bgcolor=palette.closed, bold=True),
        EXPLODED: Style(color=palette.on_bad, bgcolor=palette.bad, bold=True),
        MISSED: Style(color=palette.mine, bgcolor=palette.closed),
        WRONG_FLAG: Style(color=palette.bad, bgcolor=palette.closed, bold=True, reverse=True),
        LIT: Style(color=palette.tile, bgcolor=palette.opened),
    }
    return (*plain, *numbers, *(rest[code] for code in range(CLOSED, CODES)))


_SHADE = 0.3
"""How much of the cursor's colour lies on its trail."""


def _on_trail(style: Style, palette: Palette, columns: int) -> Style:
    """A cell's style with a shade of the cursor; underlined where there is no room for a sign."""
    assert style.bgcolor is not None
    ground, cursor = style.bgcolor.get_truecolor(), Color.parse(palette.cursor).get_truecolor()
    shaded = Style(bgcolor=Color.from_triplet(blend_rgb(ground, cursor, _SHADE)), underline=columns == 1)
    return style + shaded
