# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Perfect play when few layouts are left: in how many of them a game can be won, and by which cell. Sees views only.

A position is the set of the layouts that are still possible: cells that are safe in all of them cost nothing to open,
and those that show the same in all of them tell nothing, so the cells already open need not be kept. A guess leaves
the layouts in which the cell is safe, parted by what it shows; a position is worth the sum of what its parts are worth.

Plain Python that Cython compiles with `endgame.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from array import array

from sapper.deal.stream import FIRST_FACTOR, GAMMA, MASK64, SECOND_FACTOR
from sapper.players.listing import Listing
from sapper.players.marks import MINED
from sapper.solver.frontier import grown
from sapper.solver.kernel import table


class Endgame:
    """Searches the layouts of a listing.

    Attributes:
        work: how much was done in the last search, in layouts looked at times cells; `budget` is how much may be.
        choice: the index of the best cell in the last search.
    """

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.layout = table("i", 4096)
        self.layouts = 0
        self.active = table("i", 4096)
        self.actives = 0
        self.entry = table("i", 4096)
        self.entries = 0
        self.name = table("Q", 1)
        self.slots = 1 << 12
        self.key = table("Q", self.slots)
        self.won = table("i", self.slots)
        self.stamp = table("i", self.slots)
        self.kept = self.serial = 0
        self.budget = 0
        self.work = 0
        self.choice = -1

    def search(self, budget: int) -> int:
        """In how many of all layouts the game can be won; sets `choice`. -1 when that takes more than the budget."""
        self.begin(budget)
        return self.solve(0, self.layouts, 0, self.actives, 1)

    def search_showing(self, cell: int, number: int, budget: int) -> int:
        """In how many of the layouts in which a cell shows this number the game can be won; -1 as in `search`."""
        self.begin(budget)
        shown = self.listing.shown
        first = self.layouts
        self.reserve(first, 0)
        for i in range(first):
            if shown[i * self.listing.cells + cell] == number:
                self.layout[self.layouts] = i
                self.layouts += 1
        return self.solve(first, self.layouts, 0, self.actives, 0) if self.layouts > first else 0

    def begin(self, budget: int) -> None:
        """Starts with all layouts of the listing and nothing known of them."""
        listing = self.listing
        count = listing.layouts
        self.serial += 1
        self.kept = 0
        self.work = 0
        self.budget = budget
        self.layouts = self.actives = self.entries = 0
        if len(self.name) < count:
            word = 0
            self.name = grown(self.name, count)
            for i in range(len(self.name)):
                word = (i + 1) * GAMMA & MASK64
                word = (word ^ word >> 30) * FIRST_FACTOR & MASK64
                word = (word ^ word >> 27) * SECOND_FACTOR & MASK64
                self.name[i] = word ^ word >> 31
        self.reserve(count, listing.cells)
        for i in range(count):
            self.layout[i] = i
        self.layouts = count
        for i in range(listing.cells):
            self.active[i] = i
        self.actives = listing.cells
        self.choice = -1

    def reserve(self, layouts: int, cells: int) -> None:
        """Makes room for this many more layouts, active cells and entries."""
        if self.layouts + layouts > len(self.layout):
            self.layout = grown(self.layout, self.layouts + layouts)
        if self.actives + cells > len(self.active):
            self.active = grown(self.active, self.actives + cells)
        if self.entries + 2 * cells > len(self.entry):
            self.entry = grown(self.entry, self.entries + 2 * cells)

    def solve(self, begin: int, end: int, first: int, last: int, top: int) -> int:
        """In how many of the layouts from `begin` up to before `end` a game can be won.

        The cells that may show different things in them stand in `active` from `first` up to before `last`. Sets
        `choice` at the `top`. Returns -1 when the budget is used up.
        """
        count = end - begin
        if count == 1 and not top:
            return 1
        key = 0
        if not top:
            for i in range(begin, end):
                key = (key + self.name[self.layout[i]]) & MASK64
            known = self.known(key)
            if known >= 0:
                return known
        shown = self.listing.shown
        stride = self.listing.cells
        self.work += count * (last - first)
        if self.work > self.budget:
            return -1
        self.reserve(count, last - first)
        kept_layouts, kept_actives, kept_entries = self.layouts, self.actives, self.entries
        # For each cell: in how many layouts it is safe, and whether it then tells something.
        free = -1
        finest = 0
        for a in range(first, last):
            cell = self.active[a]
            seen = 0
            safe = 0
            for i in range(begin, end):
                what = shown[self.layout[i] * stride + cell]
                seen |= 1 << what
                if what != MINED:
                    safe += 1
            kinds = 0
            what = seen & ~(1 << MINED)
            while what:
                what &= what - 1
                kinds += 1
            if safe == count and top and self.choice < 0:
                self.choice = cell  # safe, if it be of no use
            if safe == 0 or (safe == count and kinds == 1):
                continue
            self.active[self.actives] = cell
            self.actives += 1
            if safe == count:
                if kinds > finest:
                    finest = kinds
                    free = cell
            elif kinds > 1:
                # By descending safe count; with the cell in the other half of the entry.
                i = self.entries
                self.entries += 2
                while i > kept_entries and self.entry[i - 2] < safe:
                    self.entry[i] = self.entry[i - 2]
                    self.entry[i + 1] = self.entry[i - 1]
                    i -= 2
                self.entry[i] = safe
                self.entry[i + 1] = cell
            elif top and self.choice < 0:
                self.choice = cell
        best = 1
        if free >= 0:
            if top:
                self.choice = free
            best = self.part(begin, end, kept_actives, self.actives, free, 0)
        else:
            most = 0
            for i in range(kept_entries, self.entries, 2):
                if self.entry[i] <= best and most:
                    break
                value = self.part(begin, end, kept_actives, self.actives, self.entry[i + 1], best)
                if value < 0:
                    best = -1
                    break
                if value > best or not most:
                    most = 1
                    best = value if value > best else best
                    if top:
                        self.choice = self.entry[i + 1]
        self.layouts, self.actives, self.entries = kept_layouts, kept_actives, kept_entries
        if best >= 0 and not top:
            self.keep(key, best)
        return best

    def part(self, begin: int, end: int, first: int, last: int, cell: int, least: int) -> int:
        """In how many of the layouts a game can be won after opening a cell; too low once it cannot pass `least`."""
        shown = self.listing.shown
        stride = self.listing.cells
        kept = self.layouts
        base = kept
        left = 0
        value = 0
        seen = 0
        for i in range(begin, end):
            what = shown[self.layout[i] * stride + cell]
            if what != MINED:
                seen |= 1 << what
                left += 1
        if self.layouts + left > len(self.layout):
            self.layout = grown(self.layout, self.layouts + left)
        number = 0
        while seen >> number:
            if seen >> number & 1:
                base = self.layouts
                for i in range(begin, end):
                    if shown[self.layout[i] * stride + cell] == number:
                        self.layout[self.layouts] = self.layout[i]
                        self.layouts += 1
                left -= self.layouts - base
                won = self.solve(base, self.layouts, first, last, 0)
                self.layouts = kept
                if won < 0:
                    return -1
                value += won
                if value + left <= least:
                    return value
            number += 1
        return value

    def known(self, key: int) -> int:
        """What was kept under a key, or -1."""
        slot = key & (self.slots - 1)
        while self.stamp[slot] == self.serial:
            if self.key[slot] == key:
                return int(self.won[slot])
            slot = (slot + 1) & (self.slots - 1)
        return -1

    def keep(self, key: int, won: int) -> None:
        """Keeps a result under a key."""
        if 2 * self.kept >= self.slots:
            self.widen()
        slot = key & (self.slots - 1)
        while self.stamp[slot] == self.serial:
            if self.key[slot] == key:
                break
            slot = (slot + 1) & (self.slots - 1)
        if self.stamp[slot] != self.serial:
            self.kept += 1
        self.stamp[slot] = self.serial
        self.key[slot] = key
        self.won[slot] = won

    def widen(self) -> None:
        """Makes room for more results."""
        keys: array[int] = self.key
        wins: array[int] = self.won
        stamps: array[int] = self.stamp
        slots = self.slots
        self.slots *= 4
        self.key = table("Q", self.slots)
        self.won = table("i", self.slots)
        self.stamp = table("i", self.slots)
        self.kept = 0
        for slot in range(slots):
            if stamps[slot] == self.serial:
                self.keep(keys[slot], wins[slot])
