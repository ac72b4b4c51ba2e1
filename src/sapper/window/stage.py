"""A board in a dialog, as large as the screen has room for, and the signs that it needs words for. It plays nothing."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from sapper.showing.rows import Scene
from sapper.showing.shades import shades_of
from sapper.showing.tiles import pixmap
from sapper.window.board import BAR, Board, fitting_side
from sapper.window.dialog import Dialog

_SCREEN_PART = 0.85
_AROUND = 260
"""What may be over and under the board, and what a window manager puts around, in pixels."""
_SIGN = 18


class Stage(tk.Frame):
    """The board.

    Attributes:
        board: what is shown.
    """

    def __init__(self, dialog: Dialog, scene: Scene, *, side: int) -> None:
        """Shows a scene with cells of so many pixels, or of fewer where that shows the whole board."""
        palette = dialog.palette
        super().__init__(dialog, background=palette.ground, borderwidth=0)
        room = int(self.winfo_screenwidth() * _SCREEN_PART), self.winfo_screenheight() - _AROUND
        side = fitting_side(scene.position.params, room, usual=side)
        self.board = Board(self, scene, shades=shades_of(palette), side=side)
        self.board.colour(ground=palette.ground, bar=palette.closed, groove=palette.panel, cursor=palette.cursor)
        self.board.mouse.takes_moves = False
        wide, tall = self.board.full_size
        # A bar takes room where the board does not go in the other way.
        wide, tall = wide + BAR * (tall > room[1]), tall + BAR * (wide > room[0])
        self.board.configure(width=min(wide, room[0]), height=min(tall, room[1]))
        self.board.pack(fill="both", expand=True)


def legend(dialog: Dialog, signs: Sequence[tuple[int, str]]) -> tk.Frame:
    """Signs, as codes of cells, with their words; still to be placed."""
    made = dialog.room(dialog)
    for code, word in signs:
        data = pixmap(code, _SIGN, shades=shades_of(dialog.palette))
        picture = tk.PhotoImage(master=made, data=data, format="ppm")
        label = dialog.label(made, f" {word}", dialog.palette.muted)
        label.configure(image=picture, compound="left", padx=4)
        # Tk itself holds no picture.
        label.picture = picture  # type: ignore[attr-defined]  # kept for as long as the label
        label.pack(side="left")
    return made
