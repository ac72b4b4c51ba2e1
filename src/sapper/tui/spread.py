"""The mines of a lost game opening outward from the exploded one. It knows time and distance, and draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from textual.timer import Timer
from textual.widget import Widget

from sapper.core.geometry import cells_of
from sapper.core.position import Position
from sapper.showing.rows import Ring

_STEP_S = 0.04
_STEPS = 24
"""It takes so many steps, however large the window."""


class Spread:
    """How far the truth has come.

    Attributes:
        ring: as far as it is shown; None where there is nothing to hold back.
    """

    def __init__(self, clock: Widget, on_step: Callable[[], None]) -> None:
        """Waits for a loss.

        Args:
            clock: whatever can set a timer.
            on_step: called after each step and at the end.
        """
        self.ring: Ring | None = None
        self._clock = clock
        self._on_step = on_step
        self._timer: Timer | None = None
        self._farthest = 0

    def begin(self, position: Position, *, window: tuple[int, int]) -> None:
        """Starts at the exploded mine, as far as a window of so many cells shows it."""
        self.stop()
        x, y = position.geometry.xy(cells_of(position.exploded)[0])
        self._farthest = isqrt(window[0] ** 2 + window[1] ** 2) + 1
        self.ring = Ring(x, y, 0)
        self._timer = self._clock.set_interval(_STEP_S, self._step)

    def stop(self) -> None:
        """Holds nothing back any more; draws nothing."""
        self.ring = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def skip(self) -> None:
        """Goes to the end."""
        self.stop()
        self._on_step()

    def _step(self) -> None:
        if self.ring is None:
            return
        radius = self.ring.radius + max(self._farthest // _STEPS, 1)
        if radius > self._farthest:
            self.stop()
        else:
            self.ring = Ring(self.ring.x, self.ring.y, radius)
        self._on_step()
