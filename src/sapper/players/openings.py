"""Where to begin: a cell a level and policy by measurement with `lowest-risk` (docs/laboratory.md), else a rule."""

from __future__ import annotations

from sapper.core.params import LEVELS, Params, Policy

_SAFE = {
    "beginner": (8, 8),
    "ranked-beginner": (7, 7),
    "intermediate": (15, 0),
    "expert": (0, 0),
}
_OPENING = {
    "beginner": (2, 1),
    "ranked-beginner": (2, 2),
    "intermediate": (13, 2),
    "expert": (3, 2),
}


def first_cell(params: Params, policy: Policy) -> int:
    """The cell to begin with.

    A corner where no more than the cell itself is sure to be safe, as it shows a zero most often; the last one, since
    of cells with equal risks the first is taken, and so the first corner is still there for the second try. Where an
    opening is sure, a cell a little way from a corner, for a large one.
    """
    measured = _SAFE if policy in (Policy.ANY, Policy.SAFE) else _OPENING
    for name, cell in measured.items():
        if LEVELS[name] == params:
            return cell[1] * params.width + cell[0]
    if measured is _SAFE:
        return params.cells - 1
    return min(2, params.height // 2) * params.width + min(2, params.width // 2)
