"""What mouse buttons mean on a board: a state machine from presses, releases and moves to a `Move` and lit cells.

It is told cells, never pixels or columns, and asks the position only what a player can see.

- Left opens when it is released on the cell where it was pressed; sliding off cancels, sliding back takes it up again.
- Right marks at once.
- A chord is both buttons (whichever is released first), the middle one, or left on a number. The cell under the second
  press counts, so that right can flag a cell, slide with the button held, and chord with left on the next (a "1.5
  click").
- In flag mode left marks instead of opening, for who has one button only.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple

from sapper.core.moves import Move, MoveKind
from sapper.core.position import Position
from sapper.core.rules import STANDARD, Switches, next_mark


class Button(IntEnum):
    """A mouse button, numbered as terminals and windows do."""

    LEFT = 1
    MIDDLE = 2
    RIGHT = 3


class Phase(StrEnum):
    """What the buttons held down are about to do."""

    IDLE = "idle"
    PRESSED = "pressed"
    """Left alone: opens, marks or chords where it was pressed."""
    CHORDING = "chording"
    SPENT = "spent"
    """It is done or cancelled; nothing more until no button is held."""


class Manners(NamedTuple):
    """How the player wants the mouse to behave.

    Args:
        left_chords: left on a number chords.
        flag_mode: left marks closed cells instead of opening them.
        switches: the rules in force, for what the next mark is.
    """

    left_chords: bool = True
    flag_mode: bool = False
    switches: Switches = STANDARD


class Reaction(NamedTuple):
    """What came of an event.

    Args:
        move: to play now, or None.
        lit: the cells to show as pressed from now on.
    """

    move: Move | None = None
    lit: tuple[int, ...] = ()


class Pointer:
    """The mouse over a board.

    Attributes:
        manners: how the mouse behaves; may be replaced at any time.
        held: the buttons that are down.
        phase: what they are about to do.
        anchor: the cell of the press that counts, or None when it was beside the board.
    """

    def __init__(self, manners: Manners | None = None) -> None:
        self.manners = manners or Manners()
        self.held: frozenset[Button] = frozenset()
        self.phase = Phase.IDLE
        self.anchor: int | None = None

    def press(self, button: Button, cell: int | None, *, position: Position) -> Reaction:
        """A button goes down over a cell, or beside the board (None)."""
        self.held |= {button}
        move = None
        if button is Button.MIDDLE or self.held >= {Button.LEFT, Button.RIGHT}:
            self.phase, self.anchor = Phase.CHORDING, cell
        elif button is Button.LEFT:
            self.phase, self.anchor = Phase.PRESSED, cell
        else:
            # Marked already; with left added it can still become a chord.
            self.phase, self.anchor = Phase.SPENT, cell
            move = self._mark(cell, position)
        return Reaction(move, self._lit(cell, position))

    def release(self, button: Button, cell: int | None, *, position: Position) -> Reaction:
        """A button goes up."""
        was_held = button in self.held
        self.held -= {button}
        move = None
        if was_held and cell is not None and cell == self.anchor:
            move = self._released(cell, position)
        if was_held and self.phase is not Phase.IDLE:
            self.phase = Phase.SPENT
        if not self.held:
            self.phase, self.anchor = Phase.IDLE, None
        return Reaction(move)

    def slide(self, cell: int | None, *, position: Position) -> Reaction:
        """The pointer moves to a cell, or off the board (None)."""
        return Reaction(None, self._lit(cell, position))

    def spend(self) -> None:
        """Gives up what the held buttons were about to do: the board is being dragged, say."""
        self.phase = Phase.SPENT if self.held else Phase.IDLE

    def reset(self) -> None:
        """Forgets all buttons, where their releases will not be told."""
        self.held, self.phase, self.anchor = frozenset(), Phase.IDLE, None

    def _released(self, cell: int, position: Position) -> Move | None:
        x, y = position.geometry.xy(cell)
        if self.phase is Phase.CHORDING:
            return Move(MoveKind.CHORD, x, y) if position.is_opened(cell) else None
        if self.phase is not Phase.PRESSED:
            return None
        if position.is_opened(cell):
            return Move(MoveKind.CHORD, x, y) if self.manners.left_chords else None
        if self.manners.flag_mode:
            return self._mark(cell, position)
        return None if position.is_flagged(cell) else Move(MoveKind.OPEN, x, y)

    def _mark(self, cell: int | None, position: Position) -> Move | None:
        if cell is None or position.is_opened(cell):
            return None
        return Move(
            next_mark(position, cell, switches=self.manners.switches),
            *position.geometry.xy(cell),
        )

    def _lit(self, cell: int | None, position: Position) -> tuple[int, ...]:
        if cell is None or cell != self.anchor or self.phase not in (Phase.PRESSED, Phase.CHORDING):
            return ()
        if position.is_opened(cell):
            if self.phase is Phase.PRESSED and not self.manners.left_chords:
                return ()
            shut = position.closed & ~position.flagged
            return tuple(near for near in position.geometry.neighbours(cell) if shut >> near & 1)
        if self.phase is Phase.CHORDING or position.is_flagged(cell) or self.manners.flag_mode:
            return ()
        return (cell,)
