"""Filling connected areas of a board, linear in the cells visited: a work list, never recursion.

Knows only which cells may be passed; what they mean is the caller's business.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.core.filling import PASSABLE, fill
from sapper.core.geometry import cells_of, gather_digits, plane_of, spread_digits


class FloodMap:
    """The cells of a board that a fill may pass, and may pass only once.

    Args:
        plane: the passable cells.
        width: the board's width in cells.
        height: the board's height in cells.
    """

    __slots__ = ("_bytes", "_plane", "_width")

    def __init__(self, plane: int, width: int, height: int) -> None:
        digits = spread_digits(plane, width * height)
        rows = [digits[start : start + width] for start in range(0, len(digits), width)]
        border = b"0" * (width + 1)
        self._bytes = bytearray(b"0".join([border, *rows, border]))
        self._plane, self._width = plane, width

    def copy(self) -> FloodMap:
        """A map to fill while this one stays as it is."""
        twin = object.__new__(FloodMap)
        twin._bytes = self._bytes[:]
        twin._plane, twin._width = self._plane, self._width
        return twin

    def areas(self) -> Iterator[list[int]]:
        """All areas as their cells, by their first cell in reading order; each is no longer passable when it comes."""
        return (self._cells(visited) for visited in self._fills())

    def count_areas(self, starts: int | None = None) -> int:
        """How many areas there are, or how many of them these passable cells belong to; they are passable no more."""
        return sum(1 for _ in (self._fills() if starts is None else self._fills_at(starts)))

    def reach(self, starts: int) -> int:
        """The plane of the areas around these passable cells, on a map that nothing has filled before."""
        visited = [place for area in self._fills_at(starts) for place in area]
        if len(visited) * FEW < len(self._bytes):
            return plane_of(self._cells(visited))
        # Turning the whole map back into a plane is cheaper than setting so many bits.
        stride = self._width + 1
        starts_of_rows = range(stride + 1, len(self._bytes) - stride, stride)
        rows = (self._bytes[start : start + self._width] for start in starts_of_rows)
        return self._plane ^ gather_digits(b"".join(rows))

    def _fills(self) -> Iterator[list[int]]:
        start = self._bytes.find(PASSABLE)
        while start >= 0:
            yield fill(self._bytes, self._width + 1, start)
            start = self._bytes.find(PASSABLE, start)

    def _fills_at(self, starts: int) -> Iterator[list[int]]:
        stride = self._width + 1
        for cell in cells_of(starts):
            start = cell + cell // self._width + stride + 1
            if self._bytes[start] == PASSABLE:
                yield fill(self._bytes, stride, start)

    def _cells(self, visited: list[int]) -> list[int]:
        stride = self._width + 1
        return [place - (place - 1) // stride - stride for place in visited]


FEW = 64
"""Up to one visited cell in so many is collected by itself."""
