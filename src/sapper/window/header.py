"""The panel over a board: a counter and a clock of seven segments, and a face between them. Knows no game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from sapper.showing.colours import colour_of, hex_of, mixed
from sapper.showing.palettes import Palette
from sapper.window.telling import Mood

_SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
    " ": "",
}
_WIDE, _TALL, _THICK, _GAP = 19, 34, 4, 5
_LED_ON, _LED_OFF, _LED_GROUND = "#ff2d20", "#3d0a08", "#120404"
_FACE = 40


def led_text(number: int, *, digits: int = 3) -> str:
    """A number as so many digits show it: the largest or the least they can, where it does not fit."""
    least, most = -(10 ** (digits - 1)) + 1, 10**digits - 1
    shown = min(max(number, least), most)
    return f"-{-shown:0{digits - 1}}" if shown < 0 else f"{shown:0{digits}}"


class Led(tk.Canvas):
    """A number in seven segments a digit."""

    def __init__(self, parent: tk.Misc, *, digits: int = 3) -> None:
        wide = digits * (_WIDE + _GAP) + _GAP + 2
        super().__init__(parent, width=wide, height=_TALL + 10, background=_LED_GROUND, borderwidth=2, relief="sunken")
        self.configure(highlightthickness=0)
        self._segments: list[dict[str, int]] = []
        self._shown = ""
        self._digits = 0
        self._make(digits)

    def _make(self, digits: int) -> None:
        self.delete("all")
        self._digits, self._shown = digits, ""
        self.configure(width=digits * (_WIDE + _GAP) + _GAP + 2)
        self._segments = [self._digit(4 + _GAP // 2 + index * (_WIDE + _GAP)) for index in range(digits)]

    def _digit(self, left: int) -> dict[str, int]:
        top, middle, bottom, right = 7, 7 + _TALL // 2, 7 + _TALL, left + _WIDE
        half = _THICK / 2

        def flat(y: float) -> list[float]:
            a, b = left + half + 1, right - half - 1
            return [a, y, a + half, y - half, b - half, y - half, b, y, b - half, y + half, a + half, y + half]

        def tall(x: float, y0: float, y1: float) -> list[float]:
            a, b = y0 + half + 1, y1 - half - 1
            return [x, a, x + half, a + half, x + half, b - half, x, b, x - half, b - half, x - half, a + half]

        left_x, right_x = left + half, right - half
        top_y, bottom_y = top + half, bottom - half
        points = {
            "a": flat(top_y),
            "b": tall(right_x, top_y, middle),
            "c": tall(right_x, middle, bottom_y),
            "d": flat(bottom_y),
            "e": tall(left_x, middle, bottom_y),
            "f": tall(left_x, top_y, middle),
            "g": flat(middle),
        }
        return {name: self.create_polygon(*line, fill=_LED_OFF, outline="") for name, line in points.items()}

    def show(self, number: int) -> None:
        """Shows a number, with more digits where it needs them."""
        digits = max(len(str(number)), 3)
        if digits != self._digits:
            self._make(digits)
        text = led_text(number, digits=digits)
        for index, char in enumerate(text):
            if self._shown[index : index + 1] != char:
                for name, item in self._segments[index].items():
                    self.itemconfigure(item, fill=_LED_ON if name in _SEGMENTS[char] else _LED_OFF)
        self._shown = text


class Face(tk.Canvas):
    """The face, which is also the button for a new game."""

    def __init__(self, parent: tk.Misc, *, on_press: Callable[[], None]) -> None:
        super().__init__(parent, width=_FACE, height=_FACE, borderwidth=3, relief="raised", highlightthickness=0)
        self._mood: Mood | None = None
        self.bind("<ButtonPress-1>", lambda _: self.configure(relief="sunken"))
        self.bind("<ButtonRelease-1>", lambda event: self._released(event.x, event.y, on_press))

    def _released(self, x: int, y: int, on_press: Callable[[], None]) -> None:
        self.configure(relief="raised")
        if 0 <= x < self.winfo_width() and 0 <= y < self.winfo_height():
            on_press()

    def show(self, mood: Mood) -> None:
        """Shows a mood."""
        if mood is self._mood:
            return
        self._mood = mood
        self.delete("all")
        middle = _FACE / 2 + 3
        ink = "#1c1a10"

        def oval(x: float, y: float, r: float, *, fill: str, outline: str = "", width: int = 1) -> None:
            box = (middle + x - r, middle + y - r, middle + x + r, middle + y + r)
            self.create_oval(*box, fill=fill, outline=outline, width=width)

        def arc(x: float, y: float, r: float, *, start: int, extent: int) -> None:
            box = (middle + x - r, middle + y - r, middle + x + r, middle + y + r)
            self.create_arc(*box, start=start, extent=extent, style="arc", outline=ink, width=2)

        oval(0, 0, 16, fill="#ffd83d", outline=ink, width=2)
        match mood:
            case Mood.LOST:
                for x in (-6, 6):
                    for slope in (-1, 1):
                        box = (middle + x - 3, middle - 5 - 3 * slope, middle + x + 3, middle - 5 + 3 * slope)
                        self.create_line(*box, fill=ink, width=2)
                arc(0, 11, 7, start=30, extent=120)
            case Mood.WON:
                for x in (-6, 6):
                    self.create_rectangle(middle + x - 5, middle - 7, middle + x + 5, middle - 1, fill=ink, outline=ink)
                self.create_line(middle - 15, middle - 6, middle + 15, middle - 6, fill=ink, width=2)
                arc(0, 2, 8, start=200, extent=140)
            case Mood.HELD:
                oval(-6, -4, 2.4, fill=ink)
                oval(6, -4, 2.4, fill=ink)
                oval(0, 7, 4, fill="#7a3b10", outline=ink, width=2)
            case Mood.PAUSED:
                for x in (-6, 6):
                    self.create_line(middle + x - 3, middle - 4, middle + x + 3, middle - 4, fill=ink, width=2)
                self.create_line(middle - 5, middle + 7, middle + 5, middle + 7, fill=ink, width=2)
            case _:
                oval(-6, -4, 2.4, fill=ink)
                oval(6, -4, 2.4, fill=ink)
                arc(0, 1, 8, start=200, extent=140)


class Header(tk.Frame):
    """Counter, face and clock."""

    def __init__(self, parent: tk.Misc, *, on_face: Callable[[], None]) -> None:
        super().__init__(parent, borderwidth=3, relief="sunken", padx=8, pady=6)
        self.counter = Led(self)
        self.clock = Led(self)
        self.face = Face(self, on_press=on_face)
        self.counter.grid(row=0, column=0)
        self.face.grid(row=0, column=1)
        self.clock.grid(row=0, column=2)
        self.columnconfigure(1, weight=1)

    def colour(self, palette: Palette) -> None:
        """Wears a theme."""
        panel = "#c0c0c0" if palette.name == "classic" else palette.panel
        raised = hex_of(mixed(colour_of(panel), (255, 255, 255), 0.1 if palette.dark else 0.0))
        self.configure(background=panel)
        self.face.configure(background=raised)
