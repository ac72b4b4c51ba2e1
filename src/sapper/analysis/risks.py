"""How likely a mine is in each cell: what the judgement of clicks needs from a solver, and the solver's answer to it.

Knows no game and no replay. A judge takes any `Risks`; `solver_risks` gives the exact ones, where the solver is there.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

from sapper.core.view import View
from sapper.errors import SapperError

Risks = Callable[[View], "Sequence[float] | None"]
"""The chance of a mine for every cell in reading order, anything for open ones; None where it cannot be told.
Flags in the view are the player's opinion and count as closed."""

Joint = Callable[[View, Sequence[int]], float]
"""The chance that at least one of these closed cells holds a mine."""

SAFE = 1e-12
"""Chances below this are none: they come from rounding."""


def solver_risks() -> Risks | None:
    """The exact risks of this program's solver; None where the solver cannot be had."""
    try:
        solver = importlib.import_module("sapper.solver")
    except ImportError:
        return None
    probabilities = getattr(solver, "probabilities", None)
    if probabilities is None:
        return None

    def risks(view: View) -> Sequence[float] | None:
        try:
            chances: Sequence[float] = probabilities(view)
        except SapperError:
            # No layout fits, or there are too many to count: the click stays unjudged, the others do not.
            return None
        return chances

    return risks


def solver_joint() -> Joint | None:
    """This program's solver asked about several cells at once; None where the solver cannot be had."""
    risks = solver_risks()
    if risks is None:
        return None
    blind = importlib.import_module("sapper.solver.codes").BLIND

    def joint(view: View, cells: Sequence[int]) -> float:
        # One after another, each given that those before it are safe: opened, but without telling a number.
        survived, seen = 1.0, bytearray(view.cells)
        for cell in cells:
            chances = risks(View(view.params, bytes(seen)))
            if chances is None:
                # Safe together they cannot be, or nobody can count it: the first has been counted already.
                return 1.0
            survived *= 1 - chances[cell]
            if survived <= 0:
                return 1.0
            seen[cell] = blind
        return 1 - survived

    return joint
