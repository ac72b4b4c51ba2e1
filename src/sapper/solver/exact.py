"""Exact counts over the state graphs, in whole numbers of any length; only for those who ask, as it is slower.

Knows the graphs as plain lists, and nothing of how they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from operator import mul
from typing import TYPE_CHECKING

from sapper.errors import N_, EffortError

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


MOST_EDGES = 1_000_000
"""The most edges of graphs that are counted exactly."""


class TooLongError(EffortError):
    """An exact count would have so many digits, from so many components, that it is not worked out."""


def graphs(counter: Counter) -> list[Graph]:
    """The graphs of a counter whose components are grown and pruned.

    Raises:
        TooLongError: they have more than `MOST_EDGES` edges.
    """
    if counter.edges > MOST_EDGES:
        raise TooLongError(N_("there are too many layouts to be counted exactly"))
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


def rests(graph: Graph, field: int) -> list[int]:
    """For each state, in how many ways the boxes from it on hold 0, 1, ... mines.

    Such a polynomial is one long number with `field` bits for each coefficient, so that a step is a shift.
    """
    ways = [0] * (graph.layers[-1] + 1)
    ways[-1] = 1
    for p, state in reversed(list(graph.steps())):
        weights = graph.weights(p)
        ways[state] = sum(ways[after] * weights[k] << k * field for k, after in graph.edges[state])
    return ways


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
    """The product of two polynomials; of long ones as one product of numbers with a coefficient in every few bytes."""
    if len(left) == 1 or len(right) == 1:
        return [a * b for a in left for b in right]
    if len(left) * len(right) < 16:
        short = [0] * (len(left) + len(right) - 1)
        for i, a in enumerate(left):
            for j, b in enumerate(right, start=i):
                short[j] += a * b
        return short
    field = (sum(left).bit_length() + sum(right).bit_length()) // 8 + 1
    length = field * (len(left) + len(right) - 1)
    packed = [
        int.from_bytes(b"".join(ways.to_bytes(field, "little") for ways in factor), "little")
        for factor in (left, right)
    ]
    product = (packed[0] * packed[1]).to_bytes(length, "little")
    return [int.from_bytes(product[at : at + field], "little") for at in range(0, length, field)]


@dataclass(frozen=True, slots=True)
class Product:
    """The product of the polynomials of some components that follow one another; of a single one without factors."""

    ways: list[int]
    factors: tuple[Product, Product] | None = None


LONGEST = 1 << 25
"""The most bits that a product of polynomials may have."""


def multiply_all(polynomials: list[list[int]], *, should_stop: Callable[[], bool] | None = None) -> Product:
    """The product of all polynomials, by halves.

    Raises:
        TooLongError: it would have more than `LONGEST` bits.
        EffortError: `should_stop` said so.
    """
    spread = sum(len(ways) - 1 for ways in polynomials) + 1
    if spread * sum(sum(ways).bit_length() for ways in polynomials) > LONGEST:
        raise TooLongError(N_("there are too many layouts to be counted exactly"))

    def product(first: int, end: int) -> Product:
        if should_stop is not None and should_stop():
            raise stopped()
        if end - first < 2:
            return Product(polynomials[first] if first < end else [1])
        middle = (first + end) // 2
        factors = product(first, middle), product(middle, end)
        return Product(convolve(factors[0].ways, factors[1].ways), factors)

    return product(0, len(polynomials))


def stopped() -> EffortError:
    """The error for work that was told to stop."""
    return EffortError(N_("the analysis was stopped"))


def outside_ways(cells: int, mines: int, count: int) -> list[int]:
    """In how many ways so many cells hold `mines` mines, one mine less, and so on: `count` numbers."""
    ways = []
    value = 0
    for left in range(mines, mines - count, -1):
        if 0 <= left <= cells:
            value = value * (left + 1) // (cells - left) if value else comb(cells, left)
            ways.append(value)
        else:
            ways.append(0)
    return ways


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


def count_layouts(
    parts: list[Graph], outside: int, mines: int, *, should_stop: Callable[[], bool] | None = None
) -> int:
    """How many layouts fit, with `outside` cells that touch no number and `mines` to lay; raises as `multiply_all`."""
    total = multiply_all([count_component(graph) for graph in parts], should_stop=should_stop).ways
    worth = outside_ways(outside, mines - sum(graph.low for graph in parts), len(total))
    return sum(map(mul, total, worth))


def count_cells(
    parts: list[Graph], outside: int, mines: int, *, should_stop: Callable[[], bool] | None = None
) -> Counts:
    """Counts the layouts, and for every box those with a mine in one given cell of it; raises as `multiply_all`."""
    root = multiply_all([count_component(graph) for graph in parts], should_stop=should_stop)
    mines -= sum(graph.low for graph in parts)
    # What each total of all components is worth: the ways to lay the other mines outside.
    worth = outside_ways(outside, mines, len(root.ways))
    by_total = list(map(mul, root.ways, worth))
    in_outside = sum(ways * (mines - t) for t, ways in enumerate(by_total))
    boxes: dict[int, int] = {}
    # Without components there is still a product, of nothing.
    for graph, own in zip(parts, worth_of_factors(root, worth, should_stop=should_stop), strict=bool(parts)):
        boxes.update(_spread(graph, own))
    return Counts(sum(by_total), boxes, in_outside // outside if outside else 0)


def worth_of_factors(
    root: Product, worth: list[int], *, should_stop: Callable[[], bool] | None = None
) -> Iterator[list[int]]:
    """What each total of each component is worth, one component after another.

    Args:
        root: the product of all components' polynomials.
        worth: what each total of all of them together is worth.
        should_stop: is asked now and then whether to stop.

    Raises:
        EffortError: `should_stop` said so.
    """
    pending = [(root, worth)]
    while pending:
        if should_stop is not None and should_stop():
            raise stopped()
        node, worth = pending.pop()
        if node.factors is None:
            yield worth
        else:
            left, right = node.factors
            pending.append((right, _worth_beside(worth, left.ways)))
            pending.append((left, _worth_beside(worth, right.ways)))


def _worth_beside(worth: list[int], other: list[int]) -> list[int]:
    """What each total of one factor is worth, by the worth of its totals together with those of the other factor."""
    if len(worth) == 1:
        return [worth[0] * other[0]]
    return convolve(worth, other[::-1])[len(other) - 1 : len(worth)]


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
    reached = [_reach(counter, component) for component in range(counter.frontier.components)]
    rests = [1]
    for sets in reversed(reached):
        rests.append(_sums(rests[-1], sets[-1]))
    rests.reverse()
    window = ((1 << most + 1) - 1) >> max(least, 0) << max(least, 0)
    before, changed = 1, 0
    for component, (sets, rest) in enumerate(zip(reached, rests[1:], strict=True)):
        others = _sums(before, rest)
        before = _sums(before, sets[-1])
        allowed = 0
        for t in range(counter.low[component], counter.high[component] + 1):
            if sets[-1] >> t & 1 and others << t & window:
                allowed |= 1 << t
        if not allowed:
            return -1
        if allowed != sets[-1]:
            changed = 1
            _narrow(counter, component, sets, allowed=allowed)
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


def _reach(counter: Counter, component: int) -> list[int]:
    """For each state of a component the totals of mines with which it is reached."""
    frontier = counter.frontier
    at = counter.first_layer[component]
    begin = counter.layer[at]
    end = counter.layer[at + frontier.first_box[component + 1] - frontier.first_box[component]]
    reached = [0] * (end - begin + 1)
    reached[0] = 1
    for state in range(begin, end):
        if counter.alive[state]:
            totals = reached[state - begin] << counter.least[state]
            for e in range(counter.edge[state], counter.edge[state + 1]):
                after = counter.target[e]
                if counter.alive[after]:
                    reached[after - begin] |= totals
                totals <<= 1
    return reached


def _narrow(counter: Counter, component: int, reached: list[int], *, allowed: int) -> None:
    """Keeps of the values of a component's boxes those that lead to an allowed total."""
    frontier = counter.frontier
    boxes = [frontier.order[p] for p in range(frontier.first_box[component], frontier.first_box[component + 1])]
    at = counter.first_layer[component]
    begin = counter.layer[at]
    wanted = [0] * len(reached)
    wanted[-1] = allowed
    for p in range(len(boxes) - 1, -1, -1):
        values = 0
        for state in range(counter.layer[at + p], counter.layer[at + p + 1]):
            if counter.alive[state]:
                for k, e in enumerate(range(counter.edge[state], counter.edge[state + 1]), start=counter.least[state]):
                    after = counter.target[e]
                    if counter.alive[after]:
                        goal = wanted[after - begin] >> k
                        wanted[state - begin] |= goal
                        if goal & reached[state - begin]:
                            values |= 1 << k
        counter.values[boxes[p]] = values
