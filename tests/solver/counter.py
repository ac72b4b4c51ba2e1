"""A slow counter that is obviously right: tries every way to lay the mines into the closed cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sapper.core.geometry import geometry
from sapper.core.view import View


def layouts_by_trying(view: View) -> Iterator[tuple[int, ...]]:
    """The mined cells of every layout that fits a view."""
    board = geometry(view.params.width, view.params.height)
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    numbers = [(code, frozenset(board.neighbours(cell))) for cell, code in enumerate(view.cells) if code <= 8]
    for mines in combinations(closed, view.params.mines):
        laid = frozenset(mines)
        if all(len(laid & near) == number for number, near in numbers):
            yield mines


def count_by_trying(view: View) -> tuple[int, list[int]]:
    """How many layouts fit a view, and in how many of them each cell is a mine."""
    layouts, counts = 0, [0] * view.params.cells
    for mines in layouts_by_trying(view):
        layouts += 1
        for cell in mines:
            counts[cell] += 1
    return layouts, counts
