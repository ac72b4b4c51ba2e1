# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Many boards side by side on buffers: deals them and opens cells, on all of them in one call. Knows no player.

Beside `core.rules` and `playout` the only code that opens cells; tests hold it equal to the rules. Plain Python that
Cython compiles with `fields.pxd`; see `solver.kernel`. The stream's words are drawn exactly as `stream` and `uniform`
draw them. Board after board, a cell after the other in reading order, a buffer has an entry a cell or an entry a board.
"""

from __future__ import annotations

from array import array

from sapper.deal.seeds import SEED_SHIFT
from sapper.deal.stream import FIRST_FACTOR, GAMMA, HALF, LOW_HALF, MASK64, SECOND_FACTOR
from sapper.solver.kernel import table

CLOSED, EXPLODED, MINE = 9, 12, 255


class Fields:
    """The boards, on buffers that the caller keeps and sees change.

    Args:
        width, height, mines: of each board.
        reach: how far around the first cell no mine may lie: -1 nowhere, 0 the cell, 1 its 3x3.
        seen: a byte a cell, as `core.view` codes it.
        truth: a byte a cell: the number of adjacent mines, or 255 for a mine.
        streams: a 64-bit word a board: the stream that the seeds of its games are drawn from.
        seeds: a 64-bit word a board.
        firsts: a 64-bit integer a board: its first cell; -1 before it is dealt.
        left: a 64-bit integer a board: how many safe cells are closed.
        lost: a byte a board: whether a mine was opened.
        opened: a 64-bit integer a board: `open` counts the safe cells opened.
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
        streams: memoryview,
        seeds: memoryview,
        firsts: memoryview,
        left: memoryview,
        lost: memoryview,
        opened: memoryview,
    ) -> None:
        self.width, self.height, self.mines, self.reach = width, height, mines, reach
        self.cells, self.count = width * height, len(seeds)
        self.seen, self.truth, self.streams, self.seeds = seen, truth, streams, seeds
        self.firsts, self.left, self.lost, self.opened = firsts, left, lost, opened
        self.digits = bytearray(self.cells)
        self.laid = table("i", self.cells + 1)
        self.kept = table("i", 9)
        self.visited = table("i", self.cells + 1)  # one more than are ever kept
        self.near = table("i", 8 * self.cells)
        self.stream = 0
        self.look_around()

    def look_around(self) -> None:
        """Writes down every cell's eight neighbours, the cell itself in the place of one outside the board."""
        found = 0
        for y in range(self.height):
            for x in range(self.width):
                for near_y in range(y - 1, y + 2):
                    for near_x in range(x - 1, x + 2):
                        if near_y != y or near_x != x:
                            outside = near_y < 0 or near_x < 0 or near_y >= self.height or near_x >= self.width
                            self.near[found] = y * self.width + x if outside else near_y * self.width + near_x
                            found += 1

    def below(self, bound: int) -> int:
        """The next number from 0 up to before `bound` of the stream; `Stream.below`."""
        while True:
            self.stream = (self.stream + GAMMA) & MASK64
            product = (mix(self.stream) >> 32) * bound
            rest = product & LOW_HALF
            if rest >= bound or rest >= HALF % bound:
                return product >> 32

    def begin(self, marks: memoryview) -> None:
        """Begins on every marked board, a byte each, the next game of its stream; its first cell will deal it."""
        seen = self.seen
        for row in range(self.count):
            if marks[row]:
                self.streams[row] = (self.streams[row] + GAMMA) & MASK64
                self.seeds[row] = mix(self.streams[row]) >> SEED_SHIFT
                self.firsts[row] = -1
                self.left[row] = self.cells - self.mines
                self.lost[row] = 0
                for at in range(row * self.cells, (row + 1) * self.cells):
                    seen[at] = CLOSED

    def deal(self, rows: memoryview, firsts: memoryview, count: int) -> None:
        """Deals `count` boards, as `deal_uniform` does, for these first cells.

        At most half of the cells that may have one may have a mine.
        """
        for i in range(count):
            self.deal_one(self.truth, self.near, self.digits, rows[i], firsts[i])

    def deal_one(self, truth: memoryview, near: array[int], digits: bytearray, row: int, first: int) -> None:
        """Deals one board."""
        self.firsts[row] = first
        base = row * self.cells
        for cell in range(self.cells):
            truth[base + cell] = 0
        y, x = first // self.width, first % self.width
        kept_count = 0
        for near_y in range(max(y - self.reach, 0), min(y + self.reach + 1, self.height)):
            for near_x in range(max(x - self.reach, 0), min(x + self.reach + 1, self.width)):
                self.kept[kept_count] = near_y * self.width + near_x
                kept_count += 1
        self.stream = mix(self.seeds[row] ^ GAMMA)
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
            lay(truth, near, base, chosen)

    def open(self, rows: memoryview, cells: memoryview, count: int) -> None:
        """Opens `count` closed cells of dealt boards whose games run, each zero with its opening.

        A board may be named more than once: its cells are opened at once.
        """
        # In local names: what is written to the boards might else be these buffers' own addresses, for all C knows.
        seen, truth, near, visited = self.seen, self.truth, self.near, self.visited
        for i in range(count):
            row, cell = rows[i], cells[i]
            base = row * self.cells
            if truth[base + cell] == MINE:
                self.lost[row] = 1
            found = uncover(seen, truth, near, visited, base, cell)
            self.opened[row] += found
            self.left[row] -= found

    def step(self, cells: memoryview, idle: memoryview, told: memoryview) -> None:
        """Opens a cell on each board that is not idle, where it is closed and the game runs; a first one deals.

        Args:
            cells: a 64-bit integer a board.
            idle: a byte a board.
            told: four floats a board, the first of all boards first: how many safe cells were opened, whether it
                changed anything, whether the game is won, whether it is lost.
        """
        seen, truth, near, visited, digits = self.seen, self.truth, self.near, self.visited, self.digits
        count = self.count
        for row in range(count):
            cell, base = cells[row], row * self.cells
            found = acted = 0
            if seen[base + cell] == CLOSED and self.left[row] and not self.lost[row] and not idle[row]:
                acted = 1
                if self.firsts[row] < 0:
                    self.deal_one(truth, near, digits, row, cell)
                self.lost[row] = truth[base + cell] == MINE
                found = uncover(seen, truth, near, visited, base, cell)
                self.left[row] -= found
            told[row] = found
            told[count + row] = acted
            told[2 * count + row] = not self.left[row] and not self.lost[row]
            told[3 * count + row] = self.lost[row]

    def show(self, observed: memoryview, allowed: memoryview) -> None:
        """Copies what is seen, and says for every cell whether it is closed or its game over."""
        seen = self.seen
        for row in range(self.count):
            over = self.lost[row] or not self.left[row]
            for at in range(row * self.cells, (row + 1) * self.cells):
                observed[at] = seen[at]
                allowed[at] = over | (seen[at] == CLOSED)


