# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Whole games inside one call: deals a layout, opens, and asks the solver what follows, for thousands of games.

The only code beside `core.rules` that opens cells; tests hold it equal to the rules move by move. Only this module
sees the layout: the solver's engine is told the number of each cell that it opens, and nothing else. It must not know
why games are played.

Plain Python that Cython compiles with `playout.pxd`; see `solver.kernel`. The stream's words are drawn exactly as
`stream` and `uniform` draw them.
"""

from __future__ import annotations

from array import array

from sapper.core.view import CLOSED
from sapper.deal.endings import ASK, BLIND, LEAST_RISK, LOST, STUCK, UNDECIDED, WON
from sapper.deal.stream import FIRST_FACTOR, GAMMA, HALF, LOW_HALF, MASK64, SECOND_FACTOR
from sapper.solver.codes import GIVEN_UP, NOTHING, OPEN, SETTLED, UNKNOWN
from sapper.solver.engine import Engine
from sapper.solver.kernel import table


class Playout:
    """Games on boards of one size.

    Attributes:
        stream: the state of the random stream from which layouts are drawn.
        chances: the state of the stream from which cells are drawn, apart from the layouts.
        opened, opened_count: the places of the cells that the last game opened, in their order.
        pairs, cases, totals: how often the last game needed two numbers together, the analysis of a component, and
            the number of mines left.
        picked, guesses: the places that it opened without being certain, and how many; the first cell is left out.
        most_opened: the most cells that one of the last `attempts` opened.
    """

    def __init__(self, width: int, height: int, mines: int, *, limit: int = 1_000_000) -> None:
        self.engine = Engine(width, height, limit=limit)
        self.board = self.engine.board
        self.mines = mines
        self.cells = width * height
        self.stream = self.chances = 0
        size = self.board.size
        self.mined = bytearray(size)
        self.numbers = bytearray(size)
        self.blank = bytearray(size)
        self.digits = bytearray(self.cells)
        self.digit_blank = bytearray(self.cells)
        self.outer = table("i", self.cells)
        self.inner = table("i", 9)
        self.outer_count = self.inner_count = 0
        self.laid = table("i", self.cells + 1)
        self.laid_count = 0
        self.opened = table("i", self.cells + 1)
        self.opened_count = self.most_opened = 0
        self.pairs = self.cases = self.totals = self.guesses = 0
        self.picked = table("i", self.cells + 1)
        self.seen = bytearray(self.cells)
        self.marks = bytearray(size)
        self.work = table("i", self.cells)

    def promise(self, free: list[int], around: list[int]) -> None:
        """Says where mines may lie: not in the cells `free`, and in those `around` only what fits nowhere else."""
        kept = set(free) | set(around)
        self.outer_count = self.inner_count = 0
        for cell in range(self.cells):
            if cell not in kept:
                self.outer[self.outer_count] = self.board.place(cell)
                self.outer_count += 1
        for cell in around:
            self.inner[self.inner_count] = self.board.place(cell)
            self.inner_count += 1

    def below(self, bound: int) -> int:
        """The next number from 0 up to before `bound` of the stream; `Stream.below`."""
        threshold = 0
        while True:
            self.stream = (self.stream + GAMMA) & MASK64
            word = self.stream
            word = (word ^ word >> 30) * FIRST_FACTOR & MASK64
            word = (word ^ word >> 27) * SECOND_FACTOR & MASK64
            word ^= word >> 31
            product = (word >> 32) * bound
            rest = product & LOW_HALF
            if rest < bound:
                threshold = HALF % bound
                if rest < threshold:
                    continue
            return product >> 32

    def deal(self) -> None:
        """Draws the next layout from the stream, as `deal_uniform` does."""
        self.mined[:] = self.blank
        self.numbers[:] = self.blank
        self.laid_count = 0
        surplus = self.mines - self.outer_count
        if surplus < 0:
            surplus = 0
        self.choose(self.outer, self.outer_count, self.mines - surplus)
        if self.inner_count:
            self.choose(self.inner, self.inner_count, surplus)

    def choose(self, places: array[int], size: int, count: int) -> None:
        """Lays mines in `count` of `size` places, as `uniform.choose` draws them."""
        inverted = 1 if count > size - count else 0
        drawn = size - count if inverted else count
        self.digits[:] = self.digit_blank
        for last in range(size - drawn, size):
            chosen = self.below(last + 1)
            if self.digits[chosen]:
                chosen = last
            self.digits[chosen] = 1
            if not inverted:
                self.lay(places[chosen])
        if inverted:
            for chosen in range(size):
                if not self.digits[chosen]:
                    self.lay(places[chosen])

    def lay(self, place: int) -> None:
        """Lays a mine."""
        self.mined[place] = 1
        self.laid[self.laid_count] = place
        self.laid_count += 1
        for k in range(8):
            self.numbers[place + self.board.step[k]] += 1

    def take(self, mined: list[int]) -> None:
        """Takes over a layout, given as its mined cells, instead of dealing one."""
        self.mined[:] = self.blank
        self.numbers[:] = self.blank
        self.laid_count = 0
        for cell in mined:
            self.lay(self.board.place(cell))

    def open(self, place: int) -> None:
        """Opens a safe cell; if it is a zero its neighbours follow in the next sweep."""
        self.opened[self.opened_count] = place
        self.opened_count += 1
        self.board.reveal(place, self.numbers[place])

    def play(self, first: int, guess: int) -> int:
        """Plays the present layout out from the board's cell `first`.

        Opens what is certain, by the easiest reasoning that tells something; when nothing is certain `guess` says what
        to do, as in `endings`.

        Returns:
            `WON`, `LOST`, or, when it is for somebody else to say how to `go_on`: `STUCK` or `UNDECIDED`.
        """
        self.opened_count = 0
        self.pairs = self.cases = self.totals = self.guesses = 0
        self.board.reset(self.mines)
        place = self.board.place(first)
        if self.mined[place]:
            return LOST
        self.open(place)
        return self.play_blind() if guess == BLIND else self.follow(guess)

    def go_on(self, cell: int, guess: int) -> int:
        """Goes on from where the game stood still, by opening a closed cell of the board; see `play`."""
        if self.pick(self.board.place(cell)):
            return LOST
        return self.follow(guess)

    def pick(self, place: int) -> int:
        """Opens a cell that is not certain; returns whether it was a mine."""
        self.picked[self.guesses] = place
        self.guesses += 1
        if self.mined[place]:
            return 1
        self.open(place)
        return 0

    def follow(self, guess: int) -> int:
        """The rest of `play`."""
        board = self.board
        while True:
            board.sweep()
            while board.found_count:
                while board.found_count:
                    board.found_count -= 1
                    self.open(board.found[board.found_count])
                board.sweep()
            if board.unknown_left == board.mines_left:
                return WON
            if board.compare():
                self.pairs += 1
                continue
            outcome = self.engine.analyse_components()
            if outcome == SETTLED:
                self.cases += 1
                continue
            if outcome == NOTHING:
                outcome = self.engine.analyse_total()
                if outcome == SETTLED:
                    self.totals += 1
                    continue
            if outcome == GIVEN_UP:
                return UNDECIDED
            if guess == ASK:
                return STUCK
            place = self.engine.least_risk() if guess == LEAST_RISK else self.drawn(board.unknown_left)
            if place < 0:
                return UNDECIDED
            if self.pick(place):
                return LOST

    def play_blind(self) -> int:
        """The rest of `play` for somebody who opens any closed cell."""
        board = self.board
        done = 0
        while True:
            while done < self.opened_count:
                place = self.opened[done]
                done += 1
                if not self.numbers[place]:
                    for k in range(8):
                        if board.state[place + board.step[k]] == UNKNOWN:
                            self.open(place + board.step[k])
            if board.unknown_left == board.mines_left:
                return WON
            place = self.drawn(board.unknown_left)
            if self.pick(place):
                return LOST

    def drawn(self, count: int) -> int:
        """One of the `count` unknown cells, in reading order, drawn from `chances`."""
        board = self.board
        kept = self.stream
        self.stream = self.chances
        left = self.below(count)
        self.chances = self.stream
        self.stream = kept
        for cell in range(self.cells):
            place = board.place(cell)
            if board.state[place] == UNKNOWN:
                if left == 0:
                    return place
                left -= 1
        return -1

    def view(self) -> bytes:
        """What is to be seen of the game, as `View.cells`."""
        for cell in range(self.cells):
            place = self.board.place(cell)
            self.seen[cell] = self.numbers[place] if self.board.state[place] == OPEN else CLOSED
        return bytes(self.seen)

    def bbbv(self) -> int:
        """3BV of the present layout: openings, and safe cells that touch no zero."""
        board = self.board
        count = 0
        self.marks[:] = self.blank
        for cell in range(self.cells):
            place = board.place(cell)
            if self.mined[place] or self.numbers[place] or self.marks[place]:
                continue
            count += 1
            self.marks[place] = 1
            self.work[0] = place
            left = 1
            while left:
                left -= 1
                place = self.work[left]
                for k in range(8):
                    near = place + board.step[k]
                    if board.blank_state[near] == UNKNOWN and not self.marks[near]:
                        self.marks[near] = 1
                        if not self.numbers[near]:
                            self.work[left] = near
                            left += 1
        for cell in range(self.cells):
            place = board.place(cell)
            if not self.mined[place] and not self.marks[place]:
                count += 1
        return count

    def attempts(self, first: int, count: int) -> int:
        """Makes up to `count` attempts, until one is won; returns how many were made, negative if none was won."""
        self.most_opened = 0
        for made in range(1, count + 1):
            self.deal()
            outcome = self.play(first, ASK)
            if self.opened_count > self.most_opened:
                self.most_opened = self.opened_count
            if outcome == WON:
                return made
        return -count

    def mines_laid(self) -> list[int]:
        """The mined cells of the present layout, ascending."""
        board = self.board
        return sorted(board.cell(self.laid[i]) for i in range(self.laid_count))
