"""The desktop window: header, board and lines put together, keys, menus and mouse made into what is asked of the game.

It decides nothing about the game: `play` asks the table, and this shows what came of it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from sapper.config import ConfigError, Loaded, Settings
from sapper.controls.actions import Context, Name
from sapper.controls.counts import NO_COUNT
from sapper.controls.cursor import MOVES, moved
from sapper.controls.gestures import Manners
from sapper.controls.intents import keyed
from sapper.core.moves import MoveKind
from sapper.core.params import LEVELS, Params, Policy, level_name
from sapper.errors import SapperError
from sapper.showing.table import Table
from sapper.window import telling
from sapper.window.board import USUAL_SIDE, Board
from sapper.window.dialogs import KeysDialog, Manner, Question, SizeDialog, StatisticsDialog
from sapper.window.footer import Footer
from sapper.window.header import Header
from sapper.window.keys import key_name
from sapper.window.menus import Choices, Menus, State
from sapper.window.play import Play, Shown
from sapper.window.preferences import Preferences
from sapper.window.telling import Told, Tone

_KINDS = {Name.OPEN: MoveKind.OPEN, Name.CHORD: MoveKind.CHORD, Name.FLAG: MoveKind.FLAG}

_NOTICE_MS = 6000

_SCREEN_PART = 0.9
"""How much of the screen the window may take by itself."""

_LEAST_WIDTH = 360
_ZOOM = 3
"""By how many pixels a cell grows or shrinks at a time."""


class WindowApp:
    """The window.

    Attributes:
        root: the window itself.
        board: the board in it.
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
        self._flag_mode = False
        self._notice: tuple[str, Tone] | None = None
        self._timers: dict[str, str] = {}
        self._ended = False
        shown = Shown(self._begun, self._moved, self._turned, self._lines, self._explain)
        self._play = Play(root, table, shown)
        scale = max(root.winfo_fpixels("1i") / 96, 1.0)
        self._usual = round(USUAL_SIDE * scale)
        self._header = Header(root, on_face=lambda: self.perform(Name.NEW))
        self.board = Board(root, self._play.scene, shades=self._own.shades, side=self._usual)
        self._footer = Footer(root)
        self._header.pack(side="top", fill="x", padx=8, pady=(8, 6))
        self._footer.pack(side="bottom", fill="x")
        self.board.pack(side="top", fill="both", expand=True, padx=8)
        self._menus = Menus(root, Choices(self.perform, self._choose, self._change_one))
        self._connect()
        self._wear()
        self._begun()
        for fault in self._own.faults:
            self._say(self._own.translator.tell(fault), Tone.WARNING)
        root.after_idle(self._settle)

    def _connect(self) -> None:
        mouse = self.board.mouse
        mouse.on_move, mouse.on_touch, mouse.on_hold = self._play.move, self._touched, self._look_up
        mouse.on_zoom = lambda notch: self._zoom(self.board.side + _ZOOM * notch)
        self.board.on_scroll = self._title
        self._play.table.warn_with(self._explain)
        self.root.protocol("WM_DELETE_WINDOW", self.leave)
        self.root.bind("<Key>", self._key)

    def _settle(self) -> None:
        """What can wait until the board is on the screen."""
        profile = self._play.table.profile
        if profile.trouble is not None:
            self._explain(profile.trouble)
        for notice in profile.notices:
            self._say(self._own.translator.tell(notice), Tone.WARNING)
        profile.start_upkeep()
        self._play.look_up()
        self._describe()

    def leave(self) -> None:
        """Saves and closes."""
        if not self._ended:
            self._ended = True
            for timer in self._timers.values():
                self.root.after_cancel(timer)
            self._play.close()
            self.root.destroy()

    def _after(self, name: str, ms: int, action: Callable[[], None]) -> None:
        """Does something later, in place of what was to be done later under that name."""
        if name in self._timers:
            self.root.after_cancel(self._timers[name])
        self._timers[name] = self.root.after(ms, action)

    # Showing

    def _(self, text: str) -> str:
        return self._own.translator.gettext(text)

    @property
    def _manner(self) -> Manner:
        return Manner(self._own.translator, self._own.palette)

    def _begun(self) -> None:
        """Shows another game from its start, or from where it was left."""
        game = self._play.game
        self._notice = None
        self._behave()
        first = game.id.first if game.id is not None else None
        self.board.begin(self._play.scene, cursor=first or (game.params.width // 2, game.params.height // 2))
        self._fit()
        self._describe()
        self._wind()

    def _moved(self, changed: int) -> None:
        game = self._play.game
        self.board.show(self._play.scene, changed=changed)
        self._header.counter.show(game.position.counter)
        self._look_up()
        if self._own.settings.live_statistics:
            self._lines()
        self._wind()

    def _turned(self) -> None:
        self.board.mouse.let_go()
        self._behave()
        self.board.show(self._play.scene)
        self._describe()
        self._wind()

    def _fit(self) -> None:
        """Gives the window the size of what is in it, as far as the screen has room."""
        root = self.root
        root.update_idletasks()
        wide, tall = self.board.full_size
        most_wide = int(root.winfo_screenwidth() * _SCREEN_PART)
        most_tall = int(root.winfo_screenheight() * _SCREEN_PART)
        around = self._header.winfo_reqheight() + self._footer.winfo_reqheight() + 14
        scrolls_down, scrolls_across = tall + around > most_tall, wide + 16 > most_wide
        wide, tall = max(wide + 16 + 14 * scrolls_down, _LEAST_WIDTH), tall + around + 14 * scrolls_across
        root.geometry(f"{min(wide, most_wide)}x{min(tall, most_tall)}")
        root.minsize(min(_LEAST_WIDTH, most_wide), around + 80)

    def _wear(self) -> None:
        """Puts the palette on everything."""
        palette = self._own.palette
        self.root.configure(background=palette.ground)
        self._header.colour(palette)
        self._footer.colour(palette)
        self.board.colour(ground=palette.ground, bar=palette.closed, groove=palette.panel, cursor=palette.cursor)
        self.board.restyle(self._own.shades)

    def _told(self) -> Told:
        play = self._play
        live = self._own.settings.live_statistics
        day = play.table.day
        return Told(play.game, play.progress, play.standing, day, play.is_dealing, self._flag_mode, live)

    def _describe(self) -> None:
        """Writes everything that is not the board."""
        game = self._play.game
        self._header.counter.show(game.position.counter)
        self._header.clock.show(game.elapsed_ms // 1000)
        self._look_up()
        self._title()
        self._lines()
        state = State(game.params, game.switches.policy, self._own.settings, self._flag_mode)
        self._menus.show(state, translator=self._own.translator, palette=self._own.palette, keymap=self._own.keymap)

    def _look_up(self) -> None:
        """The face follows the game and the mouse."""
        self._header.face.show(telling.mood(self._play.game, held=bool(self.board.mouse.pointer.held)))

    def _title(self) -> None:
        self.root.title(telling.title(self._told(), self.board.part_in_sight(), translate=self._))

    def _lines(self) -> None:
        told = self._told()
        self._footer.explain(telling.signs(told, translate=self._), shades=self._own.shades)
        text, tone = self._notice or telling.sentence(told, keymap=self._own.keymap, translate=self._)
        self._footer.say(text, colour=getattr(self._own.palette, tone), aside=telling.aside(told, translate=self._))

    def _behave(self) -> None:
        """The mouse follows settings and game."""
        mouse, settings = self.board.mouse, self._own.settings
        mouse.pointer.manners = Manners(
            left_chords=settings.left_click_chords, flag_mode=self._flag_mode, switches=self._play.game.switches
        )
        mouse.takes_moves = self._play.takes_moves

    def _say(self, text: str, tone: Tone) -> None:
        self._notice = (text, tone)
        self._after("notice", _NOTICE_MS * (1 + (tone is Tone.WARNING)), self._unsay)
        self._lines()

    def _unsay(self) -> None:
        self._notice = None
        self._lines()

    def _explain(self, error: SapperError) -> None:
        self._say(self._own.translator.explain(error), Tone.WARNING)

    # The clock

    def _wind(self) -> None:
        """Looks at the clock again when the second that it shows is over."""
        if self._play.game.is_running:
            self._after("clock", 1001 - self._play.game.elapsed_ms % 1000, self._tick)

    def _tick(self) -> None:
        if self._play.game.is_running:
            self._play.table.save()
            self._header.clock.show(self._play.game.elapsed_ms // 1000)
            if self._own.settings.live_statistics:
                self._lines()
        self._wind()

    # Input

    def _key(self, event: tk.Event[Any]) -> str | None:
        if event.widget.winfo_toplevel() is not self.root:
            return None
        state = event.state if isinstance(event.state, int) else 0
        key = key_name(event.keysym, event.char, state)
        if not key:
            return None
        if self._count.takes(key):
            self._count = self._count.pushed(key)
            return "break"
        action = self._own.keymap.action(Context.WINDOW, key)
        if action is not None:
            self.perform(action.name)
        self._count = NO_COUNT
        return "break"

    def _touched(self) -> None:
        if self._play.game.is_paused:
            self._play.pause()

    def perform(self, name: Name) -> None:
        """Carries out an action of the registry."""
        board, game = self.board, self._play.game
        if name in MOVES:
            board.point(*moved(game.position, board.cursor, name=name, count=self._count, page=board.page()))
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
        table = self._play.table
        match name:
            case Name.UNDO:
                if not self._play.undo() and not self._play.game.is_paused:
                    self._say(self._("There is nothing to undo."), Tone.ACCENT)
            case Name.PAUSE:
                self._play.pause()
            case Name.FLAG_MODE:
                self._flag_mode = not self._flag_mode
                self._behave()
                self._describe()
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
                self._zoom(self.board.side + (_ZOOM if name is Name.ZOOM_IN else -_ZOOM))
            case Name.ZOOM_RESET:
                self._zoom(self._usual)
            case Name.QUIT | Name.LEAVE:
                self.leave()
            case Name.STATISTICS:
                self._statistics()
            case Name.HELP:
                self._play.suspend()
                KeysDialog(self.root, self._own.keymap, manner=self._manner, on_close=self._refocus)

    def _statistics(self) -> None:
        self._play.suspend()
        store = self._play.table.profile.store
        try:
            found = [] if store is None else store.summaries()
        except SapperError as error:
            self._explain(error)
            return
        StatisticsDialog(self.root, found, manner=self._manner, on_close=self._refocus)

    def _refocus(self) -> None:
        # Where no window manager does it, nothing else would bring the keys back.
        self.board.canvas.focus_force()
        self._describe()

    def _zoom(self, side: int) -> None:
        self.board.resize(side)
        self._fit()
        self._title()

    # Settings

    def _change_one(self, name: str, value: Any) -> None:
        self._change(**{name: value})

    def _change(self, **values: Any) -> None:
        """Changes settings, here and in the file, and shows everything anew."""
        before = self._own.palette
        self._own.change(**values)
        if self._own.palette is not before:
            self._wear()
        self._play.table.follow(self._own.settings)
        self._behave()
        self._describe()
        try:
            self._own.save()
        except ConfigError as error:
            self._explain(error)

    # Games

    def _choose(self, params: Params | None, policy: Policy) -> None:
        """A level was chosen; without a size the player is asked for one."""
        if params is not None:
            self._leave_for(lambda: self._start(params, policy))
            return
        self._play.suspend()
        SizeDialog(
            self.root,
            self._play.game.params,
            manner=self._manner,
            on_size=lambda size: self._put(lambda: self._start(size, policy)),
            on_close=self._refocus,
        )

    def _start(self, params: Params, policy: Policy) -> None:
        name = level_name(params)
        self._change(level=name if name in LEVELS else str(params), policy=policy.value)
        self._play.table.start(params, policy)

    def _leave_for(self, start: Callable[[], None]) -> None:
        """Begins another game; one of some length is given up only when the player agrees."""
        if not self._play.table.has_something_to_lose:
            self._put(start)
            return
        self._play.suspend()
        Question(
            self.root,
            self._("The game is not over. Give it up?"),
            yes=self._("Give up"),
            manner=self._manner,
            on_yes=lambda: self._put(start),
            on_close=self._refocus,
        )

    def _put(self, start: Callable[[], None]) -> None:
        self.board.mouse.let_go()
        self._play.begin(start)
        self._refocus()
