"""Exact counts over the state graphs, in whole numbers of any length; only for those who ask, as it is slower.

Knows the graphs as plain lists, and nothing of how they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.solver.counting import Counter
    from sapper.solver.totals import Totals


@dataclass(frozen=True, slots=True)
class Graph:
    """The state graph of one component; states count from 0.

    Args:
        boxes: the boxes in the order of counting, and `sizes` their cells.
        layers: where the states of each layer begin; one entry more than boxes, the last is the only final state.
        edges: for each state its living successors, each as mines placed and state.
        low: the least, and `high` the most mines of the component.
    """

    boxes: list[int]
    sizes: list[int]
    layers: list[int]
    edges: list[list[tuple[int, int]]]
    low: int
    high: int

    def weights(self, p: int) -> list[int]:
        """In how many ways the box at step `p` holds 0, 1, ... mines."""
        return [comb(self.sizes[p], k) for k in range(self.sizes[p] + 1)]

    def steps(self) -> Iterator[tuple[int, int]]:
        """Every state before the last with the step at which it stands, ascending."""
        for p in range(len(self.boxes)):
            for state in range(self.layers[p], self.layers[p + 1]):
                yield p, state


def graphs(counter: Counter) -> list[Graph]:
    """The graphs of a counter whose components are grown and pruned."""
    frontier = counter.frontier
    found = []
    for c in range(frontier.components):
        first, end = frontier.first_box[c], frontier.first_box[c + 1]
        boxes = [frontier.order[p] for p in range(first, end)]
        at = counter.first_layer[c]
        layers = [counter.layer[at + p] for p in range(len(boxes) + 1)]
        base = layers[0]
        edges: list[list[tuple[int, int]]] = []
        for state in range(base, layers[-1]):
            successors = []
            if counter.alive[state]:
                for offset, e in enumerate(range(counter.edge[state], counter.edge[state + 1])):
                    if counter.alive[counter.target[e]]:
                        successors.append((counter.least[state] + offset, counter.target[e] - base))
            edges.append(successors)
        sizes = [frontier.box_size[b] for b in boxes]
        layers = [layer - base for layer in layers]
        found.append(Graph(boxes, sizes, layers, edges, counter.low[c], counter.high[c]))
    return found


def count_component(graph: Graph) -> list[int]:
    """In how many ways a component holds 0, 1, ... mines, without those it cannot hold at either end: from `low` on.

    A polynomial is one long number with a field of fixed width for each coefficient, so that a step is a shift.
    """
    field = sum(graph.sizes) + 1
    ways = [0] * (graph.layers[-1] + 1)
    ways[0] = 1
    for p in range(len(graph.boxes)):
        weights = graph.weights(p)
        for state in range(graph.layers[p], graph.layers[p + 1]):
            here = ways[state]
            if here:
                for k, after in graph.edges[state]:
                    ways[after] += here * weights[k] << k * field
                ways[state] = 0
    total = ways[-1]
    mask = (1 << field) - 1
    return [total >> t * field & mask for t in range(graph.low, graph.high + 1)]


def convolve(left: list[int], right: list[int]) -> list[int]:
    """The product of two polynomials."""
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        if a:
            for j, b in enumerate(right):
                product[i + j] += a * b
    return product


@dataclass(frozen=True, slots=True)
class Counts:
    """Exact counts of layouts.

    Args:
        layouts: of all that fit.
        boxes: for each box, the layouts in which one given cell of it is a mine.
        outside: the same for a cell that touches no number.
    """

    layouts: int
    boxes: dict[int, int]
    outside: int


def count_layouts(parts: list[Graph], outside: int, mines: int) -> int:
    """How many layouts fit, with `outside` cells that touch no number and `mines` to lay."""
    total, low = [1], 0
    for graph in parts:
        total = convolve(total, count_component(graph))
        low += graph.low
    return sum(ways * comb(outside, mines - low - t) for t, ways in enumerate(total) if mines >= low + t)


def count_cells(
    parts: list[Graph], outside: int, mines: int, *, should_stop: Callable[[], bool] | None = None
) -> Counts:
    """Counts the layouts, and for every box those with a mine in one given cell of it."""
    polynomials = [count_component(graph) for graph in parts]
    after: list[list[int]] = [[1]]
    for polynomial in reversed(polynomials):
        after.append(convolve(after[-1], polynomial))
    after.reverse()
    low = sum(graph.low for graph in parts)
    spread = len(after[0])
    # What each total of all components is worth: the ways to lay the other mines outside.
    worth = [comb(outside, mines - low - t) if mines >= low + t else 0 for t in range(spread)]
    layouts = sum(ways * value for ways, value in zip(after[0], worth, strict=True))
    in_outside = sum(
        ways * value * (mines - low - t) for t, (ways, value) in enumerate(zip(after[0], worth, strict=True))
    )
    boxes: dict[int, int] = {}
    for index, graph in enumerate(parts):
        if should_stop is not None and should_stop():
            break
        others = after[index + 1]
        own = [sum(o * worth[t + u] for u, o in enumerate(others)) for t in range(len(polynomials[index]))]
        boxes.update(_spread(graph, own))
        worth = [sum(p * worth[t + u] for t, p in enumerate(polynomials[index])) for u in range(len(others))]
    return Counts(layouts, boxes, in_outside // outside if outside else 0)


def _spread(graph: Graph, own: list[int]) -> dict[int, int]:
    """For each box of a component the weight of all layouts in which one given cell of it is a mine."""
    last = graph.layers[-1]
    ways: list[dict[int, int]] = [{} for _ in range(last + 1)]
    ways[0] = {0: 1}
    for p, state in graph.steps():
        weights = graph.weights(p)
        for k, after in graph.edges[state]:
            to = ways[after]
            for m, count in ways[state].items():
                to[m + k] = to.get(m + k, 0) + count * weights[k]
    worth: list[dict[int, int]] = [{} for _ in range(last + 1)]
    worth[last] = {graph.low + t: value for t, value in enumerate(own)}
    mines = [0] * len(graph.boxes)
    for p, state in reversed(list(graph.steps())):
        weights = graph.weights(p)
        here = worth[state]
        for k, after in graph.edges[state]:
            to = worth[after]
            for m, count in ways[state].items():
                value = to.get(m + k, 0) * weights[k]
                here[m] = here.get(m, 0) + value
                mines[p] += value * count * k
    return {box: total // size for box, size, total in zip(graph.boxes, graph.sizes, mines, strict=True)}


def restrict_wide(totals: Totals, least: int, most: int) -> int:
    """`Totals.restrict_totals` for sets of totals of any length."""
    counter = totals.counter
    parts = graphs(counter)
    reached = []
    for graph in parts:
        sets = [0] * (graph.layers[-1] + 1)
        sets[0] = 1
        for _, state in graph.steps():
            for k, after in graph.edges[state]:
                sets[after] |= sets[state] << k
        reached.append(sets)
    rests = [1]
    for sets in reversed(reached):
        rests.append(_sums(rests[-1], sets[-1]))
    rests.reverse()
    window = ((1 << most + 1) - 1) >> max(least, 0) << max(least, 0)
    before, changed = 1, 0
    for graph, sets, rest in zip(parts, reached, rests[1:], strict=True):
        others = _sums(before, rest)
        before = _sums(before, sets[-1])
        allowed = 0
        for t in range(graph.low, graph.high + 1):
            if sets[-1] >> t & 1 and others << t & window:
                allowed |= 1 << t
        if not allowed:
            return -1
        if allowed != sets[-1]:
            changed = 1
            for box, values in _narrowed(graph, sets, allowed).items():
                counter.values[box] = values
    if totals.outside:
        possible = rests[0] & window
        if possible == 1 << most:
            totals.outside = 1
        elif least >= 0 and possible == 1 << least:
            totals.outside = 2
    return 1 if changed or totals.outside in (1, 2) else 0


def _sums(left: int, right: int) -> int:
    result = 0
    for t in range(left.bit_length()):
        if left >> t & 1:
            result |= right << t
    return result


def _narrowed(graph: Graph, reached: list[int], allowed: int) -> dict[int, int]:
    wanted = [0] * len(reached)
    wanted[-1] = allowed
    values = [0] * len(graph.boxes)
    for p, state in reversed(list(graph.steps())):
        for k, after in graph.edges[state]:
            goal = wanted[after] >> k
            wanted[state] |= goal
            if goal & reached[state]:
                values[p] |= 1 << k
    return dict(zip(graph.boxes, values, strict=True))
