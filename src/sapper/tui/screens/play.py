"""The play screen: keys and mouse become moves of the game on the table, and what they change is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.timer import Timer

from sapper.controls.actions import Context, Name
from sapper.controls.counts import NO_COUNT, Count
from sapper.controls.cursor import MOVES, left_at, moved
from sapper.controls.gestures import Manners
from sapper.controls.intents import keyed
from sapper.controls.refusals import why_not
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.position import Outcome
from sapper.errors import DealError, Reason, SapperError
from sapper.session import Game
from sapper.showing.counsel import Counsel
from sapper.showing.figures import exact, measure
from sapper.showing.rows import Ring, Scene
from sapper.showing.table import Table
from sapper.showing.words import timed
from sapper.tui.base import key_of
from sapper.tui.board_screen import BoardScreen
from sapper.tui.board_view import BoardView
from sapper.tui.captions import Captions
from sapper.tui.counsel import Asking
from sapper.tui.spread import TimedSpread

_KINDS = {
    Name.OPEN: MoveKind.OPEN,
    Name.CHORD: MoveKind.CHORD,
    Name.FLAG: MoveKind.FLAG,
}

_NOTICE_S = 5.0


class PlayScreen(BoardScreen, inherit_bindings=False):
    """A game."""

    CONTEXT: ClassVar[Context] = Context.BOARD
    UNDER: ClassVar[tuple[str, ...]] = ("info", "more", "last")

    def on_mount(self) -> None:
        """Shows the game that is on the table."""
        self._counsel = Counsel(self._table, Asking(self), tell=self._tell_reason, changed=self._advise)
        self._captions = Captions(self.sapper, self._counsel)
        self._count = NO_COUNT
        self._spread = TimedSpread(self, lambda: self.board.show(self.scene()))
        self._clock: Timer | None = None
        self._notice_timer: Timer | None = None
        self._asked_twice: Name | None = None
        self._table.warn_with(self.sapper.explain)
        self._begin()

    @property
    def _table(self) -> Table:
        return self.sapper.table

    @property
    def _game(self) -> Game:
        return self._table.game

    # Showing

    def _begin(self) -> None:
        """Shows another game from its start, or from where it was left."""
        game = self._game
        self._spread.stop()
        self._counsel.begin()
        self.workers.cancel_group(self, "deal")
        self._captions.dealing = False
        self._captions.progress = measure(game.layout)
        if self._table.is_open:
            self._captions.standing = self._table.standing()
        self._manner()
        self.place()
        self.board.begin(self.scene(), cursor=left_at(game))
        self.describe()
        self._wind()
        # Which part of a large board is in sight is known once it is laid out.
        self.call_after_refresh(self._settled)

    def show_standing(self) -> None:
        """Tells best time and streak, once the history can be read."""
        self._captions.standing = self._table.standing()
        self.describe()

    def scene(self) -> Scene:
        """The game as far as it may be seen."""
        game = self._game
        lost = game.position.outcome is Outcome.LOST
        # The scene is asked for before anything is mounted.
        spread: TimedSpread | None = getattr(self, "_spread", None)
        if spread is None:
            return Scene(game.position, game.layout, truth=lost, hidden=game.is_paused)
        truth: bool | Ring = lost if spread.ring is None else spread.ring
        marks = self._counsel.marks if spread.ring is None else {}
        risks = self._counsel.risks
        return Scene(game.position, game.layout, truth=truth, hidden=game.is_paused, risks=risks, marks=marks)

    def describe(self) -> None:
        """Writes every line; those that say the same as before cost nothing."""
        self.title_line.say(*self._captions.title(self._part_in_sight()))
        self.footer_line.say(self._captions.footer())
        self._describe_state()

    def _describe_state(self) -> None:
        """Writes the lines that a move can change."""
        self.status_line.say(*self._captions.status())
        self._describe_under()

    def _describe_under(self) -> None:
        if self.plan is None:
            return
        width = self.under_lines[0].size.width
        told = self._captions.under(self.plan.info, width, columns=self.plan.columns, at=self.board.cursor)
        for line, parts in zip(self.under_lines, told, strict=False):
            line.say(*parts)

    def _manner(self) -> None:
        self.board.pointer.manners = Manners(
            left_chords=self.sapper.settings.left_click_chords,
            flag_mode=self._captions.flag_mode,
            switches=self._game.switches,
        )
        self.board.takes_moves = not self._game.position.is_over and not self._game.is_paused

    def on_board_view_scrolled(self) -> None:
        """The title says which part is shown."""
        self.title_line.say(*self._captions.title(self._part_in_sight()))

    def _part_in_sight(self) -> tuple[int, int, int, int] | None:
        return self.board.part_in_sight() if self.plan is not None and self.plan.scrolls else None

    def retell(self) -> None:
        """Writes and draws everything again."""
        self._manner()
        super().retell()

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Shows a sentence under the board for a while."""
        self._captions.notice = (text, warning)
        if self._notice_timer is not None:
            self._notice_timer.stop()
        self._notice_timer = self.set_timer(_NOTICE_S * (2 if warning else 1), self._untell)
        self.describe()

    def _tell_reason(self, reason: Reason) -> None:
        self.tell(self.sapper.translator.tell(reason))

    def _advise(self) -> None:
        """Help has something else to say: the cursor goes to the nearest cell that it names."""
        if (target := self._counsel.target_near(*self.board.cursor)) is not None:
            self.board.point(*target)
        self.board.show(self.scene())
        self.describe()

    def _untell(self) -> None:
        self._captions.notice = None
        self._asked_twice = None
        self.describe()

    # The clock

    def _wind(self) -> None:
        """Looks at the clock again when the second that it shows is over."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        if self._game.is_running:
            self._clock = self.set_timer((1000 - self._game.elapsed_ms % 1000 + 1) / 1000, self._tick)

    def _tick(self) -> None:
        if self._game.is_running:
            self._table.save()
            self.status_line.say(*self._captions.status())
        self._wind()

    # Input

    def typed(self, event: events.Key) -> None:
        """Digits gather to a count; everything else is an action of the registry."""
        # Any key ends the mines' opening one after another, and does what it does besides.
        if self._spread.ring is not None:
            self._spread.skip()
        key = key_of(event)
        if self._count.takes(key):
            self._count = self._count.pushed(key)
            event.stop()
            return
        super().typed(event)
        self._count = NO_COUNT

    def on_board_view_asked(self, message: BoardView.Asked) -> None:
        """The mouse plays a move."""
        self.play(message.move)

    def on_board_view_touched(self) -> None:
        """A click on a board that takes no moves: it goes on after a pause, and an animation ends."""
        if self._spread.ring is not None:
            self._spread.skip()
        elif self._game.is_paused:
            self.perform(Name.PAUSE)

    def perform(self, name: Name) -> None:
        """Carries out an action."""
        if (reason := why_not(name, self._game)) is not None:
            self._tell_reason(reason)
        elif name in MOVES:
            self._go(name, self._count)
        elif name in _KINDS:
            if self._game.is_paused:
                self._pause()
            else:
                move = keyed(
                    _KINDS[name],
                    self.board.cursor,
                    position=self._game.position,
                    switches=self._game.switches,
                )
                self.board.point(*self.board.cursor)
                if move is not None:
                    self.play(move)
        else:
            self._command(name)

    def _go(self, name: Name, count: Count) -> None:
        page = max(self.plan.height - 1, 1) if self.plan is not None else 1
        self.board.point(*moved(self._game.position, self.board.cursor, name=name, count=count, page=page))
        if self._counsel.shows_risks:
            self._describe_under()

    def _command(self, name: Name) -> None:
        match name:
            case Name.UNDO:
                self._undo()
            case Name.FLAG_MODE:
                self._captions.flag_mode = not self._captions.flag_mode
                self._manner()
                self.describe()
            case Name.PAUSE:
                self._pause()
            case Name.HINT:
                self._counsel.hint()
            case Name.RISKS:
                self._counsel.toggle_risks()
            case Name.NO_HELP:
                self._counsel.end()
            case Name.VERDICT:
                self._judge()
            case Name.NEW:
                if self._may_abandon(name):
                    self.start(self._table.start)
            case Name.AGAIN:
                if self._may_abandon(name):
                    self.start(self._table.start_again)
            case _:
                self.sapper.perform(name)

    def _judge(self) -> None:
        """Opens the verdict on the game, which is over."""
        from sapper.tui.screens.verdict import judge_game

        game = self._game
        word = self._("Won") if game.position.outcome is Outcome.WON else self._("Lost")
        judge_game(self.sapper, game, game.log, ending=f"{word} {timed(exact(game.elapsed_ms), translate=self._)}")

    def _may_abandon(self, name: Name) -> bool:
        """Asks once before a game of some length is given up."""
        if not self._table.has_something_to_lose or self._asked_twice is name:
            self._captions.notice = None
            return True
        text = self._("The game is not over. Once more {key} gives it up.").format(key=self.sapper.key(name))
        self.tell(text, warning=True)
        self._asked_twice = name
        return False

    def start(self, begin: Callable[[], object]) -> None:
        """Leaves the game for another, which `begin` puts on the table; what cannot be dealt is told."""
        self._asked_twice = None
        self.board.let_go()
        try:
            begin()
        except DealError as error:
            self.sapper.explain(error)
        self._begin()

    # Play

    def play(self, move: Move) -> None:
        """Plays a move; a layout that takes long to deal is dealt in the background first."""
        game = self._game
        if game.position.is_over or (self._captions.dealing and game.needs_layout(move)):
            return
        key = self._table.to_deal(move)
        if key is None:
            self._play(move)
        else:
            self._captions.dealing = True
            self.describe()
            self.run_worker(self._deal(move, key), exclusive=True, group="deal")

    async def _deal(self, move: Move, key: GameId) -> None:
        from sapper.showing import thinking

        try:
            mined = await asyncio.wrap_future(self.sapper.background.submit(thinking.deal, key))
        except SapperError as error:
            self.sapper.explain(error)
            mined = None
        self._captions.dealing = False
        if mined is not None and self._table.supply(key, mined, move):
            self._play(move)
            if self.app.screen is not self:
                self.suspend_play()
        self.describe()

    def _play(self, move: Move) -> None:
        game, before = self._game, self._game.position
        had_layout = game.layout is not None
        try:
            applied = self._table.play(move)
        except DealError as error:
            self.sapper.explain(error)
            return
        if not had_layout or (self._captions.progress is None and game.layout is not None):
            self._captions.progress = measure(game.layout)
        marked = bool(self._counsel.marks)
        self._counsel.follow()
        if not before.opened and self._captions.notice is not None and not self._captions.notice[1]:
            self._captions.notice = None  # what was said of a board with nothing open; warnings are of other things
        if game.position.is_over:
            self._end()
            if game.position.outcome is Outcome.LOST:
                self._counsel.lost(before, move)
        else:
            self.board.show(self.scene(), changed=None if marked else applied.changed)
        self._describe_state()
        if self._clock is None or not game.is_running:
            self._wind()

    def _end(self) -> None:
        if self._asked_twice is not None:
            self._asked_twice = self._captions.notice = None  # it asked about a game that was not over
        self.board.let_go()
        self._manner()
        self.show_standing()
        lost = self._game.position.outcome is Outcome.LOST
        if lost and self.sapper.settings.loss_animation:
            params, plan = self._game.params, self.plan
            wide, high = (plan.width, plan.height) if plan is not None else (params.width, params.height)
            self._spread.begin(self._game.position, window=(min(params.width, wide), min(params.height, high)))
        self.board.show(self.scene())

    def _undo(self) -> None:
        self._spread.stop()
        if self._table.undo():
            self._counsel.follow()
            self._captions.standing = self._table.standing()
            self._manner()
            self.board.show(self.scene())
            self.describe()
            self._wind()
        else:
            self.tell(self._("There is nothing to undo."))

    def _pause(self) -> None:
        if not self._table.toggle_pause():
            return
        self.board.let_go()
        self._manner()
        self.board.show(self.scene())
        self.describe()
        self._wind()

    def suspend_play(self) -> None:
        """Another screen comes over the game: its clock stops, and the board hides until the player resumes."""
        if self._game.is_running:
            self._pause()
