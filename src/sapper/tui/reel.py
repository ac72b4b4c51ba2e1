"""A recorded game as a row of positions over time: stepping, seeking, playing at a speed. Knows no screen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from sapper.core.moves import Move
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.session import Entry, Game, Note


class Frame(NamedTuple):
    """A moment of a recorded game.

    Args:
        ms: the game's clock.
        position: the position.
        at: the cell of the move that led here, as column and row; None at the start and for an undo.
    """

    ms: int
    position: Position
    at: tuple[int, int] | None


class Reel:
    """All moments of a game.

    Attributes:
        frames: the start, then one a log entry.
        index: of the moment shown.
        ms: the playback's own clock, in game time.
    """

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        """Plays a game through, which must be dealt and before its first move.

        Args:
            game: the game.
            entries: what was done.
        """
        self.game = game
        self.frames = _frames(game, entries)
        self.index = 0
        self.ms = 0

    @property
    def frame(self) -> Frame:
        """The moment shown."""
        return self.frames[self.index]

    @property
    def length_ms(self) -> int:
        """The clock at the end."""
        return self.frames[-1].ms

    @property
    def is_at_end(self) -> bool:
        """Whether the last moment is shown."""
        return self.index == len(self.frames) - 1

    def step(self, count: int) -> None:
        """So many entries further, or back."""
        self.index = min(max(self.index + count, 0), len(self.frames) - 1)
        self.ms = self.frame.ms

    def seek(self, ms: float) -> None:
        """To the last moment at or before a time."""
        self.ms = min(max(int(ms), 0), self.length_ms)
        self.index = max(bisect_right(self.frames, self.ms, key=lambda frame: frame.ms) - 1, 0)

    def seek_start(self) -> None:
        """Before everything."""
        self.index = self.ms = 0

    def advance(self, ms: float) -> None:
        """Plays on for so much game time; what happened at the very start is not skipped."""
        if self.is_at_end:
            self.ms = self.length_ms
        else:
            self.seek(self.ms + ms)


def _frames(game: Game, entries: Sequence[Entry]) -> list[Frame]:
    frames = [Frame(0, game.position, None)]
    past = [game.position]
    for entry in entries:
        if isinstance(entry.action, Move):
            move = entry.action
            if not game.position.geometry.contains(move.x, move.y):
                break
            after = apply(past[-1], game.layout, move, switches=game.switches).position
            if after is not past[-1]:
                past.append(after)
            frames.append(Frame(entry.ms, after, (move.x, move.y)))
        elif entry.action is Note.UNDO and len(past) > 1:
            past.pop()
            frames.append(Frame(entry.ms, past[-1], None))
    return frames
