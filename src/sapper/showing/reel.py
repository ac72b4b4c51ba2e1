"""A recorded game at a moment, and its playing: stepping, seeking, speed. Knows no screen and no clock."""

from __future__ import annotations

from typing import NamedTuple

from sapper.core.position import Outcome, Position
from sapper.showing.film import Film
from sapper.showing.rows import Scene

SPEEDS = (0.125, 0.25, 0.5, 1, 2, 4, 8, 16)


class Frame(NamedTuple):
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

    @property
    def scene(self) -> Scene:
        """What is to be seen of the board: the mines once the game is lost."""
        position = self.film.position(self.stop)
        return Scene(position, self.film.layout, truth=position.outcome is Outcome.LOST)

    @property
    def length_ms(self) -> int:
        """The time at the end."""
        return self.film.length_ms

    @property
    def part(self) -> float:
        """How much of the time is over, from 0 to 1."""
        return self.ms / self.length_ms if self.length_ms else 1.0

    @property
    def frame(self) -> Frame:
        """What is to be seen now."""
        film, stop = self.film, self.stop
        return Frame(
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


class Projector:
    """A reel being played.

    Attributes:
        reel: what is played.
        is_playing: whether it runs.
    """

    def __init__(self, reel: Reel, *, speed: float = 1) -> None:
        """Stands at the start.

        Args:
            reel: what is played.
            speed: one of `SPEEDS`.
        """
        self.reel = reel
        self.is_playing = False
        self._speed = SPEEDS.index(speed)
        self._seen_at = 0.0

    @property
    def speed(self) -> float:
        """How many times as fast as it was played."""
        return SPEEDS[self._speed]

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
        """Stands still, so many clicks further, or back."""
        self.stop()
        self.reel.step(count)

    def seek_tenth(self, count: int) -> None:
        """So many tenths of the time further, or back."""
        self.reel.seek(self.reel.ms + count * max(self.reel.length_ms / 10, 1))

    def seek_start(self) -> None:
        """To the start, running on where it runs."""
        self.reel.seek_start()

    def seek_end(self) -> None:
        """To the end."""
        self.reel.seek_end()

    def change_speed(self, steps: int) -> None:
        """Twice as fast so many times, or half as fast."""
        self._speed = min(max(self._speed + steps, 0), len(SPEEDS) - 1)

    def tick(self, now: float) -> None:
        """Time has passed; at the end it stands still."""
        if self.is_playing:
            self.reel.advance((now - self._seen_at) * 1000 * self.speed)
            self._seen_at = now
            self.is_playing = not self.reel.is_at_end
