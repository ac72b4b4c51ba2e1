"""The small windows beside the game: a question, a size, the keys. What follows from them is not their affair."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import ClassVar

from sapper.controls.actions import Context
from sapper.controls.help import sections
from sapper.core.params import Params
from sapper.errors import N_, ParamsError
from sapper.showing.sizes import FIELDS, size_of
from sapper.window.dialog import Desk, Dialog


class Question(Dialog):
    """Yes or no."""

    def __init__(self, desk: Desk, text: str, *, yes: str, on_yes: Callable[[], None]) -> None:
        """Asks.

        Args:
            desk: where it lies.
            text: the question, to be translated.
            yes: the word for yes, to be translated.
            on_yes: called when that is the answer.
        """
        super().__init__(desk)
        self._text, self._yes, self._on_yes = text, yes, on_yes
        self.open()

    def build(self) -> None:
        """The question and its answers."""
        self.label(self, self._(self._text)).pack(anchor="w")
        buttons = self.buttons((self._(self._yes), self._agree), (self._("Cancel"), self.close))
        buttons.pack(anchor="e", pady=(12, 0))

    def _agree(self) -> None:
        self.close()
        self._on_yes()


class SizeDialog(Dialog):
    """Width, height and mines of a custom board; every fault is named while it is typed."""

    TITLE: ClassVar[str] = N_("Custom")

    def __init__(self, desk: Desk, params: Params, *, on_size: Callable[[Params], None]) -> None:
        super().__init__(desk)
        self._params, self._on_size = params, on_size
        self._entries: list[tk.Entry] = []
        self.open()

    def build(self) -> None:
        """Three fields."""
        palette = self.palette
        self._entries = []
        for row, (field, word) in enumerate(FIELDS):
            self.label(self, self._(word)).grid(row=row, column=0, sticky="w", padx=(0, 14))
            entry = tk.Entry(self, width=9, background=palette.panel, foreground=palette.text)
            entry.configure(insertbackground=palette.text, highlightbackground=palette.closed)
            entry.configure(selectbackground=palette.accent, selectforeground=palette.ground)
            entry.insert(0, str(getattr(self._params, field)))
            entry.grid(row=row, column=1, sticky="w", pady=2)
            entry.bind("<KeyRelease>", lambda _: self._read())
            self._entries.append(entry)
        self._fault = self.label(self, "", palette.bad, wraplength=320)
        self._fault.grid(row=3, column=0, columnspan=2, sticky="w", pady=1)
        buttons = self.buttons((self._("Start"), self._start), (self._("Cancel"), self.close))
        buttons.grid(row=4, column=0, columnspan=2, sticky="e", pady=(12, 0))

    def take_keys(self) -> None:
        """The first field has them."""
        super().take_keys()
        self._entries[0].focus_force()
        self._entries[0].selection_range(0, "end")

    def _read(self) -> Params | None:
        try:
            params = size_of([entry.get() for entry in self._entries])
        except ParamsError as error:
            self._fault.configure(text="\n".join(map(self.desk.manner.translator.tell, error.reasons)))
            return None
        self._fault.configure(text="")
        return params

    def _start(self) -> None:
        params = self._read()
        if params is not None:
            self.close()
            self._on_size(params)


class KeysDialog(Dialog):
    """What keys and mouse do."""

    TITLE: ClassVar[str] = N_("Help")

    def __init__(self, desk: Desk, context: Context) -> None:
        """Shows the keys of a context."""
        super().__init__(desk)
        self._told = context
        self.open()

    def build(self) -> None:
        """The sections in two columns."""
        told = sections(self.desk.manner.keymap, self._told)
        half, longest = 0, 0
        total = sum(len(section.rows) + 1 for section in told)
        row = 0
        for section in told:
            if not half and row >= total / 2:
                half, longest, row = 2, row, 0
            title = self.label(self, self._(section.title), self.palette.accent)
            title.grid(row=row, column=half, columnspan=2, sticky="w", pady=(5 if row else 0, 1))
            row += 1
            for each in section.rows:
                keys = "  ".join(map(self._, each.keys))
                self.label(self, keys).grid(row=row, column=half, sticky="w", padx=(0, 14), pady=1)
                text = self.label(self, self._(each.text), self.palette.muted)
                text.grid(row=row, column=half + 1, sticky="w", padx=(0, 24), pady=1)
                row += 1
        buttons = self.buttons((self._("Close"), self.close))
        buttons.grid(row=max(row, longest) + 1, column=0, columnspan=4, sticky="e", pady=(12, 0))
