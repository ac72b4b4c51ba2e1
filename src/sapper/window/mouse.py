"""The mouse over a drawn board: buttons become moves, the wheel scrolls, a drag moves a large board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sapper.controls.gestures import Button, Phase, Pointer, Reaction
from sapper.core.moves import Move

if TYPE_CHECKING:
    from sapper.window.board import Board

_WHEEL = 3
"""How many cells a notch of the wheel scrolls."""

_CONTROL, _SHIFT = 0x4, 0x1
_UP, _DOWN = 4, 5
"""The wheel where it comes as buttons."""


class Mouse:
    """The buttons and the wheel.

    Attributes:
        pointer: the state of the buttons.
        takes_moves: False where the mouse plays nothing: a paused or finished game.
        on_move: called with a move that the mouse asks for.
        on_touch: called when a button is pressed and released on a board that takes no moves.
        on_hold: called when a button goes down, and when the last one is up again.
        on_zoom: called with 1 or -1 for a notch of the wheel with Ctrl.
    """

    def __init__(self, board: Board) -> None:
        self.pointer = Pointer()
        self.takes_moves = True
        self.on_move: Callable[[Move], None] = lambda move: None
        self.on_touch: Callable[[], None] = lambda: None
        self.on_hold: Callable[[], None] = lambda: None
        self.on_zoom: Callable[[int], None] = lambda notch: None
        self._board = board
        self._dragged_from: tuple[int, int, int, int] | None = None
        self._touching = False
        self._swapped = board.tk.call("tk", "windowingsystem") == "aqua"
        board.canvas.bind("<ButtonPress>", self._pressed)
        board.canvas.bind("<ButtonRelease>", self._released)
        board.canvas.bind("<Motion>", self._moved)
        board.canvas.bind("<MouseWheel>", lambda event: self._wheel(-1 if event.delta > 0 else 1, _state(event)))

    def let_go(self) -> None:
        """Forgets what the buttons were about to do."""
        self.pointer.reset()
        self._dragged_from = None
        self.on_hold()
        self._react(Reaction())

    def _button(self, event: tk.Event[Any]) -> Button | None:
        if event.num not in tuple(Button):
            return None
        button = Button(int(event.num))
        if self._swapped and button is not Button.LEFT:
            # Where Tk numbers them otherwise, the right button is the second.
            button = Button.RIGHT if button is Button.MIDDLE else Button.MIDDLE
        return button

    def _pressed(self, event: tk.Event[Any]) -> None:
        board = self._board
        board.canvas.focus_set()
        if event.num in (_UP, _DOWN):
            self._wheel(-1 if event.num == _UP else 1, _state(event))
            return
        button = self._button(event)
        # The other button of the chord that ended a game is released after the end, but not pressed.
        self._touching = button is not None and not self.takes_moves
        if button is None or self._touching:
            return
        position, cell = board.scene.position, board.cell_at(event.x, event.y)
        if cell is not None:
            board.point(*position.geometry.xy(cell), shown=False)
        self._dragged_from = (event.x, event.y, *board.offset())
        reaction = self.pointer.press(button, cell, position=position)
        self.on_hold()
        self._react(reaction)

    def _released(self, event: tk.Event[Any]) -> None:
        button = self._button(event)
        if button is None:
            return
        if not self.takes_moves and not self.pointer.held:
            if self._touching:
                self.on_touch()
            self._touching = False
            return
        cell = self._board.cell_at(event.x, event.y)
        reaction = self.pointer.release(button, cell, position=self._board.scene.position)
        if not self.pointer.held:
            self._dragged_from = None
            self.on_hold()
        self._react(reaction)

    def _moved(self, event: tk.Event[Any]) -> None:
        """With a button held and off the cell, a board larger than its window is dragged."""
        if not self.pointer.held:
            return
        board = self._board
        cell = board.cell_at(event.x, event.y)
        alone = len(self.pointer.held) == 1 and Button.RIGHT not in self.pointer.held
        if self._dragged_from is not None and alone and board.part_in_sight():
            if cell != self.pointer.anchor:
                self.pointer.spend()
            if self.pointer.phase is Phase.SPENT:
                x, y, left, top = self._dragged_from
                board.scroll_to(left + x - event.x, top + y - event.y)
        self._react(self.pointer.slide(cell, position=board.scene.position))

    def _wheel(self, way: int, state: int) -> None:
        board = self._board
        left, top = board.offset()
        if state & _CONTROL:
            self.on_zoom(-way)
        elif state & _SHIFT:
            board.scroll_to(left + way * _WHEEL * board.side, top)
        else:
            board.scroll_to(left, top + way * _WHEEL * board.side)

    def _react(self, reaction: Reaction) -> None:
        self._board.light(reaction.lit)
        if reaction.move is not None:
            self.on_move(reaction.move)


def _state(event: tk.Event[Any]) -> int:
    return event.state if isinstance(event.state, int) else 0
