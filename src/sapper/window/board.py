"""The canvas that draws a board, its zoom and its scroll bars. It plays nothing.

There is a picture on the canvas for each cell in sight and no more. A cell that comes into sight takes over the
picture of one that has left it, so that scrolling costs what comes into sight, whatever the size of the board.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable

from sapper.core.params import Params
from sapper.core.view import CLOSED, FLAGGED
from sapper.showing.rows import MARKED, RISK, Rows, Scene
from sapper.showing.shades import Shades
from sapper.showing.tiles import LIT, RIGHT_FLAG, pixmap
from sapper.window.mouse import Mouse

LEAST_SIDE, USUAL_SIDE, MOST_SIDE = 12, 30, 64
"""How large a cell may be, in pixels."""

_MARGIN = 2
"""How many cells stay in sight beyond the cursor, where there are that many."""

BAR = 14
"""The width of a scroll bar, in pixels."""

_LEAST_FITTING = 20
"""Cells become no smaller than this by themselves, that their board needs not be scrolled."""


def fitting_side(params: Params, room: tuple[int, int], *, usual: int) -> int:
    """The size of a cell with which a board can be seen whole, or the usual one where its cells would be too small.

    Args:
        params: the size of the board.
        room: the width and height that there are, in pixels.
        usual: the size that it has where there is room.
    """
    side = min(usual, room[0] // params.width, room[1] // params.height)
    return side if side >= min(_LEAST_FITTING, usual) else usual


class Board(tk.Frame):
    """A board with its scroll bars, in the middle of the room that it is given.

    Attributes:
        canvas: what the cells are drawn on.
        mouse: what the mouse over it does.
        on_scroll: called when another part comes into sight.
    """

    def __init__(self, parent: tk.Misc, scene: Scene, *, shades: Shades, side: int = USUAL_SIDE) -> None:
        super().__init__(parent, borderwidth=0, highlightthickness=0)
        self.on_scroll: Callable[[], None] = lambda: None
        self._rows = Rows(scene)
        self._shades = shades
        self._side = side
        self._pictures: dict[int, tk.PhotoImage] = {}
        self._lit: tuple[int, ...] = ()
        self._at = (0, 0)
        self._cursor_shown = True
        self.canvas = tk.Canvas(
            self, borderwidth=0, highlightthickness=0, xscrollincrement=1, yscrollincrement=1, takefocus=True
        )
        self._across = tk.Scrollbar(self, orient="horizontal", command=self._scroll_across, width=BAR)
        self._down = tk.Scrollbar(self, orient="vertical", command=self._scroll_down, width=BAR)
        self._items: list[int] = []
        self._homes: list[int] = []
        self._codes: list[int] = []
        self._pool = (0, 0)
        self._cursor_item = self.canvas.create_rectangle(0, 0, 0, 0, width=0)
        self.bind("<Configure>", lambda _: self._place())
        self.mouse = Mouse(self)

    # What is shown

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._rows.scene

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the cursor."""
        return self._at

    @property
    def side(self) -> int:
        """The width and height of a cell in pixels."""
        return self._side

    @property
    def full_size(self) -> tuple[int, int]:
        """The width and height of the whole board in pixels."""
        params = self.scene.position.params
        return params.width * self._side, params.height * self._side

    @property
    def drawn(self) -> int:
        """How many pictures are on the canvas."""
        return len(self._items)

    def begin(self, scene: Scene, *, cursor: tuple[int, int]) -> None:
        """Shows another game."""
        self._rows = Rows(scene)
        self._lit = ()
        self.mouse.pointer.reset()
        self._at = cursor
        self._forget()
        self._place()
        self.reveal_cursor()

    def show(self, scene: Scene, *, changed: int | None = None) -> None:
        """Shows the game as it stands now; `changed` are the cells that a move changed, where that is known."""
        _, top, _, bottom = self._in_sight()
        if changed is None:
            stretches = self._rows.show(scene, top=top, bottom=bottom)
        else:
            stretches = self._rows.advance(scene, changed, top=top, bottom=bottom)
        self._redraw(stretches)

    def restyle(self, shades: Shades) -> None:
        """Draws in other colours."""
        self._shades = shades
        self._pictures.clear()
        self._forget()
        self._draw_all()

    def resize(self, side: int) -> None:
        """Draws cells of another size; the cursor stays in sight."""
        self._side = min(max(side, LEAST_SIDE), MOST_SIDE)
        self._pictures.clear()
        self._forget()
        self._place()
        self.reveal_cursor()

    def colour(self, *, ground: str, bar: str, groove: str, cursor: str) -> None:
        """Colours what surrounds the cells."""
        self.configure(background=ground)
        self.canvas.configure(background=ground)
        for each in (self._across, self._down):
            each.configure(background=bar, activebackground=bar, troughcolor=groove)
            each.configure(borderwidth=0, highlightthickness=0, elementborderwidth=1)
        self.canvas.itemconfigure(self._cursor_item, outline=cursor)

    def point(self, x: int, y: int, *, shown: bool = True) -> None:
        """Puts the cursor on a cell and, where it is shown, scrolls there."""
        self._at, self._cursor_shown = (x, y), shown
        self._draw_cursor()
        if shown:
            self.reveal_cursor()

    def reveal_cursor(self) -> None:
        """Scrolls no further than it takes to have the cursor and a little around it in sight."""
        x, y = self._at
        left, top = self.offset()
        wide, tall = self.canvas.winfo_width(), self.canvas.winfo_height()
        self.scroll_to(_follow(left, x, wide, self._side), _follow(top, y, tall, self._side))

    def part_in_sight(self) -> tuple[int, int, int, int] | None:
        """Columns and rows in sight, from 0, each as first and last; None when the whole board is."""
        wide, tall = self.full_size
        if self.canvas.winfo_width() >= wide and self.canvas.winfo_height() >= tall:
            return None
        left, top, right, bottom = self._in_sight()
        return left, right - 1, top, bottom - 1

    def cells_in_sight(self) -> tuple[int, int]:
        """How many columns and rows can be seen."""
        left, top, right, bottom = self._in_sight()
        return right - left, bottom - top

    def page(self) -> int:
        """The rows of a screenful."""
        return max(self.canvas.winfo_height() // self._side - 1, 1)

    # Places

    def _place(self) -> None:
        """Puts the canvas in the middle, with the bars that it needs."""
        room_wide, room_tall = self.winfo_width(), self.winfo_height()
        wide, tall = self.full_size
        down = tall > room_tall
        across = wide > room_wide - BAR * down
        down = tall > room_tall - BAR * across
        shown_wide, shown_tall = min(wide, room_wide - BAR * down), min(tall, room_tall - BAR * across)
        if shown_wide < 1 or shown_tall < 1:
            return
        x, y = (room_wide - BAR * down - shown_wide) // 2, (room_tall - BAR * across - shown_tall) // 2
        self.canvas.place(x=x, y=y, width=shown_wide, height=shown_tall)
        self.canvas.configure(scrollregion=(0, 0, wide, tall))
        if down:
            self._down.place(x=room_wide - BAR, y=0, width=BAR, height=room_tall - BAR * across)
        else:
            self._down.place_forget()
        if across:
            self._across.place(x=0, y=room_tall - BAR, width=room_wide - BAR * down, height=BAR)
        else:
            self._across.place_forget()
        self.update_idletasks()
        self._fill(shown_wide, shown_tall)
        left, top = self.offset()
        self.scroll_to(left, top)
        self._draw_all()
        self.on_scroll()

    def _fill(self, wide: int, tall: int) -> None:
        """Has as many pictures on the canvas as cells can be in sight."""
        params = self.scene.position.params
        pool = min(wide // self._side + 2, params.width), min(tall // self._side + 2, params.height)
        if pool == self._pool:
            return
        self._pool = pool
        needed = pool[0] * pool[1]
        while len(self._items) > needed:
            self.canvas.delete(self._items.pop())
        while len(self._items) < needed:
            self._items.append(self.canvas.create_image(0, 0, anchor="nw"))
        self.canvas.tag_raise(self._cursor_item)
        self._forget()

    def _forget(self) -> None:
        """Takes nothing on the canvas for right."""
        self._homes, self._codes = [-1] * len(self._items), [-1] * len(self._items)

    def offset(self) -> tuple[int, int]:
        """The pixels of the board that lie left of what is in sight, and above it."""
        return round(self.canvas.canvasx(0)), round(self.canvas.canvasy(0))

    def _in_sight(self) -> tuple[int, int, int, int]:
        """The first column and row in sight, and those after the last."""
        params, side = self.scene.position.params, self._side
        left, top = self.offset()
        right = -(-(left + self.canvas.winfo_width()) // side)
        bottom = -(-(top + self.canvas.winfo_height()) // side)
        return max(left // side, 0), max(top // side, 0), min(right, params.width), min(bottom, params.height)

    def scroll_to(self, left: int, top: int) -> None:
        """Shows the board from these pixels on, as far as it goes."""
        wide, tall = self.full_size
        left = min(max(left, 0), max(wide - self.canvas.winfo_width(), 0))
        top = min(max(top, 0), max(tall - self.canvas.winfo_height(), 0))
        was = self.offset()
        if (left, top) != was:
            self.canvas.xview_scroll(left - was[0], "units")
            self.canvas.yview_scroll(top - was[1], "units")
            self._draw_all()
            self.on_scroll()
        self._across.set(left / wide, (left + self.canvas.winfo_width()) / wide)
        self._down.set(top / tall, (top + self.canvas.winfo_height()) / tall)

    def _scroll_across(self, *words: str) -> None:
        left, top = self.offset()
        self.scroll_to(_told(words, left, self.full_size[0], self.canvas.winfo_width(), self._side), top)

    def _scroll_down(self, *words: str) -> None:
        left, top = self.offset()
        self.scroll_to(left, _told(words, top, self.full_size[1], self.canvas.winfo_height(), self._side))

    # Drawing

    def _draw_all(self) -> None:
        left, top, right, bottom = self._in_sight()
        self._redraw((y, left, right) for y in range(top, bottom))
        self._draw_cursor()

    def _redraw(self, stretches: Iterable[tuple[int, int, int]]) -> None:
        if not self._items:
            return
        left, top, right, bottom = self._in_sight()
        width, side = self.scene.position.params.width, self._side
        columns, rows = self._pool
        truth, lit = bool(self.scene.truth), set(self._lit)
        call, name = self.tk.call, str(self.canvas)
        for y, start, end in stretches:
            if not top <= y < bottom:
                continue
            codes = self._rows.row(y)
            for x in range(max(start, left), min(end, right)):
                cell = y * width + x
                code = codes[x]
                if cell in lit and (code >= RISK or code % MARKED != FLAGGED):
                    code = LIT
                elif truth and code == FLAGGED:
                    code = RIGHT_FLAG
                place = y % rows * columns + x % columns
                if self._homes[place] != cell:
                    call(name, "coords", self._items[place], x * side, y * side)
                    self._homes[place] = cell
                if self._codes[place] != code:
                    call(name, "itemconfigure", self._items[place], "-image", self._picture(code))
                    self._codes[place] = code

    def _picture(self, code: int) -> tk.PhotoImage:
        found = self._pictures.get(code)
        if found is None:
            data = pixmap(code, self._side, shades=self._shades)
            found = self._pictures[code] = tk.PhotoImage(master=self, data=data, format="ppm")
        return found

    def _draw_cursor(self) -> None:
        x, y = self._at
        side, width = self._side, max(self._side // 12, 2)
        edge = width // 2
        box = x * side + edge, y * side + edge, (x + 1) * side - edge - 1, (y + 1) * side - edge - 1
        self.canvas.coords(self._cursor_item, *box)
        self.canvas.itemconfigure(self._cursor_item, width=width, state="normal" if self._cursor_shown else "hidden")

    def light(self, cells: tuple[int, ...]) -> None:
        """Shows these cells as held down, and no others."""
        if cells != self._lit:
            differing = set(cells) ^ set(self._lit)
            self._lit = cells
            self._redraw((y, x, x + 1) for x, y in map(self.scene.position.geometry.xy, differing))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a point of the canvas in pixels, or None beside the board."""
        if not (0 <= x < self.canvas.winfo_width() and 0 <= y < self.canvas.winfo_height()):
            return None
        left, top = self.offset()
        column, row = (x + left) // self._side, (y + top) // self._side
        geometry = self.scene.position.geometry
        return geometry.cell(column, row) if geometry.contains(column, row) else None

    def code_at(self, x: int, y: int) -> int:
        """What is drawn in a cell that is in sight; `CLOSED` for others."""
        columns, rows = self._pool
        place = y % rows * columns + x % columns
        cell = self.scene.position.geometry.cell(x, y)
        return self._codes[place] if self._homes[place] == cell else CLOSED


def _follow(offset: int, cell: int, room: int, side: int) -> int:
    """The offset nearest to this one that has the cell and its margin in a room of so many pixels."""
    margin = min(_MARGIN, max((room // side - 1) // 2, 0))
    least, most = (cell + margin + 1) * side - room, (cell - margin) * side
    return min(max(offset, least), most) if least <= most else most


def _told(words: tuple[str, ...], offset: int, full: int, room: int, side: int) -> int:
    """Where a scroll bar wants to be, in its own words."""
    match words:
        case ("moveto", part):
            return round(float(part) * full)
        case ("scroll", count, "pages"):
            return offset + int(count) * max(room - side, side)
        case ("scroll", count, _):
            return offset + int(count) * side
    return offset
