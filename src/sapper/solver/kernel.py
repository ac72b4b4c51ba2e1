# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What follows from single numbers and from pairs of them, on flat buffers; sees views and numbers, never a layout.

Plain Python: the same file runs interpreted anywhere and is compiled by Cython with the types of `kernel.pxd`. So the
loops index buffers, build no objects, and look plain on purpose.

The board lies on a grid with a border two cells wide, so that the 8 neighbours and the 24 cells of a 5x5 square are
fixed steps away and need no test for the edge. A number keeps its unknown neighbours as a mask of 8 bits, one a
direction, and how many mines are still to be found among them. Settling a cell takes it out of its neighbours' masks;
a number that is thereby used up or filled up goes on a work list. Numbers that changed wait, in `changed`, to be
compared with the numbers near them, and after that, in `ripe`, for whoever analyses their whole component.
"""

from __future__ import annotations

from array import array
from typing import Any

from sapper.solver.codes import BLIND, MINE, OPEN, SAFE, UNKNOWN
from sapper.solver.plain import load_plain

COMPILED = not __file__.endswith(".py")
"""Whether this is the compiled kernel."""


def table(kind: str, count: int, value: int = 0) -> Any:
    """A buffer of `count` equal entries."""
    return array(kind, [value]) * count


class Board:
    """A board as far as it is known, and what single numbers and pairs of numbers tell.

    Cells are named by their place on the bordered grid (`place`). Attributes of use to others: `unknown_left` and
    `mines_left` count the unknown cells and the mines among them; `fault` is a place whose number cannot be true, or
    -1; `found` holds the `found_count` cells that were settled as safe since somebody last emptied it.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.stride = width + 2
        self.size = self.stride * (height + 4) + 4
        size = self.size
        self.state = bytearray(size)
        self.unknown = bytearray(size)
        self.need = table("b", size)
        self.blank_unknown = bytearray(size)
        self.blank_need = table("b", size)
        self.queued = bytearray(size)
        self.is_changed = bytearray(size)
        self.is_ripe = bytearray(size)
        self.work = table("i", size)
        self.changed = table("i", size)
        self.ripe = table("i", size)
        self.live = table("i", size)
        self.found = table("i", size)
        self.work_count = self.changed_count = self.ripe_count = self.live_count = self.found_count = 0
        self.unknown_left = self.mines_left = 0
        self.fault = -1
        stride = self.stride
        steps = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
        self.step = array("i", steps)
        self.count = array("B", [mask.bit_count() for mask in range(256)])
        self.first = array("B", [max((mask & -mask).bit_length() - 1, 0) for mask in range(256)])
        # For two numbers `far` apart, the neighbours they share, as a mask of the one and as a mask of the other.
        self.far = table("i", 24)
        self.shared_here = table("B", 24)
        self.shared_there = table("B", 24)
        places = [dy * stride + dx for dy in range(-2, 3) for dx in range(-2, 3) if dx or dy]
        for index, far in enumerate(places):
            self.far[index] = far
            self.shared_here[index] = sum(1 << k for k in range(8) if steps[k] - far in steps)
            self.shared_there[index] = sum(1 << k for k in range(8) if steps[k] + far in steps)
        border, row = bytes(2), bytes([UNKNOWN]) * width
        self.blank_state = bytearray(bytes(2 * stride + 2) + (row + border) * height + bytes(2 * stride + 2))
        for y in range(height):
            for x in range(width):
                if 0 < x < width - 1 and 0 < y < height - 1:
                    self.blank_unknown[(y + 2) * stride + 2 + x] = 255
                    continue
                place = (y + 2) * stride + 2 + x
                mask = 0
                for k in range(8):
                    if self.blank_state[place + steps[k]] == UNKNOWN:
                        mask |= 1 << k
                self.blank_unknown[place] = mask

    def reset(self, mines: int) -> None:
        """Forgets everything: a closed board with this many mines."""
        self.state[:] = self.blank_state
        self.unknown[:] = self.blank_unknown
        self.need[:] = self.blank_need
        self.forget_lists()
        self.live_count = 0
        self.unknown_left = self.width * self.height
        self.mines_left = mines
        self.fault = -1

    def follow(self, other: Board) -> None:
        """Takes over what another board of the same size knows, as far as single numbers told it."""
        self.state[:] = other.state
        self.unknown[:] = other.unknown
        self.need[:] = other.need
        self.forget_lists()
        for i in range(other.live_count):
            self.live[i] = other.live[i]
        self.live_count = other.live_count
        self.unknown_left = other.unknown_left
        self.mines_left = other.mines_left
        self.fault = other.fault

    def forget_lists(self) -> None:
        """Empties the lists of what is to be looked at, and of what was found."""
        for i in range(self.changed_count):
            self.is_changed[self.changed[i]] = 0
        for i in range(self.ripe_count):
            self.is_ripe[self.ripe[i]] = 0
        for i in range(self.work_count):
            self.queued[self.work[i]] = 0
        self.work_count = self.changed_count = self.ripe_count = self.found_count = 0

    def load(self, cells: bytes, mines: int) -> None:
        """Takes over a view: a byte a cell, above 8 for the closed ones, `BLIND` for open ones that tell nothing."""
        self.reset(mines)
        if COMPILED:
            self.load_cells(cells)
        else:
            load_plain(self, cells)
        if self.mines_left < 0 or self.mines_left > self.unknown_left:
            self.fault = 0

    def load_cells(self, cells: bytes) -> None:
        """The rest of `load`."""
        i = 0
        for y in range(self.height):
            place = (y + 2) * self.stride + 2
            for _ in range(self.width):
                number = cells[i]
                if number <= 8 or number == BLIND:
                    self.state[place] = OPEN if number <= 8 else SAFE
                    self.need[place] = number & 15
                    self.unknown_left -= 1
                    for k in range(8):
                        self.unknown[place + self.step[k]] &= 255 ^ (1 << (7 - k))
                i += 1
                place += 1
        for y in range(self.height):
            place = (y + 2) * self.stride + 2
            for _ in range(self.width):
                if self.state[place] == OPEN:
                    self.watch(place)
                place += 1

    def watch(self, place: int) -> None:
        """Takes an open number into account from now on."""
        mask = self.unknown[place]
        if not mask:
            if self.need[place]:
                self.fault = place
            return
        self.live[self.live_count] = place
        self.live_count += 1
        if not self.is_changed[place]:
            self.is_changed[place] = 1
            self.changed[self.changed_count] = place
            self.changed_count += 1
        if (self.need[place] <= 0 or self.need[place] >= self.count[mask]) and not self.queued[place]:
            self.queued[place] = 1
            self.work[self.work_count] = place
            self.work_count += 1

    def reveal(self, place: int, number: int) -> None:
        """Opens a cell, unknown or deduced to be safe, that shows this number."""
        if self.state[place] == UNKNOWN:
            self.settle(place, SAFE)
        self.state[place] = OPEN
        self.need[place] += number
        self.watch(place)

    def settle(self, place: int, what: int) -> None:
        """Records that an unknown cell is `SAFE` or a `MINE`, and queues the numbers around it that now say more."""
        self.state[place] = what
        self.unknown_left -= 1
        mine = 1 if what == MINE else 0
        self.mines_left -= mine
        for k in range(8):
            near = place + self.step[k]
            mask = self.unknown[near] & (255 ^ (1 << (7 - k)))
            self.unknown[near] = mask
            need = self.need[near] - mine
            self.need[near] = need
            if self.state[near] == OPEN:
                if not self.is_changed[near]:
                    self.is_changed[near] = 1
                    self.changed[self.changed_count] = near
                    self.changed_count += 1
                if (need <= 0 or need >= self.count[mask]) and not self.queued[near]:
                    self.queued[near] = 1
                    self.work[self.work_count] = near
                    self.work_count += 1

    def settle_mask(self, place: int, mask: int, what: int) -> None:
        """Settles the neighbours of a number that a mask names."""
        while mask:
            k = self.first[mask]
            mask &= mask - 1
            cell = place + self.step[k]
            if what == SAFE:
                self.found[self.found_count] = cell
                self.found_count += 1
            self.settle(cell, what)

    def settle_cell(self, place: int, what: int) -> None:
        """Settles one unknown cell; a safe one goes on the list of those found."""
        if what == SAFE:
            self.found[self.found_count] = place
            self.found_count += 1
        self.settle(place, what)

    def sweep(self) -> None:
        """Follows single numbers until none of them tells anything more, or one cannot be true."""
        while self.work_count and self.fault < 0:
            self.work_count -= 1
            place = self.work[self.work_count]
            self.queued[place] = 0
            mask = self.unknown[place]
            need = self.need[place]
            if need < 0 or need > self.count[mask]:
                self.fault = place
            elif mask:
                if need == 0:
                    self.settle_mask(place, mask, SAFE)
                elif need == self.count[mask]:
                    self.settle_mask(place, mask, MINE)
        if (self.mines_left < 0 or self.mines_left > self.unknown_left) and self.fault < 0:
            self.fault = 0

    def compare(self) -> int:
        """Compares changed numbers with those near them until a pair tells something.

        When one number has as many more mines than the other as it has cells of its own, these are all mines and the
        other's own cells are all safe. With no cells of its own it is the rule of the subset.

        Returns:
            Whether something was settled (then sweep again) or found false.
        """
        while self.changed_count:
            place = self.changed[self.changed_count - 1]
            here = self.unknown[place]
            if here:
                need = self.need[place]
                for index in range(24):
                    other = place + self.far[index]
                    if self.state[other] != OPEN:
                        continue
                    there = self.unknown[other]
                    if not there & self.shared_there[index]:
                        continue
                    own = here & (255 ^ self.shared_here[index])
                    others = there & (255 ^ self.shared_there[index])
                    more = need - self.need[other]
                    if more == self.count[own]:
                        if own or others:
                            self.settle_mask(place, own, MINE)
                            self.settle_mask(other, others, SAFE)
                            return 1
                    elif -more == self.count[others]:
                        if own or others:
                            self.settle_mask(other, others, MINE)
                            self.settle_mask(place, own, SAFE)
                            return 1
                    elif more > self.count[own] or -more > self.count[others]:
                        self.fault = place
                        return 1
            self.changed_count -= 1
            self.is_changed[place] = 0
            if here:
                if not self.is_ripe[place]:
                    self.ripe[self.ripe_count] = place
                    self.ripe_count += 1
                self.is_ripe[place] = 1
        return 0

    def deduce(self) -> int:
        """Follows single numbers, and pairs where those tell nothing, until neither does; returns the pairs needed."""
        pairs = 0
        self.sweep()
        while self.fault < 0 and self.compare():
            pairs += 1
            self.sweep()
        return pairs

    def place(self, cell: int) -> int:
        """Where a cell of the board lies on the grid."""
        return (cell // self.width + 2) * self.stride + 2 + cell % self.width

    def cell(self, place: int) -> int:
        """The board's cell at a place of the grid."""
        return ((place - 2) // self.stride - 2) * self.width + (place - 2) % self.stride
