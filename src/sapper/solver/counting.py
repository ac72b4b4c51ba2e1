# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which mine counts each box of the frontier can have: a graph of states a component. Knows no weights, no totals.

A state says what every active number still owes, packed into one word. The graph has a layer of states before each box
and one at the end; an edge puts `k` mines into the box. Only states from which the end can still be reached are
alive. Its size is bounded by the width of the frontier, not by its length, and by `limit`.

Plain Python that Cython compiles with `counting.pxd`; see `kernel`. Interpreted, a dict finds states faster than the
open-addressed table does, and a word may have any length; so the growing of the graph, and only that, is written twice.
The second way also serves the compiled kernel, where a word is too short.
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.solver.codes import DONE, MINE, SAFE, STOPPED, TOO_WIDE
from sapper.solver.frontier import Frontier, grown
from sapper.solver.kernel import COMPILED, Board, table
from sapper.solver.plain import PLAIN_LIMIT, grow_plain

WORD_BITS = 63
SPREAD, MASK64 = 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
"""An odd number that spreads keys over the highest bits of their product with it, and what such a product is cut to."""

LIMIT = 10_000_000 if COMPILED else PLAIN_LIMIT
"""The most edges that are worth their time and memory: a few seconds and some hundred megabytes."""

PLAIN = ("edge", "least", "target", "alive", "rest_low", "rest_high")
"""What are lists that grow, when interpreted."""


