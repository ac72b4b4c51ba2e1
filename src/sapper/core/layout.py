"""Where the mines are, and what follows from that alone. Knows nothing of what a player has done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sapper.core.flood import FloodMap
from sapper.core.geometry import Geometry, geometry, plane_of, spread
from sapper.core.params import Params


@dataclass(frozen=True)
class Layout:
    """The mines of one board.

    Args:
        params: size and mine count.
        mined: the plane of the mines, `params.mines` bits within the board.
    """

    params: Params
    mined: int

    def __post_init__(self) -> None:
        if self.mined < 0 or self.mined.bit_length() > self.params.cells:
            raise ValueError("a mine lies outside the board")
        if self.mined.bit_count() != self.params.mines:
            raise ValueError("the mines are not as many as the params say")

    @classmethod
    def of_mines(cls, width: int, height: int, mines: Iterable[tuple[int, int]]) -> Layout:
        """The layout with mines at these coordinates; one named twice counts once."""
        mined = plane_of(y * width + x for x, y in mines)
        return cls(Params(width, height, mined.bit_count()), mined)

    @property
    def geometry(self) -> Geometry:
        """The board's geometry."""
        return geometry(self.params.width, self.params.height)

    def is_mine(self, cell: int) -> bool:
        """Whether there is a mine in this cell."""
        return bool(self.mined >> cell & 1)

    def number(self, cell: int) -> int:
        """How many mines are next to this cell."""
        ones, twos, fours, eights = self.counts
        return (ones >> cell & 1) + (twos >> cell & 1) * 2 + (fours >> cell & 1) * 4 + (eights >> cell & 1) * 8

    @cached_property
    def safe(self) -> int:
        """The plane of the cells without a mine."""
        return self.geometry.full ^ self.mined

    @cached_property
    def zeros(self) -> int:
        """The plane of the safe cells with no mine next to them."""
        return self.geometry.full ^ self.geometry.dilate(self.mined)

    @cached_property
    def zero_map(self) -> FloodMap:
        """The zeros as a map to copy and flood."""
        return FloodMap(self.zeros, self.params.width, self.params.height)

    @cached_property
    def counts(self) -> tuple[int, int, int, int]:
        """Four planes: the bits for 1, 2, 4 and 8 of every cell's number of adjacent mines."""
        return self.geometry.counts(self.mined)

    @cached_property
    def numbers(self) -> bytes:
        """The number of adjacent mines, a byte a cell (of mined cells too)."""
        total = 0
        for weight, plane in enumerate(self.counts):
            total += int.from_bytes(spread(plane, self.params.cells), "little") << weight
        return total.to_bytes(self.params.cells, "little")
