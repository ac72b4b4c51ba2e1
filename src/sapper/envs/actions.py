"""Actions as numbers: which move each means, and how many there are. Knows no rules and no environment."""

from __future__ import annotations

from sapper.core.moves import MoveKind
from sapper.core.params import Params

KINDS = (MoveKind.OPEN, MoveKind.FLAG, MoveKind.CHORD)
"""What is done to a cell; an action is `kind * cells + y * width + x`. `FLAG` also takes a flag away."""


def count_actions(params: Params, *, chord: bool) -> int:
    """How many actions there are: one a cell, or with flags and chords three."""
    return params.cells * (len(KINDS) if chord else 1)
