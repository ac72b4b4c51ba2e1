"""The head that plays a film: stepping, seeking, playing at a speed. Knows no screen and no clock."""

from __future__ import annotations

from typing import NamedTuple

from sapper.core.position import Position
from sapper.showing.film import Film


class Moment(NamedTuple):
    """What is to be seen of a film at one moment.

    Args:
        clock_ms: the game's clock.
        position: how the game stood.
        at: column and row of the pointer's cell; None where it is not on the board.
        held: the buttons that are down, or were since the moment shown before, as bits of `film`.
        trail: the cells over which the pointer came there, the last one first.
        clicks: left, right and chord clicks so far.
    """

    clock_ms: int
    position: Position
    at: tuple[int, int] | None
    held: int
    trail: tuple[tuple[int, int], ...]
    clicks: tuple[int, int, int]


class Reel:
    """A film at a moment.

    Attributes:
        film: the film.
        ms: the moment, in milliseconds from its start.
        event: the last event up to there; -1 before all of them.
    """

    def __init__(self, film: Film) -> None:
        """Before the first event."""
        self.film = film
        self.ms = 0
        self.event = -1
        self._seen = -1

    @property
    def is_at_end(self) -> bool:
        """Whether the last event has been."""
        return self.event == len(self.film) - 1

    @property
    def stop(self) -> int:
        """The index of the last click up to here; -1 before all of them."""
        return self.film.stop_at(self.event)

    def moment(self) -> Moment:
        """What is to be seen now."""
        film, stop = self.film, self.stop
        return Moment(
            film.clock(self.ms),
            film.position(stop),
            film.pointer(self.event),
            film.held(self._seen, self.event),
            tuple(film.trail(self.event)),
            film.clicks(stop),
        )

    def step(self, count: int) -> None:
        """So many clicks further, or back; beyond the last one to the end, before the first one to the start."""
        stops, stop = self.film.stops, self.stop
        if count < 0 and stop >= 0 and self.film.times[stops[stop].event] < self.ms:
            # The click before is one step back.
            count += 1
        wanted = stop + count
        if wanted < 0:
            self.seek_start()
        elif wanted < len(stops):
            self._go(stops[wanted].event)
            # Its buttons were down until this very event.
            self._seen = self.event - 1
        else:
            self.seek_end()

    def seek(self, ms: float) -> None:
        """To a time on the film; what lies between is not seen."""
        self.ms = min(max(int(ms), 0), self.film.length_ms)
        self.event = self._seen = self.film.event_at(self.ms)

    def seek_start(self) -> None:
        """Before everything."""
        self.ms, self.event, self._seen = 0, -1, -1

    def seek_end(self) -> None:
        """After everything."""
        self._go(len(self.film) - 1)

    def advance(self, ms: float) -> None:
        """Plays on for so much time; every button that goes down meanwhile is seen."""
        before = self.event
        self.seek(self.ms + ms)
        self._seen = min(before, self.event)

    def _go(self, event: int) -> None:
        self.event = self._seen = event
        self.ms = self.film.times[event] if event >= 0 else 0
