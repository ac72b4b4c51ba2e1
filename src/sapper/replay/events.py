"""What a hand did with the mouse, as files record it: presses, releases and moves. Knows no board, no rules.

A replay has thousands of events and most are moves, so they are kept as columns: readers fill these a column at a
time, and playing looks only at the few that are no moves.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from sapper.errors import N_, NotationError

MAX_EVENTS = 4_000_000
"""More events than any game has: eleven hours of a mouse that reports a hundred times a second."""

MAX_TIME = 2**40
MAX_PIXEL = 1_000_000


class Kind(IntEnum):
    """What happened; the numbers are those of the EVF format, and two more."""

    MOVE = 1
    LEFT_DOWN = 2
    LEFT_UP = 3
    RIGHT_DOWN = 4
    RIGHT_UP = 5
    MIDDLE_DOWN = 6
    MIDDLE_UP = 7
    PREFLAG = 8
    """A flag that was there already when recording began."""
    SECOND_DOWN = 9
    """The second of the two buttons went down; which one follows from the state."""
    LEFT = 10
    """The left button changed; the direction follows from the state. So with the next two."""
    RIGHT = 11
    MIDDLE = 12
    SHIFT_LEFT_DOWN = 13
    """The left button went down while Shift was held: its release chords."""
    MARKS = 14
    """Question marks were switched on or off."""

    @property
    def word(self) -> str:
        """The two letters that text formats and players use."""
        return _WORDS[self]


_WORDS = ("", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m", "sc", "mt")

KINDS = {word: Kind(number) for number, word in enumerate(_WORDS) if word}
"""Each kind by its word."""


class Event(NamedTuple):
    """One event: milliseconds, what happened, and the pointer in pixels from the board's top left corner."""

    ms: int
    kind: Kind
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Events:
    """The events of a replay, in columns of equal length that nobody changes.

    Args:
        times: milliseconds on the file's own clock.
        kinds: a byte an event, the number of its `Kind`.
        xs: the pointer's pixels from the board's left edge; may be outside.
        ys: the same from the top.
    """

    times: array[int]
    kinds: bytes
    xs: array[int]
    ys: array[int]

    @classmethod
    def of_columns(cls, times: Iterable[int], kinds: bytes, xs: Iterable[int], ys: Iterable[int]) -> Events:
        """Checks the columns and keeps them.

        Raises:
            NotationError: there are too many events, or a time or place that no game has.
        """
        if len(kinds) > MAX_EVENTS:
            raise NotationError(N_("a replay has at most {most} events, this one has more"), most=MAX_EVENTS)
        clock = array("q", times)
        try:
            across, down = array("i", xs), array("i", ys)
        except OverflowError:
            raise NotationError(_FAR_AWAY) from None
        if kinds:
            if max(clock) > MAX_TIME or min(clock) < -MAX_TIME:
                raise NotationError(N_("an event lies years from the start of the game"))
            if max(max(across), max(down)) > MAX_PIXEL or min(min(across), min(down)) < -MAX_PIXEL:
                raise NotationError(_FAR_AWAY)
        return cls(clock, kinds, across, down)

    @classmethod
    def of(cls, events: Iterable[tuple[int, Kind, int, int]]) -> Events:
        """The columns of single events."""
        rows = list(events)
        if not rows:
            return cls.of_columns((), b"", (), ())
        times, kinds, xs, ys = zip(*rows, strict=True)
        return cls.of_columns(times, bytes(kinds), xs, ys)

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Event]:
        return map(Event, self.times, map(Kind, self.kinds), self.xs, self.ys)

    def __getitem__(self, index: int) -> Event:
        return Event(self.times[index], Kind(self.kinds[index]), self.xs[index], self.ys[index])

    def actions(self) -> list[int]:
        """The indices of all events but the moves."""
        return [match.start() for match in _NO_MOVE.finditer(self.kinds)]

    def plain(self) -> Events:
        """These events with every kind that follows from the state replaced by the press or release that it means."""
        if _STATEFUL.search(self.kinds) is None:
            return self
        kinds = bytearray(self.kinds)
        left = right = middle = False
        for index in self.actions():
            kind = kinds[index]
            match kind:
                case Kind.SECOND_DOWN:
                    kind = Kind.RIGHT_DOWN if left else Kind.LEFT_DOWN
                case Kind.LEFT:
                    kind = Kind.LEFT_UP if left else Kind.LEFT_DOWN
                case Kind.RIGHT:
                    kind = Kind.RIGHT_UP if right else Kind.RIGHT_DOWN
                case Kind.MIDDLE:
                    kind = Kind.MIDDLE_UP if middle else Kind.MIDDLE_DOWN
            kinds[index] = kind
            match kind:
                case Kind.LEFT_DOWN | Kind.SHIFT_LEFT_DOWN | Kind.LEFT_UP:
                    left = kind != Kind.LEFT_UP
                case Kind.RIGHT_DOWN | Kind.RIGHT_UP:
                    right = kind == Kind.RIGHT_DOWN
                case Kind.MIDDLE_DOWN | Kind.MIDDLE_UP:
                    middle = kind == Kind.MIDDLE_DOWN
        return Events(self.times, bytes(kinds), self.xs, self.ys)

    def first_backward_step(self) -> int | None:
        """The index of the first event that is earlier than the one before it, or None."""
        clock = self.times.tolist()
        if clock == sorted(clock):
            return None
        return next(index for index in range(1, len(clock)) if clock[index] < clock[index - 1])


_STATEFUL = re.compile(rb"[\x09-\x0c]")
_NO_MOVE = re.compile(rb"[^\x01]")
_FAR_AWAY = N_("an event lies farther from the board than any screen reaches")
