"""The desktop window: keys, menus and mouse made into what is asked of the game, of the settings and of other windows.

It decides nothing about the game: `play` asks the table, and `panes` shows what came of it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from sapper.config import ConfigError, Loaded, Settings, in_one
from sapper.controls.actions import Context, Name
from sapper.controls.counts import NO_COUNT
from sapper.controls.cursor import MOVES, moved
from sapper.controls.intents import keyed
from sapper.controls.refusals import why_not
from sapper.core.moves import MoveKind
from sapper.core.params import LEVELS, Params, Policy, level_name
from sapper.errors import Reason, SapperError
from sapper.showing.counsel import Counsel
from sapper.showing.table import Table
from sapper.window.asking import Asking
from sapper.window.board import Board
from sapper.window.dialog import Desk, Manner
from sapper.window.keys import pressed
from sapper.window.menus import Choices
from sapper.window.panes import Panes
from sapper.window.play import Play, Shown
from sapper.window.preferences import Preferences
from sapper.window.rooms import Rooms
from sapper.window.telling import Tone
from sapper.window.timers import Timers

_KINDS = {Name.OPEN: MoveKind.OPEN, Name.CHORD: MoveKind.CHORD, Name.FLAG: MoveKind.FLAG}

_ZOOM = 3
"""By how many pixels a cell grows or shrinks at a time."""


class WindowApp:
    """The window.

    Attributes:
        root: the window itself.
    """

    def __init__(self, root: tk.Tk, loaded: Loaded, table: Table, *, saved: Settings | None = None) -> None:
        """Makes the window.

        Args:
            root: an empty window.
            loaded: the settings, keys and what was wrong with them.
            table: the game to begin with.
            saved: what the settings file says, where that differs from what holds this time.
        """
        self.root = root
        self._own = Preferences(loaded, saved or loaded.settings)
        self._count = NO_COUNT
        self._ended = False
        self._timers = Timers(root)
        shown = Shown(self._begun, self._moved, self._turned, self._lost, lambda: self._panes.lines(), self._explain)
        asking = Asking(root, explain=self._explain)
        counsel = Counsel(table, asking, tell=self._tell, changed=lambda: self._panes.advise())
        self._play = Play(table, asking, counsel, shown=shown)
        self._desk = Desk(root, self._manner, perform=self.perform, on_clear=self._refocus)
        self._rooms = Rooms(self._desk, self._play, asking=asking, explain=self._explain)
        choices = Choices(self.perform, self._choose, self._change_one)
        self._panes = Panes(
            root, self._own, self._play, choices=choices, timers=self._timers, on_face=lambda: self.perform(Name.NEW)
        )
        self._connect()
        self._begun()
        if self._own.faults:
            self._panes.say(self._own.translator.tell(in_one(self._own.faults)), Tone.WARNING)
        self._play.counsel.begin()
        root.after_idle(self._settle)

    def _connect(self) -> None:
        mouse = self.board.mouse
        mouse.on_move, mouse.on_touch, mouse.on_hold = self._play.move, self._touched, self._panes.look_up
        mouse.on_zoom = lambda notch: self._panes.zoom(self.board.side + _ZOOM * notch)
        self._play.table.warn_with(self._explain)
        self.root.protocol("WM_DELETE_WINDOW", self.leave)
        self.root.bind("<Key>", self._key)

    def _settle(self) -> None:
        """What can wait until the board is on the screen."""
        profile = self._play.table.profile
        if profile.trouble is not None:
            self._explain(profile.trouble)
        for notice in profile.notices:
            self._panes.say(self._own.translator.tell(notice), Tone.WARNING)
        profile.start_upkeep()
        self._play.look_up()
        self._panes.describe()

    def leave(self) -> None:
        """Saves and closes."""
        if not self._ended:
            self._ended = True
            self._timers.stop()
            self._play.close()
            self.root.destroy()

    @property
    def board(self) -> Board:
        """The board in the window."""
        return self._panes.board

    def _(self, text: str) -> str:
        return self._own.translator.gettext(text)

    def _manner(self) -> Manner:
        return Manner(self._own.translator, self._own.palette, self._own.keymap)

    def _tell(self, reason: Reason) -> None:
        self._panes.say(self._own.translator.tell(reason), Tone.ACCENT)

    def _explain(self, error: SapperError) -> None:
        self._panes.say(self._own.translator.explain(error), Tone.WARNING)

    # What comes of moves

    def _begun(self) -> None:
        self._panes.begin()
        self._wind()

    def _moved(self, changed: int | None) -> None:
        self._panes.move(changed)
        if self._desk.top is not None:
            # Its layout was dealt while something came over it.
            self._play.suspend()
        self._wind()

    def _turned(self) -> None:
        self._panes.turn()
        self._wind()

    def _lost(self) -> None:
        if self._own.settings.loss_animation:
            self._panes.explode()
        else:
            self._panes.turn()

    def _wind(self) -> None:
        """Looks at the clock again when the second that it shows is over."""
        if self._play.game.is_running:
            self._timers.after("clock", 1001 - self._play.game.elapsed_ms % 1000, self._tick)

    def _tick(self) -> None:
        if self._play.game.is_running:
            self._play.table.save()
            self._panes.tick()
        self._wind()

    # Input

    def _key(self, event: tk.Event[Any]) -> str | None:
        if event.widget.winfo_toplevel() is not self.root:
            return None
        key = pressed(event)
        if not key:
            return None
        # Any key ends the mines' opening one after another, and does what it does besides.
        self._panes.skip()
        if self._count.takes(key):
            self._count = self._count.pushed(key)
            return "break"
        action = self._own.keymap.action(Context.WINDOW, key)
        if action is not None:
            self.perform(action.name)
        self._count = NO_COUNT
        # What the game has no use for may be Tk's: F10 opens the menus.
        return None if action is None else "break"

    def _touched(self) -> None:
        if not self._panes.skip() and self._play.game.is_paused:
            self._play.pause()

    def perform(self, name: Name) -> None:
        """Carries out an action of the registry."""
        board, game = self.board, self._play.game
        if (reason := why_not(name, game)) is not None:
            self._tell(reason)
        elif name in MOVES:
            self._panes.point(*moved(game.position, board.cursor, name=name, count=self._count, page=board.page()))
        elif name in _KINDS:
            if game.is_paused:
                self._play.pause()
                return
            move = keyed(_KINDS[name], board.cursor, position=game.position, switches=game.switches)
            board.point(*board.cursor)
            if move is not None:
                self._play.move(move)
        else:
            self._command(name)

    def _command(self, name: Name) -> None:
        table, rooms = self._play.table, self._rooms
        match name:
            case Name.UNDO:
                if not self._play.undo():
                    self._panes.say(self._("There is nothing to undo."), Tone.ACCENT)
            case Name.PAUSE:
                self._play.pause()
            case Name.HINT:
                self._play.counsel.hint()
            case Name.RISKS:
                self._play.counsel.toggle_risks()
            case Name.NO_HELP:
                self._play.counsel.end()
            case Name.VERDICT:
                rooms.verdict(self.board.side)
            case Name.FLAG_MODE:
                self._panes.flag_mode = not self._panes.flag_mode
                self._panes.behave()
                self._panes.describe()
            case Name.NEW:
                self._leave_for(lambda: table.start())
            case Name.AGAIN:
                self._leave_for(table.start_again)
            case Name.DAILY:
                self._leave_for(table.start_daily)
            case Name.CHOOSE:
                self._choose(None, self._play.game.switches.policy)
            case Name.LANGUAGE:
                self._change(language=self._own.next_language)
            case Name.THEME:
                self._change(theme=self._own.next_theme)
            case Name.ZOOM_IN | Name.ZOOM_OUT:
                self._panes.zoom(self.board.side + (_ZOOM if name is Name.ZOOM_IN else -_ZOOM))
            case Name.ZOOM_RESET:
                self._panes.zoom(self._panes.usual)
            case Name.STATISTICS:
                rooms.statistics()
            case Name.HISTORY:
                rooms.history(self.board.side)
            case Name.SETTINGS:
                rooms.settings(lambda: self._own.settings, on_change=self._change_one)
            case Name.HELP:
                rooms.help()
            case Name.QUIT | Name.LEAVE:
                self.leave()

    def _refocus(self) -> None:
        # Where no window manager does it, nothing else would bring the keys back.
        self.board.canvas.focus_force()
        self._panes.describe()

    # Settings

    def _change_one(self, name: str, value: Any) -> None:
        self._change(**{name: value})

    def _change(self, **values: Any) -> None:
        """Changes settings, here and in the file, and shows everything anew."""
        before = self._own.palette
        self._own.change(**values)
        if self._own.palette is not before:
            self._panes.wear()
        self._play.table.follow(self._own.settings)
        self._panes.behave()
        self._panes.describe()
        if not values.keys().isdisjoint(("language", "theme")):
            self._desk.retell()
        try:
            self._own.save()
        except ConfigError as error:
            self._explain(error)

    # Games

    def _choose(self, params: Params | None, policy: Policy) -> None:
        """A level was chosen; without a size the player is asked for one."""
        if params is not None:
            self._leave_for(lambda: self._start(params, policy))
        else:
            self._rooms.size(on_size=lambda size: self._put(lambda: self._start(size, policy)))

    def _start(self, params: Params, policy: Policy) -> None:
        name = level_name(params)
        self._change(level=name if name in LEVELS else str(params), policy=policy.value)
        self._play.table.start(params, policy)

    def _leave_for(self, start: Callable[[], None]) -> None:
        """Begins another game; one of some length is given up only when the player agrees."""
        if self._play.table.has_something_to_lose:
            self._rooms.give_up(on_yes=lambda: self._put(start))
        else:
            self._put(start)

    def _put(self, start: Callable[[], None]) -> None:
        self.board.mouse.let_go()
        self._play.begin(start)
        self._refocus()
