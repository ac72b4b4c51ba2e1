"""Plays a record: turns presses and releases into moves, lets the rules play these, and counts the clicks.

Knows no format. Presses open nothing: a left release opens, a release with both buttons down or of the middle button
chords, a right press marks at once. Clicks are counted as the toolbox of Metasweeper and its ranking site count them
(model A); `text_counts` has the other model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from sapper.core.clicks import Clicks
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Policy
from sapper.core.position import Outcome, Position
from sapper.core.rules import Switches, apply, next_mark
from sapper.errors import N_, NotationError
from sapper.replay.events import Kind
from sapper.replay.record import Record, Result


class Hand(IntEnum):
    """What the buttons are doing."""

    IDLE = 0
    LEFT = 1
    RIGHT = 2
    """The right button is down and was pressed on a closed cell, or a chord has used it."""
    RIGHT_IDLE = 3
    """The right button is down and was pressed on an open cell or outside the board."""
    BOTH = 4
    BOTH_IDLE = 5
    """Both are down, the right one first and on an open cell or outside."""
    LEFT_SPENT = 6
    """The left button is still down after a chord."""
    SHIFT_LEFT = 7
    """The left button went down while Shift was held."""


class Step(NamedTuple):
    """One click that was counted, or a move that was made.

    Attributes:
        event: the index of the event that finished it.
        ms: when, on the file's clock.
        hand: the state of the buttons after it.
        move: what it meant, or None where it meant nothing: outside the board, or nothing to do there.
        acted: the move changed the game.
        clicks: clicks counted so far: left, right, chord.
        effective: those of them that did something.
    """

    event: int
    ms: int
    hand: int
    move: Move | None
    acted: bool
    clicks: tuple[int, int, int]
    effective: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Play:
    """A record that was played.

    Args:
        record: what was played.
        steps: its clicks and moves, in order.
        position: the position at the end.
        clicks: all clicks, and those that did something.
        start: the index of the event that opened the first cell, or None.
        end: the index of the event that ended the game, or None.
    """

    record: Record
    steps: tuple[Step, ...]
    position: Position
    clicks: Clicks
    start: int | None
    end: int | None

    @property
    def result(self) -> Result:
        """How the game ended, as the rules say."""
        match self.position.outcome:
            case Outcome.WON:
                return Result.WON
            case Outcome.LOST:
                return Result.LOST
            case _:
                return Result.UNFINISHED

    def positions(self) -> Iterator[tuple[Step, Position, Position]]:
        """Every step with the positions before and after it.

        They are played again, because keeping one for each click would need more memory than a long game on a large
        board has any right to.
        """
        before = Position(self.record.layout.params)
        for step in self.steps:
            after = before
            if step.acted and step.move is not None:
                after = apply(before, self.record.layout, step.move, switches=_ANY).position
            yield step, before, after
            before = after

    @property
    def start_ms(self) -> int | None:
        """When the first cell was opened, on the file's clock."""
        return None if self.start is None else self.record.events.times[self.start]

    @property
    def span_ms(self) -> int:
        """From the first opening to the end of the game, or of the record; 0 where nothing was opened."""
        if self.start is None:
            return 0
        times = self.record.events.times
        if self.end is not None:
            return max(times[self.end] - times[self.start], 0)
        # The latest, not the last: a damaged clock may go back.
        return max(*times[self.start :], self.record.end_ms or 0, times[self.start]) - times[self.start]


MAX_ACTIONS = 500_000
"""More presses and releases than any game has; each costs memory and time."""

_ANY = Switches(policy=Policy.ANY)


def play(record: Record) -> Play:
    """Plays a record to its end, or to the end of its game.

    Raises:
        NotationError: there are too many presses and releases in it.
    """
    actions = record.events.actions()
    if len(actions) > MAX_ACTIONS:
        raise NotationError(N_("a replay has at most {most} presses and releases"), most=MAX_ACTIONS)
    player = Player(record)
    for index in actions:
        player.event(index)
        if player.is_over:
            break
    return player.play()


