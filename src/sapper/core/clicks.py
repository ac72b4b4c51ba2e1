"""How many clicks a game took, by kind; it must not know who counts them, nor by which model."""

from __future__ import annotations

from typing import NamedTuple


class Clicks(NamedTuple):
    """A game's clicks by kind, all of them and the effective ones."""

    left: int = 0
    right: int = 0
    chord: int = 0
    effective_left: int = 0
    effective_right: int = 0
    effective_chord: int = 0

    @property
    def total(self) -> int:
        """All clicks."""
        return self.left + self.right + self.chord

    @property
    def effective(self) -> int:
        """All effective clicks."""
        return self.effective_left + self.effective_right + self.effective_chord
