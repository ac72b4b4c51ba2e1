"""Deductions with their reasons, in words for a player: the easiest first. Knows a view, and no layout.

Four kinds, in order of difficulty: one number; two numbers together; cases on the border, where some numbers together
leave a cell no choice; and the number of mines left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from sapper.core.geometry import geometry
from sapper.core.view import View
from sapper.errors import N_, NN_, Reason
from sapper.solver.answers import borrowed, check
from sapper.solver.codes import FALSE, GIVEN_UP, MINE, SAFE
from sapper.solver.engine import Engine

ShouldStop = Callable[[], bool]


class Kind(IntEnum):
    """What a deduction takes, from the easiest on."""

    ONE = 1
    """One number."""
    PAIR = 2
    """Two numbers together."""
    CASES = 3
    """Some numbers together leave no other case."""
    TOTAL = 4
    """The number of mines left."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Something that follows.

    Args:
        kind: what it takes.
        safe: the cells that are therefore safe, ascending.
        mined: the cells that are therefore mines, ascending.
        numbers: the open cells whose numbers prove it.
        known: the mines next to these that earlier deductions have found.
        reason: why, in a sentence.
    """

    kind: Kind
    safe: tuple[int, ...]
    mined: tuple[int, ...]
    numbers: tuple[int, ...]
    known: tuple[int, ...]
    reason: Reason


def deductions(view: View, *, should_stop: ShouldStop | None = None) -> Iterator[Deduction]:
    """All that follows from a view, the easiest that is left first; each may use what those before it found.

    Raises:
        PositionError, EffortError: as `sapper.solver.probabilities`.
    """
    yield from _Thinking(view, should_stop).steps()


def hint(view: View, *, should_stop: ShouldStop | None = None) -> Deduction | None:
    """The easiest deduction that names a safe cell, or None when no cell is certainly safe; raises as `deductions`."""
    return next((deduction for deduction in deductions(view, should_stop=should_stop) if deduction.safe), None)


class _Thinking:
    def __init__(self, view: View, should_stop: ShouldStop | None) -> None:
        self.view = view
        self.should_stop = should_stop
        self.board = geometry(view.params.width, view.params.height)
        self.safe: set[int] = set()
        self.mined: set[int] = set()
        closed = {cell for cell, code in enumerate(view.cells) if code > 8}
        around = {cell: self.board.neighbours(cell) for cell, code in enumerate(view.cells) if code <= 8}
        self.closed_around = {
            cell: frozenset(near) & closed for cell, near in around.items() if not closed.isdisjoint(near)
        }

    def steps(self) -> Iterator[Deduction]:
        while True:
            found = next(self.singles(), None) or next(self.pairs(), None) or self.harder()
            if found is None:
                return
            self.safe.update(found.safe)
            self.mined.update(found.mined)
            yield found

    def left(self, number: int) -> tuple[int, frozenset[int]]:
        """How many mines a number still owes, and the unknown cells around it."""
        near = self.closed_around[number]
        return self.view.cells[number] - len(near & self.mined), near - self.mined - self.safe

    def deduction(self, kind: Kind, template: str, numbers: list[int], **found: frozenset[int]) -> Deduction:
        known = sorted({cell for n in numbers for cell in self.closed_around[n] & self.mined})
        safe, mined = sorted(found.get("safe", ())), sorted(found.get("mined", ()))
        values: dict[str, object] = {
            "count": len(numbers),
            "mines": self.view.params.mines - len(self.mined),
            "more": len(mined),
        }
        for name, cell in zip(("", "2"), numbers, strict=False):
            x, y = self.board.xy(cell)
            values |= {f"x{name}": x, f"y{name}": y, f"number{name}": self.view.cells[cell]}
        target = (safe or mined)[0]
        values["safe_x"], values["safe_y"] = self.board.xy(target)
        return Deduction(kind, tuple(safe), tuple(mined), tuple(numbers), tuple(known), Reason(template, values))

    def singles(self) -> Iterator[Deduction]:
        for number in self.closed_around:
            owed, unknown = self.left(number)
            if not unknown:
                continue
            if owed == 0:
                template = N_("the {number} at {x},{y} has all its mines: the other cells around it are safe")
                yield self.deduction(Kind.ONE, template, [number], safe=unknown)
            elif owed == len(unknown):
                template = N_("the {number} at {x},{y} needs every closed cell that is left around it: all are mines")
                yield self.deduction(Kind.ONE, template, [number], mined=unknown)

    def pairs(self) -> Iterator[Deduction]:
        left = {number: self.left(number) for number in self.closed_around}
        for number, (owed, unknown) in left.items():
            x, y = self.board.xy(number)
            for other_y in range(max(y - 2, 0), min(y + 3, self.board.height)):
                for other_x in range(max(x - 2, 0), min(x + 3, self.board.width)):
                    other = self.board.cell(other_x, other_y)
                    if other == number or other not in left:
                        continue
                    less, there = left[other]
                    own, others = unknown - there, there - unknown
                    if len(own) == len(unknown) or owed - less != len(own) or not (own or others):
                        continue
                    if own:
                        template = N_(
                            "the {number} at {x},{y} owes {more} more than the {number2} at {x2},{y2}: so many "
                            "cells touch it alone, and all of these are mines; what touches the other alone is safe"
                        )
                    else:
                        template = N_(
                            "every cell around the {number} at {x},{y} also touches the {number2} at {x2},{y2}, which "
                            "owes no more: the other cells around that are safe"
                        )
                    yield self.deduction(Kind.PAIR, template, [number, other], safe=others, mined=own)

    def harder(self) -> Deduction | None:
        """What only the whole border, or the number of mines, tells."""
        with borrowed(self.view.params, self.should_stop) as engine:
            board = engine.board
            board.load(self.view.cells, self.view.params.mines)
            for cells, what in ((self.safe, SAFE), (self.mined, MINE)):
                for cell in cells:
                    board.settle_cell(board.place(cell), what)
            board.deduce()
            before = self.settled(engine)
            if board.fault >= 0:
                check(engine, self.view, FALSE)
            outcome = engine.analyse_components()
            kind = Kind.CASES
            if outcome == 0:
                kind, outcome = Kind.TOTAL, engine.analyse_total()
            if outcome in (FALSE, GIVEN_UP):
                check(engine, self.view, outcome)
            after = self.settled(engine)
            new = {cell: what for cell, what in after.items() if cell not in before}
            if not new:
                return None
            safe = frozenset(cell for cell, what in new.items() if what == SAFE)
            if kind is Kind.TOTAL:
                total = NN_(
                    "{mines} mine is left, and with the numbers that leaves only one way for these cells",
                    "{mines} mines are left, and with the numbers that leaves only one way for these cells",
                    "mines",
                )
                numbers = [number for number in self.closed_around if self.left(number)[1]]
                return self.deduction(kind, total, numbers, safe=safe, mined=frozenset(new) - safe)
            cell = min(safe) if safe else min(new)
            what = new[cell]
            numbers = self.core(engine, cell, MINE if what == SAFE else SAFE)
        if what == SAFE:
            template = N_("a mine at {safe_x},{safe_y} would leave no way to satisfy these {count} numbers: it is safe")
            return self.deduction(Kind.CASES, template, numbers, safe=frozenset([cell]))
        template = N_("without a mine at {safe_x},{safe_y} these {count} numbers could not all be true: it is a mine")
        return self.deduction(Kind.CASES, template, numbers, mined=frozenset([cell]))

    def settled(self, engine: Engine) -> dict[int, int]:
        board = engine.board
        states = {cell: board.state[board.place(cell)] for cell, code in enumerate(self.view.cells) if code > 8}
        return {cell: what for cell, what in states.items() if what in (SAFE, MINE)}

    def core(self, engine: Engine, cell: int, what: int) -> list[int]:
        """Numbers, none of them to spare, that rule out that a cell is `what`."""
        x, y = self.board.xy(cell)
        near = sorted(
            self.closed_around, key=lambda n: max(abs(n % self.board.width - x), abs(n // self.board.width - y))
        )
        count = 4
        while count < len(near) and not self.refuted(engine, near[:count], cell, what):
            count *= 2
        kept = near[:count]
        for number in reversed(kept[:]):
            fewer = [n for n in kept if n != number]
            if self.refuted(engine, fewer, cell, what):
                kept = fewer
        return sorted(kept)

    def refuted(self, engine: Engine, numbers: list[int], cell: int, what: int) -> bool:
        blind = bytearray(code if code > 8 else 255 for code in self.view.cells)
        for number in numbers:
            blind[number] = self.view.cells[number]
        return engine.refutes(bytes(blind), cell, what) == 1
