"""A recorded game as a row of positions over time, and its playing: stepping, seeking, speed. Knows no screen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from sapper.core.moves import Move
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.session import Entry, Game, Note
from sapper.showing.rows import Scene

_SPEEDS = (0.125, 0.25, 0.5, 1, 2, 4, 8, 16)


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
    def scene(self) -> Scene:
        """What is to be seen of it: the mines once the game is lost."""
        position = self.frame.position
        return Scene(position, self.game.layout, truth=position.outcome is Outcome.LOST)

    @property
    def length_ms(self) -> int:
        """The clock at the end."""
        return self.frames[-1].ms

    @property
    def part(self) -> float:
        """How much of the time is over, from 0 to 1."""
        return self.ms / self.length_ms if self.length_ms else 1.0

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


class Projector:
    """A reel being played.

    Attributes:
        reel: what is played.
        is_playing: whether it runs.
    """

    def __init__(self, reel: Reel) -> None:
        """Stands at the start."""
        self.reel = reel
        self.is_playing = False
        self._speed = _SPEEDS.index(1)
        self._seen_at = 0.0

    @property
    def speed(self) -> float:
        """How many times as fast as it was played."""
        return _SPEEDS[self._speed]

    def play(self, now: float) -> None:
        """Runs from here on, or from the start where it is at its end.

        Args:
            now: in seconds, as for `tick`.
        """
        if self.reel.is_at_end:
            self.reel.seek_start()
        self.is_playing, self._seen_at = True, now

    def stop(self) -> None:
        """Stands still."""
        self.is_playing = False

    def step(self, count: int) -> None:
        """Stands still, so many entries further, or back."""
        self.stop()
        self.reel.step(count)

    def seek_tenth(self, count: int) -> None:
        """So many tenths of the time further, or back."""
        self.reel.seek(self.reel.ms + count * max(self.reel.length_ms / 10, 1))

    def change_speed(self, steps: int) -> None:
        """Twice as fast so many times, or half as fast."""
        self._speed = min(max(self._speed + steps, 0), len(_SPEEDS) - 1)

    def tick(self, now: float) -> None:
        """Time has passed; at the end it stands still."""
        if self.is_playing:
            self.reel.advance((now - self._seen_at) * 1000 * self.speed)
            self._seen_at = now
            self.is_playing = not self.reel.is_at_end


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
