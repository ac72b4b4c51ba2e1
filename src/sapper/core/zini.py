"""ZiNi: how few clicks greedy play with flags and chords needs on a layout. Knows nothing of a game played on it.

After Christoph Nikolaus's ZiNi, in the community's most exchanged form: the board is scanned column by column, top to
bottom, and the first cell with the greatest premium is played. Everything is planes: the premiums of all cells are
added up at once, a bit of the sum a plane, so that a step costs about a hundred operations on ints of the board's
length. Meant for boards of play size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sapper.core.filling import PASSABLE, fill
from sapper.core.geometry import cells_of, gather_digits, plane_of, spread_digits
from sapper.core.layout import Layout
from sapper.core.params import Params

OFFSET = 11
"""By how much the sum below exceeds the premium."""


def zini(layout: Layout, *, human: bool = False) -> int:
    """The clicks of greedy play.

    Args:
        layout: the mines.
        human: HZiNi: every opening is clicked first, and only open cells may be chorded.
    """
    return _Greedy(_Board.of(layout), human=human).clicks()


def zini_both(layout: Layout) -> tuple[int, int]:
    """ZiNi and HZiNi of a layout."""
    board = _Board.of(layout)
    return _Greedy(board, human=False).clicks(), _Greedy(board, human=True).clicks()


def zini_eight_way(layout: Layout, *, human: bool = False) -> int:
    """The least ZiNi over the eight mirror and rotation images of a layout."""
    return min(zini(image, human=human) for image in images(layout))


def zini_random(layout: Layout, below: Callable[[int], int], *, runs: int, human: bool = False) -> int:
    """The least ZiNi of several runs that choose at random among equals, and what to open where nothing pays.

    Args:
        layout: the mines.
        below: draws a number from 0 up to before its argument, each equally likely.
        runs: how many, at least 1.
        human: HZiNi.
    """
    board = _Board.of(layout)

    def choose(plane: int) -> int:
        cells = cells_of(plane)
        return 1 << cells[below(len(cells))]

    return min(_Greedy(board, human=human, choose=choose).clicks() for _ in range(runs))


def images(layout: Layout) -> Iterator[Layout]:
    """The eight mirror and rotation images of a layout, itself first."""
    for start in (layout, transposed(layout)):
        params = start.params
        width = params.width
        digits = spread_digits(start.mined, params.cells)
        rows = [digits[place : place + width] for place in range(0, params.cells, width)]
        for lines in (rows, rows[::-1]):
            joined = b"".join(lines)
            yield Layout(params, gather_digits(joined))
            yield Layout(params, gather_digits(b"".join(line[::-1] for line in lines)))


def transposed(layout: Layout) -> Layout:
    """The layout with columns and rows exchanged."""
    params = layout.params
    digits = spread_digits(layout.mined, params.cells)
    turned = b"".join(digits[x :: params.width] for x in range(params.width))
    return Layout(Params(params.height, params.width, params.mines), gather_digits(turned))


@dataclass(frozen=True, slots=True)
class _Board:
    """A layout as planes in scan order, a blank cell between columns and a blank column on either side.

    With the blanks no shift can carry a cell into another column, so that no operation needs a mask.
    """

    stride: int
    safe: int
    mines: int
    zeros: int
    isolated: int
    openings: tuple[int, ...]

    @classmethod
    def of(cls, layout: Layout) -> _Board:
        width, height = layout.params.width, layout.params.height
        stride = height + 1
        cells = layout.params.cells

        def padded(plane: int) -> bytes:
            digits = spread_digits(plane, cells)
            columns = b"0".join(digits[x::width] for x in range(width))
            return b"0" * (stride + 1) + columns + b"0" * (stride + 1)

        zero_digits = padded(layout.zeros)
        safe = gather_digits(padded(layout.safe))
        zeros = gather_digits(zero_digits)
        return cls(
            stride,
            safe,
            gather_digits(padded(layout.mined)),
            zeros,
            safe & ~_dilate(zeros, stride),
            tuple(plane & safe for plane in _openings(zero_digits, stride)),
        )


def _dilate(plane: int, stride: int) -> int:
    plane |= plane << 1 | plane >> 1
    return plane | plane << stride | plane >> stride


def _openings(zeros: bytes, stride: int) -> Iterator[int]:
    passable = bytearray(zeros)
    start = passable.find(PASSABLE)
    while start >= 0:
        yield _dilate(plane_of(fill(passable, stride, start)), stride)
        start = passable.find(PASSABLE, start)


def _first(plane: int) -> int:
    return plane & -plane


class _Greedy:
    """One run of greedy play over a board; `choose` picks one cell of a plane, by default the first in scan order."""

    def __init__(self, board: _Board, *, human: bool, choose: Callable[[int], int] | None = None) -> None:
        self.board = board
        self.human = human
        self.choose = _first if choose is None else choose
        self.opened = 0
        self.unflagged = board.mines
        self.todo = board.isolated  # isolated numbers that are still closed
        self.openings = list(board.openings)
        # How many closed openings each number touches: at most two, as two planes.
        self.one_touch = self.two_touch = 0
        for plane in board.openings:
            rim = plane & ~board.zeros
            self.two_touch |= self.one_touch & rim
            self.one_touch ^= rim
        self.count = 0

    def clicks(self) -> int:
        """Plays until every safe cell is open."""
        board = self.board
        if self.human:
            self.count += len(self.openings)
            self._open(board.zeros)
        numbers = board.safe & ~board.zeros
        while self.opened != board.safe:
            chosen, total = self._best(self.opened & numbers if self.human else numbers)
            if total >= OFFSET:
                self._chord(chosen)
            elif not self.human:
                # A single click never raises a premium: from here on every click is a single one.
                return self.count + self.todo.bit_count() + len(self.openings)
            else:
                self.count += 1
                self._open(self.choose(self.todo))
        return self.count

    def _best(self, eligible: int) -> tuple[int, int]:
        """An eligible cell with the greatest sum, as a plane, and that sum; 0 and 0 where there is none."""
        if not eligible:
            return 0, 0
        best, total = eligible, 0
        for weight, plane in enumerate(reversed(self._sums())):
            found = best & plane
            if found:
                best = found
                total += 16 >> weight
        return self.choose(best), total

    def _sums(self) -> tuple[int, int, int, int, int]:
        """Five planes: the bits of premium + OFFSET of every safe cell.

        That is: closed isolated numbers and cells other than unflagged mines, both counted over the 3x3, plus the
        closed openings touched, plus 1 where the cell is open.
        """
        stride = self.board.stride
        todo, free = self.todo, ~self.unflagged
        a0, a1 = todo ^ free, todo & free
        # Three cells of a column: 0 to 6.
        up0, up1, down0, down1 = a0 << 1, a1 << 1, a0 >> 1, a1 >> 1
        x = a0 ^ up0
        carry = (a0 & up0) | (x & down0)
        c0 = x ^ down0
        x = a1 ^ up1
        y = down1 ^ carry
        c1 = x ^ y
        c2 = (a1 & up1) ^ (down1 & carry) ^ (x & y)
        # No sum is 8 or more, so at most one pair of twos is full and the exclusive or finds it.
        # Three columns: 0 to 18.
        l0, l1, l2 = c0 << stride, c1 << stride, c2 << stride
        r0, r1, r2 = c0 >> stride, c1 >> stride, c2 >> stride
        x = c0 ^ l0
        s0 = x ^ r0
        k0 = (c0 & l0) | (x & r0)
        x = c1 ^ l1
        t1 = x ^ r1
        k1 = (c1 & l1) | (x & r1)
        s1 = t1 ^ k0
        m1 = t1 & k0
        x = c2 ^ l2
        t2 = x ^ r2
        k2 = (c2 & l2) | (x & r2)
        y = t2 ^ k1
        s2 = y ^ m1
        m2 = (t2 & k1) | (y & m1)
        s3 = k2 ^ m2
        s4 = k2 & m2
        # The openings touched and the open cell: 0 to 3.
        one, opened = self.one_touch, self.opened
        e0 = one ^ opened
        e1 = self.two_touch ^ (one & opened)
        carry = s0 & e0
        s0 ^= e0
        x = s1 ^ e1
        carry, s1 = (s1 & e1) | (x & carry), x ^ carry
        carry, s2 = s2 & carry, s2 ^ carry
        carry, s3 = s3 & carry, s3 ^ carry
        return s0, s1, s2, s3, s4 ^ carry

    def _chord(self, cell: int) -> None:
        around = self._around(cell)
        flags = around & self.unflagged
        self.count += (not cell & self.opened) + flags.bit_count() + 1
        self.unflagged ^= flags
        self._open(around & self.board.safe)

    def _open(self, cells: int) -> None:
        if cells & self.board.zeros & ~self.opened:
            rest = []
            for plane in self.openings:
                if plane & cells & self.board.zeros:
                    cells |= plane
                    rim = plane & ~self.board.zeros
                    self.two_touch ^= rim & ~self.one_touch
                    self.one_touch ^= rim
                else:
                    rest.append(plane)
            self.openings = rest
        self.opened |= cells
        self.todo &= ~cells

    def _around(self, cell: int) -> int:
        column = cell | cell << 1 | cell >> 1
        return column | column << self.board.stride | column >> self.board.stride
