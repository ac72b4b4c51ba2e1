"""Draws the picture of a judged click as PNG. Needs matplotlib, which has what SVG leaves to its viewer: the fonts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sapper.analysis.picture import AMBER, CELL, GREEN, RED, SHADE, Square

if TYPE_CHECKING:
    from matplotlib.patches import Patch

_DPI = 100
_POINT = 72 / _DPI
"""A pixel in the points that matplotlib counts in."""


def png(drawn: Sequence[Square], *, title: str, fonts: Sequence[str]) -> bytes:
    """The picture of some squares, a cell as large as in the SVG.

    Args:
        drawn: the squares.
        title: the line over them.
        fonts: the names of those to write in, the best first.

    Raises:
        ImportError: there is no matplotlib.
    """
    import matplotlib
    from matplotlib.collections import PatchCollection
    from matplotlib.figure import Figure

    width, height = max(square.x for square in drawn) + 1, max(square.y for square in drawn) + 1
    size = (width * CELL + 2) / _DPI, ((height + 1) * CELL + 2) / _DPI
    with matplotlib.rc_context({"font.family": list(fonts)}):
        figure = Figure(figsize=size, dpi=_DPI)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, size[0] * _DPI), ylim=(size[1] * _DPI, 0))
        axes.set_axis_off()
        # All at once: an artist for each would take seconds.
        patches: list[Patch] = []
        for square in drawn:
            x, y = square.x * CELL + 1, (square.y + 1) * CELL + 1
            patches += _patches(square, x, y)
            middle, centre = x + CELL / 2, y + CELL / 2
            around: dict[str, Any] = {"ha": "center", "va": "center"}
            if square.sign:
                over = y + 9 if square.risk is not None else centre
                axes.text(middle, over, square.sign, color=square.colour, fontsize=13 * _POINT, **around)
            if square.risk is not None:
                below = y + 21 if square.sign else centre
                axes.text(middle, below, square.figure, color="#111111", fontsize=10 * _POINT, **around)
        axes.add_collection(PatchCollection(patches, match_original=True, zorder=0))
        axes.text(4, CELL / 2, title, fontsize=14 * _POINT, va="center", parse_math=False)
        file = io.BytesIO()
        # Without the name of what drew it, the same game gives the same bytes.
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _patches(square: Square, x: int, y: int) -> list[Patch]:
    from matplotlib.patches import Circle, Rectangle

    fill, edge = ("#f4f4f2", "#c4c4c0") if square.is_open else ("#c8ccd4", "#8a8f99")
    found: list[Patch] = [Rectangle((x, y), CELL, CELL, facecolor=fill, edgecolor=edge, linewidth=_POINT)]
    if square.risk:
        found.append(Rectangle((x, y), CELL, CELL, facecolor=RED, alpha=SHADE * square.risk, linewidth=0))
    if square.clicked:
        inside = (x + 2, y + 2), CELL - 4, CELL - 4
        found.append(Rectangle(*inside, facecolor="none", edgecolor=AMBER, linewidth=3 * _POINT))
    if square.better:
        found.append(Circle((x + CELL - 5, y + 5), 3, facecolor=GREEN, linewidth=0))
    return found
