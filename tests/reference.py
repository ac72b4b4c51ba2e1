"""Minesweeper once more, slowly and obviously, with sets and dictionaries: the oracle of the other tests."""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]


@dataclass
class SlowGame:
    """A game on a `width` x `height` board with mines at the given cells, played by the standard rules."""

    width: int
    height: int
    mines: set[Cell]
    flag_limit: bool = False
    flood_through_flags: bool = False
    opened: set[Cell] = field(default_factory=set)
    marks: dict[Cell, str] = field(default_factory=dict)
    exploded: set[Cell] = field(default_factory=set)

    @property
    def outcome(self) -> str:
        if self.exploded:
            return "lost"
        return "won" if len(self.opened) == self.width * self.height - len(self.mines) else "playing"

    def around(self, cell: Cell) -> list[Cell]:
        x, y = cell
        near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        return [(a, b) for a, b in near if 0 <= a < self.width and 0 <= b < self.height]

    def number(self, cell: Cell) -> int:
        return sum(near in self.mines for near in self.around(cell))

    def play(self, kind: str, cell: Cell) -> None:
        if self.outcome != "playing":
            return
        if kind == "o":
            if self.marks.get(cell) != "f" and cell not in self.opened:
                self.open(cell)
        elif kind == "c":
            flags = [near for near in self.around(cell) if self.marks.get(near) == "f"]
            if cell in self.opened and len(flags) == self.number(cell):
                for near in self.around(cell):
                    if self.marks.get(near) != "f":
                        self.open(near)
        elif cell not in self.opened:
            flags_now = list(self.marks.values()).count("f")
            if kind == "f" and self.flag_limit and flags_now >= len(self.mines):
                return
            self.marks.pop(cell, None)
            if kind != "u":
                self.marks[cell] = kind

    def open(self, cell: Cell) -> None:
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            if here in self.opened or (self.marks.get(here) == "f" and not self.flood_through_flags):
                continue
            self.marks.pop(here, None)
            if here in self.mines:
                self.exploded.add(here)
                continue
            self.opened.add(here)
            if self.number(here) == 0:
                waiting.extend(self.around(here))

    def groups(self, cells: set[Cell]) -> list[set[Cell]]:
        """The 8-connected groups that these cells form."""
        left, found = set(cells), []
        while left:
            group, waiting = set(), [left.pop()]
            while waiting:
                here = waiting.pop()
                group.add(here)
                near = set(self.around(here)) & left
                left -= near
                waiting.extend(near)
            found.append(group)
        return found

    def zeros_and_isolated(self) -> tuple[set[Cell], set[Cell]]:
        """The safe cells without a mine around them, and those that touch none of these."""
        safe = {(x, y) for x in range(self.width) for y in range(self.height)} - self.mines
        zeros = {cell for cell in safe if self.number(cell) == 0}
        return zeros, {cell for cell in safe - zeros if not zeros & set(self.around(cell))}

    def metrics(self) -> tuple[int, int, int]:
        """3BV, openings and islands."""
        zeros, isolated = self.zeros_and_isolated()
        openings = len(self.groups(zeros))
        return openings + len(isolated), openings, len(self.groups(isolated))

    def solved(self) -> int:
        """The part of 3BV that is done: isolated numbers that are open, and openings of which every cell is."""
        zeros, isolated = self.zeros_and_isolated()
        wholes = [{near for cell in group for near in [cell, *self.around(cell)]} for group in self.groups(zeros)]
        openings = sum(whole <= self.opened for whole in wholes)
        return openings + len(isolated & self.opened)
