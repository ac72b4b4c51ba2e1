"""The clicks of a game by kind, as the community counts them. Knows nothing of clocks and logs."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.rules import Applied

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from sapper.core.clicks import Clicks


@dataclass(slots=True)
class Counts:
    """Clicks by kind, all of them and the effective ones, as the community counts them.

    A left or chord click is effective when it opened a safe cell, a right one when it flagged a mine for the
    first time.
    """

    left: int = 0
    right: int = 0
    chord: int = 0
    effective_left: int = 0
    effective_right: int = 0
    effective_chord: int = 0
    flagged_once: int = field(default=0, compare=False, repr=False)
    """The plane of the cells that have had a flag."""

    @property
    def clicks(self) -> Clicks:
        """What was counted so far."""
        from sapper.core.clicks import Clicks

        return Clicks(
            self.left, self.right, self.chord, self.effective_left, self.effective_right, self.effective_chord
        )

    @property
    def total(self) -> int:
        """All clicks."""
        return self.left + self.right + self.chord

    def count(self, move: Move, applied: Applied, *, layout: Layout | None) -> None:
        """Counts a move and what it led to; the layout is None before it is dealt."""
        opened = bool(applied.position.opened & applied.changed)
        match move.kind:
            case MoveKind.OPEN:
                self.left += 1
                self.effective_left += opened
            case MoveKind.CHORD:
                self.chord += 1
                self.effective_chord += opened
            case MoveKind.FLAG:
                self.right += 1
                fresh = applied.changed & ~self.flagged_once
                self.flagged_once |= fresh
                self.effective_right += bool(layout is not None and fresh & layout.mined)
            case MoveKind.QUESTION | MoveKind.UNMARK:
                self.right += 1

    def learn(self, layout: Layout) -> None:
        """Counts the early flags that are right, which nobody could tell before the layout was dealt."""
        self.effective_right += (self.flagged_once & layout.mined).bit_count()
