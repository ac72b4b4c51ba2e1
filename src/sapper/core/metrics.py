"""How hard a layout is to click through: 3BV, openings, islands. Knows nothing of a game played on it.

Definitions follow the community's: an *opening* is an 8-connected group of zeros with its numbered rim, *3BV* the
number of openings plus the numbers that touch no zero, an *island* an 8-connected group of such numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.flood import FloodMap
from sapper.core.geometry import plane_of
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
    isolated = isolated_numbers(layout)
    openings = layout.zero_map.copy().count_areas()
    islands = FloodMap(isolated, layout.params.width, layout.params.height).count_areas()
    return BoardMetrics(openings + isolated.bit_count(), openings, islands)


def isolated_numbers(layout: Layout) -> int:
    """The plane of the safe numbered cells that touch no zero: each needs a click of its own."""
    return layout.safe & ~layout.geometry.dilate(layout.zeros)


def opening_planes(layout: Layout) -> list[int]:
    """The openings as planes, zeros and rim, by their first zero in reading order. Meant for boards of play size."""
    return [layout.geometry.dilate(plane_of(zeros)) for zeros in layout.zero_map.copy().areas()]


def solved_bbbv(layout: Layout, opened: int, *, bbbv: int | None = None) -> int:
    """The part of 3BV that these open cells have done: isolated numbers open, and openings with all cells open.

    Linear in the cells, however many openings there are.

    Args:
        layout: the mines.
        opened: the plane of the open cells.
        bbbv: the layout's 3BV, where it is known: what is left to do costs less than the whole.
    """
    if bbbv is None:
        bbbv = board_metrics(layout).bbbv
    closed = layout.safe & ~opened
    isolated_left = (isolated_numbers(layout) & closed).bit_count()
    # An opening with a closed cell has a zero that is that cell or touches it.
    openings_left = layout.zero_map.copy().count_areas(layout.geometry.dilate(closed) & layout.zeros)
    return bbbv - isolated_left - openings_left
