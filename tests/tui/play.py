"""Running the full-screen game without a terminal, with a clock that the test turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot

from sapper.config import Loaded, Settings
from sapper.core.layout import Layout
from sapper.core.position import Outcome, Position
from sapper.deal import deal
from sapper.profile import open_profile
from sapper.showing.table import Table
from sapper.testing import FakeClock
from sapper.tui.app import SapperApp

BOARD = Layout.of_mines(9, 9, [(0, 0), (8, 8), (8, 0)])
"""Most of it opens at once."""

EXPERT = Layout.of_mines(30, 16, [(x, y) for x in range(0, 30, 3) for y in range(0, 16, 2)])


class Player:
    """What a test does to the game."""

    def __init__(self, app: SapperApp, pilot: Pilot[int], clock: FakeClock) -> None:
        self.app, self.pilot, self.clock = app, pilot, clock

    @property
    def position(self) -> Position:
        """The game's position."""
        return self.app.table.game.position

    def outcome(self) -> Outcome:
        """How the game stands now."""
        return self.position.outcome

    async def press(self, *keys: str) -> None:
        """Types, and waits until all is drawn."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def at(self, x: int, y: int) -> tuple[int, int]:
        """The screen column and row of a cell."""
        board = self.app.play_screen.board
        room, offset = board.scrollable_content_region, board.scroll_offset
        return room.x + x * board.painter.columns - offset.x, room.y + y - offset.y

    async def mouse(self, kind: type[events.MouseEvent], x: int, y: int, button: int = 0) -> None:
        """A mouse event at a cell: Pilot's own releases know no button."""
        column, row = self.at(x, y)
        event = kind(None, column, row, 0, 0, button, False, False, False, screen_x=column, screen_y=row)
        self.app.post_message(event)
        await self.pilot.pause()

    async def down(self, x: int, y: int, button: int) -> None:
        """A button goes down."""
        await self.mouse(events.MouseDown, x, y, button)

    async def up(self, x: int, y: int, button: int) -> None:
        """A button goes up."""
        await self.mouse(events.MouseUp, x, y, button)

    async def click(self, x: int, y: int, button: int = 1) -> None:
        """Down and up."""
        await self.down(x, y, button)
        await self.up(x, y, button)

    def text(self) -> str:
        """What is on the screen."""
        size = self.app.size
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips(size))


@asynccontextmanager
async def playing(
    tmp_path: Path,
    *,
    layout: Layout | None = BOARD,
    size: tuple[int, int] = (80, 24),
    table: Table | None = None,
    web: bool = False,
    **settings: Any,
) -> AsyncIterator[Player]:
    """A running game, on a board from outside unless `layout` is None."""
    clock = FakeClock()
    defaults: dict[str, Any] = {"language": "en", "help_seen": True, "glyphs": "unicode", "loss_animation": False}
    values = Settings(**defaults | settings)
    table = table or Table(lambda: open_profile(tmp_path / "games.db"), values, dealer=deal, clock=clock)
    if layout is not None:
        table.start_layout(layout)
    app = SapperApp(Loaded(values), table, web=web)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(app, pilot, clock)
    table.close()
