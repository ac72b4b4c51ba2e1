"""The desktop window: header, board and lines put together, keys and mouse made into moves of the game on the table.

Like the full screen it asks the table to play and shows what came of it; it decides nothing about the game.
"""

from __future__ import annotations

import signal
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sapper.config import ConfigError, Loaded, Settings, save_settings
from sapper.controls.actions import Context, Name
from sapper.controls.counts import NO_COUNT
from sapper.controls.cursor import MOVES, moved
from sapper.controls.gestures import Manners
from sapper.controls.intents import keyed
from sapper.controls.keys import read_keymap
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import LEVELS, Params, Policy, level_name
from sapper.core.position import Outcome
from sapper.errors import DealError, SapperError
from sapper.i18n import LANGUAGES, Translator
from sapper.session import Game
from sapper.showing.figures import measure
from sapper.showing.palettes import DARK, PALETTES, Palette
from sapper.showing.rows import Scene
from sapper.showing.table import Standing, Table
from sapper.showing.words import board_words
from sapper.window.board import USUAL_SIDE, Board
from sapper.window.dealing import Dealing
from sapper.window.dialogs import KeysDialog, Manner, Question, SizeDialog, StatisticsDialog
from sapper.window.footer import Footer
from sapper.window.header import Header, Mood
from sapper.window.keys import key_name
from sapper.window.menus import Choices, Menus, State
from sapper.window.shades import shades_of
from sapper.window.verdict import LEGEND, ending, running, unranked

_KINDS = {Name.OPEN: MoveKind.OPEN, Name.CHORD: MoveKind.CHORD, Name.FLAG: MoveKind.FLAG}

_NOTICE_MS = 6000
_LOOK_MS = 200
"""How often signals are looked for, which reach Python only when it runs."""

