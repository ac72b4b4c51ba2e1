"""Help around a game: hints in steps, risks, how it was lost. It finds nothing itself, draws nothing, plays nothing.

Everything is worked out elsewhere, by `Asks`; whatever the board no longer is is given up at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Outcome, Position
from sapper.core.rules import chord_targets
from sapper.core.view import view
from sapper.errors import N_, Reason
from sapper.session import Note
from sapper.showing.advice import Helper, Hint, Loss, loss_words, percent
from sapper.showing.rows import Mark
from sapper.showing.table import Table

MOST_CELLS = 40_000
"""On a larger board there is no help: finding it would take more memory than a game should."""

_SOON_MS = 400
"""Only what takes longer than this is said to be thought about."""


class Asks(Protocol):
    """How a front end has things worked out without waiting for them."""

    def ask(
        self,
        group: str,
        work: Callable[..., Any],
        *arguments: object,
        then: Callable[[Any], None],
        failed: Callable[[], None],
    ) -> None:
        """Has a function called elsewhere, in place of what is asked for under that name.

        Args:
            group: the name.
            work: the function, as `background` takes it.
            arguments: for it.
            then: called with the answer.
            failed: called when there is none, once it was told why.
        """

    def cancel(self, *groups: str) -> None:
        """Wants no answer any more."""

    def is_busy(self, group: str) -> bool:
        """Whether an answer is still to come."""

    def later(self, group: str, ms: int, action: Callable[[], None]) -> None:
        """Does something after so many milliseconds."""


class Counsel:
    """Help for one game at a time.

    Attributes:
        shows_risks: whether the player has asked for the risks.
        is_thinking: whether help that the player waits for takes its time.
        elsewhere: the risk of the cells that touch no number, where there is one.
    """

    def __init__(
        self, table: Table, asks: Asks, *, tell: Callable[[Reason], None], changed: Callable[[], None]
    ) -> None:
        """Gives none yet.

        Args:
            table: the game.
            asks: has things worked out.
            tell: says a sentence to the player.
            changed: called when there is something else to show.
        """
        self.shows_risks = False
        self.is_thinking = False
        self.elsewhere: float | None = None
        self._table, self._asks, self._tell, self._changed = table, asks, tell, changed
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
        return self._helper.marks(self._table.game.params)

    def target_near(self, x: int, y: int) -> tuple[int, int] | None:
        """The nearest of the cells to open, once a hint has told them."""
        cells = map(self._table.game.position.geometry.xy, self._helper.target)
        return min(cells, key=lambda at: max(abs(at[0] - x), abs(at[1] - y)), default=None)

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
        position = self._table.game.position
        cell = position.geometry.cell(x, y)
        if not self.shows_risks or self._chances is None or position.is_opened(cell):
            return ""
        chance = self._chances[cell]
        return percent(chance) if chance == chance else ""

    # What is asked

    def hint(self) -> None:
        """The next step of a hint."""
        if self._asks.is_busy("hint"):
            self._pressed_twice = True
        elif self._can_help():
            if self._helper.press():
                from sapper.showing import thinking

                self._pressed_twice = False
                game = self._table.game
                seen = view(game.position, game.layout)
                self._asks.ask("hint", thinking.hint, seen, then=self._found, failed=self._not_found)
                self._asks.later("hint", _SOON_MS, self._still)
            else:
                self._changed()

    def toggle_risks(self) -> None:
        """Shows the risks, or hides them."""
        if self.shows_risks:
            self.shows_risks = False
            self._asks.cancel("risks")
            self._changed()
        elif self._can_help():
            self.shows_risks = True
            self._forget_risks()
            self._table.helped(Note.LOOK)
            self._weigh()
            self._changed()

    def end(self) -> None:
        """No help any more, nor any wait for it; how a game was lost is told all the same."""
        if not self._table.game.position.is_over:
            self._helper.forget()
            self.shows_risks = False
            self.stop()
            self._changed()

    def _can_help(self) -> bool:
        game = self._table.game
        if game.position.is_over or game.is_paused:
            return False
        if game.layout is None or not game.position.opened:
            self._tell(Reason(N_("Nothing is open yet: open any cell.")))
            return False
        if game.params.cells > MOST_CELLS:
            self._tell(Reason(N_("There is help on boards of at most {most} cells."), {"most": MOST_CELLS}))
            return False
        return True

    # What happens

    def begin(self) -> None:
        """Another game is on the table: help is off."""
        self.stop()
        self.shows_risks = False
        self._forget_risks()
        self._loss = None
        self._helper.forget()
        position = self._table.game.position
        self._seen = position.opened, position.exploded

    def follow(self) -> None:
        """The board may have changed; what follows from it may have changed too."""
        position = self._table.game.position
        if (position.opened, position.exploded) == self._seen:
            return
        self._seen = position.opened, position.exploded
        self._loss = None
        self._helper.forget()
        self.stop()
        if self.shows_risks and not position.is_over:
            # Those of the board before are shown until these are known.
            self._weigh()
        else:
            self._forget_risks()

    def lost(self, before: Position, move: Move) -> None:
        """The game was lost by this move: was there a better one?"""
        game = self._table.game
        if game.params.cells > MOST_CELLS:
            return
        cell = before.geometry.cell(move.x, move.y)
        targets = (cell,) if move.kind is MoveKind.OPEN else tuple(cells_of(chord_targets(before, cell)))
        from sapper.showing import thinking

        seen = view(before, game.layout)
        self._asks.ask("loss", thinking.loss, seen, targets, then=self._judged, failed=lambda: None)

    def _forget_risks(self) -> None:
        self._risks = self._chances = self.elsewhere = None

    def stop(self) -> None:
        """Gives up whatever is being worked out."""
        self.is_thinking = False
        self._asks.cancel("hint", "risks", "loss")

    # What was found

    def _still(self) -> None:
        if self._asks.is_busy("hint"):
            self.is_thinking = True
            self._changed()

    def _found(self, hint: Hint) -> None:
        self.is_thinking = False
        self._table.helped(Note.HINT)
        self._helper.give(hint)
        if self._pressed_twice:
            self._helper.press()
        self._changed()

    def _not_found(self) -> None:
        self.is_thinking = False
        self._changed()

    def _weigh(self) -> None:
        from sapper.showing import thinking

        game = self._table.game
        seen = view(game.position, game.layout)
        self._asks.ask("risks", thinking.risks, seen, then=self._weighed, failed=self._not_weighed)

    def _weighed(self, found: tuple[bytes, bytes, float | None]) -> None:
        self._risks, chances, self.elsewhere = found
        self._chances = array("d", chances)
        self._changed()

    def _not_weighed(self) -> None:
        self.shows_risks = False
        self._changed()

    def _judged(self, loss: Loss) -> None:
        if self._table.game.position.outcome is Outcome.LOST:
            self._loss = loss
            self._changed()
