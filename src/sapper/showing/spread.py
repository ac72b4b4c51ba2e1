"""The mines of a lost game opening outward from the exploded one. It knows distance; who draws it knows the time."""

from __future__ import annotations

from math import isqrt

from sapper.core.geometry import cells_of
from sapper.core.position import Position
from sapper.showing.rows import Ring

STEP_S = 0.04
"""The time between two steps."""
_STEPS = 24
"""It takes so many steps, however large the window."""


class Spread:
    """How far the truth has come.

    Attributes:
        ring: as far as it is shown; None where there is nothing to hold back.
    """

    def __init__(self) -> None:
        """Waits for a loss."""
        self.ring: Ring | None = None
        self._farthest = 0

    def begin(self, position: Position, *, window: tuple[int, int]) -> None:
        """Starts at the exploded mine, as far as a window of so many cells shows it."""
        x, y = position.geometry.xy(cells_of(position.exploded)[0])
        self._farthest = isqrt(window[0] ** 2 + window[1] ** 2) + 1
        self.ring = Ring(x, y, 0)

    def stop(self) -> None:
        """Holds nothing back any more."""
        self.ring = None

    def step(self) -> bool:
        """A step further; False when that was the last."""
        if self.ring is not None:
            radius = self.ring.radius + max(self._farthest // _STEPS, 1)
            self.ring = None if radius > self._farthest else self.ring._replace(radius=radius)
        return self.ring is not None
