# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The kernel's parts put together: what is certain, stage by stage, and how likely a mine is. Never sees a layout.

Plain Python that Cython compiles with `engine.pxd`; see `kernel`.
"""

from __future__ import annotations

from array import array

from sapper.solver.codes import DONE, FALSE, GIVEN_UP, MINE, NOTHING, OPEN, SAFE, SETTLED, UNKNOWN
from sapper.solver.counting import Counter
from sapper.solver.frontier import Frontier
from sapper.solver.kernel import COMPILED, Board
from sapper.solver.plain import read_plain
from sapper.solver.totals import Totals
from sapper.solver.weighing import Weigher

OPEN_RISK = float("nan")
"""What stands for the risk of a cell that is open."""


class Engine:
    """All that is needed to think about boards of one size, one board at a time; not for two threads at once.

    Attributes:
        board: what is known.
        wrong: after `FALSE`, the index of the component that no layout fits, or -1 when `board.fault` names a number
            or the number of mines is wrong.
        stopped: after `GIVEN_UP`, whether it was asked to stop.
    """

    def __init__(self, width: int, height: int, *, limit: int = 20_000_000) -> None:
        self.board = Board(width, height)
        self.frontier = Frontier(self.board)
        self.counter = Counter(self.board, self.frontier, limit=limit)
        self.totals = Totals(self.counter)
        self.weigher = Weigher(self.counter)
        self.wrong = -1
        self.status = DONE

    def analyse_components(self) -> int:
        """Settles what follows from one component by itself, of those that changed; the first that tells something."""
        board = self.board
        frontier = self.frontier
        while board.ripe_count:
            board.ripe_count -= 1
            place = board.ripe[board.ripe_count]
            pending = board.is_ripe[place] == 1
            board.is_ripe[place] = 0
            if not pending or not board.unknown[place]:
                continue
            frontier.clear()
            frontier.build(place)
            self.counter.clear()
            self.status = self.counter.grow(0)
            if self.status != DONE:
                return GIVEN_UP
            if not self.counter.prune(0):
                self.wrong = 0
                return FALSE
            if self.counter.settle_certain(0):
                return SETTLED
            for i in range(frontier.numbers):
                if board.is_ripe[frontier.number_place[i]]:
                    board.is_ripe[frontier.number_place[i]] = 2  # still listed, but done with
        return NOTHING

    def count_all(self) -> int:
        """Grows the graphs of all components and takes the number of mines into account; settles nothing."""
        frontier = self.frontier
        counter = self.counter
        self.wrong = -1
        frontier.build_all()
        counter.clear()
        for c in range(frontier.components):
            self.status = counter.grow(c)
            if self.status != DONE:
                return GIVEN_UP
            if not counter.prune(c):
                self.wrong = c
                return FALSE
        return FALSE if self.totals.restrict() < 0 else NOTHING

    def analyse_total(self) -> int:
        """Settles what follows from all numbers together with the number of mines left."""
        frontier = self.frontier
        if not self.total_may_matter():
            return NOTHING
        outcome = self.count_all()
        if outcome != NOTHING:
            return outcome
        for c in range(frontier.components):
            if self.counter.settle_certain(c):
                outcome = SETTLED
        if self.totals.outside == 1 or self.totals.outside == 2:
            self.settle_outside(SAFE if self.totals.outside == 1 else MINE)
            outcome = SETTLED
        return outcome

    def total_may_matter(self) -> int:
        """Whether the number of mines left can rule anything out: false only when bounds show that it cannot."""
        board = self.board
        frontier = self.frontier
        frontier.build_all()
        outside = board.unknown_left - frontier.frontier_cells
        if board.mines_left >= outside:
            return 1
        most = 0
        for c in range(frontier.components):
            cells = 0
            owed = 0
            for b in range(frontier.first_box[c], frontier.first_box[c + 1]):
                cells += frontier.box_size[b]
            for i in range(frontier.first_number[c], frontier.first_number[c + 1]):
                owed += board.need[frontier.number_place[i]]
            most += cells if cells < owed else owed
        return 1 if most >= board.mines_left else 0

    def settle_outside(self, what: int) -> None:
        """Settles all unknown cells that touch no number."""
        board = self.board
        for y in range(board.height):
            place = (y + 2) * board.stride + 2
            for _ in range(board.width):
                if board.state[place] == UNKNOWN and self.frontier.box_of[place] < 0:
                    board.settle_cell(place, what)
                place += 1

    def solve(self, cells: bytes, mines: int) -> int:
        """Takes over a view and finds all that is certain: settled on the board, or in the counter's `values`."""
        board = self.board
        board.load(cells, mines)
        board.deduce()
        self.wrong = -1
        if board.fault >= 0:
            return FALSE
        return self.count_all()

    def risks(self, result: array[float]) -> int:
        """After `solve`: writes every cell's mine probability, as `read`.

        Returns:
            0, -1 where a float cannot hold some weight, or -2 when there are too many weights.
        """
        outcome = self.weigher.weigh()
        if outcome < 0:
            return outcome
        return self.read(result, self.totals.outside)

    def least_risk(self) -> int:
        """Without certain cells: the unknown cell least likely to be a mine, the first in reading order among equals.

        Returns:
            Its place, or -1 when there is none or a float cannot hold its weight.
        """
        board = self.board
        if self.count_all() != NOTHING or self.weigher.weigh() < 0:
            return -1
        least = 2.0
        best = -1
        for y in range(board.height):
            place = (y + 2) * board.stride + 2
            for _ in range(board.width):
                if board.state[place] == UNKNOWN:
                    box = self.frontier.box_of[place]
                    risk = self.weigher.outside_risk if box < 0 else self.weigher.risk[box]
                    # Not simply less: equal risks come out a rounding error apart.
                    if risk < least - 1e-9:
                        least = risk
                        best = place
                place += 1
        return best

    def refutes(self, cells: bytes, cell: int, what: int) -> int:
        """Whether the numbers of a view rule out that an unknown cell is `what`, however many mines there are."""
        board = self.board
        board.load(cells, 0)
        board.fault = -1
        board.unknown_left = 1 << 29
        board.mines_left = 1 << 28
        board.settle_cell(board.place(cell), what)
        board.deduce()
        if board.fault >= 0:
            return 1
        self.frontier.build_all()
        self.counter.clear()
        for c in range(self.frontier.components):
            if self.counter.grow(c) != DONE:
                return 0
            if not self.counter.prune(c):
                return 1
        return 0

    def read(self, risks: array[float], outside: int) -> int:
        """Writes a mine probability for each cell of the board, exactly 0 or 1 where that is certain, NaN where open.

        Args:
            risks: where to write, in the board's order.
            outside: what the cells that touch no number can be, as `Totals` found it.

        Returns:
            0, or -1 when some weight was too small for a float.
        """
        if not COMPILED:
            return read_plain(self.weigher, risks, outside)
        board = self.board
        frontier = self.frontier
        cell = 0
        for y in range(board.height):
            place = (y + 2) * board.stride + 2
            for _ in range(board.width):
                state = board.state[place]
                if state == UNKNOWN:
                    box = frontier.box_of[place]
                    if box < 0:
                        value = self.weigher.outside_risk
                        certain = outside
                    else:
                        value = self.weigher.risk[box]
                        values = self.counter.values[box]
                        certain = 1 if values == 1 else 2 if values == 1 << frontier.box_size[box] else 3
                    if value < 0.0:
                        return -1
                    if certain == 1:
                        value = 0.0
                    elif certain == 2:
                        value = 1.0
                    elif value <= 0.0:
                        value = 1e-300
                    elif value >= 1.0:
                        value = 1.0 - 2.0**-53
                    risks[cell] = value
                elif state == MINE:
                    risks[cell] = 1.0
                elif state == OPEN:
                    risks[cell] = OPEN_RISK
                else:
                    risks[cell] = 0.0
                cell += 1
                place += 1
        return 0
