# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""How likely a mine is, in floating point: weights over the state graphs of all components. Decides no certainty.

Each component gets a polynomial in its number of mines, by a forward pass over its graph. A tree of products combines
them; the ways to lay the other mines in the cells that touch no number weigh each total; these weights go down the
tree to each component, and a backward pass spreads them over its boxes.

Numbers stay in range without logarithms: every mine counts `tilt` (about mines per safe cell), so that the polynomials
peak where the totals that matter lie, and layers and polynomials are scaled by their largest entry, which cancels.

Plain Python that Cython compiles with `weighing.pxd`; see `kernel`.
"""

from __future__ import annotations

from array import array

from sapper.solver.counting import Counter
from sapper.solver.frontier import grown
from sapper.solver.kernel import table

NEGLIGIBLE, TOO_MANY = 1e-40, float("inf")
MOST_WEIGHTS = 40_000_000
"""The most weights of all graphs together: they take eight bytes each."""
LONG = 1024
"""From this many totals on, polynomials are cut where their entries are negligible."""


class Weigher:
    """Mine probabilities over the graphs of a counter, once all components are grown and pruned.

    Attributes:
        risk: a mine probability for the cells of each box; `outside_risk` that of the cells that touch no number.
        layouts: how many layouts fit, as a float; infinite where there are too many.
    """

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self.frontier = counter.frontier
        self.board = counter.board
        self.tilt = self.retilt = 1.0
        self.weight = table("d", 81)
        self.binomial = table("d", 81)
        for size in range(9):
            row = 1
            for k in range(size + 1):
                self.binomial[size * 9 + k] = row
                row = row * (size - k) // (k + 1)
        self.low = table("i", 256)
        self.high = table("i", 256)
        self.start = table("i", 256)
        self.ways = table("d", 1024)
        self.worth = table("d", 1024)
        self.used = self.widest = self.poly_used = 0
        self.risk = table("d", 64)
        self.outside_risk = self.layouts = 0.0
        self.node_start = table("i", 128)
        self.node_low = table("i", 128)
        self.node_length = table("i", 128)
        self.poly = table("d", 1024)
        self.poly_worth = table("d", 1024)

    def weigh(self) -> int:
        """Sets `risk`, a mine probability for the cells of each box, and `outside_risk`.

        Returns:
            0; -1 when no layout fits or its weight is too small for a float; -2 when there are too many weights.
        """
        counter = self.counter
        frontier = self.frontier
        safe = self.board.unknown_left - self.board.mines_left
        mines = self.board.mines_left
        self.tilt = 1.0 * (mines if mines > 0 else 1) / (safe if safe > 0 else 1)
        for size in range(9):
            power = 1.0
            for k in range(size + 1):
                self.weight[size * 9 + k] = self.binomial[size * 9 + k] * power
                power *= self.tilt
        if len(self.risk) < frontier.boxes:
            self.risk = grown(self.risk, frontier.boxes)
        if len(self.low) < counter.states + 1:
            self.low = grown(self.low, counter.states + 1)
            self.high = grown(self.high, counter.states + 1)
            self.start = grown(self.start, counter.states + 1)
        if len(self.node_start) < 2 * frontier.components + 2:
            self.node_start = grown(self.node_start, 2 * frontier.components + 2)
            self.node_low = grown(self.node_low, 2 * frontier.components + 2)
            self.node_length = grown(self.node_length, 2 * frontier.components + 2)
        self.used = self.widest = self.poly_used = 0
        self.layouts = 1.0
        for c in range(frontier.components):
            if self.forward(c) < 0:
                return -2
        if 2 * self.widest > len(self.worth):
            self.worth = grown(self.worth, 2 * self.widest)
        if self.combine() < 0:
            return -1
        for c in range(frontier.components):
            self.backward(c)
        return 0

    def forward(self, component: int) -> int:
        """Weighs the ways from the start of a component's graph to each living state, by their mines.

        Returns:
            0, or -1 when there are too many.
        """
        counter = self.counter
        frontier = self.frontier
        begin = frontier.first_box[component]
        at = counter.first_layer[component]
        state = counter.layer[at]
        self.low[state] = 0
        self.high[state] = 0
        self.start[state] = self.used
        self.room(self.used + 1)
        self.ways[self.used] = 1.0
        self.used += 1
        for p in range(begin, frontier.first_box[component + 1]):
            size = frontier.box_size[frontier.order[p]]
            first = counter.layer[at]
            at += 1
            end = counter.layer[at]
            last = end + 1 if p + 1 == frontier.first_box[component + 1] else counter.layer[at + 1]
            for state in range(end, last):
                self.low[state] = 1 << 30
                self.high[state] = -1
            for state in range(first, end):
                if counter.alive[state]:
                    k = counter.least[state]
                    for e in range(counter.edge[state], counter.edge[state + 1]):
                        after = counter.target[e]
                        if counter.alive[after]:
                            if self.low[state] + k < self.low[after]:
                                self.low[after] = self.low[state] + k
                            if self.high[state] + k > self.high[after]:
                                self.high[after] = self.high[state] + k
                        k += 1
            base = self.used
            for state in range(end, last):
                self.start[state] = self.used
                if self.high[state] >= 0:
                    self.used += self.high[state] - self.low[state] + 1
            if self.used > MOST_WEIGHTS:
                return -1
            if self.used - base > self.widest:
                self.widest = self.used - base
            self.room(self.used)
            for m in range(base, self.used):
                self.ways[m] = 0.0
            for state in range(first, end):
                if counter.alive[state]:
                    k = counter.least[state]
                    for e in range(counter.edge[state], counter.edge[state + 1]):
                        after = counter.target[e]
                        if counter.alive[after]:
                            weight = self.weight[size * 9 + k]
                            to = self.start[after] + self.low[state] + k - self.low[after]
                            for m in range(
                                self.start[state], self.start[state] + self.high[state] - self.low[state] + 1
                            ):
                                self.ways[to] += weight * self.ways[m]
                                to += 1
                        k += 1
            if (p - begin) % 16 == 15:
                self.layouts *= self.scale(self.ways, base, self.used)
        last = counter.layer[at]
        node = frontier.components + component
        length = self.high[last] - self.low[last] + 1
        self.new_node(node, self.low[last], length)
        for m in range(length):
            self.poly[self.node_start[node] + m] = self.ways[self.start[last] + m]
        return 0

    def room(self, count: int) -> None:
        """Makes room for this many weights."""
        if count > len(self.ways):
            self.ways = grown(self.ways, count)

    def new_node(self, node: int, low: int, length: int) -> None:
        """Gives a node of the tree room for a polynomial."""
        self.node_start[node] = self.poly_used
        self.node_low[node] = low
        self.node_length[node] = length
        self.poly_used += length
        if self.poly_used > len(self.poly):
            self.poly = grown(self.poly, self.poly_used)
            self.poly_worth = grown(self.poly_worth, self.poly_used)

    def scale(self, values: array[float], start: int, end: int) -> float:
        """Divides values by the largest of them, which it returns."""
        largest = 0.0
        for m in range(start, end):
            if values[m] > largest:
                largest = values[m]
        if largest > 0.0:
            for m in range(start, end):
                values[m] /= largest
        return largest

    def combine(self) -> int:
        """Weighs the totals, and from them what each number of mines of each component is worth."""
        count = self.frontier.components
        cells = self.board.unknown_left - self.frontier.frontier_cells
        mines = self.board.mines_left
        if count == 0:
            self.outside_risk = 1.0 * mines / cells if cells else 0.0
            self.layouts = self.choices(cells, mines)
            return 0 if 0 <= mines <= cells else -1
        totals = 0
        for node in range(count, 2 * count):
            totals += self.node_length[node] - 1
            self.layouts *= self.scale(self.poly, self.node_start[node], self.node_start[node] + self.node_length[node])
        if totals > LONG:
            self.tune(cells)
        for node in range(count - 1, 0, -1):
            self.multiply(node, 2 * node, 2 * node + 1, totals > LONG)
        low, length, start = self.node_low[1], self.node_length[1], self.node_start[1]
        # The ways to lay the other mines outside, by ratios from the first total that leaves a possible number.
        first = mines - cells - low if mines - cells > low else 0
        end = mines - low + 1 if mines - low + 1 < length else length
        if first >= end:
            return -1
        for j in range(length):
            self.poly_worth[start + j] = 0.0
        value = 1.0
        for j in range(first, end):
            self.poly_worth[start + j] = value
            rest = mines - low - j
            value *= 1.0 * rest / (cells - rest + 1) / self.tilt
            if value > 1e250:
                for i in range(first, j + 1):
                    self.poly_worth[start + i] *= 1e-250
                value *= 1e-250
                self.layouts *= 1e250
        self.layouts *= self.scale(self.poly_worth, start + first, start + end)
        total = 0.0
        outside = 0.0
        for j in range(first, end):
            value = self.poly[start + j] * self.poly_worth[start + j]
            total += value
            outside += value * (mines - low - j)
        if not total > 0.0:
            return -1
        self.outside_risk = outside / total / cells if cells else 0.0
        self.layouts *= total * self.choices(cells, mines - low - first)
        for _ in range(low + first):
            self.layouts /= self.tilt
        for node in range(1, count):
            self.share(node, 2 * node, 2 * node + 1)
            self.share(node, 2 * node + 1, 2 * node)
        if totals > LONG:
            # The graphs' own weights keep the tilt they had.
            for node in range(count, 2 * count):
                value = 1.0
                for m in range(self.node_start[node], self.node_start[node] + self.node_length[node]):
                    self.poly_worth[m] *= value
                    value *= self.retilt
        return 0

    def choices(self, cells: int, mines: int) -> float:
        """In how many ways so many mines lie in so many cells."""
        value = 1.0
        for k in range(mines):
            value *= 1.0 * (cells - k) / (k + 1)
        return value

    def tune(self, cells: int) -> None:
        """Chooses the tilt that makes the expected number of mines right, so that cutting loses nothing that counts."""
        count = self.frontier.components
        below, above = self.tilt * 1e-6, self.tilt * 1e6
        change = 1.0
        for _ in range(60):
            tilt = (below * above) ** 0.5
            expected = cells * tilt / (1.0 + tilt)
            change = tilt / self.tilt
            for node in range(count, 2 * count):
                total = 0.0
                moment = 0.0
                power = 1.0
                for m in range(self.node_length[node]):
                    value = self.poly[self.node_start[node] + m] * power
                    total += value
                    moment += value * m
                    power *= change
                    if power > 1e200 or total > 1e200:
                        total *= 1e-200
                        moment *= 1e-200
                        power *= 1e-200
                expected += self.node_low[node] + (moment / total if total > 0.0 else 0.0)
            if expected < self.board.mines_left:
                below = tilt
            else:
                above = tilt
        for node in range(count, 2 * count):
            power = 1.0
            for m in range(self.node_length[node]):
                self.poly[self.node_start[node] + m] *= power
                power *= change
                if power > 1e200:
                    for i in range(m + 1):
                        self.poly[self.node_start[node] + i] *= 1e-200
                    power *= 1e-200
            self.scale(self.poly, self.node_start[node], self.node_start[node] + self.node_length[node])
        self.tilt *= change
        self.retilt = change
        self.layouts = TOO_MANY

    def multiply(self, node: int, left: int, right: int, cut: int) -> None:
        """Makes a node's polynomial, the product of two."""
        length = self.node_length[left] + self.node_length[right] - 1
        self.new_node(node, self.node_low[left] + self.node_low[right], length)
        start = self.node_start[node]
        for m in range(start, start + length):
            self.poly[m] = 0.0
        for i in range(self.node_length[left]):
            value = self.poly[self.node_start[left] + i]
            if value != 0.0:
                m = start + i
                for j in range(self.node_start[right], self.node_start[right] + self.node_length[right]):
                    self.poly[m] += value * self.poly[j]
                    m += 1
        self.layouts *= self.scale(self.poly, start, start + length)
        if cut:
            while length > 1 and self.poly[start + length - 1] < NEGLIGIBLE:
                length -= 1
            while length > 1 and self.poly[start] < NEGLIGIBLE:
                start += 1
                length -= 1
                self.node_low[node] += 1
            self.node_start[node] = start
            self.node_length[node] = length

    def share(self, parent: int, node: int, sibling: int) -> None:
        """Hands the worth of a product's totals down to one of its factors."""
        shift = self.node_low[node] + self.node_low[sibling] - self.node_low[parent]
        start = self.node_start[node]
        for i in range(self.node_length[node]):
            value = 0.0
            first = -(shift + i) if shift + i < 0 else 0
            end = self.node_length[parent] - shift - i
            if end > self.node_length[sibling]:
                end = self.node_length[sibling]
            m = self.node_start[parent] + shift + i + first
            for j in range(self.node_start[sibling] + first, self.node_start[sibling] + end):
                value += self.poly[j] * self.poly_worth[m]
                m += 1
            self.poly_worth[start + i] = value
        self.scale(self.poly_worth, start, start + self.node_length[node])

    def backward(self, component: int) -> None:
        """Spreads the worth of a component's totals over its graph, and sums up what each box holds.

        The worth of a layer's states lies in one half of the buffer, that of the next layer's in the other.
        """
        counter = self.counter
        frontier = self.frontier
        begin = frontier.first_box[component]
        first_layer = counter.first_layer[component]
        at = first_layer + frontier.first_box[component + 1] - begin
        node = frontier.components + component
        half = 0
        for m in range(self.node_length[node]):
            self.worth[m] = self.poly_worth[self.node_start[node] + m]
        while at > first_layer:
            end = counter.layer[at]
            beyond = half - self.start[end]
            at -= 1
            half = self.widest - half
            shift = half - self.start[counter.layer[at]]
            box = frontier.order[begin + at - first_layer]
            size = frontier.box_size[box]
            total = 0.0
            mines = 0.0
            for state in range(counter.layer[at], end):
                if not counter.alive[state]:
                    continue
                length = self.high[state] - self.low[state] + 1
                first = self.start[state]
                here = first + shift
                for m in range(here, here + length):
                    self.worth[m] = 0.0
                k = counter.least[state]
                for e in range(counter.edge[state], counter.edge[state + 1]):
                    after = counter.target[e]
                    if counter.alive[after]:
                        weight = self.weight[size * 9 + k]
                        to = self.start[after] + beyond + self.low[state] + k - self.low[after]
                        product = 0.0
                        for m in range(length):
                            value = weight * self.worth[to + m]
                            self.worth[here + m] += value
                            product += value * self.ways[first + m]
                        total += product
                        mines += product * k
                    k += 1
            self.risk[box] = mines / total / size if total > 0.0 else -1.0
            if (begin + at - first_layer) % 16 == 15:
                self.scale(self.worth, half, half + self.start[end] - self.start[counter.layer[at]])
