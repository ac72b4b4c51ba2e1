"""The small windows beside the game: a question, a size, statistics, keys. What follows is not their affair."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sapper.controls.actions import Context
from sapper.controls.help import sections
from sapper.controls.keys import Keymap
from sapper.core.params import Params, parse_size
from sapper.errors import N_, SapperError
from sapper.i18n import Translator
from sapper.showing.figures import exact
from sapper.showing.palettes import Palette
from sapper.showing.words import SHORT_POLICIES, board_words
from sapper.store import Summary

_FIELDS = (("width", N_("width")), ("height", N_("height")), ("mines", N_("mines")))


class Manner(NamedTuple):
    """The language and colours of dialogs."""

    translator: Translator
    palette: Palette


class Dialog(tk.Toplevel):
    """A window over the game's, which Escape closes."""

    def __init__(
        self, parent: tk.Misc, title: str, *, manner: Manner, on_close: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(parent, padx=16, pady=12)
        self.manner = manner
        self._ = manner.translator.gettext
        self._on_close = on_close
        self.title(title)
        self.transient(parent.winfo_toplevel())
        self.resizable(width=False, height=False)
        self.configure(background=manner.palette.ground)
        self.bind("<Escape>", lambda _: self.close())
        self.protocol("WM_DELETE_WINDOW", self.close)
        over = parent.winfo_toplevel()
        self.geometry(f"+{over.winfo_rootx() + 40}+{over.winfo_rooty() + 60}")
        self.wait_visibility()
        self.grab_set()
        # Where no window manager gives the focus away, nothing else would bring the keys here.
        self.focus_force()

    def close(self) -> None:
        """Closes it."""
        self.destroy()
        self._on_close()

    def label(self, text: str, *, row: int, column: int = 0, colour: str = "", span: int = 1) -> tk.Label:
        """A word or a sentence."""
        palette = self.manner.palette
        made = tk.Label(self, text=text, anchor="w", justify="left")
        made.configure(background=palette.ground, foreground=colour or palette.text)
        made.grid(row=row, column=column, columnspan=span, sticky="w", padx=(0, 14), pady=1)
        return made

    def buttons(self, *made: tuple[str, Callable[[], None]], row: int, columns: int) -> None:
        """Buttons at the bottom, the first one for Enter."""
        palette = self.manner.palette
        frame = tk.Frame(self, background=palette.ground)
        frame.grid(row=row, column=0, columnspan=columns, sticky="e", pady=(12, 0))
        for text, action in made:
            button = tk.Button(frame, text=text, command=action, padx=12)
            button.configure(background=palette.closed, foreground=palette.text, highlightbackground=palette.ground)
            button.configure(activebackground=palette.accent, activeforeground=palette.ground)
            button.pack(side="left", padx=(8, 0))
        self.bind("<Return>", lambda _: made[0][1]())


class Question(Dialog):
    """Yes or no."""

    def __init__(
        self,
        parent: tk.Misc,
        text: str,
        *,
        yes: str,
        manner: Manner,
        on_yes: Callable[[], None],
        on_close: Callable[[], None],
    ) -> None:
        super().__init__(parent, "sapper", manner=manner, on_close=on_close)
        self._on_yes = on_yes
        self.label(text, row=0)
        self.buttons((yes, self._agree), (self._("Cancel"), self.close), row=1, columns=1)

    def _agree(self) -> None:
        self.destroy()
        self._on_yes()


class SizeDialog(Dialog):
    """Width, height and mines of a custom board; every fault is named while it is typed."""

    def __init__(
        self,
        parent: tk.Misc,
        params: Params,
        *,
        manner: Manner,
        on_size: Callable[[Params], None],
        on_close: Callable[[], None],
    ) -> None:
        super().__init__(parent, manner.translator.gettext("Custom"), manner=manner, on_close=on_close)
        self._on_size = on_size
        self._entries: list[tk.Entry] = []
        palette = manner.palette
        for row, (field, word) in enumerate(_FIELDS):
            self.label(self._(word), row=row)
            entry = tk.Entry(self, width=9, background=palette.panel, foreground=palette.text)
            entry.configure(insertbackground=palette.text, highlightbackground=palette.closed)
            entry.insert(0, str(getattr(params, field)))
            entry.grid(row=row, column=1, sticky="w", pady=2)
            entry.bind("<KeyRelease>", lambda _: self._read())
            self._entries.append(entry)
        self._fault = self.label("", row=3, span=2, colour=palette.bad)
        self._fault.configure(wraplength=320)
        self.buttons((self._("Start"), self._start), (self._("Cancel"), self.close), row=4, columns=2)
        self._entries[0].focus_force()
        self._entries[0].selection_range(0, "end")

    def _read(self) -> Params | None:
        values = [entry.get().strip() for entry in self._entries]
        for (_, word), value in zip(_FIELDS, values, strict=True):
            digits = value.removeprefix("-").removeprefix("+")
            if not (digits.isascii() and digits.isdecimal()):
                text = self._("{field}: a whole number is wanted, not {value}")
                self._fault.configure(text=text.format(field=self._(word), value=repr(value)))
                return None
        try:
            params = parse_size(f"{values[0]}x{values[1]}/{values[2]}")
        except SapperError as error:
            self._fault.configure(text="\n".join(map(self.manner.translator.tell, error.reasons)))
            return None
        self._fault.configure(text="")
        return params

    def _start(self) -> None:
        params = self._read()
        if params is not None:
            self.destroy()
            self._on_size(params)


class StatisticsDialog(Dialog):
    """What the player's games add up to, a row a kind of game."""

    def __init__(
        self, parent: tk.Misc, summaries: Sequence[Summary], *, manner: Manner, on_close: Callable[[], None]
    ) -> None:
        super().__init__(parent, manner.translator.gettext("Statistics"), manner=manner, on_close=on_close)
        palette = manner.palette
        if not summaries:
            self.label(self._("No game has ended yet. Win or lose one, and it is counted here."), row=0)
        else:
            words = (
                *("", self._("played"), self._("won"), self._("best time"), self._("median time")),
                *(self._("best 3BV/s"), self._("streak"), self._("best streak")),
            )
            for column, word in enumerate(words):
                self.label(word, row=0, column=column, colour=palette.muted)
        for row, summary in enumerate(summaries, 1):
            board = board_words(summary.params, translate=self._)
            values = (
                f"{board} · {self._(SHORT_POLICIES[summary.policy])}",
                str(summary.played),
                f"{summary.won} ({summary.win_rate:.0%})",
                _time(summary.best_ms),
                _time(summary.median_ms),
                "-" if summary.best_speed is None else f"{summary.best_speed:.2f}",
                str(summary.current_streak),
                str(summary.best_streak),
            )
            for column, value in enumerate(values):
                self.label(value, row=row, column=column, colour=palette.text if column else palette.accent)
        self.buttons((self._("Close"), self.close), row=len(summaries) + 1, columns=8)


def _time(ms: float | None) -> str:
    return "-" if ms is None else f"{exact(round(ms))} s"


class KeysDialog(Dialog):
    """What keys and mouse do."""

    def __init__(self, parent: tk.Misc, keymap: Keymap, *, manner: Manner, on_close: Callable[[], None]) -> None:
        super().__init__(parent, manner.translator.gettext("Help"), manner=manner, on_close=on_close)
        told = sections(keymap, Context.WINDOW)
        half, longest = 0, 0
        total = sum(len(section.rows) + 1 for section in told)
        row = 0
        for section in told:
            if not half and row >= total / 2:
                half, longest, row = 2, row, 0
            self.label(self._(section.title), row=row, column=half, colour=manner.palette.accent, span=2)
            row += 1
            for each in section.rows:
                keys = "  ".join(map(self._, each.keys))
                self.label(keys, row=row, column=half)
                self.label(self._(each.text), row=row, column=half + 1, colour=manner.palette.muted)
                row += 1
        self.buttons((self._("Close"), self.close), row=max(row, longest) + 1, columns=4)
