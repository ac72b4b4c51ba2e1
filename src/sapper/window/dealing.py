"""Deals layouts that take long in a thread, so that the window stays alive. Knows games, not what is drawn of them."""

from __future__ import annotations

import queue
import threading
import tkinter as tk
from collections.abc import Callable

from sapper.core.layout import Layout
from sapper.core.moves import Move
from sapper.core.params import Policy
from sapper.errors import SapperError
from sapper.session import Dealer, Game

_AT_ONCE = 40_000
"""A board of at most so many cells is dealt while the player waits, unless it is to need no guess."""

_LOOK_MS = 30

Dealt = Callable[[Game, Move, "Layout | SapperError"], None]


class Dealing:
    """At most one layout being dealt."""

    def __init__(self, root: tk.Misc, dealer: Dealer, *, on_dealt: Dealt) -> None:
        """Deals nothing yet.

        Args:
            root: whose thread is told; tkinter takes calls from no other.
            dealer: deals layouts.
            on_dealt: told the game, the move that needed the layout, and the layout or what went wrong.
        """
        self._root, self._dealer, self._on_dealt = root, dealer, on_dealt
        self._done: queue.SimpleQueue[Layout | SapperError] = queue.SimpleQueue()
        self._job: tuple[Game, Move] | None = None
        self._timer = ""

    @property
    def is_busy(self) -> bool:
        """Whether a layout is being dealt."""
        return self._job is not None

    def takes_long(self, game: Game, move: Move) -> bool:
        """Whether this move needs a layout that should be dealt in the background."""
        slow = game.switches.policy is Policy.NO_GUESS or game.params.cells > _AT_ONCE
        return slow and game.id is not None and game.needs_layout(move)

    def begin(self, game: Game, move: Move) -> None:
        """Starts dealing."""
        self._job = game, move
        assert game.id is not None
        key = game.id.at(move.x, move.y)

        def work() -> None:
            try:
                layout = self._dealer(key)
                layout.numbers  # noqa: B018  # made here, so that the first drawing does not wait for it
                self._done.put(layout)
            except SapperError as error:
                self._done.put(error)

        threading.Thread(target=work, name="deal", daemon=True).start()
        self._look()

    def stop(self) -> None:
        """Tells nothing any more."""
        if self._timer:
            self._root.after_cancel(self._timer)
        self._job = None

    def _look(self) -> None:
        assert self._job is not None
        try:
            dealt = self._done.get_nowait()
        except queue.Empty:
            self._timer = self._root.after(_LOOK_MS, self._look)
            return
        (game, move), self._job = self._job, None
        self._timer = ""
        self._on_dealt(game, move, dealt)
