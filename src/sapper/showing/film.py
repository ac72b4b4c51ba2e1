"""A recorded game on a line of time: where the pointer was, which buttons were down, how the game stood.

It is made from a replay or from a game of this program's own, and draws nothing. Positions are played again when they
are asked for, from the nearest one that was kept: all of a long game's on a large board would fill the memory.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from sapper.core.layout import Layout
from sapper.core.moves import Move
from sapper.core.params import Policy
from sapper.core.position import Position
from sapper.core.rules import Switches, apply
from sapper.replay.events import Events, Kind
from sapper.replay.measure import agrees_with_events, clock_zero
from sapper.replay.player import Play
from sapper.session import Entry, Game, Note
from sapper.session.counts import Counts

LEFT, RIGHT, MIDDLE = 1, 2, 4
"""The bits of buttons that are down."""

_KEPT_BYTES = 32 * 2**20
_MOST_KEPT = 1000
_TRAIL_MS, _TRAIL_EVENTS, _TRAIL_CELLS = 800, 200, 24


class Stop(NamedTuple):
    """A moment at which a click was counted or a move was made.

    Args:
        event: the index of its event.
        before: the index of the stop whose position it follows, -1 for the start of the game.
        move: what was done there; None where nothing was.
        clicks: left, right and chord clicks so far.
    """

    event: int
    before: int
    move: Move | None
    clicks: tuple[int, int, int]


class Positions:
    """The positions after each of some stops, a bounded number of them kept."""

    def __init__(self, layout: Layout, stops: Sequence[Stop], switches: Switches) -> None:
        """Plays nothing yet; `stops` may still grow."""
        self._layout = layout
        self._stops = stops
        self._switches = switches
        self._kept: dict[int, Position] = {}
        self._room = min(max(_KEPT_BYTES // (layout.params.cells // 2 + 256), 8), _MOST_KEPT)
        self._spacing = 1
        self._start = Position(layout.params)
        self._latest = -1, self._start

    def after(self, stop: int) -> Position:
        """The position after a stop; at -1 that at the start."""
        chain: list[int] = []
        at, latest = stop, self._latest
        while at >= 0 and at != latest[0] and at not in self._kept:
            chain.append(at)
            at = self._stops[at].before
        position = latest[1] if at == latest[0] else self._kept.get(at, self._start)
        for index in reversed(chain):
            move = self._stops[index].move
            if move is not None:
                position = apply(position, self._layout, move, switches=self._switches).position
            self._keep(index, position)
        self._latest = stop, position
        return position

    def _keep(self, index: int, position: Position) -> None:
        if index % self._spacing:
            return
        self._kept[index] = position
        if len(self._kept) > self._room:
            self._spacing *= 2
            self._kept = {stop: kept for stop, kept in self._kept.items() if stop % self._spacing == 0}


class Film:
    """A recorded game.

    Attributes:
        layout: the mines.
        times: milliseconds from the start of the film to each event, never falling.
        stops: the clicks and moves, in order.
        zero_ms: the time on the film at which the game's clock starts.
        end_ms: the last clock of the game.
    """

    def __init__(
        self,
        positions: Positions,
        times: array[int],
        *,
        layout: Layout,
        stops: Sequence[Stop],
        pointer: Callable[[int], tuple[int, int] | None],
        holds: Sequence[tuple[int, int]] = (),
        zero_ms: int = 0,
        end_ms: int | None = None,
    ) -> None:
        """Made by `film_of_play` and `film_of_game`.

        Args:
            positions: those after the stops.
            times: milliseconds, never falling, the first at least 0.
            layout: the mines.
            stops: the clicks and moves.
            pointer: the cell of the pointer at an event, as column and row; None outside the board.
            holds: the buttons that are down from an event on, where that changes.
            zero_ms: when the game's clock starts.
            end_ms: the official time of the game; by default the clock at the last event.
        """
        self.layout = layout
        self.times = times
        self.stops = stops
        self.zero_ms = zero_ms
        self.end_ms = max(self.length_ms - zero_ms, 0) if end_ms is None else end_ms
        self._positions = positions
        self._pointer = pointer
        self._hold_events = [event for event, _ in holds]
        self._masks = [mask for _, mask in holds]
        self._stop_events = [stop.event for stop in stops]

    def __len__(self) -> int:
        return len(self.times)

    @property
    def length_ms(self) -> int:
        """How long it is."""
        return self.times[-1] if self.times else 0

    def event_at(self, ms: int) -> int:
        """The index of the last event at or before a time; -1 before all of them."""
        return bisect_right(self.times, ms) - 1

    def stop_at(self, event: int) -> int:
        """The index of the last stop at or before an event; -1 before all of them."""
        return bisect_right(self._stop_events, event) - 1

    def clock(self, ms: int) -> int:
        """What the game's clock says at a time: 0 before it starts, and no more than the official time at the end."""
        return min(max(ms - self.zero_ms, 0), self.end_ms)

    def position(self, stop: int) -> Position:
        """The position after a stop; at -1 that at the start."""
        return self._positions.after(stop)

    def clicks(self, stop: int) -> tuple[int, int, int]:
        """Left, right and chord clicks up to a stop."""
        return self.stops[stop].clicks if stop >= 0 else (0, 0, 0)

    def pointer(self, event: int) -> tuple[int, int] | None:
        """Column and row of the cell under the pointer after an event; None outside the board and before all events."""
        return self._pointer(event) if event >= 0 else None

    def held(self, first: int, last: int) -> int:
        """The buttons that were down at any moment from after one event until after another."""
        start = bisect_right(self._hold_events, first) - 1
        end = bisect_right(self._hold_events, last)
        mask = 0
        for number in range(max(start, 0), end):
            mask |= self._masks[number]
        return mask

    def trail(self, event: int) -> list[tuple[int, int]]:
        """The cells over which the pointer came to where it is after an event, the last one first."""
        if event < 0:
            return []
        first = max(bisect_left(self.times, self.times[event] - _TRAIL_MS, 0, event), event - _TRAIL_EVENTS)
        cells: dict[tuple[int, int], None] = {}
        after: tuple[int, int] | None = None
        for index in range(event, first - 1, -1):
            place = self._pointer(index)
            if place is not None and place != after:
                for cell in _line(after, place):
                    cells[cell] = None
                if len(cells) >= _TRAIL_CELLS:
                    break
            after = place
        return list(cells)[:_TRAIL_CELLS]


