"""The full-screen application: settings, language, looks and the way between screens. It plays and draws no game."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from sapper.config import ConfigError, Loaded, Settings, in_one, save_settings
from sapper.controls.actions import NEEDS_A_SHELL, Name
from sapper.controls.keys import Keymap, read_keymap, shown
from sapper.errors import N_, SapperError
from sapper.i18n import LANGUAGES, Translator
from sapper.showing.palettes import DARK, PALETTES, Palette
from sapper.showing.table import Table
from sapper.tui.base import SapperScreen
from sapper.tui.glyphs import ASCII, GLYPH_SETS, UNICODE, GlyphSet

if TYPE_CHECKING:
    from textual.driver import Driver

    from sapper.showing.background import Background
    from sapper.tui.screens.play import PlayScreen


_ARROWS = {"← ↓ ↑ →": N_("Arrows"), "←": N_("Left"), "→": N_("Right"), "↑": N_("Up"), "↓": N_("Down")}
"""The keys whose signs are not ASCII, and what to call them where only that is to be had."""


class SapperApp(App[int], inherit_bindings=False):
    """The game.

    Attributes:
        settings: what the player has set.
        keymap: what the keys mean.
        translator: the language of the moment.
        table: the game being played and what keeps it.
        left_out: the actions that are not offered.
    """

    TITLE = "sapper"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = """
    Screen { background: $background; color: $foreground; }
    Toast { max-width: 76; width: auto; padding: 0 1; margin: 0; }
    """

    def __init__(
        self,
        loaded: Loaded,
        table: Table,
        *,
        saved: Settings | None = None,
        welcome: bool = False,
        web: bool = False,
    ) -> None:
        """Makes the app.

        Args:
            loaded: the settings, keys and what was wrong with them.
            table: the game to begin with.
            saved: what the settings file says, where that differs from what holds this time.
            welcome: whether to show the first-run help.
            web: whether it is played in a browser, by somebody who need not know this machine.
        """
        self._is_worn = self._is_shown = False
        self.settings: Settings = loaded.settings
        self._saved: Settings = saved or loaded.settings
        self.palette: Palette = PALETTES.get(self.settings.theme, DARK)
        super().__init__()
        self.left_out: frozenset[Name] = NEEDS_A_SHELL if web else frozenset()
        self.keymap: Keymap = read_keymap(loaded.keys).without(self.left_out)
        self.faults = (*loaded.faults, *self.keymap.faults)
        self.translator = Translator(self.settings.language, hides_places=web)
        self.table = table
        self._welcome = welcome
        self._mouse_on = True
        self._background: Background | None = None
        self._wear()

    def get_default_screen(self) -> Screen[Any]:
        """The game itself: no other screen has to be made first."""
        from sapper.tui.screens.play import PlayScreen

        return PlayScreen()

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver for this system, in a terminal the one that sleeps until there is input."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from sapper.tui.terminal import LoopDriver

        return LoopDriver

    async def on_event(self, event: events.Event) -> None:
        """Hears neither keys nor mouse any more once it ends: they would open screens while all are closed."""
        if not (self._exit and isinstance(event, events.InputEvent)):
            await super().on_event(event)

    @property
    def play_screen(self) -> PlayScreen:
        """The screen with the game, under whatever else is open."""
        from sapper.tui.screens.play import PlayScreen

        screen = self.screen_stack[0]
        assert isinstance(screen, PlayScreen)
        return screen

    @property
    def _lowest(self) -> SapperScreen:
        """The screen under all others."""
        return cast("SapperScreen", self.screen_stack[0])

    def on_mount(self) -> None:
        """Takes care of signals, and says what was found wrong once the board is on the screen."""
        loop = asyncio.get_running_loop()
        if sys.platform != "win32" and self._driver is not None and not self.is_headless:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                loop.add_signal_handler(number, self._ended_by, number)
        self.app_resume_signal.subscribe(self, self._come_back)
        self.call_after_refresh(self._settle)

    def _come_back(self, _: object) -> None:
        """After `fg` the terminal is blank and reports the mouse again, whatever it was told before."""
        self.screen.refresh(layout=True)
        if not self._mouse_on:
            self._mouse_on = True
            self.set_mouse(on=False, keep=False)

    def _settle(self) -> None:
        """What can wait until the board is on the screen."""
        self._is_shown = True
        gc.freeze()
        gc.enable()
        self._open_profile()
        self.set_mouse(on=self.settings.mouse, keep=False)
        if self.faults:
            self.say(self.translator.tell(in_one(self.faults)), warning=True)
        self.faults = ()
        if self._welcome:
            from sapper.tui.screens.help import HelpScreen

            self.push_screen(HelpScreen(None, first=True))
            self.change(help_seen=True)

    def _open_profile(self) -> None:
        profile = self.table.profile
        if profile.trouble is not None:
            self.explain(profile.trouble)
        for notice in profile.notices:
            self.say(self.translator.tell(notice), warning=True)
        profile.start_upkeep()
        self.play_screen.show_standing()

    @property
    def background(self) -> Background:
        """Where long calculations run."""
        if self._background is None:
            from sapper.showing.background import Background

            self._background = Background()
        return self._background

    # Looks and words

    @property
    def glyphs(self) -> GlyphSet:
        """The glyphs in use; `auto` takes ASCII only where the terminal's encoding has nothing else."""
        chosen = GLYPH_SETS.get(self.settings.glyphs)
        if chosen is not None:
            return chosen
        encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
        return UNICODE if encoding.lower().replace("-", "").startswith("utf") else ASCII

    def key(self, name: Name) -> str:
        """The key to name to the player for an action."""
        key = self.keymap.best(name)
        return self.spelled([shown(key)]) if key else ""

    def spelled(self, keys: Iterable[str]) -> str:
        """Keys or gestures that are still to be translated, in the language and the signs of the moment."""
        text = " ".join(map(self.translator.gettext, keys))
        if self.glyphs is ASCII:
            for sign, word in _ARROWS.items():
                text = text.replace(sign, self.translator.gettext(word))
        return text

    def say(self, text: str, *, warning: bool = False) -> None:
        """Tells the player something, on the screen that is open; under the command palette if that is."""
        screen = next(screen for screen in reversed(self.screen_stack) if isinstance(screen, SapperScreen))
        screen.tell(text, warning=warning)

    def explain(self, error: SapperError) -> None:
        """Tells the player what went wrong."""
        self.say(self.translator.explain(error), warning=True)

    def change(self, **values: Any) -> None:
        """Changes settings, here and in the file, and lets every screen follow."""
        before, self.settings = self.settings, replace(self.settings, **values)
        in_file, self._saved = self._saved, replace(self._saved, **values)
        if (self.settings, self._saved) == (before, in_file):
            return
        if self.settings.theme != before.theme:
            self.palette = PALETTES.get(self.settings.theme, DARK)
            self._wear()
        if self.settings.language != before.language:
            self.translator = Translator(self.settings.language, hides_places=self.translator.hides_places)
        if self.settings.mouse != before.mouse:
            self.set_mouse(on=self.settings.mouse, keep=False)
        self.table.follow(self.settings)
        if set(values) - {"help_seen", "level", "policy"}:
            for screen in self.screen_stack:
                if isinstance(screen, SapperScreen):
                    screen.retell()
        try:
            save_settings(self._saved)
        except ConfigError as error:
            self.explain(error)

    def get_css_variables(self) -> dict[str, str]:
        """The colours for Textual's style sheets: made once they are known, where it asks before that too."""
        return super().get_css_variables() if self._is_worn else {}

    def refresh_css(self, animate: bool = True) -> None:
        """Reads all style sheets again: not before the first picture, which has read them just now."""
        if self._is_shown:
            super().refresh_css(animate)

    def _wear(self) -> None:
        """Puts the palette's colours where Textual's own widgets find them."""
        palette = self.palette
        self.register_theme(
            Theme(
                name=f"sapper-{palette.name}",
                primary=palette.accent,
                secondary=palette.muted,
                accent=palette.accent,
                warning=palette.warning,
                error=palette.bad,
                success=palette.good,
                foreground=palette.text,
                background=palette.ground,
                surface=palette.panel,
                panel=palette.panel,
                dark=palette.dark,
                variables={"muted": palette.muted, "frame": palette.closed},
            )
        )
        self._is_worn = True
        self.theme = f"sapper-{palette.name}"
        if not self._is_shown:
            self.stylesheet.set_variables(self.get_css_variables())

    def set_mouse(self, *, on: bool, keep: bool = True) -> None:
        """Asks the terminal to report the mouse, or to leave it to the player for selecting text."""
        if on != self._mouse_on:
            self._mouse_on = on
            # Textual can say this only at its start; both methods are of every driver for a terminal.
            method = getattr(
                self._driver,
                "_enable_mouse_support" if on else "_disable_mouse_support",
                None,
            )
            if method is not None:
                method()
        if keep:
            self.change(mouse=on)

    # Between screens

    def perform(self, name: Name) -> None:
        """Carries out an action that belongs to no screen."""
        match name:
            case _ if name in self.left_out:
                pass
            case Name.BACK:
                if len(self.screen_stack) > 1:
                    self.pop_screen()
            case Name.QUIT | Name.LEAVE:
                self.leave()
            case Name.SUSPEND:
                self._lowest.suspend_play()
                self.action_suspend_process()
            case Name.MOUSE:
                self.set_mouse(on=not self._mouse_on)
                self.say(self._mouse_words())
            case Name.LANGUAGE:
                codes = list(LANGUAGES)
                self.change(language=codes[(codes.index(self.translator.language) + 1) % len(codes)])
            case Name.THEME:
                names = list(PALETTES)
                self.change(theme=names[(names.index(self.palette.name) + 1) % len(names)])
            case _:
                self._open(name)

    def _mouse_words(self) -> str:
        if self._mouse_on:
            return self.translator.gettext("the mouse plays")
        text = self.translator.gettext("the mouse is off: select text as usual; {key} brings it back")
        return text.format(key=self.key(Name.MOUSE))

    def _open(self, name: Name) -> None:
        """Opens a screen; its module is imported now and not before."""
        screen: SapperScreen
        match name:
            case Name.HELP:
                from sapper.tui.screens.help import HelpScreen

                screen = HelpScreen(getattr(self.screen, "CONTEXT", None))
            case Name.CHOOSE:
                from sapper.tui.screens.new_game import NewGameScreen

                screen = NewGameScreen()
            case Name.SETTINGS:
                from sapper.tui.screens.settings import SettingsScreen

                screen = SettingsScreen()
            case Name.STATISTICS:
                from sapper.tui.screens.statistics import StatisticsScreen

                screen = StatisticsScreen()
            case Name.HISTORY:
                from sapper.tui.screens.history import HistoryScreen

                screen = HistoryScreen()
            case Name.DAILY:
                from sapper.tui.screens.daily import DailyScreen

                screen = DailyScreen()
            case Name.COMMANDS:
                from sapper.tui.commands import open_palette

                open_palette(self)
                return
            case _:
                return
        if type(screen) is type(self.screen):
            return
        if len(self.screen_stack) == 1:
            self._lowest.suspend_play()
        self.push_screen(screen)

    # The end

    def on_unmount(self) -> None:
        """Ends what runs in the background, however the program ends."""
        if self._background is not None:
            self._background.close()

    def leave(self) -> None:
        """Saves and ends."""
        self.table.close()
        self.exit(0)

    def _ended_by(self, number: int) -> None:
        """A signal ends the program: the game is saved first, whatever else may fail."""
        self.table.close()
        if number == getattr(signal, "SIGHUP", None):
            # The terminal is gone; whatever is written to it now can only fail.
            os._exit(128 + number)
        self.exit(130 if number == signal.SIGINT else 128 + number)
