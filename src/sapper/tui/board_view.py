"""The widget that draws a board and turns the mouse over it into moves. It plays nothing: it asks with messages.

One widget for the whole board: a cell changes by drawing that cell's columns of that row again, whatever the size.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.controls.gestures import Button, Phase, Pointer, Reaction
from sapper.core.moves import Move
from sapper.showing.rows import Rows, Scene
from sapper.tui.glyphs import LIT
from sapper.tui.painter import Painter

_MARGIN = 2
"""How many cells stay in sight beyond the cursor, where there are that many."""

_WHEEL = 3
"""How many cells a notch of the wheel scrolls."""


class BoardView(ScrollView, can_focus=False):
    """A board.

    Attributes:
        pointer: the mouse buttons over it.
        takes_moves: False where the mouse plays nothing: a paused or finished game, a playback.
    """

    # With it on, every click would start a selection and draw the whole screen again.
    ALLOW_SELECT = False
    DEFAULT_CSS = """
    BoardView {
        scrollbar-size: 1 1; padding: 0;
        scrollbar-color: $frame; scrollbar-color-hover: $accent; scrollbar-color-active: $accent;
        scrollbar-background: $background; scrollbar-background-hover: $background;
        scrollbar-background-active: $background; scrollbar-corner-color: $background;
    }
    """

    class Asked(Message):
        """The mouse asks for a move."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Touched(Message):
        """A button was pressed and released on a board that takes no moves."""

    class Scrolled(Message):
        """Another part of the board is in sight."""

    def __init__(self, scene: Scene, painter: Painter, *, id: str | None = None) -> None:
        super().__init__(id=id)
        # Press and release say it all; each of these would be one more message for every click.
        self.disable_messages(events.Click, events.MouseCapture, events.MouseRelease)
        self._rows = Rows(scene)
        self._painter = painter
        self.pointer = Pointer()
        self.takes_moves = True
        self._cursor = (0, 0)
        self._cursor_shown = True
        self._sign = ""
        self._lit: tuple[int, ...] = ()
        self._trail: frozenset[int] = frozenset()
        self._dragged_from: tuple[Offset, Offset] | None = None
        self._touching = False
        self._is_fresh = True
        self._resize_board()

    # What is shown

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._rows.scene

    @property
    def painter(self) -> Painter:
        """What draws the cells."""
        return self._painter

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the cursor."""
        return self._cursor

    def restyle(self, painter: Painter) -> None:
        """Draws with other glyphs, colours or columns."""
        wider = painter.columns != self._painter.columns
        self._painter = painter
        if wider:
            self._resize_board()
        self.refresh()

    def begin(self, scene: Scene, *, cursor: tuple[int, int]) -> None:
        """Shows another game, with the cursor in the middle until the player goes elsewhere."""
        self._rows = Rows(scene)
        self._lit, self._trail, self._sign = (), frozenset(), ""
        self.pointer.reset()
        self._cursor = cursor
        self._resize_board()
        self._is_fresh = True
        self.reveal_cursor()
        self.refresh()

    def show(self, scene: Scene, *, changed: int | None = None) -> None:
        """Shows the game as it stands now, drawing again only what looks different.

        Args:
            scene: of the same board.
            changed: the cells that a move changed, where that is known; otherwise all rows in sight are compared.
        """
        top, bottom = self._rows_in_sight()
        if changed is None:
            stretches = self._rows.show(scene, top=top, bottom=bottom)
        else:
            stretches = self._rows.advance(scene, changed, top=top, bottom=bottom)
        self._redraw(stretches)

    def point(self, x: int, y: int, *, shown: bool = True) -> None:
        """Puts the cursor on a cell and, where it is shown, scrolls there."""
        self._is_fresh = False
        before, was_shown = self._cursor, self._cursor_shown
        self._cursor, self._cursor_shown = (x, y), shown
        if (before, was_shown) != ((x, y), shown):
            self._redraw([(before[1], before[0], before[0] + 1), (y, x, x + 1)])
        if shown:
            self.reveal_cursor()

    def trace(self, trail: Iterable[int], *, pressed: tuple[int, ...], sign: str) -> None:
        """Shows what a recorded hand does: the cells it came over, those it presses, and a sign of its buttons."""
        before, self._trail = self._trail, frozenset(trail)
        differing = before ^ self._trail | set(pressed) ^ set(self._lit)
        if sign != self._sign:
            self._sign = sign
            differing |= {self.scene.position.geometry.cell(*self._cursor)}
        self._lit = pressed
        self._redraw_cells(differing)

    def reveal_cursor(self) -> None:
        """Scrolls no further than it takes to have the cursor and a little around it in sight."""
        room = self.scrollable_content_region.size
        if not room.area:
            return
        (x, y), params, columns = self._cursor, self.scene.position.params, self._painter.columns
        if self._is_fresh:
            left, top = _centred(x, params.width, room.width, columns), _centred(y, params.height, room.height, 1)
        else:
            left, top = (
                _follow(self.scroll_offset.x, x, room.width, columns),
                _follow(self.scroll_offset.y, y, room.height, 1),
            )
        if (left, top) != self.scroll_offset:
            self.scroll_to(left, top, animate=False, immediate=True)

    def part_in_sight(self) -> tuple[int, int, int, int] | None:
        """Columns and rows in sight, from 0, each as first and last; None when the whole board is."""
        params = self.scene.position.params
        room, columns = self.scrollable_content_region.size, self._painter.columns
        if not room.area or (params.width * columns <= room.width and params.height <= room.height):
            return None
        left, top = -(-self.scroll_offset.x // columns), self.scroll_offset.y
        right = min((self.scroll_offset.x + room.width) // columns, params.width) - 1
        return left, right, top, min(top + room.height, params.height) - 1

    def _resize_board(self) -> None:
        params = self.scene.position.params
        self.virtual_size = Size(params.width * self._painter.columns, params.height)

    def _rows_in_sight(self) -> tuple[int, int]:
        top = self.scroll_offset.y
        return top, min(
            top + self.scrollable_content_region.height,
            self.scene.position.params.height,
        )

    def _redraw(self, stretches: Iterable[tuple[int, int, int]]) -> None:
        columns, offset = self._painter.columns, self.scroll_offset
        room = Region(0, 0, *self.scrollable_content_region.size)
        regions = []
        for y, start, end in stretches:
            region = Region(start * columns - offset.x, y - offset.y, (end - start) * columns, 1)
            clipped = region.intersection(room)
            if clipped.area:
                regions.append(clipped)
        if regions:
            self.refresh(*regions)

    def _redraw_cells(self, cells: Iterable[int]) -> None:
        self._redraw((y, x, x + 1) for x, y in map(self.scene.position.geometry.xy, cells))

    def render_line(self, y: int) -> Strip:
        """A row of the window; only the cells in sight are made into text."""
        width = self.scrollable_content_region.width
        row = y + self.scroll_offset.y
        params = self.scene.position.params
        if row >= params.height:
            return Strip.blank(width, self.rich_style)
        columns = self._painter.columns
        first, inset = divmod(self.scroll_offset.x, columns)
        last = min(first + (inset + width + columns - 1) // columns, params.width)
        codes = self._rows.row(row)[first:last]
        if self._lit:
            codes = self._lighten(codes, row * params.width + first)
        cursor = self._cursor[0] - first if self._cursor_shown and row == self._cursor[1] else None
        left = row * params.width + first
        trail = [cell - left for cell in self._trail if left <= cell < left + len(codes)]
        segments = self._painter.row(codes, cursor=cursor, first=first, sign=self._sign, trail=trail)
        length = (last - first) * columns
        if length - inset < width:
            segments = [
                *segments,
                Segment(" " * (width - length + inset), self.rich_style),
            ]
            length = width + inset
        strip = Strip(segments, length)
        return strip if not inset and length == width else strip.crop(inset, inset + width)

    def _lighten(self, codes: bytes, start: int) -> bytes:
        shown = bytearray(codes)
        for cell in self._lit:
            if start <= cell < start + len(shown):
                shown[cell - start] = LIT
        return bytes(shown)

    # The mouse

    def cell_at(self, event: events.MouseEvent) -> int | None:
        """The cell under the pointer, or None beside the board."""
        room = self.scrollable_content_region
        x, y = event.screen_x - room.x, event.screen_y - room.y
        if not (0 <= x < room.width and 0 <= y < room.height):
            return None
        column, row = (
            (x + self.scroll_offset.x) // self._painter.columns,
            y + self.scroll_offset.y,
        )
        geometry = self.scene.position.geometry
        return geometry.cell(column, row) if geometry.contains(column, row) else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A button goes down over the board."""
        if event.button not in tuple(Button):
            return
        event.stop()
        # The other button of the chord that ended a game is released after the end, but not pressed.
        self._touching = not self.takes_moves
        if self._touching:
            return
        # Without it a release beside the widget would never be told.
        self.capture_mouse()
        cell = self.cell_at(event)
        if cell is not None:
            self.point(*self.scene.position.geometry.xy(cell), shown=False)
        self._dragged_from = event.screen_offset, self.scroll_offset
        self._react(self.pointer.press(Button(event.button), cell, position=self.scene.position))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A button goes up."""
        if event.button not in tuple(Button):
            return
        event.stop()
        if not self.takes_moves and not self.pointer.held:
            if self._touching:
                self.post_message(self.Touched())
            self._touching = False
            return
        self._react(self.pointer.release(Button(event.button), self.cell_at(event), position=self.scene.position))
        if not self.pointer.held:
            self.let_go()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The pointer moves; with a button held and off the cell, a board larger than its window is dragged."""
        if not self.pointer.held:
            return
        event.stop()
        cell = self.cell_at(event)
        alone = len(self.pointer.held) == 1 and Button.RIGHT not in self.pointer.held
        if self._dragged_from is not None and alone and cell != self.pointer.anchor and self.part_in_sight():
            self.pointer.spend()
        if self.pointer.phase is Phase.SPENT and alone and self._dragged_from is not None and self.part_in_sight():
            pressed_at, scrolled = self._dragged_from
            moved = event.screen_offset - pressed_at
            self.scroll_to(
                scrolled.x - moved.x,
                scrolled.y - moved.y,
                animate=False,
                immediate=True,
            )
        self._react(self.pointer.slide(cell, position=self.scene.position))

    def let_go(self) -> None:
        """Forgets what the mouse was about to do."""
        self.pointer.reset()
        self._dragged_from = None
        self.release_mouse()
        self._react(Reaction())

    def _react(self, reaction: Reaction) -> None:
        if reaction.lit != self._lit:
            differing = set(reaction.lit) ^ set(self._lit)
            self._lit = reaction.lit
            self._redraw_cells(differing)
        if reaction.move is not None:
            self.screen.post_message(self.Asked(reaction.move))

    def _on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, 0, -1)

    def _on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 0, 1)

    def _on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        self._wheel(event, -1, 0)

    def _on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        self._wheel(event, 1, 0)

    def _wheel(self, event: events.MouseEvent, across: int, down: int) -> None:
        """Scrolls at once: Textual's smooth scrolling would draw a large board many times over."""
        event.stop()
        event.prevent_default()
        self._is_fresh = False
        if event.shift or event.ctrl:
            across, down = down, across
        columns = self._painter.columns
        at = self.scroll_offset
        self.scroll_to(
            at.x + across * _WHEEL * columns,
            at.y + down * _WHEEL,
            animate=False,
            immediate=True,
        )

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Tells that another part is in sight."""
        super().watch_scroll_x(old_value, new_value)
        self.post_message(self.Scrolled())

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tells that another part is in sight."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Scrolled())


def _centred(cell: int, cells: int, room: int, columns: int) -> int:
    """The offset at which one of so many cells is in the middle of `room` columns, or as near as the board goes."""
    return max(min((cell - (room // columns - 1) // 2) * columns, cells * columns - room), 0)


def _follow(offset: int, cell: int, room: int, columns: int) -> int:
    """The offset nearest to `offset` at which a cell and its margin fit into `room` columns."""
    margin = min(_MARGIN, max((room // columns - 1) // 2, 0))
    highest = max((cell - margin) * columns, 0)
    lowest = (cell + 1 + margin) * columns - room
    return max(min(offset, highest), lowest)
