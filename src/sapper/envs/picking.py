# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Finds allowed actions in masks on flat buffers, given random numbers. Knows no environment and draws nothing.

Plain Python that Cython compiles with `picking.pxd`; see `solver.kernel`.
"""

from __future__ import annotations


def pick(masks: memoryview, guesses: memoryview, chosen: memoryview, refused: memoryview, most: int) -> int:
    """Writes down for each row of masks the first of its guesses that is allowed.

    Args:
        masks: a byte an action, `most` a row.
        guesses: floats from 0 to below 1, the first guess of all rows first.
        chosen: takes an action a row.
        refused: takes the rows where no guess is allowed.
        most: how many actions there are.

    Returns:
        How many rows `refused` has.
    """
    count, length, refused_count = len(chosen), len(guesses), 0
    for row in range(count):
        at = row
        action = int(guesses[at] * most)
        while not masks[row * most + action]:
            at += count
            if at >= length:
                refused[refused_count] = row
                refused_count += 1
                break
            action = int(guesses[at] * most)
        chosen[row] = action
    return refused_count


def search(masks: memoryview, shares: memoryview, chosen: memoryview, refused: memoryview, most: int) -> None:
    """Writes down for each row in `refused`, one a share from 0 to below 1, the allowed action so far along its row."""
    for i in range(len(shares)):
        row = refused[i]
        base = row * most
        allowed = 0
        for at in range(base, base + most):
            allowed += masks[at]
        before = int(shares[i] * allowed)
        action = 0
        while action < most - 1 and (before or not masks[base + action]):
            before -= masks[base + action]
            action += 1
        chosen[row] = action