class Counter:
    """State graphs over the components of a frontier.

    Layer `first_layer[c] + p` of component `c` starts at state `layer[...]`; the edges of state `s` are
    `edge[s]` up to before `edge[s + 1]`, the first of them for `least[s]` mines, the next for one more, and so on;
    `target` is where each leads. `values[b]` has bit `k` set when box `b` can hold `k` mines.
    """

    def __init__(self, board: Board, frontier: Frontier, *, limit: int = LIMIT) -> None:
        self.board = board
        self.frontier = frontier
        self.limit = limit
        self.should_stop: Callable[[], bool] | None = None
        start = 256 if COMPILED else 0
        self.key = table("Q", start)
        self.edge = table("i", start)
        self.least = table("i", start)
        self.alive = table("B", start)
        self.rest_low = table("i", start)
        self.rest_high = table("i", start)
        self.target = table("i", start)
        self.states = self.edges = self.layers = 0
        self.layer = table("i", 256)
        self.first_layer = table("i", 64)
        self.values = table("i", 64)
        self.low = table("i", 64)
        self.high = table("i", 64)
        self.number_shift = table("i", 64)
        self.number_bits = table("i", 64)
        self.add = table("Q", 64)
        self.multiple = table("Q", 64)
        self.shift = table("i", 64 * 8)
        self.mask = table("i", 64 * 8)
        self.room = table("i", 64 * 8)
        self.slot_bits = 10
        self.slots = 1 << self.slot_bits
        self.slot = table("i", self.slots)
        self.stamp = table("q", self.slots)
        self.serial = 0

    def clear(self) -> None:
        """Forgets all graphs; the frontier must be built."""
        self.states = self.edges = self.layers = 0
        frontier = self.frontier
        if len(self.low) < frontier.components + 1:
            self.low = grown(self.low, frontier.components + 1)
            self.high = grown(self.high, frontier.components + 1)
            self.first_layer = grown(self.first_layer, frontier.components + 1)
        if len(self.values) < frontier.boxes:
            self.values = grown(self.values, frontier.boxes)
            self.add = grown(self.add, frontier.boxes)
            self.multiple = grown(self.multiple, frontier.boxes)
            self.shift = grown(self.shift, 8 * frontier.boxes)
            self.mask = grown(self.mask, 8 * frontier.boxes)
            self.room = grown(self.room, 8 * frontier.boxes)
        if len(self.number_shift) < frontier.numbers:
            self.number_shift = grown(self.number_shift, frontier.numbers)
            self.number_bits = grown(self.number_bits, frontier.numbers)
        if len(self.layer) < frontier.boxes + frontier.components + 2:
            self.layer = grown(self.layer, frontier.boxes + frontier.components + 2)
        if not COMPILED:
            for name in PLAIN:
                setattr(self, name, [])

    def prepare(self, component: int) -> int:
        """Gives each number of a component its bits of the word, and each step what it adds, takes and tests."""
        frontier = self.frontier
        board = self.board
        left = frontier.left
        for i in range(frontier.first_number[component], frontier.first_number[component + 1]):
            place = frontier.number_place[i]
            left[i] = board.count[board.unknown[place]]
            self.number_shift[i] = -1
        used = 0
        for p in range(frontier.first_box[component], frontier.first_box[component + 1]):
            box = frontier.order[p]
            add = 0
            multiple = 0
            free = 0
            for r in range(frontier.box_degree[box]):
                i = frontier.box_numbers[box * 8 + r]
                shift = self.number_shift[i]
                if shift < 0:
                    need = board.need[frontier.number_place[i]]
                    bits = 1
                    while need >> bits:
                        bits += 1
                    one = 1
                    one = (one << bits) - 1
                    shift = 0
                    while used >> shift & one:
                        shift += 1
                    if shift + bits > WORD_BITS:
                        return TOO_WIDE
                    used |= one << shift
                    self.number_shift[i] = shift
                    self.number_bits[i] = bits
                    add |= need << shift
                one = 1
                multiple |= one << shift
                one = (one << self.number_bits[i]) - 1
                self.shift[p * 8 + r] = shift
                self.mask[p * 8 + r] = one
                left[i] -= frontier.box_size[box]
                self.room[p * 8 + r] = left[i]
                if left[i] == 0:
                    free |= one << shift
            used ^= free
            self.add[p] = add
            self.multiple[p] = multiple
        return DONE

    def grow(self, component: int) -> int:
        """Makes the graph of a component; the graphs of the components before it must be there."""
        self.first_layer[component] = self.layers
        if not COMPILED or self.prepare(component) == TOO_WIDE:
            return grow_plain(self, component)
        frontier = self.frontier
        self.reserve(self.states + 2, self.edges)
        state = self.states
        self.key[state] = 0
        self.states = state + 1
        self.layer[self.layers] = state
        self.layers += 1
        for p in range(frontier.first_box[component], frontier.first_box[component + 1]):
            end = self.states
            begin = self.layer[self.layers - 1]
            size = frontier.box_size[frontier.order[p]]
            degree = frontier.box_degree[frontier.order[p]]
            if end - begin > 1000 and self.should_stop is not None and self.should_stop():
                return STOPPED
            self.layer[self.layers] = end
            self.layers += 1
            self.serial += 1
            for state in range(begin, end):
                if self.edges > self.limit:
                    return TOO_WIDE
                if self.states + size + 3 > len(self.key) or self.edges + size + 1 > len(self.target):
                    self.reserve(self.states + size + 2, self.edges + size + 1)
                key = self.key[state] + self.add[p]
                low = 0
                high = size
                for r in range(p * 8, p * 8 + degree):
                    owed = (key >> self.shift[r]) & self.mask[r]
                    if owed < high:
                        high = owed
                    owed -= self.room[r]
                    if owed > low:
                        low = owed
                self.least[state] = low
                self.edge[state] = self.edges
                key -= self.multiple[p] * low
                for _ in range(low, high + 1):
                    self.target[self.edges] = self.find(key, end)
                    self.edges += 1
                    key -= self.multiple[p]
        end = self.states
        for state in range(self.layer[self.layers - 1], end):
            self.edge[state] = self.edges
        self.edge[end] = self.edges
        return DONE

    def find(self, key: int, base: int) -> int:
        """The state of the layer being made that has this key; made if it is new."""
        place = (key * SPREAD & MASK64) >> (64 - self.slot_bits)
        while self.stamp[place] == self.serial:
            if self.key[self.slot[place]] == key:
                return int(self.slot[place])
            place = (place + 1) & (self.slots - 1)
        state = self.states
        self.states = state + 1
        self.key[state] = key
        self.slot[place] = state
        self.stamp[place] = self.serial
        if 2 * (state - base) > self.slots:
            self.slot_bits += 2
            self.slots = 1 << self.slot_bits
            self.slot = table("i", self.slots)
            self.stamp = table("q", self.slots, -1)
            for old in range(base, state + 1):
                key = self.key[old]
                place = (key * SPREAD & MASK64) >> (64 - self.slot_bits)
                while self.stamp[place] == self.serial:
                    place = (place + 1) & (self.slots - 1)
                self.slot[place] = old
                self.stamp[place] = self.serial
        return state

    def reserve(self, states: int, edges: int) -> None:
        """Makes room for this many states and edges."""
        if states + 1 > len(self.key):
            self.key = grown(self.key, states + 1)
            self.edge = grown(self.edge, states + 1)
            self.least = grown(self.least, states + 1)
            self.alive = grown(self.alive, states + 1)
            self.rest_low = grown(self.rest_low, states + 1)
            self.rest_high = grown(self.rest_high, states + 1)
        if edges > len(self.target):
            self.target = grown(self.target, edges)

    def prune(self, component: int) -> int:
        """Finds the living states, the values of each box, and the least and most mines; false when no state lives."""
        frontier = self.frontier
        begin = frontier.first_box[component]
        at = self.first_layer[component] + frontier.first_box[component + 1] - begin
        end = self.states
        for state in range(self.layer[at], end):
            self.alive[state] = 1
            self.rest_low[state] = 0
            self.rest_high[state] = 0
        while at > self.first_layer[component]:
            end = self.layer[at]
            at -= 1
            values = 0
            for state in range(self.layer[at], end):
                low = 1 << 30
                high = -1
                k = self.least[state]
                for e in range(self.edge[state], self.edge[state + 1]):
                    after = self.target[e]
                    if self.alive[after]:
                        values |= 1 << k
                        if self.rest_low[after] + k < low:
                            low = self.rest_low[after] + k
                        if self.rest_high[after] + k > high:
                            high = self.rest_high[after] + k
                    k += 1
                self.alive[state] = 1 if high >= 0 else 0
                self.rest_low[state] = low
                self.rest_high[state] = high
            self.values[frontier.order[begin + at - self.first_layer[component]]] = values
        self.low[component] = low
        self.high[component] = high
        return 1 if high >= 0 else 0

    def settle_certain(self, component: int) -> int:
        """Settles the cells of boxes that hold no mine, or nothing else; returns whether there were any."""
        frontier = self.frontier
        settled = 0
        for b in range(frontier.first_box[component], frontier.first_box[component + 1]):
            values = self.values[b]
            if values == 1 or values == 1 << frontier.box_size[b]:
                cell = frontier.box_cell[b]
                while cell >= 0:
                    self.board.settle_cell(cell, SAFE if values == 1 else MINE)
                    cell = frontier.next_cell[cell]
                settled = 1
        return settled
