# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Many boards side by side on buffers: deals them and opens cells, a cell on each in one call. Knows no player.

Beside `core.rules` and `playout` the only code that opens cells; tests hold it equal to the rules. Plain Python that
Cython compiles with `fields.pxd`; see `solver.kernel`. The stream's words are drawn exactly as `stream` and `uniform`
draw them. Board after board, a cell after the other in reading order, a buffer has an entry a cell or an entry a board.
"""

from __future__ import annotations

from array import array

from sapper.deal.stream import GAMMA, MASK64
from sapper.solver.kernel import table

FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
LOW_HALF, HALF = 0xFFFFFFFF, 1 << 32
CLOSED, EXPLODED, MINE = 9, 12, 255


class Fields:
    """The boards, on buffers that the caller keeps and sees change.

    Args:
        width, height, mines: of each board.
        reach: how far around the first cell no mine may lie: -1 nowhere, 0 the cell, 1 its 3x3.
        seen: a byte a cell, as `core.view` codes it.
        truth: a byte a cell: the number of adjacent mines, or 255 for a mine.
        seeds: a 64-bit word a board.
        lost: a byte a board: whether a mine was opened.
        opened: a 64-bit integer a board: counts the safe cells opened.
    """

    def __init__(
        self,
        width: int,
        height: int,
        mines: int,
        *,
        reach: int,
        seen: memoryview,
        truth: memoryview,
        seeds: memoryview,
        lost: memoryview,
        opened: memoryview,
    ) -> None:
        self.width, self.height, self.mines, self.reach = width, height, mines, reach
        self.cells = width * height
        self.seen, self.truth, self.seeds, self.lost, self.opened = seen, truth, seeds, lost, opened
        self.digits = bytearray(self.cells)
        self.laid = table("i", self.cells + 1)
        self.kept = table("i", 9)
        self.visited = table("i", self.cells + 1)  # one more than are ever kept
        self.near = table("i", 8 * self.cells)
        self.near_from = table("i", self.cells + 1)
        self.stream = 0
        self.look_around()

    def look_around(self) -> None:
        """Writes down every cell's neighbours, those of cell `i` from `near_from[i]` on."""
        found = 0
        for y in range(self.height):
            for x in range(self.width):
                for near_y in range(max(y - 1, 0), min(y + 2, self.height)):
                    for near_x in range(max(x - 1, 0), min(x + 2, self.width)):
                        if near_y != y or near_x != x:
                            self.near[found] = near_y * self.width + near_x
                            found += 1
                self.near_from[y * self.width + x + 1] = found

    def mix(self, word: int) -> int:
        """`stream.mix64`."""
        word = (word ^ word >> 30) * FIRST_FACTOR & MASK64
        word = (word ^ word >> 27) * SECOND_FACTOR & MASK64
        return word ^ word >> 31

    def below(self, bound: int) -> int:
        """The next number from 0 up to before `bound` of the stream; `Stream.below`."""
        while True:
            self.stream = (self.stream + GAMMA) & MASK64
            product = (self.mix(self.stream) >> 32) * bound
            rest = product & LOW_HALF
            if rest >= bound or rest >= HALF % bound:
                return product >> 32

    def deal(self, rows: memoryview, firsts: memoryview, count: int) -> None:
        """Deals `count` boards, as `deal_uniform` does, for these first cells.

        At most half of the cells that may have one may have a mine.
        """
        for i in range(count):
            self.deal_one(rows[i], firsts[i])

    def deal_one(self, row: int, first: int) -> None:
        """Deals one board."""
        truth, near, near_from, digits = self.truth, self.near, self.near_from, self.digits
        base = row * self.cells
        for cell in range(self.cells):
            truth[base + cell] = 0
        y, x = first // self.width, first % self.width
        kept_count = 0
        for near_y in range(max(y - self.reach, 0), min(y + self.reach + 1, self.height)):
            for near_x in range(max(x - self.reach, 0), min(x + self.reach + 1, self.width)):
                self.kept[kept_count] = near_y * self.width + near_x
                kept_count += 1
        self.stream = self.mix(self.seeds[row] ^ GAMMA)
        outside = self.cells - kept_count
        for number in range(self.mines):
            last = outside - self.mines + number
            chosen = self.below(last + 1)
            if digits[chosen]:
                chosen = last
            digits[chosen] = 1
            self.laid[number] = chosen
        for number in range(self.mines):
            chosen = self.laid[number]
            digits[chosen] = 0
            for i in range(kept_count):
                if chosen >= self.kept[i]:
                    chosen += 1
            lay(truth, near, near_from, base, chosen)

    def open(self, rows: memoryview, cells: memoryview, count: int) -> None:
        """Opens `count` closed cells of dealt boards whose games run, each zero with its opening.

        A board may be named more than once: its cells are opened at once.
        """
        # In local names: what is written to the boards might else be these buffers' own addresses, for all C knows.
        seen, truth, near, near_from, visited = self.seen, self.truth, self.near, self.near_from, self.visited
        for i in range(count):
            row, cell = rows[i], cells[i]
            base = row * self.cells
            at = base + cell
            if truth[at] == MINE:
                seen[at] = EXPLODED
                self.lost[row] = 1
            elif seen[at] == CLOSED:
                seen[at] = truth[at]
                self.opened[row] += 1
                if not truth[at]:
                    self.opened[row] += flood(seen, truth, near, near_from, visited, base, cell)


def flood(
    seen: memoryview,
    truth: memoryview,
    near: array[int],
    near_from: array[int],
    visited: array[int],
    base: int,
    start: int,
) -> int:
    """Opens what is reached from an open zero through zeros, and its rim; returns how many cells that is besides it."""
    visited[0] = start
    visited_count, done, found = 1, 0, 0
    while done < visited_count:
        cell = visited[done]
        done += 1
        for k in range(near_from[cell], near_from[cell + 1]):
            # Without a branch: whether a neighbour is closed is as good as random, and a wrong guess costs the most.
            at = base + near[k]
            code, number = seen[at], truth[at]
            closed = code == CLOSED
            seen[at] = number if closed else code
            found += closed
            visited[visited_count] = near[k]
            visited_count += closed & (number == 0)
    return found


def lay(truth: memoryview, near: array[int], near_from: array[int], base: int, cell: int) -> None:
    """Lays a mine."""
    for k in range(near_from[cell], near_from[cell + 1]):
        at = base + near[k]
        if truth[at] != MINE:
            truth[at] += 1
    truth[base + cell] = MINE
