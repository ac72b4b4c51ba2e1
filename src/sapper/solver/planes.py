"""What single numbers and pairs of them tell, for the whole board at once, on planes of bytes; sees no layout.

A plane is one long integer with a byte a place of the kernel's bordered grid, so that an operation on it does something
everywhere, in the time that the interpreter needs for one. Only the interpreter gains by that: compiled, the kernel's
work lists are faster. A plane of truths holds 1 where something holds, one of amounts a small number everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

BIAS = 127
"""Added to what a number owes: the highest bit of the byte then says whether that is more than nothing."""


class Known(NamedTuple):
    """What is known of a board, on planes of truths; cells that are in none of them are safe.

    Args:
        opened: the cells that are open.
        unknown: the cells of which nothing is known.
        mined: the cells that were found to be mines.
    """

    opened: int
    unknown: int
    mined: int


class _Pair(NamedTuple):
    """Two numbers, the other to the right of the one or below it; all distances in bits.

    Args:
        there: how far away the other is.
        rectangle: which sums over rectangles have the size of what they share.
        corner: how far away that rectangle's upper left corner is.
        own: the cells that only the one touches.
        others: the cells that only the other touches.
    """

    there: int
    rectangle: int
    corner: int
    own: tuple[int, ...]
    others: tuple[int, ...]


class Planes:
    """The planes of one size of board. Get one from `planes`.

    Attributes:
        stride: places a row of the grid.
        size: bytes a plane.
        row: bits a row of the grid.
        cells: the plane of all cells of the board.
        rows: the place of each row's first cell.
        steps: the way to each of the eight neighbours of a place.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = width + 2
        self.size = self.stride * (height + 4) + 4
        self.row = 8 * self.stride
        self.rows = [(y + 2) * self.stride + 2 for y in range(height)]
        self.steps = [dy * self.stride + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        self.ones = int.from_bytes(b"\1" * self.size, "little")
        self.bias = self.ones * BIAS
        self.cells = int.from_bytes(self.grid(b"\1" * (width * height), b"\0"), "little")
        self.pairs = [self._pair(dx, dy) for dy in range(3) for dx in range(-2, 3) if (dy, dx) > (0, 0)]

    def _pair(self, dx: int, dy: int) -> _Pair:
        def bits(x: int, y: int) -> int:
            return y * self.row + 8 * x

        here = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
        there = {(x + dx, y + dy) for x, y in here}
        own, others = here - there - {(0, 0)}, there - here - {(dx, dy)}
        corner = bits(max(-1, dx - 1), max(-1, dy - 1))
        rectangle = (2 - abs(dx)) * 3 + 2 - abs(dy)
        return _Pair(bits(dx, dy), rectangle, corner, tuple(bits(*c) for c in own), tuple(bits(*c) for c in others))

    def grid(self, cells: bytes, border: bytes) -> bytes:
        """The bytes of the board's cells on the grid, with the byte `border` around them."""
        width = self.width
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        edge = border * (2 * self.stride + 2)
        return edge + (border * 2).join(rows) + border * 2 + edge

    def places(self, truths: int) -> list[int]:
        """The places where a plane of truths holds, ascending."""
        grid = truths.to_bytes(self.size, "little")
        found = []
        place = grid.find(1)
        while place >= 0:
            found.append(place)
            place = grid.find(1, place + 1)
        return found

    def near(self, truths: int) -> int:
        """Where something holds in the 3x3 square around."""
        columns = truths | truths << 8 | truths >> 8
        return columns | columns << self.row | columns >> self.row

    def deduce(self, known: Known, numbers: int) -> Known | None:
        """Follows single numbers, and pairs where those tell nothing, until neither does.

        Args:
            known: what is known to begin with.
            numbers: what the open cells show, a plane of amounts, 0 elsewhere.

        Returns:
            What is known then, or None where a number cannot be true. Not every contradiction shows here; what
            follows from one means nothing.
        """
        opened, unknown, mined = known
        while True:
            safe, mines = self.step(Known(opened, unknown, mined), numbers)
            if not safe | mines:
                break
            unknown ^= safe | mines
            mined |= mines
        need = self.owed(numbers, mined)
        rest = need - self.sums(unknown)
        if opened & rest >> 7 or opened & need + self.ones >> 7 != opened:
            return None
        return Known(opened, unknown, mined)

    def step(self, known: Known, numbers: int) -> tuple[int, int]:
        """What all single numbers tell, or all pairs where those tell nothing: safe cells, and mines."""
        opened, unknown, mined = known
        count = self.sums(unknown)
        need = self.owed(numbers, mined)
        safe = unknown & self.near(opened & need >> 7 ^ opened)
        mines = unknown & self.near(opened & need - count + self.ones >> 7)
        if safe | mines:
            return safe, mines
        live = opened & count + self.bias >> 7
        return self.compare(live, unknown, count, need) if live else (0, 0)

    def sums(self, amounts: int) -> int:
        """The sum of the 3x3 square around every place."""
        columns = amounts + (amounts << 8) + (amounts >> 8)
        return columns + (columns << self.row) + (columns >> self.row)

    def owed(self, numbers: int, mined: int) -> int:
        """How many mines each number still owes, biased."""
        return numbers + self.bias - self.sums(mined)

    def compare(self, live: int, unknown: int, count: int, need: int) -> tuple[int, int]:
        """What all pairs of numbers tell; see `kernel.Board.compare` for the rule.

        Args:
            live: the numbers with unknown cells around them.
            unknown: the unknown cells.
            count: how many of them are around each place.
            need: how many mines among these, biased.

        Returns:
            The cells that are safe, and those that are mines.
        """
        row = self.row
        slack = count + self.bias - need
        sums = []
        wide = unknown
        for dx in (8, 16, 24):
            high = wide
            for dy in (row, 2 * row, 3 * row):
                sums.append(high)
                high += wide >> dy
            wide += unknown >> dx
        safe = mines = 0
        for there, rectangle, corner, own, others in self.pairs:
            both = live & live >> there
            if not both:
                continue
            shared = sums[rectangle] >> corner if corner >= 0 else sums[rectangle] << -corner
            # Where the mines of the other and the safe cells of the one just fill what they share, all of them lie
            # there; then the highest bit is not set. Next the same with their parts exchanged.
            if hit := both & slack + (need >> there) - shared >> 7 ^ both:
                for bits in own:
                    mines |= hit << bits if bits > 0 else hit >> -bits
                for bits in others:
                    safe |= hit << bits if bits > 0 else hit >> -bits
            if hit := both & (slack >> there) + need - shared >> 7 ^ both:
                for bits in others:
                    mines |= hit << bits if bits > 0 else hit >> -bits
                for bits in own:
                    safe |= hit << bits if bits > 0 else hit >> -bits
        return safe & unknown, mines & unknown


@lru_cache(maxsize=8)
def planes(width: int, height: int) -> Planes:
    """The planes of a size of board, made once."""
    return Planes(width, height)
