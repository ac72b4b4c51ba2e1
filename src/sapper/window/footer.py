"""The lines under a board: a sentence, and the signs of a lost game with their words. Knows no game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from sapper.showing.palettes import Palette
from sapper.showing.shades import Shades
from sapper.showing.tiles import pixmap

_SIDE = 18


class Footer(tk.Frame):
    """Two lines."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, borderwidth=0, padx=8, pady=4)
        self.sentence = tk.Label(self, anchor="w", justify="left", borderwidth=0)
        self._signs = tk.Frame(self)
        self._aside = tk.Label(self, anchor="e", borderwidth=0)
        self._labels: list[tk.Label] = []
        self._pictures: list[tk.PhotoImage] = []
        self._palette: Palette | None = None
        self.sentence.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._signs.grid(row=1, column=0, sticky="w")
        self._aside.grid(row=1, column=1, sticky="e")
        # One line is kept for the signs, so that the window keeps its size when a game ends.
        self.rowconfigure(1, minsize=_SIDE + 6)
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda event: self.sentence.configure(wraplength=max(event.width - 16, 100)))

    def colour(self, palette: Palette) -> None:
        """Wears a theme."""
        self._palette = palette
        for each in (self, self._signs):
            each.configure(background=palette.ground)
        for label in (self.sentence, self._aside, *self._labels):
            label.configure(background=palette.ground, foreground=palette.muted)

    def say(self, text: str, *, colour: str, aside: str = "") -> None:
        """Writes the sentence, and what stands at the end of the second line."""
        self.sentence.configure(text=text, foreground=colour)
        self._aside.configure(text=aside)

    def explain(self, signs: Sequence[tuple[int, str]], *, shades: Shades) -> None:
        """Shows signs with their words; none hides them."""
        for label in self._labels:
            label.destroy()
        self._labels, self._pictures = [], []
        assert self._palette is not None
        for code, word in signs:
            picture = tk.PhotoImage(master=self, data=pixmap(code, _SIDE, shades=shades), format="ppm")
            label = tk.Label(self._signs, image=picture, text=f" {word}", compound="left", borderwidth=0)
            label.configure(background=self._palette.ground, foreground=self._palette.muted, padx=4)
            label.pack(side="left")
            self._pictures.append(picture)
            self._labels.append(label)
