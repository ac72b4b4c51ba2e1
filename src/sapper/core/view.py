"""What is to be seen of a game, a byte a cell: to the player while it runs, to everybody at its end."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.geometry import repeated_ones, spread
from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.core.position import Position

CLOSED = 9
FLAGGED = 10
QUESTIONED = 11
EXPLODED = 12
MISSED = 13
"""A mine without a flag, shown at the end."""
WRONG_FLAG = 14
"""A flag on a safe cell, shown at the end."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a player sees: the solver's only input.

    Args:
        params: size and mine count.
        cells: a byte a cell in reading order: 0 to 8 for an open cell, `CLOSED`, `FLAGGED` or `QUESTIONED`.
    """

    params: Params
    cells: bytes

    def __post_init__(self) -> None:
        if len(self.cells) != self.params.cells:
            raise ValueError("a view has one byte a cell")


def view(position: Position, layout: Layout | None) -> View:
    """What the player sees of a running game; without a layout nothing is open yet."""
    return View(position.params, look(position, layout))


def look(position: Position, layout: Layout | None, *, top: int = 0, bottom: int | None = None) -> bytes:
    """Rows `top` up to before `bottom` as the player sees them: `View.cells` codes, and `EXPLODED`.

    Costs a few operations on planes and otherwise only the rows asked for, so that a huge board can be drawn by
    the window.
    """
    cut = _Rows(position.params, top, bottom)
    closed = cut(position.closed)
    total = closed * CLOSED + cut(position.flagged) + cut(position.questioned) * 2 + cut(position.exploded) * EXPLODED
    if layout is not None and position.opened:
        opened = cut(position.opened)
        total += int.from_bytes(layout.numbers[cut.start : cut.end], "little") & (opened * 0xFF)
    return total.to_bytes(cut.cells, "little")


def reveal(position: Position, layout: Layout, *, top: int = 0, bottom: int | None = None) -> bytes:
    """Like `look`, with the truth about mines and flags: also `MISSED` and `WRONG_FLAG`; right flags are `FLAGGED`."""
    cut = _Rows(position.params, top, bottom)
    seen = int.from_bytes(look(position, layout, top=top, bottom=bottom), "little")
    missed = layout.mined & ~position.flagged & ~position.exploded
    seen += cut(missed & ~position.questioned) * (MISSED - CLOSED) + cut(missed & position.questioned) * (
        MISSED - QUESTIONED
    )
    seen += cut(position.flagged & layout.safe) * (WRONG_FLAG - FLAGGED)
    return seen.to_bytes(cut.cells, "little")


class _Rows:
    """Cuts rows out of planes, as an int of one byte a cell."""

    def __init__(self, params: Params, top: int, bottom: int | None) -> None:
        self.start = top * params.width
        self.end = params.cells if bottom is None else bottom * params.width
        self.cells = self.end - self.start
        self._mask = (1 << self.cells) - 1
        self._ones = repeated_ones(self.cells)

    def __call__(self, plane: int) -> int:
        return int.from_bytes(spread(plane >> self.start & self._mask, self.cells), "little") if plane else 0
