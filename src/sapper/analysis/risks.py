"""How likely a mine is in each cell: what the judgement of clicks needs from a solver, and the solver's answer to it.

Knows no game and no replay. A judge takes any `Risks` and `Joint`; those of the solver are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sapper.core.view import View
from sapper.errors import SapperError
from sapper.solver import joint, probabilities

Risks = Callable[[View], "Sequence[float] | None"]
"""The chance of a mine for every cell in reading order, anything for open ones; None where it cannot be told.
Flags in the view are the player's opinion and count as closed."""

Joint = Callable[[View, Sequence[int]], "float | None"]
"""The chance that at least one of these closed cells holds a mine; None where it cannot be told."""

SAFE = 1e-12
"""Chances below this are none: they come from rounding."""


def solver_risks(view: View) -> Sequence[float] | None:
    """The exact risks, by this program's solver: `Risks`."""
    try:
        return probabilities(view)
    except SapperError:
        # No layout fits, or there are too many to count: the click stays unjudged, the others do not.
        return None


def solver_joint(view: View, cells: Sequence[int]) -> float | None:
    """The exact chance of a mine in one of several cells, by this program's solver: `Joint`."""
    try:
        return float(1 - joint(view, cells))
    except SapperError:
        return None
