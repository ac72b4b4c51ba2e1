"""What a player has done on a board so far: an immutable value. Knows neither the mines nor the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sapper.core.geometry import Geometry, geometry
from sapper.core.params import Params


class Outcome(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Position:
    """The cells that are open or marked, as planes that share no cell.

    Args:
        params: size and mine count.
        opened: the open safe cells.
        flagged: the closed cells with a flag.
        questioned: the closed cells with a question mark.
        exploded: the mines that were opened.
        outcome: how the game stands.
    """

    params: Params
    opened: int = 0
    flagged: int = 0
    questioned: int = 0
    exploded: int = 0
    outcome: Outcome = Outcome.PLAYING

    @property
    def geometry(self) -> Geometry:
        """The board's geometry."""
        return geometry(self.params.width, self.params.height)

    @property
    def closed(self) -> int:
        """The plane of the cells that are not open, marked or not."""
        return self.geometry.full ^ self.opened ^ self.exploded

    @property
    def counter(self) -> int:
        """Mines minus flags; may be negative."""
        return self.params.mines - self.flagged.bit_count()

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.outcome is not Outcome.PLAYING

    def is_opened(self, cell: int) -> bool:
        """Whether the cell is open and safe."""
        return bool(self.opened >> cell & 1)

    def is_flagged(self, cell: int) -> bool:
        """Whether the cell has a flag."""
        return bool(self.flagged >> cell & 1)

    def is_questioned(self, cell: int) -> bool:
        """Whether the cell has a question mark."""
        return bool(self.questioned >> cell & 1)

    def marked(self, cell: int, *, flag: bool = False, question: bool = False) -> Position:
        """The position with this closed cell's mark replaced."""
        bit = 1 << cell
        return Position(
            self.params,
            self.opened,
            self.flagged & ~bit | bit * flag,
            self.questioned & ~bit | bit * question,
            self.exploded,
            self.outcome,
        )