_SCREEN_PART = 0.9
"""How much of the screen the window may take by itself."""


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
        self._settings = loaded.settings
        self._saved = saved or loaded.settings
        self._keymap = read_keymap(loaded.keys)
        self._translator = Translator(self._settings.language)
        self._palette: Palette = PALETTES.get(self._settings.theme, DARK)
        self._table = table
        self._count = NO_COUNT
        self._flag_mode = False
        self._progress = measure(table.game.layout)
        self._standing = Standing()
        self._notice: tuple[str, bool] | None = None
        self._timers: dict[str, str] = {}
        self._dealing = Dealing(root, table.dealer, on_dealt=self._dealt)
        self._ended = False
        scale = max(root.winfo_fpixels("1i") / 96, 1.0)
        self._usual = round(USUAL_SIDE * scale)
        self._header = Header(root, on_face=self._face)
        self.board = Board(root, self._scene(), shades=shades_of(self._palette), side=self._usual)
        self._footer = Footer(root)
        self._header.pack(side="top", fill="x", padx=8, pady=(8, 6))
        self._footer.pack(side="bottom", fill="x")
        self.board.pack(side="top", fill="both", expand=True, padx=8)
        self._menus = Menus(root, Choices(self.perform, self._choose, self._change_one))
        self._connect()
        self._wear()
        self._begin()
        faults = (*loaded.faults, *self._keymap.faults)
        for fault in faults:
            self._say(self._translator.tell(fault), warning=True)
        root.after_idle(self._settle)

    def _connect(self) -> None:
        board = self.board
        board.on_move, board.on_touch, board.on_hold = self.play, self._touched, self._held
        board.on_scroll = self._title
        board.on_zoom = lambda notch: self._zoom(board.side + 3 * notch)
        self._table.warn_with(self._explain)
        self.root.protocol("WM_DELETE_WINDOW", self.leave)
        self.root.bind("<Key>", self._key)

    def _settle(self) -> None:
        """What can wait until the board is on the screen."""
        profile = self._table.profile
        if profile.trouble is not None:
            self._explain(profile.trouble)
        for notice in profile.notices:
            self._say(self._translator.tell(notice), warning=True)
        profile.start_upkeep()
        self._standing = self._table.standing()
        self._describe()

    def run(self) -> None:
        """Shows the window until it is closed."""
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            signal.signal(number, lambda *_: self.root.after_idle(self.leave))
        self._look()
        self.root.mainloop()

    def _look(self) -> None:
        self._after("look", _LOOK_MS, self._look)

    def leave(self) -> None:
        """Saves and closes."""
        if not self._ended:
            self._ended = True
            for timer in self._timers.values():
                self.root.after_cancel(timer)
            self._dealing.stop()
            self._table.close()
            self.root.destroy()

    def _after(self, name: str, ms: int, action: Callable[[], None]) -> None:
        """Does something later, in place of what was to be done later under that name."""
        if name in self._timers:
            self.root.after_cancel(self._timers[name])
        self._timers[name] = self.root.after(ms, action)

    # Showing

    @property
    def _game(self) -> Game:
        return self._table.game

    def _(self, text: str) -> str:
        return self._translator.gettext(text)

    def _scene(self) -> Scene:
        game = self._game
        lost = game.position.outcome is Outcome.LOST
        return Scene(game.position, game.layout, truth=lost, hidden=game.is_paused)

    def _begin(self) -> None:
        """Shows another game from its start, or from where it was left."""
        game = self._game
        self._progress = measure(game.layout)
        if self._table.is_open:
            self._standing = self._table.standing()
        self._manner()
        params = game.params
        first = game.id.first if game.id is not None and game.id.first is not None else None
        self.board.begin(self._scene(), cursor=first or (params.width // 2, params.height // 2))
        self._fit()
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
        least = 360
        scrolls_down, scrolls_across = tall + around > most_tall, wide + 16 > most_wide
        wide, tall = max(wide + 16 + 14 * scrolls_down, least), tall + around + 14 * scrolls_across
        root.geometry(f"{min(wide, most_wide)}x{min(tall, most_tall)}")
        root.minsize(min(least, most_wide), around + 80)

    def _wear(self) -> None:
        """Puts the palette on everything."""
        palette = self._palette
        self.root.configure(background=palette.ground)
        self._header.colour(palette)
        self._footer.colour(palette)
        self.board.colour(ground=palette.ground, bar=palette.closed, trough=palette.panel, cursor=palette.cursor)
        self.board.restyle(shades_of(palette))

    def _describe(self) -> None:
        """Writes everything that is not the board."""
        game = self._game
        self._header.counter.show(game.position.counter)
        self._header.clock.show(game.elapsed_ms // 1000)
        self._header.face.show(self._mood())
        self._title()
        self._lines()
        state = State(game.params, game.switches.policy, self._settings, self._flag_mode)
        self._menus.show(state, translator=self._translator, palette=self._palette, keymap=self._keymap)

    def _title(self) -> None:
        game = self._game
        parts = ["sapper", board_words(game.params, translate=self._)]
        if self._table.day is not None:
            parts.append(self._("daily {day}").format(day=self._table.day))
        part = self.board.part_in_sight()
        if part is not None:
            left, right, top, bottom = (number + 1 for number in part)
            text = self._("columns {columns}, rows {rows}")
            parts.append(text.format(columns=f"{left}–{right}", rows=f"{top}–{bottom}"))
        self.root.title(" · ".join(parts))

    def _lines(self) -> None:
        game, palette = self._game, self._palette
        aside = unranked(game, translate=self._)
        lost = game.position.outcome is Outcome.LOST
        self._footer.explain([(code, self._(word)) for code, word in LEGEND] if lost else [], shades=shades_of(palette))
        if self._notice is not None:
            text, warning = self._notice
            self._footer.say(text, colour=palette.warning if warning else palette.accent, aside=aside)
        elif self._dealing.is_busy:
            self._footer.say(self._("Dealing…"), colour=palette.accent, aside=aside)
        elif game.is_paused:
            key = self._("{key} or a click resumes").format(key=self._keymap.best(Name.PAUSE))
            self._footer.say(f"{self._('Paused')} · {key}", colour=palette.warning, aside=aside)
        elif game.position.is_over:
            text = ending(game, self._progress, self._standing, translate=self._)
            self._footer.say(text, colour=palette.bad if lost else palette.good, aside=aside)
        else:
            self._footer.say(self._playing(), colour=palette.muted, aside=aside)

    def _playing(self) -> str:
        game = self._game
        parts = [self._("FLAG")] if self._flag_mode else []
        if self._settings.live_statistics and self._progress is not None and game.has_started:
            parts.append(running(game, self._progress, translate=self._))
        elif self._standing.best_ms is not None:
            seconds = f"{self._standing.best_ms / 1000:.3f}"
            parts.append(self._("best {seconds} s").format(seconds=seconds))
            if self._standing.streak:
                parts.append(self._("streak {count}").format(count=self._standing.streak))
        return " · ".join(parts)

    def _mood(self) -> Mood:
        game = self._game
        match game.position.outcome:
            case Outcome.WON:
                return Mood.WON
            case Outcome.LOST:
                return Mood.LOST
        if game.is_paused:
            return Mood.PAUSED
        return Mood.HELD if self.board.pointer.held else Mood.PLAYING

    def _held(self, held: bool) -> None:  # the board calls it
        self._header.face.show(self._mood())

    def _manner(self) -> None:
        self.board.pointer.manners = Manners(
            left_chords=self._settings.left_click_chords, flag_mode=self._flag_mode, switches=self._game.switches
        )
        self.board.takes_moves = not self._game.position.is_over and not self._game.is_paused

    def _say(self, text: str, *, warning: bool = False) -> None:
        self._notice = (text, warning)
        self._after("notice", _NOTICE_MS * (1 + warning), self._unsay)
        self._lines()

    def _unsay(self) -> None:
        self._notice = None
        self._lines()

    def _explain(self, error: SapperError) -> None:
        self._say(self._translator.explain(error), warning=True)

    # The clock

    def _wind(self) -> None:
        """Looks at the clock again when the second that it shows is over."""
        if self._game.is_running:
            self._after("clock", 1001 - self._game.elapsed_ms % 1000, self._tick)

    def _tick(self) -> None:
        if self._game.is_running:
            self._table.save()
            self._header.clock.show(self._game.elapsed_ms // 1000)
            if self._settings.live_statistics:
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
        action = self._keymap.action(Context.WINDOW, key)
        if action is not None:
            self.perform(action.name)
        self._count = NO_COUNT
        return "break"

    def _touched(self) -> None:
        if self._game.is_paused:
            self.perform(Name.PAUSE)

    def _face(self) -> None:
        self.perform(Name.NEW)

    def perform(self, name: Name) -> None:
        """Carries out an action of the registry."""
        board, game = self.board, self._game
        if name in MOVES:
            board.point(*moved(game.position, board.cursor, name=name, count=self._count, page=board.page()))
        elif name in _KINDS:
            if game.is_paused:
                self._pause()
                return
            move = keyed(_KINDS[name], board.cursor, position=game.position, switches=game.switches)
            board.point(*board.cursor)
            if move is not None:
                self.play(move)
        else:
            self._command(name)

    def _command(self, name: Name) -> None:
        match name:
            case Name.UNDO:
                self._undo()
            case Name.PAUSE:
                self._pause()
            case Name.FLAG_MODE:
                self._flag_mode = not self._flag_mode
                self._manner()
                self._describe()
            case Name.NEW:
                self._leave_for(lambda: self._table.start())
            case Name.AGAIN:
                self._leave_for(self._table.start_again)
            case Name.DAILY:
                self._leave_for(self._table.start_daily)
            case Name.CHOOSE:
                self._choose(None, self._game.switches.policy)
            case Name.LANGUAGE:
                codes = list(LANGUAGES)
                self._change(language=codes[(codes.index(self._translator.language) + 1) % len(codes)])
            case Name.THEME:
                names = list(PALETTES)
                self._change(theme=names[(names.index(self._palette.name) + 1) % len(names)])
            case Name.ZOOM_IN | Name.ZOOM_OUT:
                self._zoom(self.board.side + (3 if name is Name.ZOOM_IN else -3))
            case Name.ZOOM_RESET:
                self._zoom(self._usual)
            case Name.QUIT | Name.LEAVE:
                self.leave()
            case _:
                self._open(name)

    def _open(self, name: Name) -> None:
        manner = Manner(self._translator, self._palette)
        match name:
            case Name.STATISTICS:
                self._suspend()
                store = self._table.profile.store
                try:
                    found = [] if store is None else store.summaries()
                except SapperError as error:
                    self._explain(error)
                    return
                StatisticsDialog(self.root, found, manner=manner, on_close=self._refocus)
            case Name.HELP:
                self._suspend()
                KeysDialog(self.root, self._keymap, manner=manner, on_close=self._refocus)

    def _refocus(self) -> None:
        self.board.canvas.focus_set()
        self._describe()

    def _suspend(self) -> None:
        """Another window comes over the game: its clock stops, and the board hides until the player resumes."""
        if self._game.is_running:
            self._pause()

    def _zoom(self, side: int) -> None:
        self.board.resize(side)
        self._fit()
        self._title()

    # Settings

    def _change_one(self, name: str, value: Any) -> None:
        self._change(**{name: value})

    def _change(self, **values: Any) -> None:
        """Changes settings, here and in the file, and shows everything anew."""
        self._settings = replace(self._settings, **values)
        self._saved = replace(self._saved, **values)
        palette = PALETTES.get(self._settings.theme, DARK)
        if palette is not self._palette:
            self._palette = palette
            self._wear()
        if "language" in values:
            self._translator = Translator(self._settings.language)
        self._table.follow(self._settings)
        self._manner()
        self._describe()
        try:
            save_settings(self._saved)
        except ConfigError as error:
            self._explain(error)

    # Games

    def _choose(self, params: Params | None, policy: Policy) -> None:
        """A level was chosen; without a size the player is asked for one."""
        if params is None:
            self._suspend()
            manner = Manner(self._translator, self._palette)
            SizeDialog(
                self.root,
                self._game.params,
                manner=manner,
                on_size=lambda size: self._start(size, policy),
                on_close=self._refocus,
            )
        else:
            self._leave_for(lambda: self._start(params, policy))

    def _start(self, params: Params, policy: Policy) -> None:
        name = level_name(params)
        self._change(level=name if name in LEVELS else str(params), policy=policy.value)
        self._table.start(params, policy)
        self._begin()

    def _leave_for(self, begin: Callable[[], None]) -> None:
        """Begins another game; one of some length is given up only when the player agrees."""
        if not self._table.has_something_to_lose:
            self._put(begin)
            return
        self._suspend()
        Question(
            self.root,
            self._("The game is not over. Give it up?"),
            yes=self._("Give up"),
            manner=Manner(self._translator, self._palette),
            on_yes=lambda: self._put(begin),
            on_close=self._refocus,
        )

    def _put(self, begin: Callable[[], None]) -> None:
        self.board.let_go()
        self._notice = None
        try:
            begin()
        except DealError as error:
            self._explain(error)
        self._begin()
        self.board.canvas.focus_set()

    # Play

    def play(self, move: Move) -> None:
        """Plays a move; a layout that takes long to deal is dealt in the background first."""
        game = self._game
        if self._dealing.is_busy:
            return
        if self._dealing.takes_long(game, move):
            self._dealing.begin(game, move)
            self._lines()
        else:
            self._play(move)

    def _dealt(self, game: Game, move: Move, dealt: Layout | SapperError) -> None:
        if game is self._game:
            if isinstance(dealt, Layout):
                assert game.id is not None
                game.supply(dealt, game.id.at(move.x, move.y))
                self._play(move)
            else:
                self._explain(dealt)
        self._lines()

    def _play(self, move: Move) -> None:
        game = self._game
        try:
            applied = self._table.play(move)
        except DealError as error:
            self._explain(error)
            return
        if self._progress is None:
            self._progress = measure(game.layout)
        if game.position.is_over:
            self.board.let_go()
            self._manner()
            self._standing = self._table.standing()
            self.board.show(self._scene())
            self._describe()
        else:
            self.board.show(self._scene(), changed=applied.changed)
            self._header.counter.show(game.position.counter)
            self._header.face.show(self._mood())
            if self._settings.live_statistics or self._notice is not None:
                self._lines()
        self._wind()

    def _undo(self) -> None:
        if self._table.undo():
            self._standing = self._table.standing()
            self._manner()
            self.board.show(self._scene())
            self._describe()
            self._wind()
        elif not self._game.is_paused:
            self._say(self._("There is nothing to undo."))

    def _pause(self) -> None:
        game = self._game
        if game.position.is_over:
            return
        if game.is_paused:
            game.resume()
        else:
            game.pause()
            self._table.save()
        self.board.let_go()
        self._manner()
        self.board.show(self._scene())
        self._describe()
        self._wind()
