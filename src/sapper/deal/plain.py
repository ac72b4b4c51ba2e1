"""No-guess attempts as the interpreter makes them fastest: on planes of bytes, everywhere on the board at once.

Like `playout`, which is faster compiled, it sees the layout and tells the solver only the numbers of open cells.
"""

from __future__ import annotations

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.params import Params, Policy
from sapper.deal.endings import ASK, WON
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.deal.uniform import deal_uniform
from sapper.solver.planes import Known, planes
from sapper.solver.small import small_certain


class PlainAttempts:
    """Attempts at layouts of one size, dealt as the policy `opening` deals them at a first cell.

    Attributes:
        stream: the state of the random stream from which layouts are drawn.
        most_opened: the most cells that one of the last `attempts` opened.
    """

    def __init__(self, params: Params, first: tuple[int, int]) -> None:
        self.params, self.first = params, first
        self.board = planes(params.width, params.height)
        self.layout = Layout(params, (1 << params.mines) - 1)
        self.kernel: Playout | None = None
        self.stream = 0
        self.most_opened = 0

    def attempts(self, first: int, count: int) -> int:
        """Makes up to `count` attempts from the board's cell `first`, as `Playout.attempts` and with its outcome."""
        self.most_opened = 0
        stream = Stream(0)
        stream.state = self.stream
        made = 0
        won = False
        while made < count and not won:
            self.layout = deal_uniform(self.params, Policy.OPENING, stream, self.first)
            won = self.play(first)
            made += 1
        self.stream = stream.state
        return made if won else -made

    def mines_laid(self) -> list[int]:
        """The mined cells of the present layout, ascending."""
        return cells_of(self.layout.mined)

    def play(self, first: int) -> bool:
        """Whether the present layout can be finished from the board's cell `first` without a guess."""
        params, board = self.params, self.board
        numbers = int.from_bytes(board.grid(self.layout.numbers, b"\0"), "little")
        opened = 1 << 8 * (board.rows[first // params.width] + first % params.width)
        unknown = board.cells ^ opened
        mined = 0
        count = 1
        while True:
            shown = numbers & opened * 255
            safe, mines = board.step(Known(opened, unknown, mined), shown)
            if not safe | mines:
                found = small_certain(board, Known(opened, unknown, mined), shown, mines=params.mines)
                if found is None:
                    return self.play_large(first)
                safe, mines = (sum(1 << 8 * place for place in places) for places in found)
            if safe:
                opened |= safe
                count = opened.bit_count()
            unknown ^= safe | mines
            mined |= mines
            if count == params.safe_cells or not safe | mines:
                self.most_opened = max(self.most_opened, count)
                return count == params.safe_cells

    def play_large(self, first: int) -> bool:
        """The same in the kernel's way, which takes wider frontiers."""
        if self.kernel is None:
            self.kernel = Playout(self.params.width, self.params.height, self.params.mines)
        self.kernel.take(self.mines_laid())
        outcome = self.kernel.play(first, ASK)
        self.most_opened = max(self.most_opened, self.kernel.opened_count)
        return outcome == WON
