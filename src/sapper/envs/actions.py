"""Actions as numbers: which move each means, how many there are, a random one. Knows no rules and no environment."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.core.moves import MoveKind
from sapper.core.params import Params
from sapper.envs.picking import pick, search
from sapper.solver.kernel import COMPILED

KINDS = (MoveKind.OPEN, MoveKind.FLAG, MoveKind.CHORD)
"""What is done to a cell; an action is `kind * cells + y * width + x`. `FLAG` also takes a flag away."""


def count_actions(params: Params, *, chord: bool) -> int:
    """How many actions there are: one a cell, or with flags and chords three."""
    return params.cells * (len(KINDS) if chord else 1)


GUESSES = 4
"""So many guesses are made for every row; the rows where all are wrong are searched."""


def sample_allowed(masks: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random allowed action for each row of masks, each equally likely.

    What `action_space.sample(mask)` does for one board after another, for thousands at once.

    Args:
        masks: an `action_mask` of a vector environment; a row a board, nowhere all 0.
        rng: where the randomness comes from.
    """
    return by_kernel(masks, rng) if COMPILED else by_arrays(masks, rng)


def by_kernel(masks: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """`sample_allowed`, much the faster where the kernel is compiled."""
    count, most = masks.shape
    flat, guesses = np.ascontiguousarray(masks).reshape(-1).view(np.uint8).data, rng.random(GUESSES * count)
    chosen, refused = np.empty(count, np.int64), np.empty(count, np.int64)
    left = pick(flat, guesses.data, chosen.data, refused.data, most)
    if left:
        search(flat, rng.random(left).data, chosen.data, refused.data, most)
    return chosen


def by_arrays(masks: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """`sample_allowed` without the kernel, with the same result."""
    count, most = masks.shape
    flat, bases = masks.reshape(-1), np.arange(0, masks.size, most)
    guesses = (rng.random((GUESSES, count)) * most).astype(np.int64)
    right = flat[guesses + bases]
    chosen = guesses[right.argmax(axis=0), np.arange(count)]
    refused = np.flatnonzero(flat[bases + chosen] == 0)
    if len(refused):
        rows, columns = np.divmod(np.flatnonzero(masks[refused].view(np.bool_)), most)
        counts = np.bincount(rows, minlength=len(refused))
        starts = np.cumsum(counts) - counts
        chosen[refused] = columns[starts + (rng.random(len(refused)) * counts).astype(np.int64)]
    return chosen
