"""A board with its risks as a self-contained SVG picture: no script, no font and no file from elsewhere.

Risk is told by a number and a shade, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from sapper.core.layout import Layout
from sapper.core.position import Position
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, QUESTIONED, look
from sapper.errors import N_, NotationError

CELL = 28
MOST_CELLS = 20_000
"""A larger board makes a picture that no viewer opens with pleasure."""

_NUMBERS = ("", "#1f4fd8", "#1b7a2f", "#c0261f", "#101a80", "#7a1414", "#0f7a7a", "#111111", "#555555")
_STYLE = (
    "text{font:13px sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".r{font-size:10px}.c{fill:#c8ccd4;stroke:#8a8f99}.o{fill:#f4f4f2;stroke:#c4c4c0}.t{text-anchor:start;font-size:14px}"
)


def picture(
    layout: Layout,
    position: Position,
    *,
    risks: Sequence[float] | None = None,
    clicked: Collection[int] = (),
    better: Collection[int] = (),
    title: str = "",
) -> str:
    """The SVG of a position.

    Args:
        layout: the mines, of which only what the position shows is drawn.
        position: what the player saw.
        risks: the chance of a mine for every cell; drawn in the closed ones.
        clicked: cells to frame: what was clicked.
        better: cells to mark with a dot: what would have been better.
        title: a line above the board.

    Raises:
        NotationError: the board is too large for a picture.
    """
    params = layout.params
    if params.cells > MOST_CELLS:
        raise NotationError(N_("a picture is drawn of boards of at most {most} cells"), most=MOST_CELLS)
    top = CELL if title else 0
    width, height = params.width * CELL + 2, params.height * CELL + 2 + top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    if title:
        parts.append(f'<text class="t" x="4" y="{top // 2}">{escape(title)}</text>')
    for cell, code in enumerate(look(position, layout)):
        x, y = cell % params.width * CELL + 1, cell // params.width * CELL + 1 + top
        parts.append(_cell(code, x, y, risks[cell] if risks is not None else None))
        if cell in clicked:
            parts.append(f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" {_FRAME}/>')
        if cell in better:
            parts.append(f'<circle cx="{x + CELL - 5}" cy="{y + 5}" r="3" fill="#1b7a2f"/>')
    parts.append("</svg>\n")
    return "\n".join(parts)


_FRAME = 'stroke="#d88a00" stroke-width="3"'


def _cell(code: int, x: int, y: int, risk: float | None) -> str:
    opened = code < CLOSED
    square = f'<rect class="{"o" if opened else "c"}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
    middle, centre = x + CELL // 2, y + CELL // 2
    if opened:
        return square + (f'<text x="{middle}" y="{centre}" fill="{_NUMBERS[code]}">{code}</text>' if code else "")
    if code == EXPLODED:
        return square + f'<text x="{middle}" y="{centre}" fill="#c0261f">✱</text>'
    if risk is not None:
        square += (
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#c0261f" fill-opacity="{0.75 * risk:.2f}"/>'
        )
    sign = {FLAGGED: "⚑", QUESTIONED: "?"}.get(code, "")
    if risk is None:
        return square + (f'<text x="{middle}" y="{centre}">{sign}</text>' if sign else "")
    figure = f"{100 * risk:.0f}" if risk in (0.0, 1.0) or 0.01 <= risk <= 0.99 else f"{100 * risk:.1f}"
    if not sign:
        return square + f'<text class="r" x="{middle}" y="{centre}">{figure}</text>'
    return (
        square
        + f'<text x="{middle}" y="{y + 9}">{sign}</text><text class="r" x="{middle}" y="{y + 21}">{figure}</text>'
    )
