"""Help around the game on the play screen: hints, risks, how it was lost. It finds nothing itself and plays nothing.

Everything is worked out in the background; whatever the board no longer is is given up at once.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Outcome, Position
from sapper.core.rules import chord_targets
from sapper.core.view import view
from sapper.errors import N_, Reason, SapperError
from sapper.session import Note
from sapper.showing.advice import Helper, Loss, loss_words, percent
from sapper.showing.rows import Mark

if TYPE_CHECKING:
    from sapper.tui.screens.play import PlayScreen

T = TypeVar("T")

MOST_CELLS = 40_000
"""On a larger board there is no help: finding it would take more memory than a game should."""

_SOON_S = 0.4
"""Only what takes longer than this is said to be thought about."""


class Counsel:
    """Help for one game at a time.

    Attributes:
        shows_risks: whether the player has asked for the risks.
        is_thinking: whether help that the player waits for takes its time.
        elsewhere: the risk of the cells that touch no number, where there is one.
    """

    def __init__(self, screen: PlayScreen) -> None:
        self.shows_risks = False
        self.is_thinking = False
        self.elsewhere: float | None = None
        self._screen = screen
        self._helper = Helper()
        self._risks: bytes | None = None
        self._chances: array[float] | None = None
        self._loss: Loss | None = None
        self._seen = (-1, -1)
        self._pressed_twice = False

    # What there is to show

    @property
    def risks(self) -> bytes | None:
        """The risks as a scene takes them, where they are shown."""
        return self._risks if self.shows_risks else None

    @property
    def marks(self) -> Mapping[int, int]:
        """The cells to point out."""
        if self._loss is not None:
            return dict.fromkeys(self._loss.safe, Mark.WAS_SAFE)
        return self._helper.marks(self._screen.sapper.table.game.params)

    @property
    def words(self) -> Reason | None:
        """What help says now."""
        return self._helper.words() if self._loss is None else loss_words(self._loss)

    @property
    def has_missed(self) -> bool:
        """Whether a lost game had safe cells."""
        return self._loss is not None and bool(self._loss.safe)

    def risk_at(self, x: int, y: int) -> str:
        """The risk of a cell in percent, or nothing where it is not shown."""
        position = self._screen.sapper.table.game.position
        cell = position.geometry.cell(x, y)
        if not self.shows_risks or self._chances is None or position.is_opened(cell):
            return ""
        chance = self._chances[cell]
        return percent(chance) if chance == chance else ""

    # What is asked

    def hint(self) -> None:
        """The next step of a hint."""
        if self._is_busy("hint"):
            self._pressed_twice = True
        elif self._can_help():
            if self._helper.press():
                self._run(self._find_hint(), "hint")
                self._screen.set_timer(_SOON_S, self._still)
            else:
                self._step()

    def toggle_risks(self) -> None:
        """Shows the risks, or hides them."""
        if self.shows_risks:
            self.shows_risks = False
            self._screen.workers.cancel_group(self._screen, "risks")
            self._show()
        elif self._can_help():
            self.shows_risks = True
            self._screen.sapper.table.helped(Note.LOOK)
            self._weigh()
            self._show()

    def end(self) -> None:
        """No help any more, nor any wait for it."""
        if self._loss is None:
            self._helper.forget()
            self.shows_risks = False
            self.stop()
            self._show()

    def _can_help(self) -> bool:
        game, tell = self._screen.sapper.table.game, self._screen.tell
        if game.position.is_over or game.is_paused:
            return False
        if game.layout is None or not game.position.opened:
            tell(self._screen._(N_("Nothing is open yet: open any cell.")))
            return False
        if game.params.cells > MOST_CELLS:
            text = self._screen._(N_("There is help on boards of at most {most} cells."))
            tell(text.format(most=MOST_CELLS), warning=True)
            return False
        return True

    # What happens

    def begin(self) -> None:
        """Another game is on the table: help is off."""
        self.stop()
        self.shows_risks = False
        self._risks = self._chances = self._loss = None
        self._helper.forget()
        position = self._screen.sapper.table.game.position
        self._seen = position.opened, position.exploded

    def follow(self) -> None:
        """The board has changed; what follows from it may have changed too."""
        position = self._screen.sapper.table.game.position
        if (position.opened, position.exploded) == self._seen:
            return
        self._seen = position.opened, position.exploded
        self._loss = None
        self._helper.forget()
        self.stop()
        if self.shows_risks and not position.is_over:
            self._weigh()

    def lost(self, before: Position, move: Move) -> None:
        """The game was lost by this move: was there a better one?"""
        game = self._screen.sapper.table.game
        if game.params.cells > MOST_CELLS:
            return
        cell = before.geometry.cell(move.x, move.y)
        targets = (cell,) if move.kind is MoveKind.OPEN else tuple(cells_of(chord_targets(before, cell)))
        self._run(self._judge(before, targets), "loss")

    def stop(self) -> None:
        """Gives up whatever is being worked out."""
        self.is_thinking = False
        for group in ("hint", "risks", "loss"):
            self._screen.workers.cancel_group(self._screen, group)

    # In the background

    def _run(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self._screen.run_worker(work, group=group, exclusive=True)

    def _is_busy(self, group: str) -> bool:
        return any(worker.group == group and worker.is_running for worker in self._screen.workers)

    def _still(self) -> None:
        if self._is_busy("hint"):
            self.is_thinking = True
            self._screen.describe()

    async def _ask(self, work: Callable[..., T], *arguments: object) -> T | None:
        try:
            return await asyncio.wrap_future(self._screen.sapper.background.submit(work, *arguments))
        except SapperError as error:
            self._screen.sapper.explain(error)
            return None

    async def _find_hint(self) -> None:
        from sapper.showing import thinking

        game, self._pressed_twice = self._screen.sapper.table.game, False
        hint = await self._ask(thinking.hint, view(game.position, game.layout))
        self.is_thinking = False
        if hint is not None:
            self._screen.sapper.table.helped(Note.HINT)
            self._helper.give(hint)
            if self._pressed_twice:
                self._helper.press()
        self._step()

    def _weigh(self) -> None:
        self._run(self._find_risks(), "risks")

    async def _find_risks(self) -> None:
        from sapper.showing import thinking

        game = self._screen.sapper.table.game
        found = await self._ask(thinking.risks, view(game.position, game.layout))
        if found is None:
            self.shows_risks = False
        else:
            self._risks, chances, self.elsewhere = found
            self._chances = array("d", chances)
        self._show()

    async def _judge(self, before: Position, targets: tuple[int, ...]) -> None:
        from sapper.showing import thinking

        game = self._screen.sapper.table.game
        loss = await self._ask(thinking.loss, view(before, game.layout), targets)
        if loss is not None and game.position.outcome is Outcome.LOST:
            self._loss = loss
            self._show()

    def _step(self) -> None:
        """Shows a step of a hint, with the cursor on the nearest cell that it names."""
        board = self._screen.board
        if self._helper.target:
            x, y = board.cursor
            cells = map(board.scene.position.geometry.xy, self._helper.target)
            board.point(*min(cells, key=lambda at: max(abs(at[0] - x), abs(at[1] - y))))
        self._show()

    def _show(self) -> None:
        self._screen.board.show(self._screen.scene())
        self._screen.describe()
