"""Cells, coordinates and planes of a rectangular board; knows no mines and no rules.

A *cell* is the index `y * width + x`, a *plane* an int with one bit a cell (bit `cell`). Whole-board questions are
a few operations on planes; on huge boards single bits are dear, so code that visits many cells turns a plane into
bytes (`spread`) or indices (`cells_of`) once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache


@dataclass(frozen=True)
class Geometry:
    """A board of `width` x `height` cells. Get one from `geometry`, so that its masks are made once a size."""

    width: int
    height: int

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        """The plane of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def _first_column(self) -> int:
        return repeated(1, self.width, self.height)

    @cached_property
    def not_first(self) -> int:
        """The plane of the cells outside the first column: where what moved to the right may arrive."""
        return self.full ^ self._first_column

    @cached_property
    def not_last(self) -> int:
        """The plane of the cells outside the last column."""
        return self.full ^ (self._first_column << (self.width - 1))

    @cached_property
    def _around(self) -> list[int]:
        """For each column the pattern of a cell's neighbours, the cell itself at bit `width + 1`."""
        patterns = []
        for x in range(self.width):
            row = (x > 0) | 2 | (x < self.width - 1) << 2
            patterns.append((row | (row & 5) << self.width) | row << 2 * self.width)
        return patterns

    def contains(self, x: int, y: int) -> bool:
        """Whether column `x`, row `y` is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def cell(self, x: int, y: int) -> int:
        """The index of column `x`, row `y`, which must be on the board."""
        return y * self.width + x

    def xy(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell."""
        y, x = divmod(cell, self.width)
        return x, y

    def neighbours(self, cell: int) -> list[int]:
        """The up to eight cells around one, in reading order."""
        x, y = self.xy(cell)
        left, right = max(x - 1, 0), min(x + 2, self.width)
        return [
            row * self.width + column
            for row in range(max(y - 1, 0), min(y + 2, self.height))
            for column in range(left, right)
            if row != y or column != x
        ]

    def neighbourhood(self, cell: int) -> int:
        """The plane of a cell's neighbours, without itself."""
        pattern = self._around[cell % self.width]
        shift = cell - self.width - 1
        return (pattern << shift if shift >= 0 else pattern >> -shift) & self.full

    def dilate(self, plane: int) -> int:
        """The plane with all neighbours of its cells added."""
        wide = plane | ((plane << 1) & self.not_first) | ((plane >> 1) & self.not_last)
        return (wide | (wide << self.width) | (wide >> self.width)) & self.full

    def shifted(self, plane: int) -> tuple[int, ...]:
        """Eight planes: this one moved by one cell in each direction, what leaves the board dropped."""
        east, west = (plane << 1) & self.not_first, (plane >> 1) & self.not_last
        width, full = self.width, self.full
        down = (plane << width) & full, (east << width) & full, (west << width) & full
        return (east, west, *down, plane >> width, east >> width, west >> width)

    def counts(self, plane: int) -> tuple[int, int, int, int]:
        """Four planes: the bits for 1, 2, 4 and 8 of how many neighbours every cell has in this plane."""
        ones = twos = fours = eights = 0
        for carry in self.shifted(plane):
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights |= carry
        return ones, twos, fours, eights


@lru_cache(maxsize=16)
def geometry(width: int, height: int) -> Geometry:
    """The geometry of this size, shared."""
    return Geometry(width, height)


def repeated(pattern: int, period: int, times: int) -> int:
    """`pattern`, which fits in `period` bits, written `times` times one above the other."""
    result, done = 0, 0
    block, length = pattern, 1
    while times:
        if times & 1:
            result |= block << (done * period)
            done += length
        times >>= 1
        if times:
            block |= block << (length * period)
            length *= 2
    return result


def plane_of(cells: Iterable[int]) -> int:
    """The plane of these cells, in time linear in the highest of them."""
    listed = list(cells)
    if len(listed) <= 16:
        plane = 0
        for cell in listed:
            plane |= 1 << cell
        return plane
    buffer = bytearray(max(listed) // 8 + 1)
    for cell in listed:
        buffer[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(buffer, "little")


def cells_of(plane: int) -> list[int]:
    """The cells of a plane, ascending, in time linear in the stretch they cover."""
    if not plane:
        return []
    low = (plane & -plane).bit_length() - 1
    digits = format(plane >> low, "b")[::-1]
    cells: list[int] = []
    position = 0
    while position >= 0:
        cells.append(low + position)
        position = digits.find("1", position + 1)
    return cells


def spread(plane: int, cells: int) -> bytes:
    """A plane as `cells` bytes of 0 or 1, one a cell."""
    return (int.from_bytes(spread_digits(plane, cells), "little") & repeated_ones(cells)).to_bytes(cells, "little")


def spread_digits(plane: int, cells: int) -> bytes:
    """A plane as `cells` ASCII digits `0` and `1`, one a cell."""
    return format(plane, f"0{cells}b").encode("ascii")[::-1]


def gather_digits(digits: bytes | bytearray) -> int:
    """The plane that `spread_digits` wrote."""
    return int(digits[::-1], 2)


@lru_cache(maxsize=16)
def repeated_ones(cells: int) -> int:
    """An int whose lowest `cells` bytes are all 1."""
    return int.from_bytes(b"\x01" * cells, "little")
