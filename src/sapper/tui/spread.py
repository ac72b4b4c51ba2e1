"""The spread of a lost game's mines on a timer of the screen. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from sapper.core.position import Position
from sapper.showing.spread import STEP_S, Spread


class TimedSpread(Spread):
    """A spread that goes on by itself."""

    def __init__(self, clock: Widget, on_step: Callable[[], None]) -> None:
        """Waits for a loss.

        Args:
            clock: whatever can set a timer.
            on_step: called after each step and at the end.
        """
        super().__init__()
        self._clock = clock
        self._on_step = on_step
        self._timer: Timer | None = None

    def begin(self, position: Position, *, window: tuple[int, int]) -> None:
        """Starts."""
        self.stop()
        super().begin(position, window=window)
        self._timer = self._clock.set_interval(STEP_S, self._next)

    def stop(self) -> None:
        """Holds nothing back any more; draws nothing."""
        super().stop()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def skip(self) -> None:
        """Goes to the end."""
        self.stop()
        self._on_step()

    def _next(self) -> None:
        if not self.step():
            self.stop()
        self._on_step()
