"""How likely a mine is in each cell: what the judgement of clicks needs from a solver, and the solver's answer to it.

Knows no game and no replay. A judge takes any `Risks`; `solver_risks` gives the exact ones, where the solver is there.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from sapper.core.view import View
from sapper.errors import SapperError

Risks = Callable[[View], "Sequence[float] | None"]
"""The chance of a mine for every cell in reading order, anything for open ones; None where it cannot be told.
Flags in the view are the player's opinion and count as closed."""

Joint = Callable[[View, Sequence[int]], "float | None"]
"""The chance that at least one of these closed cells holds a mine; None where it cannot be told."""

SAFE = 1e-12
"""Chances below this are none: they come from rounding."""


def solver_risks() -> Risks | None:
    """The exact risks of this program's solver; None where the solver cannot be had."""
    probabilities = _answer("probabilities")
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
    safe_together = _answer("joint")
    if safe_together is None:
        return None

    def joint(view: View, cells: Sequence[int]) -> float | None:
        try:
            return float(1 - safe_together(view, cells))
        except SapperError:
            return None

    return joint


def _answer(name: str) -> Callable[..., Any] | None:
    try:
        solver = importlib.import_module("sapper.solver")
    except ImportError:
        return None
    return getattr(solver, name, None)
