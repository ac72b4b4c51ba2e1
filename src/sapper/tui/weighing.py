"""The risks of a recorded game's positions, worked out beside the screen. It draws nothing and plays nothing.

One position is weighed at a time. When the recording has moved on meanwhile, the next to be weighed is the one shown
then; what has become of no use is given up if it takes long.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Callable
from typing import NamedTuple

from textual.worker import Worker

from sapper.core.layout import Layout
from sapper.core.position import Position
from sapper.core.view import view
from sapper.errors import N_, SapperError
from sapper.showing.counsel import MOST_CELLS
from sapper.tui.base import SapperScreen

_PATIENCE_S = 0.5
"""How long the risks of the position before are shown while those of the present one are not known."""

_KEPT = 100
"""How many positions' risks are kept."""


class Weighed(NamedTuple):
    """The risks of a position.

    Args:
        shares: a byte a cell, as `showing.rows.Scene` takes them.
        chances: a number a cell.
        elsewhere: the risk of the cells that touch no number, where there is one.
    """

    shares: bytes
    chances: array[float]
    elsewhere: float | None


class Weigher:
    """Weighs the positions of one recording.

    Attributes:
        is_on: whether the player has asked for the risks.
    """

    def __init__(self, screen: SapperScreen, on_found: Callable[[], None]) -> None:
        """Weighs nothing yet.

        Args:
            screen: whose workers do it.
            on_found: called when there is something else to show.
        """
        self.is_on = False
        self._screen = screen
        self._on_found = on_found
        self._found: dict[int, Weighed | None] = {}
        self._wanted: tuple[Position, Layout] | None = None
        self._latest: tuple[float, Weighed | None] = (0.0, None)
        self._worker: Worker[None] | None = None

    def begin(self) -> None:
        """Another recording is shown."""
        self.stop()
        self._found.clear()
        self._latest = (0.0, None)

    def stop(self) -> None:
        """Gives up what is being worked out."""
        self._wanted = None
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def toggle(self, layout: Layout) -> None:
        """Asks for the risks, or no longer."""
        if not self.is_on and layout.params.cells > MOST_CELLS:
            text = self._screen._(N_("There is help on boards of at most {most} cells."))
            self._screen.tell(text.format(most=MOST_CELLS), warning=True)
            return
        self.is_on = not self.is_on
        if not self.is_on:
            self.stop()

    def weighed(self, position: Position, layout: Layout) -> Weighed | None:
        """The risks to show at a position; those not known yet are worked out from now on."""
        if not self.is_on or position.is_over or layout.params.cells > MOST_CELLS:
            return None
        if position.opened in self._found:
            self._latest = time.monotonic(), self._found[position.opened]
            return self._latest[1]
        self._wanted = position, layout
        if self._worker is None:
            self._worker = self._screen.run_worker(self._weigh(), group="weighing")
        since, latest = self._latest
        return latest if time.monotonic() - since < _PATIENCE_S else None

    async def _weigh(self) -> None:
        from sapper.showing import thinking

        while self._wanted is not None:
            position, layout = self._wanted
            work = self._screen.sapper.background.submit(thinking.risks, view(position, layout))
            waiting = asyncio.wrap_future(work)
            try:
                while not (await asyncio.wait([waiting], timeout=_PATIENCE_S))[0]:
                    self._on_found()
                    if not self._wants(position):
                        break
                else:
                    self._take(position, waiting)
            finally:
                # Without effect on what is done.
                waiting.cancel()
            if self._wants(position) and position.opened in self._found:
                self._wanted = None
            self._on_found()
        self._worker = None

    def _wants(self, position: Position) -> bool:
        return self._wanted is not None and self._wanted[0].opened == position.opened

    def _take(self, position: Position, done: asyncio.Future[tuple[bytes, bytes, float | None]]) -> None:
        if len(self._found) >= _KEPT:
            self._found.pop(next(iter(self._found)))
        try:
            shares, chances, elsewhere = done.result()
        except SapperError as error:
            self._found[position.opened] = None
            self._screen.sapper.explain(error)
        else:
            self._found[position.opened] = Weighed(shares, array("d", chances), elsewhere)
