"""Where to begin, found by measurement with `lowest-risk`: the cell of a level and policy, a rule for other sizes."""

from __future__ import annotations

from sapper.core.params import Params, Policy


def first_cell(params: Params, policy: Policy) -> int:
    """The cell to begin with.

    A corner where only the cell itself is sure to be safe, as it shows a zero most often; where an opening is sure, a
    cell with room around it for a large one.
    """
    if policy in (Policy.ANY, Policy.SAFE):
        return 0
    x = min(3, params.width // 2)
    y = min(3, params.height // 2)
    return y * params.width + x