def mix(word: int) -> int:
    """`stream.mix64`."""
    word = (word ^ word >> 30) * FIRST_FACTOR & MASK64
    word = (word ^ word >> 27) * SECOND_FACTOR & MASK64
    return word ^ word >> 31


def uncover(seen: memoryview, truth: memoryview, near: array[int], visited: array[int], base: int, start: int) -> int:
    """Opens a cell, a zero with all that is reached through zeros and its rim; returns how many safe cells that is."""
    number = truth[base + start]
    if number == MINE:
        seen[base + start] = EXPLODED
        return 0
    if seen[base + start] != CLOSED:
        return 0
    seen[base + start] = number
    if number:
        return 1
    visited[0] = start
    visited_count, done, found = 1, 0, 1
    while done < visited_count:
        cell = visited[done]
        done += 1
        for k in range(8):
            # Without a branch: whether a neighbour is closed is as good as random, and a wrong guess costs the most.
            beside = near[8 * cell + k]
            code, number = seen[base + beside], truth[base + beside]
            closed = code == CLOSED
            seen[base + beside] = number if closed else code
            found += closed
            visited[visited_count] = beside
            visited_count += closed & (number == 0)
    return found


def lay(truth: memoryview, near: array[int], base: int, cell: int) -> None:
    """Lays a mine."""
    for k in range(8):
        at = base + near[8 * cell + k]
        truth[at] += truth[at] != MINE
    truth[base + cell] = MINE
