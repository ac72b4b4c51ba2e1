"""How hard a layout is to click through: 3BV, openings, islands. Knows nothing of a game played on it.

Definitions follow the community's: an *opening* is an 8-connected group of zeros with its numbered rim, *3BV* the
number of openings plus the numbers that touch no zero, an *island* an 8-connected group of such numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.flood import PASSABLE, fill
from sapper.core.geometry import cells_of, gather_digits, spread_digits
from sapper.core.layout import Layout


@dataclass(frozen=True, slots=True)
class BoardMetrics:
    """The measures of a layout.

    Args:
        bbbv: 3BV, the least number of left clicks that open every safe cell.
        openings: how many openings there are.
        islands: how many groups the numbers outside the openings form.
    """

    bbbv: int
    openings: int
    islands: int


def board_metrics(layout: Layout) -> BoardMetrics:
    """Measures a layout, in time linear in its cells."""
    width = layout.params.width
    isolated = isolated_numbers(layout)
    openings = _areas(bytearray(layout.zero_digits), width)
    islands = _areas(bytearray(spread_digits(isolated, layout.params.cells)), width)
    return BoardMetrics(openings + isolated.bit_count(), openings, islands)


def isolated_numbers(layout: Layout) -> int:
    """The plane of the safe numbered cells that touch no zero: each needs a click of its own."""
    return layout.safe & ~layout.geometry.dilate(layout.zeros)


def opening_planes(layout: Layout) -> list[int]:
    """The openings as planes, zeros and rim, by their first zero in reading order. Meant for boards of play size."""
    width, cells = layout.params.width, layout.params.cells
    passable = bytearray(layout.zero_digits)
    planes = []
    start = passable.find(PASSABLE)
    while start >= 0:
        reached = bytearray(b"0") * cells
        top, bottom = fill(passable, width, start, reached=reached)
        planes.append(gather_digits(reached[top * width : bottom * width]) << (top * width))
        start = passable.find(PASSABLE, start)
    return planes


def solved_bbbv(layout: Layout, opened: int) -> int:
    """The part of 3BV that these open cells have done: isolated numbers open, and openings with all cells open.

    Takes time linear in the cells.
    """
    width = layout.params.width
    done = (isolated_numbers(layout) & opened).bit_count()
    # All neighbours of a zero belong to its opening, so an opening has a closed cell exactly when one of its zeros is
    # closed or has a closed neighbour.
    unfinished = layout.zeros & layout.geometry.dilate(layout.geometry.full ^ opened)
    openings = _areas(bytearray(layout.zero_digits), width)
    passable = bytearray(layout.zero_digits)
    for start in cells_of(unfinished):
        if passable[start] == PASSABLE[0]:
            fill(passable, width, start)
            openings -= 1
    return done + openings


def _areas(passable: bytearray, width: int) -> int:
    count = 0
    start = passable.find(PASSABLE)
    while start >= 0:
        fill(passable, width, start)
        count += 1
        start = passable.find(PASSABLE, start)
    return count
