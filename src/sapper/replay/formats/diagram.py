"""A board as a text or link shows it, cell by cell, and whether its numbers fit its mines. Knows no format."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.geometry import gather_digits
from sapper.core.layout import Layout
from sapper.errors import N_, NotationError


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board as it is shown.

    Args:
        layout: the mines.
        opened: the plane of the open cells.
        flagged: the plane of the flags.
    """

    layout: Layout
    opened: int = 0
    flagged: int = 0


def plane_of(cells: str, letters: str) -> int:
    """The plane of the cells, a character each in reading order, that are one of these letters."""
    return gather_digits("".join("1" if cell in letters else "0" for cell in cells).encode("ascii"))


def check_numbers(cells: str, layout: Layout, *, known: int = 0) -> None:
    """Compares the digits among the cells with the mines around them.

    Args:
        cells: a character a cell in reading order.
        layout: where the mines are.
        known: the plane of mines that the digits beside them leave out.

    Raises:
        NotationError: a digit contradicts the mines.
    """
    for cell, letter in enumerate(cells):
        if not letter.isdigit():
            continue
        said = int(letter)
        if known:
            said += (layout.geometry.neighbourhood(cell) & known).bit_count()
        if said != layout.numbers[cell]:
            x, y = layout.geometry.xy(cell)
            raise NotationError(
                N_("the number {said} at {x},{y} contradicts the mines around it, which are {found}"),
                said=said,
                x=x,
                y=y,
                found=layout.numbers[cell],
            )
