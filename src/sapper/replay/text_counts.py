"""Counts clicks as the text tools of the RAWVF format do (model B), over a record that was played. Changes no game.

It differs from model A where the pointer is outside the board, where a middle press meets another button, and before
the start: nothing outside counts, a right press on an open cell counts at its release unless a chord came between,
and nothing is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.moves import MoveKind
from sapper.replay.events import Kind
from sapper.replay.player import Play, Step


@dataclass(slots=True)
class TextCounts:
    """Clicks by what they do, and those that did nothing or were taken back.

    Attributes:
        left: left clicks on the board.
        right: right clicks on the board.
        chord: chords on the board, by both buttons, the middle one or Shift.
        wasted_left: left clicks that had nothing to open.
        wasted_right: right clicks on open cells.
        wasted_chord: chords that opened nothing.
        one_point_five: chords by a left release while the right button, which had changed a mark, was still down.
        ignored_rilian: left releases after a chord whose right button went up first.
        unflags: flags taken away.
        misflags: flags on safe cells.
    """

    left: int = 0
    right: int = 0
    chord: int = 0
    wasted_left: int = 0
    wasted_right: int = 0
    wasted_chord: int = 0
    one_point_five: int = 0
    ignored_rilian: int = 0
    unflags: int = 0
    misflags: int = 0


def text_counts(play: Play) -> TextCounts:
    """Counts the clicks of a game by model B."""
    counter = _Counter(play)
    for index in play.record.events.actions():
        counter.event(index)
        if index == play.end:
            break
    return counter.counts


class _Counter:
    """The buttons as the text tools follow them."""

    def __init__(self, play: Play) -> None:
        self.counts = TextCounts()
        self._events = play.record.events.plain()
        self._layout = play.record.layout
        self._size = play.record.cell_size
        self._steps = {step.event: step for step in play.steps}
        self._left = self._right = self._middle = self._shift = False
        # A chord is armed by the second button; it is spent when it was played.
        self._armed = self._spent = False
        self._marked = self._pending = False
        self._questioned: set[int] = set()

    def event(self, index: int) -> None:
        """Takes in one event."""
        kind = self._events.kinds[index]
        x, y = self._events.xs[index] // self._size, self._events.ys[index] // self._size
        inside = self._layout.geometry.contains(x, y)
        step = self._steps.get(index)
        match kind:
            case Kind.LEFT_DOWN | Kind.SHIFT_LEFT_DOWN:
                self._left = True
                self._shift = kind == Kind.SHIFT_LEFT_DOWN
                self._armed = self._right or self._shift
                self._spent = False
            case Kind.LEFT_UP:
                self._left_up(inside, step)
            case Kind.RIGHT_DOWN | Kind.PREFLAG:
                self._right_down(kind, inside, step)
            case Kind.RIGHT_UP:
                self._right_up(inside, step)
            case Kind.MIDDLE_DOWN:
                self._middle = True
                self._left = self._right = self._shift = self._armed = self._marked = self._pending = False
            case Kind.MIDDLE_UP:
                if self._middle and inside:
                    self._chord(step)
                self._middle = False

    def _left_up(self, inside: bool, step: Step | None) -> None:
        if not self._left:
            return
        counts = self.counts
        armed, spent, shift = self._armed, self._spent, self._shift
        self._left = self._armed = self._spent = self._shift = False
        if not inside or self._middle:
            return
        if armed:
            counts.one_point_five += self._marked and not shift
            self._chord(step)
            self._pending = False
        elif spent:
            counts.ignored_rilian += 1
        else:
            counts.left += 1
            counts.wasted_left += step is None or not step.acted

    def _right_down(self, kind: int, inside: bool, step: Step | None) -> None:
        counts = self.counts
        if kind == Kind.RIGHT_DOWN:
            self._right = True
        if self._left and kind == Kind.RIGHT_DOWN:
            self._armed, self._spent, self._marked = True, False, False
            return
        if not inside or self._middle:
            return
        if step is None or step.move is None:
            self._pending = True
            self._marked = False
            return
        counts.right += 1
        cell = self._layout.geometry.cell(step.move.x, step.move.y)
        match step.move.kind:
            case MoveKind.FLAG:
                counts.misflags += not self._layout.is_mine(cell)
            case MoveKind.QUESTION:
                counts.unflags += 1
                self._questioned.add(cell)
            case MoveKind.UNMARK if cell in self._questioned:
                self._questioned.discard(cell)
            case MoveKind.UNMARK:
                counts.unflags += 1
        self._marked = kind == Kind.RIGHT_DOWN

    def _right_up(self, inside: bool, step: Step | None) -> None:
        if not self._right:
            return
        counts = self.counts
        self._right = False
        if self._armed and self._left and not self._shift:
            self._armed, self._spent = False, True
            if inside and not self._middle:
                self._chord(step)
        elif self._pending and inside:
            counts.right += 1
            counts.wasted_right += 1
        self._pending = False

    def _chord(self, step: Step | None) -> None:
        self.counts.chord += 1
        self.counts.wasted_chord += step is None or not step.acted
