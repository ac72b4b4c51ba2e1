# cython: boundscheck=False, wraparound=False, annotation_typing=False
"""Fills one connected area of a map of bytes. Knows no planes, and not what the places are.

A *map* is a byte a cell, `PASSABLE` or `BLOCKED`, in rows that end in a blocked place, between two blocked rows: no
step needs to ask where the board ends. Plain Python that Cython compiles with `filling.pxd`; see `solver.kernel`.
"""

from __future__ import annotations

BLOCKED, PASSABLE = b"01"


def fill(passable: bytearray, stride: int, start: int) -> list[int]:
    """Visits the 8-connected area around `start`, blocking every place it visits.

    Args:
        passable: a map, its border included.
        stride: from a place to the one below it.
        start: a passable place.

    Returns:
        The places visited, `start` first.
    """
    free, taken = PASSABLE, BLOCKED
    steps = [-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1]
    visited = [start]
    passable[start] = taken
    for place in visited:
        for step in steps:
            near = place + step
            if passable[near] == free:
                passable[near] = taken
                visited.append(near)
    return visited
