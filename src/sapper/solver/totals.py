# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What the number of mines left rules out, over the state graphs of all components. Knows no weights.

A set of totals is a word with bit `t` set for `t` mines.

Plain Python that Cython compiles with `totals.pxd`; see `kernel`. Interpreted, a set may have any length.
"""

from __future__ import annotations

from typing import Any

from sapper.solver.counting import Counter
from sapper.solver.kernel import COMPILED, table

WORD_BITS = 63


def words(count: int) -> Any:
    """Room for `count` sets of totals."""
    return table("Q", count) if COMPILED else [0] * count


class Totals:
    """Takes the number of mines left into account. `outside` says what the cells that touch no number can be."""

    def __init__(self, counter: Counter) -> None:
        self.board = counter.board
        self.frontier = counter.frontier
        self.counter = counter
        self.totals = words(64)
        self.others = words(64)
        self.reached = words(64)
        self.wanted = words(64)
        self.outside = 0

    def restrict(self) -> int:
        """Takes the number of mines left into account, once all components are grown and pruned.

        `values` then holds only what some complete layout has, and `outside` what the cells that touch no number can
        be: 1 safe, 2 mines, 3 either, 0 there are none.

        Returns:
            0 when it changes nothing, 1 when it does, -1 when no layout has that many mines.
        """
        counter = self.counter
        frontier = self.frontier
        count = frontier.components
        cells = self.board.unknown_left - frontier.frontier_cells
        most = self.board.mines_left
        least = most - cells
        low = 0
        high = 0
        for c in range(count):
            low += counter.low[c]
            high += counter.high[c]
        self.outside = 3 if cells else 0
        if low > most or high < least:
            return -1
        if cells and low == most:
            self.outside = 1
        elif cells and high == least:
            self.outside = 2
        if high <= most and low >= least:
            return 1 if self.outside == 1 or self.outside == 2 else 0
        if COMPILED and high >= WORD_BITS:
            # Sets of totals too long for a word: rare, and worth no second kind of buffer.
            from sapper.solver.exact import restrict_wide

            return restrict_wide(self, least, most)
        return self.restrict_totals(least, most if most < high else high)

    def restrict_totals(self, least: int, most: int) -> int:
        """The rest of `restrict`, where some totals of the components do not go with the mines left."""
        counter = self.counter
        frontier = self.frontier
        count = frontier.components
        one = 1
        if len(self.totals) < count + 2:
            self.totals = words(2 * count + 2)
            self.others = words(2 * count + 2)
        if len(self.reached) < counter.states + 1:
            self.reached = words(2 * counter.states + 1)
            self.wanted = words(2 * counter.states + 1)
        for c in range(count):
            self.totals[c] = self.reach(c)
        # Totals of the components before and after each one; bit t stands for t mines.
        self.others[count] = one
        for c in range(count - 1, -1, -1):
            self.others[c] = self.sums(self.others[c + 1], self.totals[c])
        before = one
        changed = 0
        possible = self.others[0]
        for c in range(count):
            others = self.sums(before, self.others[c + 1])
            before = self.sums(before, self.totals[c])
            allowed = 0
            for t in range(counter.low[c], counter.high[c] + 1):
                # Is there a total of the others from least - t to most - t?
                lowest = max(least - t, 0)
                if self.totals[c] >> t & 1 and most >= t and others & ((one << most - t + 1) - 1) >> lowest << lowest:
                    allowed |= one << t
            if not allowed:
                return -1
            if allowed != self.totals[c]:
                self.narrow(c, allowed)
                changed = 1
        if self.board.unknown_left > frontier.frontier_cells:
            possible &= (one << most + 1) - 1
            possible = possible >> max(least, 0) << max(least, 0)
            if most == self.board.mines_left and possible == one << most:
                self.outside = 1
            elif least >= 0 and possible == one << least:
                self.outside = 2
        return 1 if changed or self.outside == 1 or self.outside == 2 else 0

    def sums(self, left: int, right: int) -> int:
        """The set of all sums of a total of the one set and a total of the other."""
        result = 0
        t = 0
        while left >> t:
            if left >> t & 1:
                result |= right << t
            t += 1
        return result

    def reach(self, component: int) -> int:
        """Which totals of mines a component can have; notes for every living state those from the start to it."""
        counter = self.counter
        frontier = self.frontier
        at = counter.first_layer[component]
        last = at + frontier.first_box[component + 1] - frontier.first_box[component]
        begin = counter.layer[at]
        end = counter.layer[last]
        for state in range(begin, end + 1):
            self.reached[state] = 0
        self.reached[begin] = 1
        for state in range(begin, end):
            if counter.alive[state]:
                sofar = self.reached[state] << counter.least[state]
                for e in range(counter.edge[state], counter.edge[state + 1]):
                    if counter.alive[counter.target[e]]:
                        self.reached[counter.target[e]] |= sofar
                    sofar <<= 1
        totals: int = self.reached[end]
        return totals

    def narrow(self, component: int, allowed: int) -> None:
        """Keeps of the values of a component's boxes those that lead to an allowed total; after `reach`."""
        counter = self.counter
        frontier = self.frontier
        begin = frontier.first_box[component]
        at = counter.first_layer[component] + frontier.first_box[component + 1] - begin
        end = counter.layer[at]
        self.wanted[end] = allowed
        while at > counter.first_layer[component]:
            end = counter.layer[at]
            at -= 1
            values = 0
            for state in range(counter.layer[at], end):
                wanted = 0
                if counter.alive[state]:
                    k = counter.least[state]
                    for e in range(counter.edge[state], counter.edge[state + 1]):
                        after = counter.target[e]
                        if counter.alive[after]:
                            goal = self.wanted[after] >> k
                            wanted |= goal
                            if goal & self.reached[state]:
                                values |= 1 << k
                        k += 1
                self.wanted[state] = wanted
            counter.values[frontier.order[begin + at - counter.first_layer[component]]] = values