class Player:
    """Plays a record event by event.

    Attributes:
        position: the position so far.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._events = record.events.plain()
        self._layout = record.layout
        params = record.layout.params
        self._width, self._height = params.width, params.height
        self._size = record.cell_size
        self._switches = Switches(policy=Policy.ANY, question_marks=record.marks)
        self.position = Position(params)
        self._hand = Hand.IDLE
        self._counting = self._serious = False
        self._left = self._right = self._chord = 0
        self._did_left = self._did_right = self._did_chord = 0
        # The toolbox knows no question marks: to it every second right press takes the flag away.
        self._toggled = 0
        self._met = 0
        self._steps: list[Step] = []
        self._start: int | None = None
        self._end: int | None = None
        self._index = 0

    def play(self) -> Play:
        """What was played so far."""
        return Play(
            self._record,
            tuple(self._steps),
            self.position,
            Clicks(self._left, self._right, self._chord, self._did_left, self._did_right, self._did_chord),
            self._start,
            self._end,
        )

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._end is not None

    def event(self, index: int) -> None:
        """Takes in the event with this index; moves need not be."""
        events = self._events
        self._index = index
        x, y = events.xs[index] // self._size, events.ys[index] // self._size
        inside = 0 <= x < self._width and 0 <= y < self._height
        handler = _HANDLERS.get(events.kinds[index])
        if handler is not None:
            handler(self, x, y, inside)

    def _right_up(self, x: int, y: int, inside: bool) -> None:
        hand = self._hand
        if hand is Hand.RIGHT or hand is Hand.RIGHT_IDLE:
            self._hand = Hand.IDLE
        elif hand is Hand.BOTH or hand is Hand.BOTH_IDLE:
            self._hand = Hand.LEFT_SPENT
            self._try_chord(x, y, inside, idle=hand is Hand.BOTH_IDLE)

    def _middle_up(self, x: int, y: int, inside: bool) -> None:
        self._try_chord(x, y, inside, idle=False)

    def _shift_left_down(self, x: int, y: int, inside: bool) -> None:
        self._hand = Hand.SHIFT_LEFT

    def _switch_marks(self, x: int, y: int, inside: bool) -> None:
        self._switches = Switches(policy=Policy.ANY, question_marks=not self._switches.question_marks)

    def _left_down(self, x: int, y: int, inside: bool) -> None:
        match self._hand:
            case Hand.IDLE:
                self._hand = Hand.LEFT
                self._counting |= inside
            case Hand.RIGHT:
                self._hand = Hand.BOTH
            case Hand.RIGHT_IDLE:
                self._hand = Hand.BOTH_IDLE

    def _left_up(self, x: int, y: int, inside: bool) -> None:
        match self._hand:
            case Hand.LEFT:
                self._hand = Hand.IDLE
                self._open(x, y, inside)
            case Hand.LEFT_SPENT:
                self._hand = Hand.IDLE
            case Hand.BOTH | Hand.BOTH_IDLE as hand:
                self._hand = Hand.RIGHT
                self._try_chord(x, y, inside, idle=hand is Hand.BOTH_IDLE)
            case Hand.SHIFT_LEFT:
                self._hand = Hand.IDLE
                self._try_chord(x, y, inside, idle=False)

    def _right_down(self, x: int, y: int, inside: bool) -> None:
        match self._hand:
            case Hand.LEFT | Hand.LEFT_SPENT:
                self._hand = Hand.BOTH
                self._forget_vain_start()
            case Hand.IDLE | Hand.RIGHT | Hand.RIGHT_IDLE:
                # A press while the button is down: its release is missing from the file.
                self._counting |= inside
                self._right += self._counting
                cell = y * self._width + x
                if inside and not self.position.opened >> cell & 1:
                    self._hand = Hand.RIGHT
                    self._mark(x, y, cell)
                else:
                    self._hand = Hand.RIGHT_IDLE
                    self._note(None)

    def _open(self, x: int, y: int, inside: bool) -> None:
        if not inside:
            self._forget_vain_start()
            self._left += self._counting
            self._note(None)
            return
        move = Move(MoveKind.OPEN, x, y)
        changed = self._apply(move)
        if self._start is None and changed:
            self._start = self._index
        self._serious |= bool(changed or self._toggled)
        self._left += 1
        self._did_left += bool(changed & self._layout.safe)
        self._note(move, changed)

    def _try_chord(self, x: int, y: int, inside: bool, *, idle: bool) -> None:
        self._right -= idle and self._counting
        if not inside:
            self._note(None)
            return
        self._chord += self._counting
        move = Move(MoveKind.CHORD, x, y)
        changed = self._apply(move)
        self._did_chord += bool(changed)
        self._note(move, changed)

    def _mark(self, x: int, y: int, cell: int) -> None:
        self._toggled ^= 1 << cell
        if self._toggled >> cell & 1 and self._layout.mined & ~self._met & 1 << cell:
            self._met |= 1 << cell
            self._did_right += 1
        move = Move(next_mark(self.position, cell, switches=self._switches), x, y)
        changed = self._apply(move)
        self._forget_vain_start()
        self._note(move, changed)

    def _preflag(self, x: int, y: int, inside: bool) -> None:
        if not inside:
            return
        cell = y * self._width + x
        self._counting = True
        self._right += 1
        self._toggled |= 1 << cell
        if self._layout.mined & ~self._met & 1 << cell:
            self._met |= 1 << cell
            self._did_right += 1
        move = Move(MoveKind.FLAG, x, y)
        self._note(move, self._apply(move))

    def _forget_vain_start(self) -> None:
        """Before the first click on a cell, and without a flag, what was counted was no game."""
        if not self._serious and not self._toggled:
            self._left = self._right = self._chord = 0
            self._met = 0
            self._counting = False

    def _apply(self, move: Move) -> int:
        applied = apply(self.position, self._layout, move, switches=self._switches)
        self.position = applied.position
        if applied.position.is_over:
            self._end = self._index
        return applied.changed

    def _note(self, move: Move | None, changed: int = 0) -> None:
        self._steps.append(
            Step(
                self._index,
                self._events.times[self._index],
                self._hand,
                move,
                changed != 0,
                (self._left, self._right, self._chord),
                (self._did_left, self._did_right, self._did_chord),
            )
        )


_HANDLERS: dict[int, Callable[[Player, int, int, bool], None]] = {
    Kind.LEFT_DOWN: Player._left_down,
    Kind.LEFT_UP: Player._left_up,
    Kind.RIGHT_DOWN: Player._right_down,
    Kind.RIGHT_UP: Player._right_up,
    Kind.MIDDLE_UP: Player._middle_up,
    Kind.PREFLAG: Player._preflag,
    Kind.SHIFT_LEFT_DOWN: Player._shift_left_down,
    Kind.MARKS: Player._switch_marks,
}
