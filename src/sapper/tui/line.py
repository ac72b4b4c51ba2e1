"""One line of the screen made of parts that can be clicked; only what differs is drawn again. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from sapper.controls.actions import Name
from sapper.showing.palettes import Palette


class Look(StrEnum):
    """How a part of a line looks."""

    PLAIN = "plain"
    MUTED = "muted"
    STRONG = "strong"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"
    CHIP = "chip"
    """A button."""
    ALERT = "alert"
    """A button that is pressed in."""


class Part(NamedTuple):
    """A piece of a line.

    Args:
        text: what it says.
        look: how it looks.
        action: what a click on it asks for.
    """

    text: str
    look: Look = Look.PLAIN
    action: Name | None = None


class Placed(NamedTuple):
    """A part at its column."""

    x: int
    width: int
    part: Part


_WORTH_CUTTING = 20
"""The fewest columns in which the beginning of a sentence says something."""


def arrange(width: int, left: Sequence[Part], centre: Sequence[Part], right: Sequence[Part]) -> list[Placed]:
    """Places parts in a line: the left ones first, then the right ones, then the centre, as long as there is room.

    Within a side the parts that come last are left out first; cut are a part that alone is too long, and a sentence
    that ends the left ones.
    """
    placed, start = _run(0, width, left)
    fitting = list(right)
    while fitting and sum(cell_len(part.text) for part in fitting) > width - start:
        fitting.pop(0)
    length = sum(cell_len(part.text) for part in fitting)
    after, _ = _run(width - length, width, fitting)
    middle = list(centre)
    while middle and sum(cell_len(part.text) for part in middle) > width - length - start - 2 * bool(placed or after):
        middle.pop()
    if middle:
        wide = sum(cell_len(part.text) for part in middle)
        # Of the two columns left over, one on each side: words must not run into each other.
        at = min(max((width - wide) // 2, start + bool(placed)), width - length - wide - bool(after))
        placed += _run(at, width, middle)[0]
    return placed + after


def _run(start: int, end: int, parts: Sequence[Part]) -> tuple[list[Placed], int]:
    placed: list[Placed] = []
    for number, part in enumerate(parts):
        wide = cell_len(part.text)
        # A key and its label stand together or not at all.
        following = parts[number + 1] if number + 1 < len(parts) else None
        pair = part.action is not None and following is not None and following.action is part.action
        needed = wide + (cell_len(following.text) if pair and following is not None else 0)
        if start + (needed if number else wide) > end:
            last_words = following is None and part.action is None and end - start >= _WORTH_CUTTING
            if (number == 0 and end > start) or last_words:
                cut = set_cell_size(part.text, end - start)
                placed.append(Placed(start, end - start, Part(cut, part.look, part.action)))
                start = end
            break
        placed.append(Placed(start, wide, part))
        start += wide
    return placed, start


class Line(Widget):
    """A line of parts."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Line { height: 1; width: 1fr; }"

    class Chosen(Message):
        """A part was clicked that asks for something."""

        def __init__(self, name: Name) -> None:
            super().__init__()
            self.name = name

    def __init__(self, palette: Callable[[], Palette], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._palette = palette
        self._parts: tuple[tuple[Part, ...], tuple[Part, ...], tuple[Part, ...]] = (
            (),
            (),
            (),
        )
        self._placed: list[Placed] = []
        self._painted: tuple[Palette, dict[Look, Style]] | None = None
        self._pressed: Name | None = None

    def say(
        self,
        left: Sequence[Part] = (),
        centre: Sequence[Part] = (),
        right: Sequence[Part] = (),
    ) -> None:
        """Shows these parts, and draws again only the columns that differ."""
        parts = (tuple(left), tuple(centre), tuple(right))
        if parts == self._parts:
            return
        self._parts = parts
        before, self._placed = self._placed, arrange(self.size.width, *parts)
        fresh = [placed for placed in self._placed if placed not in before]
        stale = [placed for placed in before if placed not in self._placed]
        touched = fresh + stale
        if touched and self.size.width:
            start = min(placed.x for placed in touched)
            end = max(placed.x + placed.width for placed in touched)
            self.refresh(Region(start, 0, end - start, 1))

    def on_resize(self) -> None:
        """Places the parts anew."""
        self._placed = arrange(self.size.width, *self._parts)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line, every segment with a style of its own."""
        palette = self._palette()
        if self._painted is None or self._painted[0] is not palette:
            self._painted = palette, _styles(palette)
        look = self._painted[1]
        blank = look[Look.PLAIN]
        segments: list[Segment] = []
        at = 0
        for placed in sorted(self._placed, key=lambda placed: placed.x):
            if placed.x > at:
                segments.append(Segment(" " * (placed.x - at), blank))
            segments.append(Segment(placed.part.text, look[placed.part.look]))
            at = placed.x + placed.width
        if at < self.size.width:
            segments.append(Segment(" " * (self.size.width - at), blank))
        return Strip(segments, max(self.size.width, at))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remembers what was pressed."""
        self._pressed = self._under(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Released on the part where it was pressed, a click passes on what the part asks for."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._under(event):
            event.stop()
            self.post_message(self.Chosen(pressed))

    def _under(self, event: events.MouseEvent) -> Name | None:
        return next(
            (placed.part.action for placed in self._placed if placed.x <= event.x < placed.x + placed.width),
            None,
        )


def _styles(palette: Palette) -> dict[Look, Style]:
    ground = palette.ground
    return {
        Look.PLAIN: Style(color=palette.text, bgcolor=ground),
        Look.MUTED: Style(color=palette.muted, bgcolor=ground),
        Look.STRONG: Style(color=palette.text, bgcolor=ground, bold=True),
        Look.ACCENT: Style(color=palette.accent, bgcolor=ground, bold=True),
        Look.GOOD: Style(color=palette.good, bgcolor=ground, bold=True),
        Look.BAD: Style(color=palette.bad, bgcolor=ground, bold=True),
        Look.WARNING: Style(color=palette.warning, bgcolor=ground, bold=True),
        Look.CHIP: Style(color=palette.text, bgcolor=palette.closed, bold=True),
        Look.ALERT: Style(color=palette.ground, bgcolor=palette.flag, bold=True),
    }