def _line(start: tuple[int, int] | None, end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The cells from one to another, the first left out; only the last where there is no first."""
    if start is None:
        yield end
        return
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down))
    for step in range(1, steps + 1):
        yield start[0] + round(across * step / steps), start[1] + round(down * step / steps)


def film_of_play(play: Play, *, time_ms: int) -> Film:
    """The film of a replay that was played.

    Args:
        play: the game.
        time_ms: its official time; where its events contradict that, they are believed.
    """
    if not agrees_with_events(play, time_ms):
        time_ms = play.span_ms
    record = play.record
    events, params, size = record.events, record.layout.params, record.cell_size
    first = min(events.times[0], 0) if len(events) else 0
    end = len(events) if play.end is None else play.end + 1
    times = array("q", [max(time - first, 0) for time in accumulate(events.times[:end], max)])
    zero = clock_zero(play, time_ms=time_ms)

    def pointer(index: int) -> tuple[int, int] | None:
        x, y = events.xs[index] // size, events.ys[index] // size
        return (x, y) if 0 <= x < params.width and 0 <= y < params.height else None

    stops = [
        Stop(step.event, number - 1, step.move if step.acted else None, step.clicks)
        for number, step in enumerate(play.steps)
    ]
    return Film(
        Positions(record.layout, stops, Switches(policy=Policy.ANY)),
        times,
        layout=record.layout,
        stops=stops,
        pointer=pointer,
        holds=list(_holds(events, end)),
        zero_ms=max(zero - first, 0),
        end_ms=time_ms,
    )


_DOWN: dict[int, int] = {
    Kind.LEFT_DOWN: LEFT,
    Kind.SHIFT_LEFT_DOWN: LEFT,
    Kind.RIGHT_DOWN: RIGHT,
    Kind.MIDDLE_DOWN: MIDDLE,
}
_UP: dict[int, int] = {Kind.LEFT_UP: LEFT, Kind.RIGHT_UP: RIGHT, Kind.MIDDLE_UP: MIDDLE}


def _holds(events: Events, end: int) -> Iterator[tuple[int, int]]:
    plain = events.plain()
    mask = 0
    for index in events.actions():
        if index >= end:
            return
        kind = plain.kinds[index]
        mask = mask & ~_UP.get(kind, 0) | _DOWN.get(kind, 0)
        yield index, mask


def film_of_game(game: Game, entries: Sequence[Entry]) -> Film:
    """The film of a game of this program's own.

    Args:
        game: the game before its first move, dealt.
        entries: what was done; whatever follows an entry that does not fit the board is left out.
    """
    assert game.layout is not None
    layout = game.layout
    times = array("q")
    stops: list[Stop] = []
    places: list[tuple[int, int] | None] = []
    positions = Positions(layout, stops, game.switches)
    counts = Counts()
    past: list[int] = []
    now = -1
    for entry in entries:
        action, at, before = entry.action, None, now
        if isinstance(action, Move):
            at = action.x, action.y
            position = positions.after(now)
            if not position.geometry.contains(*at):
                break
            applied = apply(position, layout, action, switches=game.switches)
            counts.count(action, applied, layout=layout)
            if applied.position is not position:
                past.append(now)
                now = len(stops)
            stops.append(Stop(len(stops), before, action, (counts.left, counts.right, counts.chord)))
        elif action is Note.UNDO and past:
            now = past.pop()
            stops.append(Stop(len(stops), now, None, (counts.left, counts.right, counts.chord)))
        else:
            continue
        times.append(max(entry.ms, times[-1] if times else 0))
        places.append(at)
    return Film(positions, times, layout=layout, stops=stops, pointer=lambda index: places[index])
