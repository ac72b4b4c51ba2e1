"""Draws layouts from all that fit a view, each equally likely, by counting and never by trying; knows no true layout.

First the mines of each component are drawn, as often as the exact counts say; then, box by box along its graph, how
many of them each box holds; then the cells. Where the components are so many that their common polynomial would fill
the memory, each is drawn by itself under a tilt, and all of them are kept as often as the cells outside allow.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, prod
from operator import mul
from typing import Protocol

from sapper.core.view import View
from sapper.solver.answers import ShouldStop, borrowed, check
from sapper.solver.codes import MINE, UNKNOWN
from sapper.solver.exact import Graph, Product, graphs, multiply_all, outside_ways, rests, stopped

LONG = 1000
"""From this many totals on, components are drawn under a tilt."""
TILT_BITS = 20


class Words(Protocol):
    """A random stream."""

    def word(self) -> int:
        """The next 64 random bits."""
        ...


Below = Callable[[int], int]


class Sampler:
    """Draws layouts that fit a view, independently and each equally likely.

    Args:
        view: the view.
        should_stop: is asked now and then whether to give up.

    Raises:
        PositionError, EffortError: as `sapper.solver.probabilities`.
    """

    def __init__(self, view: View, *, should_stop: ShouldStop | None = None) -> None:
        self._should_stop = should_stop
        with borrowed(view.params, should_stop) as engine:
            check(engine, view, engine.solve(view.cells, view.params.mines))
            board, frontier = engine.board, engine.frontier
            self._mines = board.mines_left
            self._parts = []
            for graph in graphs(engine.counter):
                boxes = [tuple(map(board.cell, frontier.cells_of_box(box))) for box in graph.boxes]
                self._parts.append(_Part(graph, boxes))
            self._mined: list[int] = []
            self._outside: list[int] = []
            for cell, code in enumerate(view.cells):
                place = board.place(cell)
                if code > 8 and board.state[place] == MINE:
                    self._mined.append(cell)
                elif board.state[place] == UNKNOWN and frontier.box_of[place] < 0:
                    self._outside.append(cell)
        self._low = sum(part.low for part in self._parts)
        spread = sum(len(part.ways) - 1 for part in self._parts)
        self._product: Product | None = None
        if spread < LONG:
            self._product = multiply_all([part.ways for part in self._parts], should_stop=should_stop)
        self._tilted = _Tilted(self._parts, len(self._outside), self._mines) if spread >= LONG else None

    def draw(self, stream: Words) -> tuple[int, ...]:
        """The mined cells of a layout, ascending; the same for the same state of the stream, pure and compiled.

        Raises:
            EffortError: `should_stop` said so.
        """
        below = bounded(stream)
        mined = self._mined[:]
        amounts = self._amounts(below)
        for part, amount in zip(self._parts, amounts, strict=True):
            mined += part.draw(amount, below)
        mined += _subset(self._outside, self._mines - sum(amounts), below)
        return tuple(sorted(mined))

    def _amounts(self, below: Below) -> list[int]:
        """How many mines each component holds."""
        if self._tilted is not None:
            return self._tilted.draw(below, self._should_stop)
        if self._product is None or not self._parts:
            return []
        worth = outside_ways(len(self._outside), self._mines - self._low, len(self._product.ways))
        total = _index(list(map(mul, self._product.ways, worth)), below)
        amounts: list[int] = []
        pending = [(self._product, total)]
        while pending:
            product, total = pending.pop()
            if product.factors is None:
                amounts.append(self._parts[len(amounts)].low + total)
                continue
            left, right = product.factors
            first = max(0, total - len(right.ways) + 1)
            last = min(total, len(left.ways) - 1)
            ways = [left.ways[t] * right.ways[total - t] for t in range(first, last + 1)]
            of_left = first + _index(ways, below)
            pending += [(right, total - of_left), (left, of_left)]
        return amounts


class _Part:
    """A component: its graph, the cells of its boxes, and in how many ways it holds `low` mines, one more, ..."""

    def __init__(self, graph: Graph, boxes: list[tuple[int, ...]]) -> None:
        self.graph = graph
        self.boxes = boxes
        self.low = graph.low
        self.field = sum(graph.sizes) + 1
        self.rests = rests(graph, self.field)
        self.weights = [graph.weights(p) for p in range(len(boxes))]
        self.ways = [self.rest(0, m) for m in range(graph.low, graph.high + 1)]

    def rest(self, state: int, mines: int) -> int:
        """In how many ways the boxes from a state on hold so many mines."""
        return self.rests[state] >> mines * self.field & (1 << self.field) - 1 if mines >= 0 else 0

    def draw(self, mines: int, below: Below) -> list[int]:
        """The mined cells, with so many mines in all."""
        mined: list[int] = []
        state = 0
        for cells, weights in zip(self.boxes, self.weights, strict=True):
            edges = self.graph.edges[state]
            ways = [weights[k] * self.rest(after, mines - k) for k, after in edges]
            placed, state = edges[_index(ways, below)]
            mined += _subset(cells, placed, below)
            mines -= placed
        return mined


class _Tilted:
    """Draws the mines of very many components by rejection, exactly.

    Each component is drawn by itself, every mine counting `tilt`. A total is then kept with the chance that makes up
    for it: the ways to lay the other mines outside, over the tilt to the power of the total, against the greatest such
    value. The tilt that makes the expected number of mines right keeps about one in as many as the totals scatter.
    """

    def __init__(self, parts: list[_Part], outside: int, mines: int) -> None:
        self.parts = parts
        self.outside, self.mines = outside, mines
        one = 1 << TILT_BITS
        self.tilt = max(1, min(round(_tilt(parts, outside, mines) * one), one << TILT_BITS)), one
        up, down = self.tilt
        self.weights = []
        for part in parts:
            last = len(part.ways) - 1
            self.weights.append([ways * up**m * down ** (last - m) for m, ways in enumerate(part.ways)])
        # The worth of one mine more than `total` against `total` falls all the time: its peak is found by halving.
        least = max(mines - outside, sum(part.low for part in parts))
        most = min(mines, sum(part.low + len(part.ways) - 1 for part in parts))
        while least < most:
            middle = (least + most) // 2
            more, less = self.step(middle)
            if more > less:
                least = middle + 1
            else:
                most = middle
        self.peak = least

    def step(self, total: int) -> tuple[int, int]:
        """What `total` + 1 is worth beside `total`, as two numbers."""
        up, down = self.tilt
        return (self.mines - total) * down, (self.outside - self.mines + total + 1) * up

    def draw(self, below: Below, should_stop: ShouldStop | None) -> list[int]:
        while True:
            if should_stop is not None and should_stop():
                raise stopped()
            found = [part.low + _index(weights, below) for part, weights in zip(self.parts, self.weights, strict=True)]
            total = sum(found)
            if not max(0, self.mines - self.outside) <= total <= self.mines:
                continue
            steps = [self.step(t) for t in range(min(total, self.peak), max(total, self.peak))]
            more, less = prod(a for a, _ in steps), prod(b for _, b in steps)
            if total < self.peak:
                more, less = less, more
            if below(less) < more:
                return found


def _tilt(parts: list[_Part], outside: int, mines: int) -> float:
    """What a mine must count so that as many as there are can be expected."""
    logs = [[(m, log(ways)) for m, ways in enumerate(part.ways) if ways] for part in parts]
    low = sum(part.low for part in parts)
    below, above = -TILT_BITS * log(2), TILT_BITS * log(2)
    for _ in range(40):
        tilt = (below + above) / 2
        expected = low + outside / (1 + exp(-tilt))
        for terms in logs:
            most = max(weight + m * tilt for m, weight in terms)
            weights = [(m, exp(weight + m * tilt - most)) for m, weight in terms]
            expected += sum(m * weight for m, weight in weights) / sum(weight for _, weight in weights)
        below, above = (tilt, above) if expected < mines else (below, tilt)
    return exp(below)


def bounded(stream: Words) -> Below:
    """Draws from 0 up to before a bound of any length, each equally likely: so many bits, again while too large."""

    def below(bound: int) -> int:
        bits = (bound - 1).bit_length()
        while True:
            number = 0
            for _ in range(0, bits, 64):
                number = number << 64 | stream.word()
            number >>= -bits % 64
            if number < bound:
                return number

    return below


def _index(weights: list[int], below: Below) -> int:
    """The index of one of some weights, as often as it weighs."""
    if len(weights) == 1:
        return 0
    left = below(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError


def _subset(cells: list[int] | tuple[int, ...], count: int, below: Below) -> list[int]:
    """`count` of some cells, each choice equally likely, by Floyd's method."""
    if 2 * count > len(cells):
        left_out = set(_subset(cells, len(cells) - count, below))
        return [cell for cell in cells if cell not in left_out]
    chosen: set[int] = set()
    for last in range(len(cells) - count, len(cells)):
        place = below(last + 1)
        chosen.add(last if place in chosen else place)
    return [cells[place] for place in chosen]
