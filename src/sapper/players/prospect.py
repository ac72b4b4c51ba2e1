# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which cell to guess: candidates opened in thought, with each number that they may show, and on. Sees views only.

Plain Python that Cython compiles with `prospect.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

from sapper.players.endgame import Endgame
from sapper.players.estimate import Estimate
from sapper.players.listing import Listing
from sapper.players.marks import ALL, NONE, SURE
from sapper.players.outlook import Outlook
from sapper.solver.codes import NOTHING, SETTLED, UNKNOWN
from sapper.solver.engine import Engine
from sapper.solver.kernel import Board, table

LEVELS = 4
"""How many moves deep a thought may go."""


class Prospect:
    """Thinks about boards of one size, one view at a time.

    Attributes:
        few: the most layouts that are searched to the end, with at most `budget` of work.
        islands: whether what nothing else can help is played at once.
        window: candidates are at least so safe, measured by the safest; `outer_window` where no number touches them,
            `inner_window` for a guess in thought, of which the first `width` count.
        deep: how many moves, up to `LEVELS`, a thought goes deep for the best candidates: at most `again` of them, and
            none that a first thought of one move left below `margin` of the best; 1 for the first thought alone.
        least_mass: what is less likely is judged without going deeper.
        effort: how much work there may be for one move, in states and cells looked at; then the best so far is taken.
    """

    def __init__(self, width: int, height: int) -> None:
        self.here = Engine(width, height)
        self.engines = [self.here] + [Engine(width, height, limit=100_000) for _ in range(LEVELS)]
        self.outlook = Outlook()
        self.estimate = Estimate(self.outlook)
        self.listing = Listing(self.here)
        self.endgame = Endgame(self.listing)
        self.few = 400
        self.budget = 3_000_000
        self.window = 0.9
        self.outer_window = 0.95
        self.inner_window = 0.93
        self.margin = 0.95
        self.again = 5
        self.width = 3
        self.deep = 4
        self.least_mass = 0.1
        self.islands = 1
        self.effort = 10_000_000
        self.cells = width * height
        self.candidate = table("i", width * height * (LEVELS + 1))
        self.risk = table("d", width * height * (LEVELS + 1))
        self.worth = table("d", width * height)
        self.candidates = self.depth = self.kinds = 0
        self.spent = 0

    def study(self, cells: bytes, mines: int) -> int:
        """Takes over a view, settles what is certain, and weighs the rest.

        Returns:
            The place of a safe cell; `SURE` when there is none, `NONE` when the view is wrong or too much to weigh.
        """
        here = self.here
        board = here.board
        board.load(cells, mines)
        while True:
            board.deduce()
            if board.fault >= 0:
                return NONE
            if board.found_count:
                return int(board.found[0])
            outcome = here.analyse_components()
            if outcome == NOTHING:
                outcome = here.analyse_total()
            if outcome == SETTLED:
                continue
            if outcome != NOTHING:
                return NONE
            break
        if here.count_all() != NOTHING or here.weigher.weigh() < 0:
            return NONE
        return SURE

    def choose(self, cells: bytes, mines: int) -> int:
        """The place of the cell to open, or `NONE`."""
        self.candidates = 0
        place = self.study(cells, mines)
        if place != SURE:
            return place
        if self.here.weigher.layouts < self.few + 0.5:
            place = self.search(ALL)
            if place >= 0:
                return place
        if self.islands:
            place = self.island()
            if place >= 0:
                return place
        self.candidates = self.gather(0, self.window, self.outer_window)
        self.spent = 0
        self.depth = 1
        best = -1.0
        place = int(self.candidate[0])
        for i in range(self.candidates):
            value = self.value(self.candidate[i], 0, 1.0, 1.0 - self.risk[i], best * self.margin)
            if self.kinds == 1:
                value = 0.0  # whatever it is, it tells nothing: better left for later
            self.worth[i] = value
            if value > best + 1e-9:
                best = value
                place = int(self.candidate[i])
            if self.spent > self.effort:
                return place
        if self.deep < 2:
            return place
        # The few best again, with a longer thought.
        self.depth = self.deep
        limit = best * self.margin
        best = -1.0
        for _ in range(self.again):
            pick = -1
            for i in range(self.candidates):
                if self.worth[i] >= limit and (pick < 0 or self.worth[i] > self.worth[pick] + 1e-9):
                    pick = i
            if pick < 0 or self.spent > self.effort:
                break
            self.worth[pick] = -1.0
            value = self.value(self.candidate[pick], 0, 1.0, 1.0 - self.risk[pick], best)
            if value > best + 1e-9:
                best = value
                place = int(self.candidate[pick])
        return place

    def search(self, group: int) -> int:
        """The best place on an island, or `ALL` the board, as far as it can be searched; else -1."""
        if self.listing.fill(self.few, group) and self.endgame.search(self.budget) > 0:
            place: int = self.listing.place[self.endgame.choice]
            return place
        return -1

    def island(self) -> int:
        """Where to play on an island, the sooner the better as nothing else can ever help there; -1 if there is none.

        No cell is safe, so each island costs its share whenever it is played. So does a pair of cells with one mine
        that have the same neighbours.
        """
        frontier = self.here.frontier
        self.listing.part()
        for c in range(frontier.components):
            if self.listing.group_of[c] == c:
                cell = self.search(c)
                if cell >= 0:
                    return cell
        for b in range(frontier.boxes):
            if frontier.box_size[b] == 2 and self.here.counter.values[b] == 2:
                cell = frontier.box_cell[b]
                other = frontier.next_cell[cell]
                if self.sees(cell, other) and self.sees(other, cell):
                    return int(cell)
        return -1

    def sees(self, cell: int, other: int) -> int:
        """Whether every unknown neighbour of one cell, except another, is a neighbour of that other."""
        board = self.here.board
        mask = board.unknown[cell]
        while mask:
            k = board.first[mask]
            mask &= mask - 1
            near = cell + board.step[k]
            if near != other:
                found = 0
                for j in range(8):
                    if near + board.step[j] == other:
                        found = 1
                if not found:
                    return 0
        return 1

    def gather(self, level: int, window: float, outer_window: float) -> int:
        """Lists candidates, safest first: those not much worse than the safest, few of those that look alike."""
        engine = self.engines[level]
        board = engine.board
        frontier = engine.frontier
        weigher = engine.weigher
        base = level * self.cells
        count = 0
        least = 2.0
        outside = board.unknown_left - frontier.frontier_cells
        if outside:
            least = weigher.outside_risk
        for b in range(frontier.boxes):
            if weigher.risk[b] < least:
                least = weigher.risk[b]
        limit = 1.0 - (1.0 - least) * window + 1e-9
        for b in range(frontier.boxes):
            if weigher.risk[b] <= limit:
                cell = frontier.box_cell[b]
                while cell >= 0:
                    self.add(base, count, cell, weigher.risk[b])
                    count += 1
                    cell = frontier.next_cell[cell]
        if outside and weigher.outside_risk <= 1.0 - (1.0 - least) * outer_window + 1e-9:
            kinds = 0
            for y in range(board.height):
                place = (y + 2) * board.stride + 2
                for _ in range(board.width):
                    if board.state[place] == UNKNOWN and frontier.box_of[place] < 0:
                        mask = board.unknown[place]
                        near = board.count[mask]
                        lonely = 1
                        while mask:
                            k = board.first[mask]
                            mask &= mask - 1
                            if frontier.box_of[place + board.step[k]] >= 0:
                                lonely = 0
                                break
                        if outside <= 30 or not lonely:
                            self.add(base, count, place, weigher.outside_risk)
                            count += 1
                        elif not kinds >> near & 1:
                            kinds |= 1 << near
                            self.add(base, count, place, weigher.outside_risk)
                            count += 1
                    place += 1
        return count

    def add(self, base: int, count: int, place: int, risk: float) -> None:
        """Adds a candidate, in the order of risk."""
        i = base + count
        while i > base and self.risk[i - 1] > risk + 1e-9:
            self.risk[i] = self.risk[i - 1]
            self.candidate[i] = self.candidate[i - 1]
            i -= 1
        self.risk[i] = risk
        self.candidate[i] = place

    def value(self, place: int, level: int, mass: float, left: float, least: float) -> float:
        """What opening a cell is worth: its chance to be safe, times what is then to be expected.

        The cell is safe with a chance of `left`; the answer is too low once it cannot pass `least`.
        """
        engine = self.engines[level]
        ahead = self.engines[level + 1]
        board = engine.board
        value = 0.0
        kinds = 0
        lowest = -board.need[place]
        layouts = engine.weigher.layouts
        for number in range(lowest, lowest + board.count[board.unknown[place]] + 1):
            if self.suppose(place, number, level):
                share = ahead.weigher.layouts / layouts
                value += share * self.expect(level + 1, mass * share)
                kinds += 1
                left -= share
                if value + left <= least:
                    kinds = 2
                    break
        self.kinds = kinds
        return value

    def expect(self, level: int, mass: float) -> float:
        """What a position in thought is worth, which weighs this much in the decision."""
        engine = self.engines[level]
        board = engine.board
        if board.unknown_left == board.mines_left or engine.weigher.layouts < 1.5:
            return 1.0
        if mass < self.least_mass or level >= self.depth or self.spent > self.effort:
            if self.depth < self.deep:
                return self.outlook.worth(engine)  # a first thought only chooses what to think through
            return self.estimate.worth(engine)
        place = self.safest(level)
        if place >= 0:
            return self.value(place, level, mass, 1.0, 0.0)
        count = self.gather(level, self.inner_window, self.inner_window)
        best = 0.0
        if count > self.width:
            count = self.width
        for i in range(level * self.cells, level * self.cells + count):
            if 1.0 - self.risk[i] <= best:
                break
            value = self.value(self.candidate[i], level, mass, 1.0 - self.risk[i], best)
            if value > best:
                best = value
        return best

    def safest(self, level: int) -> int:
        """The place of a cell that is certainly safe, the one with most unknown neighbours, or -1."""
        engine = self.engines[level]
        board = engine.board
        frontier = engine.frontier
        most = -1
        best = -1
        for i in range(board.found_count):
            near = board.count[board.unknown[board.found[i]]]
            if near > most:
                most = near
                best = board.found[i]
        for b in range(frontier.boxes):
            if engine.counter.values[b] == 1:
                place = frontier.box_cell[b]
                while place >= 0:
                    near = board.count[board.unknown[place]]
                    if near > most:
                        most = near
                        best = place
                    place = frontier.next_cell[place]
        if engine.totals.outside == 1:
            for y in range(board.height):
                place = (y + 2) * board.stride + 2
                for _ in range(board.width):
                    if board.state[place] == UNKNOWN and frontier.box_of[place] < 0:
                        near = board.count[board.unknown[place]]
                        if near > most:
                            most = near
                            best = place
                    place += 1
        return best

    def suppose(self, place: int, number: int, level: int) -> int:
        """Opens a cell in thought, showing this number; false when it cannot."""
        ahead = self.engines[level + 1]
        other = self.engines[level]
        board = ahead.board
        board.follow(other.board)
        self.keep_found(board, other.board, place)
        board.reveal(place, number)
        board.sweep()
        if board.fault >= 0:
            return 0
        if ahead.count_all() != NOTHING or ahead.weigher.weigh() < 0:
            return 0
        self.spent += ahead.counter.states + board.size
        return 1

    def keep_found(self, board: Board, other: Board, place: int) -> None:
        """Hands on the cells found safe and not yet opened."""
        for i in range(other.found_count):
            if other.found[i] != place:
                board.found[board.found_count] = other.found[i]
                board.found_count += 1
