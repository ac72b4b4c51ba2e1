"""A board with its risks as a picture: what is drawn, and that as SVG that needs no script, no font and no other file.

Risk is told by a number and a shade, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import NamedTuple

from sapper.core.layout import Layout
from sapper.core.position import Position
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, QUESTIONED, look
from sapper.errors import N_, NotationError

CELL = 28
MOST_CELLS = 20_000
"""A larger board makes a picture that no viewer opens with pleasure."""

RED, GREEN, AMBER = "#c0261f", "#1b7a2f", "#d88a00"
SHADE = 0.75
"""How much of the red lies on a certain mine."""

_NUMBERS = ("", "#1f4fd8", "#1b7a2f", "#c0261f", "#101a80", "#7a1414", "#0f7a7a", "#111111", "#555555")
_STYLE = (
    "text{font:13px sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".r{font-size:10px}.c{fill:#c8ccd4;stroke:#8a8f99}.o{fill:#f4f4f2;stroke:#c4c4c0}.t{text-anchor:start;font-size:14px}"
)


class Square(NamedTuple):
    """A cell as it is drawn.

    Args:
        x: its column.
        y: its row.
        is_open: it is open and safe.
        sign: its number, flag, question mark or explosion.
        colour: of the sign.
        risk: the chance of a mine, where it is shown.
        clicked: it is framed.
        better: it is marked with a dot.
    """

    x: int
    y: int
    is_open: bool
    sign: str
    colour: str
    risk: float | None
    clicked: bool
    better: bool

    @property
    def figure(self) -> str:
        """The risk in percent."""
        if self.risk is None:
            return ""
        return (
            f"{100 * self.risk:.0f}" if self.risk in (0, 1) or 0.01 <= self.risk <= 0.99 else f"{100 * self.risk:.1f}"
        )


def squares(
    layout: Layout,
    position: Position,
    *,
    risks: Sequence[float] | None = None,
    clicked: Collection[int] = (),
    better: Collection[int] = (),
) -> list[Square]:
    """The cells of a position.

    Args:
        layout: the mines, of which only what the position shows is drawn.
        position: what the player saw.
        risks: the chance of a mine for every cell; drawn in the closed ones.
        clicked: cells to frame: what was clicked.
        better: cells to mark with a dot: what would have been better.

    Raises:
        NotationError: the board is too large for a picture.
    """
    params = layout.params
    if params.cells > MOST_CELLS:
        raise NotationError(N_("a picture is drawn of boards of at most {most} cells"), most=MOST_CELLS)
    drawn = []
    for cell, code in enumerate(look(position, layout)):
        y, x = divmod(cell, params.width)
        sign, colour = _SIGNS.get(code, ("", _INK))
        if code < CLOSED:
            sign, colour = str(code or ""), _NUMBERS[code]
        risk = risks[cell] if risks is not None and code >= CLOSED and code != EXPLODED else None
        drawn.append(Square(x, y, code < CLOSED, sign, colour, risk, cell in clicked, cell in better))
    return drawn


def svg(drawn: Sequence[Square], *, title: str = "") -> str:
    """The picture of some squares, with a title over them."""
    top = CELL if title else 0
    width, height = max(s.x for s in drawn) * CELL + CELL + 2, max(s.y for s in drawn) * CELL + CELL + 2 + top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    if title:
        parts.append(f'<text class="t" x="4" y="{top // 2}">{escape(title)}</text>')
    parts += [_svg_cell(square, square.x * CELL + 1, square.y * CELL + 1 + top) for square in drawn]
    parts.append("</svg>\n")
    return "\n".join(parts)


_INK = "#111111"
_SIGNS = {EXPLODED: ("✱", RED), FLAGGED: ("⚑", _INK), QUESTIONED: ("?", _INK)}


def _svg_cell(square: Square, x: int, y: int) -> str:
    place = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
    middle, centre = x + CELL // 2, y + CELL // 2
    text = f'<rect class="{"o" if square.is_open else "c"}" {place}/>'
    if square.risk is not None:
        text += f'<rect {place} fill="{RED}" fill-opacity="{SHADE * square.risk:.2f}"/>'
        # Below the sign where there is one.
        text += f'<text class="r" x="{middle}" y="{y + 21 if square.sign else centre}">{square.figure}</text>'
    if square.sign:
        over = y + 9 if square.risk is not None else centre
        text += f'<text x="{middle}" y="{over}" fill="{square.colour}">{square.sign}</text>'
    if square.clicked:
        text += (
            f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" '
            f'stroke="{AMBER}" stroke-width="3"/>'
        )
    if square.better:
        text += f'<circle cx="{x + CELL - 5}" cy="{y + 5}" r="3" fill="{GREEN}"/>'
    return text
