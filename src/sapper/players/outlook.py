# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What a position is worth: how safe the next moves are, and the coin flips that are forming. Sees no layout.

Plain Python that Cython compiles with `outlook.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from math import exp, log

from sapper.solver.codes import BORDER, MINE, UNKNOWN
from sapper.solver.engine import Engine


class Outlook:
    """Judges positions of an engine that has counted and weighed them.

    Attributes:
        weight: how much coming coin flips count.
        best, second: the greatest chances that a cell is safe, of two cells that are no certain mines.
        guess, other_guess: the same of two cells that are not certain.
        safe: how many cells are certainly safe.
        flips: the logarithm of the chance to survive the coin flips that may come of what is closed.
    """

    def __init__(self) -> None:
        self.weight = 0.0
        self.best = self.second = self.guess = self.other_guess = self.flips = 0.0
        self.safe = 0

    def worth(self, engine: Engine) -> float:
        """What a position is worth, from 0 to 1: mostly the chance to survive the next move."""
        self.judge(engine)
        self.flips = 0.0
        if self.weight > 0.0:
            self.foresee(engine)
        return self.value()

    def value(self) -> float:
        """The worth of the position last judged."""
        return self.near() * exp(self.weight * self.flips)

    def near(self) -> float:
        """How safe the next two moves are, the first one above all."""
        return 0.8 * self.best + 0.2 * self.second

    def judge(self, engine: Engine) -> None:
        """Finds how safe the next two moves are."""
        frontier = engine.frontier
        values = engine.counter.values
        self.best = 0.0
        self.second = 0.0
        self.safe = engine.board.found_count
        for b in range(frontier.boxes):
            size = frontier.box_size[b]
            if values[b] == 1:
                self.safe += size
            elif values[b] != 1 << size:
                self.note(1.0 - engine.weigher.risk[b], size)
        outside = engine.board.unknown_left - frontier.frontier_cells
        if outside:
            if engine.totals.outside == 1:
                self.safe += outside
            elif engine.totals.outside == 3:
                self.note(1.0 - engine.weigher.outside_risk, outside)
        self.guess = self.best
        self.other_guess = self.second
        if self.safe:
            self.second = self.best if self.safe == 1 else 1.0
            self.best = 1.0

    def note(self, chance: float, cells: int) -> None:
        """Keeps the two greatest chances."""
        if chance > self.best:
            self.second = chance if cells > 1 else self.best
            self.best = chance
        elif chance > self.second:
            self.second = chance

    def foresee(self, engine: Engine) -> None:
        """Adds up the coin flips that may come of adjacent cells, one of which at least touches a number."""
        frontier = engine.frontier
        stride = engine.board.stride
        for b in range(frontier.boxes):
            if engine.counter.values[b] != 1 and engine.counter.values[b] != 1 << frontier.box_size[b]:
                cell = frontier.box_cell[b]
                while cell >= 0:
                    self.couple(engine, cell, 1)
                    self.couple(engine, cell, stride)
                    if frontier.box_of[cell - 1] < 0:
                        self.couple(engine, cell - 1, 1)
                    if frontier.box_of[cell - stride] < 0:
                        self.couple(engine, cell - stride, stride)
                    cell = frontier.next_cell[cell]

    def couple(self, engine: Engine, first: int, step: int) -> None:
        """Adds that a cell and the next one in a row or column may become a flip: all who could tell are mines.

        Who could tell are the neighbours of one of the two only: three cells on either side.
        """
        second = first + step
        if engine.board.state[first] != UNKNOWN or engine.board.state[second] != UNKNOWN:
            return
        one = self.chance(engine, first)
        other = self.chance(engine, second)
        flip = one + other - 2.0 * one * other
        box = engine.frontier.box_of[first]
        pair = box >= 0 and box == engine.frontier.box_of[second] and engine.frontier.box_size[box] == 2
        if pair and engine.counter.values[box] == 2:
            flip = 1.0  # they hold one mine for certain
        across = engine.board.stride if step == 1 else 1
        for side in range(-1, 2):
            flip *= self.chance(engine, first - step + side * across)
            flip *= self.chance(engine, second + step + side * across)
            if flip < 0.001:
                return
        self.flips += log(1.0 - 0.5 * flip)

    def chance(self, engine: Engine, place: int) -> float:
        """How likely a place is no safe cell."""
        what = engine.board.state[place]
        if what in (MINE, BORDER):
            return 1.0
        if what != UNKNOWN:
            return 0.0
        box = engine.frontier.box_of[place]
        return float(engine.weigher.outside_risk if box < 0 else engine.weigher.risk[box])
