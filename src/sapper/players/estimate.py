# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What a position is worth, by what was learned from own games: figures that describe it, and a network on them.

Sees no layout. The numbers are in `learned`; `benchmarks/learn_value.py` makes them.

Plain Python that Cython compiles with `estimate.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from math import exp, log

from sapper.players.marks import FIGURES
from sapper.players.outlook import Outlook
from sapper.solver.engine import Engine
from sapper.solver.kernel import table

FAINT = 0.05
"""Chances below it are taken for it where their logarithm is a figure."""


class Estimate:
    """Describes positions of an engine that has counted and weighed them, and estimates what they are worth.

    Attributes:
        figure: the figures of the position last described.
        units: how many hidden units the network has; 0 before it was told what was learned.
        trust: how much the network counts beside the outlook, from 0 to 1.
    """

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.figure = table("d", FIGURES)
        self.weight = table("d", 1)
        self.units = 0
        self.trust = 0.0
        self.fresh = self.wide = 0

    def learn(self, units: Sequence[Sequence[float]], last: Sequence[float]) -> None:
        """Takes over what was learned: of each hidden unit the bias and the weights, and those of their sum."""
        self.units = len(units)
        self.weight = array("d", [*chain.from_iterable(units), *last])

    def worth(self, engine: Engine) -> float:
        """What a position is worth, from 0 to 1: the outlook's worth and the chance to win, weighed by `trust`."""
        if self.units == 0:
            return self.outlook.worth(engine)
        self.describe(engine)
        value = self.outlook.value()
        if value <= 0.0:
            return 0.0
        return exp((1.0 - self.trust) * log(value) + self.trust * log(self.chance()))

    def chance(self) -> float:
        """The chance to win the position last described."""
        figure = self.figure
        weight = self.weight
        last = self.units * (FIGURES + 1)
        total = weight[last]
        w = 0
        for _ in range(self.units):
            value = weight[w]
            w += 1
            for i in range(FIGURES):
                value += weight[w] * figure[i]
                w += 1
            last += 1
            if value > 0.0:
                total += value * weight[last]
        return 1.0 / (1.0 + exp(-total))

    def describe(self, engine: Engine) -> None:
        """Fills `figure`, and the outlook's figures with it."""
        board = engine.board
        frontier = engine.frontier
        weigher = engine.weigher
        values = engine.counter.values
        figure = self.figure
        outlook = self.outlook
        outlook.judge(engine)
        outlook.flips = 0.0
        outlook.foresee(engine)
        self.fresh = 0
        self.wide = 0
        for i in range(board.found_count):
            self.spread(engine, board.found[i])
        # Doubt: how far a cell's risk is from certainty. Closed: a component without neighbours outside the border.
        doubt = spread = closed_doubt = logs = closed_logs = 0.0
        even = closed = alive = 0
        for c in range(frontier.components):
            best = 0.0
            least = 0.0
            certain = 1
            is_closed = 1
            for b in range(frontier.first_box[c], frontier.first_box[c + 1]):
                size = frontier.box_size[b]
                if values[b] == 1:
                    self.spread(engine, frontier.box_cell[b])
                    best = 1.0
                    continue
                if values[b] == 1 << size:
                    continue
                certain = 0
                risk = weigher.risk[b]
                chance = 1.0 - risk
                if chance > best:
                    best = chance
                least += size * (risk if risk < chance else chance)
                spread += size * risk * chance
                if 0.4 < risk < 0.6:
                    even += size
                if is_closed and self.touches_outside(engine, frontier.box_cell[b]):
                    is_closed = 0
            if not certain:
                alive += 1
                doubt += least
                best = log(best if best > FAINT else FAINT)
                logs += best
                if is_closed:
                    closed += 1
                    closed_doubt += least
                    closed_logs += best
        outside = board.unknown_left - frontier.frontier_cells
        layouts = log(weigher.layouts + 1.0)
        figure[0] = 1.0 if outlook.safe else 0.0
        figure[1] = log(1.0 + outlook.safe)
        figure[2] = log(outlook.guess if outlook.guess > FAINT else FAINT)
        figure[3] = log(outlook.other_guess if outlook.other_guess > FAINT else FAINT)
        figure[4] = layouts * 0.02
        figure[5] = doubt * 0.2
        figure[6] = spread * 0.2
        figure[7] = even * 0.1
        figure[8] = frontier.frontier_cells * 0.02
        figure[9] = frontier.boxes * 0.02
        figure[10] = alive * 0.2
        figure[11] = outside * 0.005
        figure[12] = weigher.outside_risk * 3.0 if outside else 0.0
        figure[13] = board.mines_left * 0.02
        figure[14] = board.unknown_left * 0.005
        figure[15] = 1.0 if outside else 0.0
        figure[16] = closed * 0.3
        figure[17] = closed_doubt * 0.5
        figure[18] = logs
        figure[19] = closed_logs
        figure[20] = self.fresh * 0.05
        figure[21] = self.wide * 0.05
        figure[22] = 3.0 * board.mines_left / (board.unknown_left + 1)
        figure[23] = layouts / (board.unknown_left + 1)
        figure[24] = 1.0 / (1.0 + outside)
        figure[25] = 1.0 / (1.0 + board.unknown_left - board.mines_left)
        figure[26] = outlook.flips
        figure[27] = log(outlook.near() + 0.001) + outlook.flips

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
