"""Playing in the window: moves, undo, pause and new games asked of the table, and what came of them called back.

It draws nothing and reads neither keys nor mouse. What takes long is worked out in the background.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sapper.core.layout import Layout
from sapper.core.moves import Move
from sapper.core.notation import GameId
from sapper.core.position import Outcome
from sapper.errors import DealError, SapperError
from sapper.session import Game
from sapper.showing import thinking
from sapper.showing.counsel import Counsel
from sapper.showing.figures import Progress, measure
from sapper.showing.rows import Scene
from sapper.showing.table import Standing, Table
from sapper.window.asking import Asking


class Shown(NamedTuple):
    """What is called when something is to be shown.

    Args:
        begun: another game is on the table.
        moved: a move changed these cells, or None for any, and the game goes on.
        turned: all of it may look different: an end, a pause, an undo.
        lost: the game has just been lost.
        waiting: a layout is being dealt, or no longer.
        explain: something went wrong.
    """

    begun: Callable[[], None]
    moved: Callable[[int | None], None]
    turned: Callable[[], None]
    lost: Callable[[], None]
    waiting: Callable[[], None]
    explain: Callable[[SapperError], None]


class Play:
    """The game on the table, as the window asks for things.

    Attributes:
        table: what keeps the game.
        counsel: help.
        standing: best time and streak.
    """

    def __init__(self, table: Table, asking: Asking, counsel: Counsel, *, shown: Shown) -> None:
        self.table, self.counsel = table, counsel
        self.standing = Standing()
        self._shown = shown
        self._progress: Progress | None = None
        self._measured_of: Layout | None = None
        self._asking = asking

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    @property
    def scene(self) -> Scene:
        """The game as far as it may be seen."""
        game, counsel = self.game, self.counsel
        lost = game.position.outcome is Outcome.LOST
        return Scene(
            game.position, game.layout, truth=lost, hidden=game.is_paused, risks=counsel.risks, marks=counsel.marks
        )

    @property
    def progress(self) -> Progress | None:
        """The 3BV of the board, where it is told."""
        layout = self.game.layout
        if layout is not self._measured_of:
            self._measured_of, self._progress = layout, measure(layout)
        return self._progress

    @property
    def is_dealing(self) -> bool:
        """Whether a layout is being made."""
        return self._asking.is_busy("deal")

    @property
    def takes_moves(self) -> bool:
        """Whether the mouse plays."""
        return not self.game.position.is_over and not self.game.is_paused

    def look_up(self) -> None:
        """Reads best time and streak."""
        self.standing = self.table.standing()

    def move(self, move: Move) -> None:
        """Plays a move; a layout that takes long to deal is dealt in the background first."""
        game = self.game
        if game.position.is_over or (self.is_dealing and game.needs_layout(move)):
            return
        key = self.table.to_deal(move)
        if key is not None:
            self._asking.ask(
                "deal", thinking.deal, key, then=lambda mined: self._dealt(key, mined, move), failed=self._shown.waiting
            )
            self._shown.waiting()
        else:
            self._move(move)

    def _dealt(self, key: GameId, mined: int, move: Move) -> None:
        if self.table.supply(key, mined, move):
            self._move(move)
        self._shown.waiting()

    def _move(self, move: Move) -> None:
        before, marked = self.game.position, bool(self.counsel.marks)
        try:
            applied = self.table.play(move)
        except DealError as error:
            self._shown.explain(error)
            return
        self.counsel.follow()
        if self.game.position.outcome is Outcome.LOST:
            self.counsel.lost(before, move)
            self.look_up()
            self._shown.lost()
        elif self.game.position.is_over:
            self.look_up()
            self._shown.turned()
        else:
            self._shown.moved(None if marked else applied.changed)

    def undo(self) -> bool:
        """Takes back the last move; False when there is none, or the game is paused."""
        done = self.table.undo()
        if done:
            self.counsel.follow()
            self.look_up()
            self._shown.turned()
        return done

    def pause(self) -> None:
        """Pauses, or goes on."""
        if self.table.toggle_pause():
            self._shown.turned()

    def suspend(self) -> None:
        """Pauses a game whose clock runs: something comes over it."""
        if self.game.is_running:
            self.pause()

    def begin(self, start: Callable[[], None]) -> None:
        """Leaves the game for the one that `start` puts on the table; what cannot be dealt is told."""
        self._asking.cancel("deal")
        try:
            start()
        except DealError as error:
            self._shown.explain(error)
        self.counsel.begin()
        if self.table.is_open:
            self.look_up()
        self._shown.begun()

    def close(self) -> None:
        """Keeps the game and lets it go."""
        self._asking.close()
        self.table.close()
