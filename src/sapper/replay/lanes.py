"""Questions about whole columns of numbers, answered by a few operations on one int that holds them side by side.

Knows nothing of events. A loop over the numbers, even one inside `max`, costs more than all else that is done with
most of them.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections import Counter
from math import hypot


def within(column: array[int], low: int, high: int) -> bool:
    """Whether every number is at least `low` and below `high`; low <= 0 < high.

    Args:
        column: signed numbers.
        low: the least.
        high: the one after the greatest.
    """
    half = 1 << column.itemsize * 8 - 1
    ones = _ones(column)
    # With its sign bit turned, each number is itself plus `half`, and unsigned. A difference that is negative, or too
    # large, has its highest bit set; the first such one stands below all that its borrow can spoil.
    numbers = _joined(column) ^ ones * half
    signs = ones * half
    above, below = numbers - ones * (half + low), ones * (half + high - 1) - numbers
    return above >= 0 and below >= 0 and not (above | below) & signs


SHORT = 1 << 15
"""Below this, a coordinate fits in half a lane."""


def path(xs: array[int], ys: array[int]) -> float:
    """The sum of the straight distances between successive places.

    A hand makes few different steps, so each is measured once and counted.

    Args:
        xs: columns of the typecode `i`, at least 0 and below `SHORT`.
        ys: rows, likewise.
    """
    places = _joined(xs) << 16 | _joined(ys)
    lane = 8 * xs.itemsize
    last = len(xs) - 1
    half = 1 << lane - 1
    # Each place from the next; `half` keeps every difference above zero.
    steps = (places >> lane) + _ones(xs[1:]) * half - (places & (1 << lane * last) - 1)
    counts = Counter(struct.unpack(f"<{last}I", steps.to_bytes(xs.itemsize * last, "little")))
    total = 0.0
    for step, count in counts.items():
        down = (step & 0xFFFF ^ SHORT) - SHORT
        total += count * hypot((step - half - down) >> 16, down)
    return total


def _joined(column: array[int]) -> int:
    """The numbers side by side, the first lowest."""
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return int.from_bytes(column.tobytes(), "little")


def _ones(column: array[int]) -> int:
    """A one for every number."""
    return int.from_bytes((1).to_bytes(column.itemsize, "little") * len(column), "little")
