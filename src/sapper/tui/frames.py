"""When a screen is drawn: as soon as something has changed, and sixty times a second at most. It knows no game.

Textual 8.2.8 lets a timer do this, whose task wakes the program once more after every picture. This stands in its place
and overrides its private parts, as `tight` does.
"""

from __future__ import annotations

import asyncio

from textual.screen import UPDATE_PERIOD, Screen
from textual.timer import Timer


class Frames(Timer):
    """Draws a screen when it is asked to."""

    def __init__(self, screen: Screen[None]) -> None:
        super().__init__(screen, UPDATE_PERIOD, callback=screen._on_timer_update, pause=True)
        self._screen = screen
        self._loop = asyncio.get_running_loop()
        self._due: asyncio.TimerHandle | None = None
        self._drawn = 0.0

    def resume(self) -> None:
        """Asks for a picture."""
        if self._due is None:
            self._due = self._loop.call_at(self._drawn + UPDATE_PERIOD, self._draw)

    def pause(self) -> None:
        """Takes back what was asked for."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    stop = pause

    def _draw(self) -> None:
        self._due, self._drawn = None, self._loop.time()
        app = self._screen.app
        if app._exit:
            return
        try:
            with self._screen._context():
                self._screen._on_timer_update()
        except Exception as error:
            # As of whatever else a screen does, which nobody awaits either.
            app._handle_exception(error)
