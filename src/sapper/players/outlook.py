# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What a position is worth: figures that describe it, and from them an estimate of the chance to win. Sees no layout.

Plain Python that Cython compiles with `outlook.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from array import array
from math import exp, log

from sapper.solver.codes import BORDER, MINE, UNKNOWN
from sapper.solver.engine import Engine
from sapper.solver.kernel import table

FIGURES = 28
"""How many figures describe a position."""


class Outlook:
    """Describes and judges positions of an engine that has counted and weighed them.

    Attributes:
        figure: the figures of the position last described.
        best, second: the greatest chances that a cell is safe, of two cells that are not both certain, 1 where safe.
        safe: how many cells are certainly safe.
    """

    def __init__(self) -> None:
        self.figure = table("d", FIGURES)
        self.best = self.second = 0.0
        self.safe = 0
        self.fresh = self.wide = 0
        self.hidden = 0
        self.pull = self.mix = 0.0
        self.closing = self.closed = 0.0
        self.weight = table("d", 1)

    def learn(self, weights: list[float]) -> None:
        """Takes over what was learned: for each hidden unit its bias and weights, then the last bias and weights."""
        self.hidden = (len(weights) - 1) // (FIGURES + 2)
        self.weight = array("d", weights)

    def note(self, chance: float) -> None:
        """Keeps the two greatest chances."""
        if chance > self.best:
            self.second = self.best
            self.best = chance
        elif chance > self.second:
            self.second = chance

    def describe(self, engine: Engine) -> None:
        """Fills `figure`, `best`, `second` and `safe`."""
        board = engine.board
        frontier = engine.frontier
        counter = engine.counter
        weigher = engine.weigher
        figure = self.figure
        self.best = 0.0
        self.second = 0.0
        self.safe = board.found_count
        self.fresh = 0
        self.wide = 0
        for i in range(board.found_count):
            self.spread(engine, board.found[i])
        doubt = spread = closed_doubt = logs = closed_logs = 0.0
        even = closed = alive = 0
        for c in range(frontier.components):
            best = 0.0
            least = 0.0
            certain = 1
            is_closed = 1
            for b in range(frontier.first_box[c], frontier.first_box[c + 1]):
                size = frontier.box_size[b]
                if counter.values[b] == 1:
                    self.safe += size
                    self.spread(engine, frontier.box_cell[b])
                    best = 1.0
                    continue
                if counter.values[b] == 1 << size:
                    continue
                certain = 0
                risk = weigher.risk[b]
                chance = 1.0 - risk
                if chance > best:
                    best = chance
                self.note(chance)
                if size > 1:
                    self.note(chance)
                least += size * (risk if risk < chance else chance)
                spread += size * risk * chance
                if 0.4 < risk < 0.6:
                    even += size
                if is_closed and self.touches_outside(engine, frontier.box_cell[b]):
                    is_closed = 0
            if not certain:
                alive += 1
                doubt += least
                best = log(best if best > 0.05 else 0.05)
                logs += best
                if is_closed:
                    closed += 1
                    closed_doubt += least
                    closed_logs += best
        outside = board.unknown_left - frontier.frontier_cells
        risk = 0.0
        if outside:
            if engine.totals.outside == 1:
                self.safe += outside
            elif engine.totals.outside == 3:
                risk = weigher.outside_risk
                self.note(1.0 - risk)
                if outside > 1:
                    self.note(1.0 - risk)
        if self.safe:
            self.second = self.best if self.safe == 1 else 1.0
            self.best = 1.0
        self.closing = 0.0
        self.closed = 0.0
        for b in range(frontier.boxes):
            if counter.values[b] != 1 and counter.values[b] != 1 << frontier.box_size[b]:
                cell = frontier.box_cell[b]
                while cell >= 0:
                    self.couple(engine, cell, cell + 1)
                    self.couple(engine, cell, cell + board.stride)
                    if frontier.box_of[cell - 1] < 0:
                        self.couple(engine, cell - 1, cell)
                    if frontier.box_of[cell - board.stride] < 0:
                        self.couple(engine, cell - board.stride, cell)
                    cell = frontier.next_cell[cell]
        figure[26] = self.closing
        figure[27] = self.closed
        figure[0] = 1.0 if self.safe else 0.0
        figure[1] = log(1.0 + self.safe)
        figure[2] = self.best
        figure[3] = self.second
        figure[4] = log(weigher.layouts + 1.0) * 0.02
        figure[5] = doubt * 0.2
        figure[6] = spread * 0.2
        figure[7] = even * 0.1
        figure[8] = frontier.frontier_cells * 0.02
        figure[9] = frontier.boxes * 0.02
        figure[10] = alive * 0.2
        figure[11] = outside * 0.005
        figure[12] = risk * 3.0
        figure[13] = board.mines_left * 0.02
        figure[14] = board.unknown_left * 0.005
        figure[15] = 1.0 if outside else 0.0
        figure[16] = closed * 0.3
        figure[17] = closed_doubt * 0.5
        figure[18] = logs
        figure[19] = closed_logs
        figure[20] = self.fresh * 0.05
        figure[21] = self.wide * 0.05
        figure[22] = 1.0 * board.mines_left / (board.unknown_left + 1) * 3.0
        figure[23] = log(weigher.layouts + 1.0) / (board.unknown_left + 1)
        figure[24] = 1.0 / (1.0 + outside)
        figure[25] = 1.0 / (1.0 + board.unknown_left - board.mines_left)

    def couple(self, engine: Engine, first: int, second: int) -> None:
        """Takes into account that two adjacent cells may turn out to be a coin flip: all who could tell are mines."""
        if engine.board.state[first] != UNKNOWN or engine.board.state[second] != UNKNOWN:
            return
        stride = engine.board.stride
        one = self.chance(engine, first)
        other = self.chance(engine, second)
        flip = one + other - 2.0 * one * other
        box = engine.frontier.box_of[first]
        pair = box >= 0 and box == engine.frontier.box_of[second] and engine.frontier.box_size[box] == 2
        if pair and engine.counter.values[box] == 2:
            flip = 1.0  # they hold one mine for certain
        across = stride if second == first + 1 else 1
        along = second - first
        for side in range(-1, 2):
            flip *= self.chance(engine, first - along + side * across)
            flip *= self.chance(engine, second + along + side * across)
            if flip < 0.001:
                return
        lost = log(1.0 - 0.5 * flip)
        self.closing += lost
        if flip > 0.5:
            self.closed += lost

    def chance(self, engine: Engine, place: int) -> float:
        """How likely a place is no safe cell."""
        what = engine.board.state[place]
        if what in (MINE, BORDER):
            return 1.0
        if what != UNKNOWN:
            return 0.0
        box = engine.frontier.box_of[place]
        return engine.weigher.outside_risk if box < 0 else engine.weigher.risk[box]

    def spread(self, engine: Engine, place: int) -> None:
        """Counts the unknown neighbours of a safe cell, and those of them that touch no number."""
        board = engine.board
        mask = board.unknown[place]
        self.fresh += board.count[mask]
        while mask:
            k = board.first[mask]
            mask &= mask - 1
            if engine.frontier.box_of[place + board.step[k]] < 0:
                self.wide += 1

    def touches_outside(self, engine: Engine, cell: int) -> int:
        """Whether a cell of this cell's box has an unknown neighbour that touches no number."""
        board = engine.board
        while cell >= 0:
            mask = board.unknown[cell]
            while mask:
                k = board.first[mask]
                mask &= mask - 1
                if engine.frontier.box_of[cell + board.step[k]] < 0:
                    return 1
            cell = engine.frontier.next_cell[cell]
        return 0

    def worth(self, engine: Engine) -> float:
        """The estimated chance to win a position from here, on some scale of its own."""
        board = engine.board
        weigher = engine.weigher
        self.describe(engine)
        if not self.hidden:
            return (0.8 * self.best + 0.2 * self.second) * exp(self.pull * self.closing)
        if board.unknown_left == board.mines_left or weigher.layouts < 1.5:
            return 1.0
        figure = self.figure
        weight = self.weight
        last = self.hidden * (FIGURES + 1)
        total = weight[last]
        w = 0
        for _ in range(self.hidden):
            value = weight[w]
            w += 1
            for i in range(FIGURES):
                value += weight[w] * figure[i]
                w += 1
            last += 1
            if value > 0.0:
                total += value * weight[last]
        value = 1.0 / (1.0 + exp(-total))
        if self.mix > 0.0:
            value *= exp(self.mix * log((0.8 * self.best + 0.2 * self.second) * exp(self.pull * self.closing)))
        return value
