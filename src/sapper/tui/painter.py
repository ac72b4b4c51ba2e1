"""Turns codes of cells into styled text, runs of equal looks merged. Knows no game and no window."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.showing.colours import mixed_hex
from sapper.showing.palettes import Palette
from sapper.showing.rows import MARKED, RISK, Mark
from sapper.tui.glyphs import CODES, LIT, GlyphSet


class Painter:
    """Draws rows with one set of glyphs in one theme.

    Attributes:
        columns: the columns of a cell, 1 or 2.
    """

    def __init__(self, glyphs: GlyphSet, palette: Palette, columns: int, *, colourless: bool = False) -> None:
        """Draws so.

        Args:
            glyphs: the signs.
            palette: the colours.
            columns: of a cell, 1 or 2.
            colourless: whether grounds may not be told apart, so that risks need more than that.
        """
        self.columns = columns
        self._colourless = colourless
        self._glyphs = glyphs
        self._palette = palette
        self._plain = styles(palette)
        self._cursor = Style(
            color=palette.on_cursor,
            bgcolor=palette.cursor,
            bold=True,
            underline=columns == 1,
        )
        self._runs: dict[tuple[int, int, bool], Segment] = {}

    def row(
        self,
        codes: bytes,
        *,
        cursor: int | None = None,
        first: int = 0,
        sign: str = "",
        trail: Collection[int] = (),
    ) -> list[Segment]:
        """The segments of a row.

        Args:
            codes: a byte a cell.
            cursor: the index of the cell under the cursor, if it is among them.
            first: the column of the first cell on the board.
            sign: what stands before the cell under the cursor in place of the pointer.
            trail: the indexes of the cells over which the pointer of a recording came.
        """
        single = {
            index: Segment(self._glyphs.on_trail(codes[index], self.columns), self._on_trail(codes[index]))
            for index in trail
        }
        if cursor is not None and 0 <= cursor < len(codes):
            single[cursor] = Segment(self._glyphs.under_cursor(codes[cursor], self.columns, sign=sign), self._cursor)
        segments: list[Segment] = []
        start = 0
        for index in sorted(single):
            segments += [*self._merged(codes[start:index], first + start), single[index]]
            start = index + 1
        return segments + self._merged(codes[start:], first + start)

    def _on_trail(self, code: int) -> Style:
        """A cell's style with a shade of the cursor; underlined where there is no room for a sign."""
        style = self._style(code)
        assert style.bgcolor is not None
        shade = mixed_hex(style.bgcolor.get_truecolor().hex, self._palette.cursor, 0.3)
        return style + Style(bgcolor=shade, underline=self.columns == 1)

    def text(self, code: int) -> str:
        """What is written for a code, for a legend."""
        return self._glyphs.text(code, self.columns)

    def _merged(self, codes: bytes, first: int) -> list[Segment]:
        segments: list[Segment] = []
        x = first
        for code, run in groupby(codes):
            length = len(list(run))
            if RISK < code < RISK + 100 and self.columns == 2:
                # Two digits a cell and the next: only their grounds tell where one ends.
                segments += [self._run(code, 1, odd=bool(column % 2)) for column in range(x, x + length)]
            else:
                segments.append(self._run(code, length))
            x += length
        return segments

    def _run(self, code: int, length: int, *, odd: bool = False) -> Segment:
        found = self._runs.get((code, length, odd))
        if found is None:
            text, style = self._glyphs.text(code, self.columns), self._style(code)
            if self._colourless and RISK < code < RISK + 100 and self.columns == 2:
                # Neither is any cell's that is no risk, so that no number beside one seems to belong to it.
                style += Style(reverse=True) if odd else Style(underline=True)
            elif odd:
                style = odd_style(self._palette, style)
            found = self._runs[code, length, odd] = Segment(text * length, style)
        return found

    def _style(self, code: int) -> Style:
        if code >= RISK:
            return risk_style(self._palette, code - RISK)
        mark, plain = divmod(code, MARKED)
        return marked_style(self._palette, self._plain[plain], Mark(mark)) if mark else self._plain[plain]


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


def risk_style(palette: Palette, percent: int) -> Style:
    """The style of a closed cell whose risk is shown: the redder, the more likely it is a mine."""
    if percent == 0:
        return Style(color=palette.good, bgcolor=palette.closed, bold=True)
    return Style(color=palette.text, bgcolor=mixed_hex(palette.closed, palette.bad, 0.45 * percent / 100))


def odd_style(palette: Palette, style: Style) -> Style:
    """The same a little off, to set a cell apart from its neighbours."""
    assert style.bgcolor is not None
    return style + Style(bgcolor=mixed_hex(style.bgcolor.get_truecolor().hex, palette.opened, 0.35))


def marked_style(palette: Palette, plain: Style, mark: Mark) -> Style:
    """The style of a cell that is pointed out; each differs from the plain one in more than its colours."""
    match mark:
        case Mark.AREA:
            assert plain.bgcolor is not None
            ground = plain.bgcolor.get_truecolor().hex
            return plain + Style(bgcolor=mixed_hex(ground, palette.accent, 0.25), underline=True)
        case Mark.PROOF:
            return Style(color=palette.ground, bgcolor=palette.accent, bold=True, underline=True)
        case Mark.SAFE:
            return Style(color=palette.ground, bgcolor=palette.good, bold=True, underline=True)
        case Mark.BEST:
            return Style(color=palette.ground, bgcolor=palette.warning, bold=True, underline=True)
        case Mark.CLICKED:
            return Style(color=palette.ground, bgcolor=palette.warning, bold=True, underline=True)
        case Mark.MINE:
            return plain + Style(color=palette.bad, bold=True, underline=True)
        case _:
            return plain + Style(color=palette.good, bold=True, underline=True)
