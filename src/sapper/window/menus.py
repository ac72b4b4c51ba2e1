"""The menu bar, made from the registry of actions, the settings and the game. It carries nothing out: it calls back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from sapper.config import Settings
from sapper.controls.actions import ACTIONS, Name
from sapper.controls.keys import Keymap, shown
from sapper.core.params import LEVELS, Params, Policy, level_name
from sapper.errors import N_
from sapper.i18n import LANGUAGES, Translator
from sapper.showing.options import OPTIONS
from sapper.showing.palettes import PALETTES, Palette
from sapper.showing.words import LEVEL_WORDS, POLICY_WORDS, size_words

_GAME = (Name.NEW, Name.AGAIN, Name.DAILY)
_PLAY = (Name.PAUSE, Name.UNDO)
_HELP = (Name.HINT, Name.RISKS, Name.VERDICT)
_PAST = (Name.STATISTICS, Name.HISTORY)
_ZOOM = (Name.ZOOM_IN, Name.ZOOM_OUT, Name.ZOOM_RESET)
_SWITCHES = ("question_marks", "left_click_chords", "live_statistics", "loss_animation")
_THEMES = {
    "dark": N_("Dark"),
    "light": N_("Light"),
    "classic": N_("Classic"),
    "high-contrast": N_("High contrast"),
    "colour-blind": N_("Colour-blind"),
}


class Choices(NamedTuple):
    """What the menus call back.

    Args:
        perform: an action of the registry.
        start: a new game of a size and policy; no size asks for one.
        change: a setting.
    """

    perform: Callable[[Name], None]
    start: Callable[[Params | None, Policy], None]
    change: Callable[[str, Any], None]


class State(NamedTuple):
    """What the menus tell."""

    params: Params
    policy: Policy
    settings: Settings
    flag_mode: bool


class Menus:
    """The bar."""

    def __init__(self, root: tk.Tk, choices: Choices) -> None:
        self._root, self._choices = root, choices
        self._variables: list[tuple[tk.Variable, str | bool]] = []
        self._made_for: tuple[object, ...] = ()

    def show(self, state: State, *, translator: Translator, palette: Palette, keymap: Keymap) -> None:
        """Makes the menus anew where they have to say something else."""
        wanted = (state, translator.language, palette.name)
        if wanted == self._made_for:
            # What was chosen may have been taken back, as when the player stays with the game.
            for variable, value in self._variables:
                variable.set(value)
            return
        self._made_for = wanted
        self._variables = []
        bar = self.menu(self._root, palette)
        made = _Making(self, state, translator, palette, keymap)
        for title, fill in (
            (N_("Game"), made.game),
            (N_("Options"), made.options),
            (N_("View"), made.view),
            (N_("Help"), made.help),
        ):
            menu = self.menu(bar, palette)
            fill(menu)
            bar.add_cascade(label=translator.gettext(title), menu=menu)
        old = self._root.cget("menu")
        self._root.configure(menu=bar)
        if old:
            self._root.nametowidget(old).destroy()

    def menu(self, parent: tk.Misc, palette: Palette) -> tk.Menu:
        """An empty menu in the colours of a theme."""
        return tk.Menu(
            parent,
            tearoff=False,
            background=palette.panel,
            foreground=palette.text,
            activebackground=palette.accent,
            activeforeground=palette.ground,
            selectcolor=palette.text,
            borderwidth=0,
            activeborderwidth=0,
        )

    def choices(self) -> Choices:
        """What is called back."""
        return self._choices

    def hold(self, variable: tk.Variable, value: str | bool) -> None:
        """Keeps a variable for as long as the menus stand, and the value that tells how things are."""
        self._variables.append((variable, value))


class _Making:
    """One making of the menus."""

    def __init__(self, menus: Menus, state: State, translator: Translator, palette: Palette, keymap: Keymap) -> None:
        self._menus, self._state, self._translator = menus, state, translator
        self._palette, self._keymap = palette, keymap
        self._ = translator.gettext

    def game(self, menu: tk.Menu) -> None:
        """New games, levels, the first click, pause and end."""
        start, state = self._menus.choices().start, self._state
        self._actions(menu, *_GAME)
        menu.add_separator()
        level = self._variable(level_name(state.params))
        for name, params in LEVELS.items():
            label = f"{self._(LEVEL_WORDS[name])}  {size_words(params)}"
            menu.add_radiobutton(label=label, value=name, variable=level, command=partial(start, params, state.policy))
        custom = self._(LEVEL_WORDS["custom"]) + "…"
        menu.add_radiobutton(
            label=custom,
            value="custom",
            variable=level,
            command=lambda: start(None, state.policy),
            accelerator=self._key(Name.CHOOSE),
        )
        policies = self._menus.menu(menu, self._palette)
        policy = self._variable(state.policy.value)
        for each, words in POLICY_WORDS.items():
            policies.add_radiobutton(
                label=self._(words), value=each.value, variable=policy, command=partial(start, state.params, each)
            )
        menu.add_cascade(label=self._("First click"), menu=policies)
        menu.add_separator()
        self._actions(menu, *_PLAY)
        menu.add_separator()
        self._actions(menu, *_HELP)
        menu.add_separator()
        self._actions(menu, *_PAST)
        menu.add_separator()
        self._actions(menu, Name.QUIT)

    def options(self, menu: tk.Menu) -> None:
        """What is on or off."""
        mode = self._variable(self._state.flag_mode)
        menu.add_checkbutton(
            label=self._(ACTIONS[Name.FLAG_MODE].label),
            variable=mode,
            accelerator=self._key(Name.FLAG_MODE),
            command=lambda: self._menus.choices().perform(Name.FLAG_MODE),
        )
        menu.add_separator()
        for name in _SWITCHES:
            value = getattr(self._state.settings, name)
            menu.add_checkbutton(
                label=self._(OPTIONS[name]),
                variable=self._variable(value),
                command=partial(self._menus.choices().change, name, not value),
            )
        menu.add_separator()
        self._actions(menu, Name.SETTINGS)

    def view(self, menu: tk.Menu) -> None:
        """Zoom, theme, language."""
        change = self._menus.choices().change
        self._actions(menu, *_ZOOM)
        menu.add_separator()
        theme = self._variable(self._palette.name)
        for name in PALETTES:
            menu.add_radiobutton(
                label=self._(_THEMES[name]), value=name, variable=theme, command=partial(change, "theme", name)
            )
        menu.add_separator()
        language = self._variable(self._translator.language)
        for code, name in LANGUAGES.items():
            menu.add_radiobutton(label=name, value=code, variable=language, command=partial(change, "language", code))

    def help(self, menu: tk.Menu) -> None:
        """Keys."""
        self._actions(menu, Name.HELP)

    def _actions(self, menu: tk.Menu, *names: Name) -> None:
        for name in names:
            menu.add_command(
                label=self._(ACTIONS[name].label),
                accelerator=self._key(name),
                command=partial(self._menus.choices().perform, name),
            )

    def _key(self, name: Name) -> str:
        key = self._keymap.best(name)
        return self._(shown(key)) if key else ""

    def _variable(self, value: str | bool) -> tk.Variable:
        variable: tk.Variable = tk.BooleanVar(value=value) if isinstance(value, bool) else tk.StringVar(value=value)
        self._menus.hold(variable, value)
        return variable
