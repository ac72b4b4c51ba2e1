# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Every layout that fits a view, when they are few: what each unknown cell would show in each of them. Sees views only.

Plain Python that Cython compiles with `listing.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from sapper.players.marks import ALL, MINED
from sapper.solver.codes import UNKNOWN
from sapper.solver.engine import Engine
from sapper.solver.frontier import grown
from sapper.solver.kernel import table


class Listing:
    """The layouts of an engine that has counted all components of its board, or of some components.

    Attributes:
        group_of: for each component, the first component of its island, or -1 when it has none: components whose
            cells have no unknown neighbours but each other's, and whose mines are known in number.
        cells, layouts: how many unknown cells and layouts there are.
        place: where each unknown cell lies on the engine's board.
        shown: for layout `i` and unknown cell `j`, at `i * cells + j`, how many of the unknown cells around it are
            mines, or `MINED`.
    """

    def __init__(self, engine: Engine) -> None:
        size = engine.board.size
        self.engine = engine
        self.index = table("i", size)
        self.place = table("i", size)
        self.mine = table("B", size)
        self.shown = table("B", 1024)
        self.cells = self.layouts = self.limit = 0
        self.fewest = table("i", 64)
        self.most = table("i", 64)
        self.near = table("i", 8 * size)
        self.near_count = table("i", size)
        self.group_of = table("i", 64)
        self.group = ALL

    def part(self) -> None:
        """Finds the islands."""
        board = self.engine.board
        frontier = self.engine.frontier
        counter = self.engine.counter
        if len(self.group_of) < frontier.components:
            self.group_of = grown(self.group_of, frontier.components)
        for c in range(frontier.components):
            self.group_of[c] = c
            for b in range(frontier.first_box[c], frontier.first_box[c + 1]):
                cell = frontier.box_cell[b]
                while cell >= 0:
                    self.index[cell] = c
                    cell = frontier.next_cell[cell]
        for c in range(frontier.components):
            for b in range(frontier.first_box[c], frontier.first_box[c + 1]):
                cell = frontier.box_cell[b]
                while cell >= 0:
                    mask = board.unknown[cell]
                    while mask:
                        k = board.first[mask]
                        mask &= mask - 1
                        other = -1
                        if frontier.box_of[cell + board.step[k]] >= 0:
                            other = self.group_of[self.index[cell + board.step[k]]]
                        if other != self.group_of[c]:
                            self.join(other, self.group_of[c])
                    cell = frontier.next_cell[cell]
            if counter.low[c] != counter.high[c]:
                self.join(self.group_of[c], -1)

    def join(self, left: int, right: int) -> None:
        """Makes one of two groups; a group with -1 is none."""
        least = left if left < right else right
        most = left if left > right else right
        for c in range(self.engine.frontier.components):
            if self.group_of[c] == most:
                self.group_of[c] = least

    def fill(self, limit: int, group: int) -> int:
        """Lists the layouts of an island, or `ALL`; false when there are more than `limit`."""
        engine = self.engine
        board = engine.board
        frontier = engine.frontier
        counter = engine.counter
        self.limit = limit
        self.group = group
        self.layouts = 0
        cells = 0
        left = board.mines_left if group == ALL else 0
        # The cells of boxes in the order of counting, then the others: each box is a range of indexes.
        for c in range(frontier.components):
            if group != ALL and self.group_of[c] != group:
                continue
            if group != ALL:
                left += counter.low[c]
            for p in range(frontier.first_box[c], frontier.first_box[c + 1]):
                cell = frontier.box_cell[frontier.order[p]]
                while cell >= 0:
                    self.index[cell] = cells
                    self.place[cells] = cell
                    cells += 1
                    cell = frontier.next_cell[cell]
        outside = 0
        if group == ALL and board.unknown_left > frontier.frontier_cells:
            outside = board.unknown_left - frontier.frontier_cells
            for y in range(board.height):
                cell = (y + 2) * board.stride + 2
                for _ in range(board.width):
                    if board.state[cell] == UNKNOWN and frontier.box_of[cell] < 0:
                        self.index[cell] = cells
                        self.place[cells] = cell
                        cells += 1
                    cell += 1
        self.cells = cells
        for i in range(cells):
            self.mine[i] = 0
            count = 0
            mask = board.unknown[self.place[i]]
            while mask:
                k = board.first[mask]
                mask &= mask - 1
                self.near[8 * i + count] = self.index[self.place[i] + board.step[k]]
                count += 1
            self.near_count[i] = count
        if len(self.fewest) < frontier.components + 1:
            self.fewest = grown(self.fewest, frontier.components + 1)
            self.most = grown(self.most, frontier.components + 1)
        self.fewest[frontier.components] = 0
        self.most[frontier.components] = outside
        for c in range(frontier.components - 1, -1, -1):
            self.fewest[c] = self.fewest[c + 1]
            self.most[c] = self.most[c + 1]
            if group == ALL or self.group_of[c] == group:
                self.fewest[c] += counter.low[c]
                self.most[c] += counter.high[c]
        return self.start(0, 0, left)

    def start(self, component: int, cell: int, left: int) -> int:
        """Goes on with a component whose first cell has this index, with so many mines left to lay."""
        if component == self.engine.frontier.components:
            return self.scatter(cell, left)
        if self.group != ALL and self.group_of[component] != self.group:
            return self.start(component + 1, cell, left)
        first = self.engine.counter.first_layer[component]
        return self.lay(component, 0, self.engine.counter.layer[first], cell, left)

    def lay(self, component: int, step: int, state: int, cell: int, left: int) -> int:
        """Tries all ways to fill the rest of a component from a state on; false when there are too many layouts."""
        counter = self.engine.counter
        frontier = self.engine.frontier
        p = frontier.first_box[component] + step
        if p == frontier.first_box[component + 1]:
            return self.start(component + 1, cell, left)
        size = frontier.box_size[frontier.order[p]]
        k = counter.least[state]
        for e in range(counter.edge[state], counter.edge[state + 1]):
            after = counter.target[e]
            if counter.alive[after]:
                rest = left - k
                if (
                    counter.rest_low[after] + self.fewest[component + 1] <= rest
                    and rest <= counter.rest_high[after] + self.most[component + 1]
                ):
                    for mask in range(1 << size):
                        if self.engine.board.count[mask] == k:
                            for i in range(size):
                                self.mine[cell + i] = mask >> i & 1
                            if not self.lay(component, step + 1, after, cell + size, rest):
                                return 0
            k += 1
        return 1

    def scatter(self, cell: int, left: int) -> int:
        """Tries all ways to lay the last mines in the cells that touch no number, from one on."""
        if cell == self.cells:
            return self.record()
        rest = self.cells - cell
        if left < rest:
            self.mine[cell] = 0
            if not self.scatter(cell + 1, left):
                return 0
        if left > 0:
            self.mine[cell] = 1
            if not self.scatter(cell + 1, left - 1):
                return 0
        return 1

    def record(self) -> int:
        """Notes a layout; false when it is one too many."""
        if self.layouts == self.limit:
            return 0
        base = self.layouts * self.cells
        self.layouts += 1
        if base + self.cells > len(self.shown):
            self.shown = grown(self.shown, base + self.cells)
        for i in range(self.cells):
            if self.mine[i]:
                self.shown[base + i] = MINED
            else:
                number = 0
                for j in range(8 * i, 8 * i + self.near_count[i]):
                    number += self.mine[self.near[j]]
                self.shown[base + i] = number
        return 1
