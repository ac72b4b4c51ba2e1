"""The window of the settings: a row a setting, in force at once. What they do is not its affair."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from sapper.config import Settings, choices
from sapper.errors import N_
from sapper.showing.options import OPTIONS, value_words
from sapper.window.dialog import Desk, Dialog

_TERMINAL = ("glyphs", "cells", "mouse")
"""What a window has no use for; it is the same file, so it can be set here all the same."""


class SettingsDialog(Dialog):
    """Settings."""

    TITLE: ClassVar[str] = N_("Settings")

    def __init__(self, desk: Desk, settings: Callable[[], Settings], *, on_change: Callable[[str, Any], None]) -> None:
        """Shows settings.

        Args:
            desk: where it lies.
            settings: tells how they are now.
            on_change: called with the name of a setting and its new value.
        """
        super().__init__(desk)
        self._settings, self._on_change = settings, on_change
        self._fields: dict[str, tk.Widget] = {}
        self._variables: list[tk.Variable] = []
        self._last = next(iter(OPTIONS))
        self.open()

    def build(self) -> None:
        """A row a setting; those of the terminal alone come last."""
        self._fields, self._variables = {}, []
        rows = [name for name in OPTIONS if name not in _TERMINAL]
        for row, name in enumerate(rows):
            self._row(row, name)
        heading = self.label(self, self._("In a terminal only"), self.palette.accent)
        heading.grid(row=len(rows), column=0, columnspan=2, sticky="w", pady=(10, 2))
        for row, name in enumerate(_TERMINAL, len(rows) + 1):
            self._row(row, name)
        buttons = self.buttons((self._("Close"), self.close))
        buttons.grid(row=len(OPTIONS) + 1, column=0, columnspan=2, sticky="e", pady=(12, 0))
        # Enter turns the field that has the keys.
        self.unbind("<Return>")

    def take_keys(self) -> None:
        """The field that was changed last has them."""
        super().take_keys()
        self._fields[self._last].focus_force()

    def retell(self) -> None:
        """Builds it anew and gives the keys back."""
        had = bool(self._fields)
        super().retell()
        if had:
            self._fields[self._last].focus_force()

    def _row(self, row: int, name: str) -> None:
        value = getattr(self._settings(), name)
        self.label(self, self._(OPTIONS[name])).grid(row=row, column=0, sticky="w", padx=(0, 24), pady=2)
        field = self._switch(name, on=value) if isinstance(value, bool) else self._menu(name, value)
        field.grid(row=row, column=1, sticky="w", pady=2)
        self._fields[name] = field

    def _switch(self, name: str, *, on: bool) -> tk.Widget:
        palette = self.palette
        variable = tk.BooleanVar(self, value=on)
        made = tk.Checkbutton(self, variable=variable, text=self._value(name, on), borderwidth=0, padx=4)
        made.configure(command=lambda: self._changed(name, variable.get()), selectcolor=palette.panel)
        made.bind("<Return>", lambda _: made.invoke())
        self._variables.append(variable)
        return self._coloured(made)

    def _menu(self, name: str, value: str) -> tk.Widget:
        palette = self.palette
        made = tk.Menubutton(
            self, text=self._value(name, value), indicatoron=True, anchor="w", padx=6, pady=3, width=22
        )
        # A size of the player's own is kept among the levels.
        words = choices(name) if value in choices(name) else (*choices(name), value)
        menu = tk.Menu(made, tearoff=False, background=palette.panel, foreground=palette.text, borderwidth=0)
        menu.configure(activebackground=palette.accent, activeforeground=palette.ground, activeborderwidth=0)
        menu.configure(selectcolor=palette.text)
        variable = tk.StringVar(self, value=value)
        self._variables.append(variable)
        for word in words:
            menu.add_radiobutton(
                label=self._value(name, word), value=word, variable=variable, command=partial(self._changed, name, word)
            )
        made.configure(menu=menu, relief="flat", borderwidth=1, takefocus=True)
        made.bind("<Return>", lambda _: made.event_generate("<space>"))
        return self._coloured(made, background=palette.panel)

    def _coloured(self, field: tk.Widget, background: str = "") -> tk.Widget:
        palette = self.palette
        ground = background or palette.ground
        field.configure(background=ground, foreground=palette.text, highlightbackground=palette.ground)  # type: ignore[call-arg]  # options of every button
        field.configure(activebackground=ground, activeforeground=palette.text, highlightcolor=palette.accent)  # type: ignore[call-arg]  # the same
        field.configure(highlightthickness=2)  # type: ignore[call-arg]  # the same
        return field

    def _value(self, name: str, value: str | bool) -> str:
        return value_words(name, value, translate=self._)

    def _changed(self, name: str, value: str | bool) -> None:
        self._last = name
        self._fields[name].configure(text=self._value(name, value))  # type: ignore[call-arg]  # an option of every button
        # Not at once: another language or theme takes the menu away that has just been used.
        self.after_idle(self._on_change, name, value)
