"""The lines under a board: a sentence, signs with their words, and an aside; they take what room they need."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from sapper.showing.palettes import Palette
from sapper.showing.shades import Shades
from sapper.showing.tiles import pixmap

_SIDE = 18
_PADDING = 8


class Footer(tk.Frame):
    """Two lines, or more where what is said does not go into them."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, borderwidth=0, padx=_PADDING, pady=4)
        self.sentence = tk.Label(self, anchor="w", justify="left", borderwidth=0)
        self._aside = tk.Label(self, anchor="e", borderwidth=0)
        self._labels: list[tk.Label] = []
        self._pictures: list[tk.PhotoImage] = []
        self._lines: list[tk.Frame] = []
        self._palette: Palette | None = None
        self.sentence.pack(side="top", fill="x")
        self.bind("<Configure>", lambda _: self._flow())

    @property
    def _room(self) -> int:
        return max(self.winfo_width() - 2 * _PADDING, 100)

    def colour(self, palette: Palette) -> None:
        """Wears a theme."""
        self._palette = palette
        for each in (self, *self._lines):
            each.configure(background=palette.ground)
        for label in (self.sentence, self._aside, *self._labels):
            label.configure(background=palette.ground, foreground=palette.muted)

    def say(self, text: str, *, colour: str, aside: str = "") -> None:
        """Writes the sentence, and what stands at the end of the last line."""
        self.sentence.configure(text=text, foreground=colour)
        self._aside.configure(text=aside)
        self._flow()

    def explain(self, signs: Sequence[tuple[int, str]], *, shades: Shades) -> None:
        """Shows signs with their words, from the next sentence on; none hides them."""
        for label in self._labels:
            label.destroy()
        self._labels, self._pictures = [], []
        assert self._palette is not None
        for code, word in signs:
            picture = tk.PhotoImage(master=self, data=pixmap(code, _SIDE, shades=shades), format="ppm")
            label = tk.Label(self, image=picture, text=f" {word}", compound="left", borderwidth=0)
            label.configure(background=self._palette.ground, foreground=self._palette.muted, padx=4)
            self._pictures.append(picture)
            self._labels.append(label)

    def _flow(self) -> None:
        """Puts signs and aside into as many lines as they need."""
        room = self._room
        self.sentence.configure(wraplength=room)
        for line in self._lines:
            line.destroy()
        self._lines, left = [], 0
        for label in (*self._labels, self._aside):
            wide = label.winfo_reqwidth()
            if wide > left:
                self._lines.append(self._line())
                left = room
            left -= wide
            # The last line's end belongs to the aside.
            label.pack(in_=self._lines[-1], side="right" if label is self._aside else "left")
            label.lift()

    def _line(self) -> tk.Frame:
        made = tk.Frame(self, background=self.cget("background"))
        made.pack(side="top", fill="x")
        # One line is kept for signs, so that the window keeps its size when a game ends.
        tk.Frame(made, width=0, height=_SIDE + 6, background=self.cget("background")).pack(side="left")
        return made
