"""How sure a counted rate is: 95 % confidence intervals in closed form. Knows nothing of games."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""The normal deviate that leaves 5 % outside on both sides together."""


def rate_interval(wins: int, games: int) -> tuple[float, float]:
    """The interval of a rate, between 0 and 1: Wilson's (Probable Inference, JASA 1927); 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half = Z / (1 + square) * sqrt(rate * (1 - rate) / games + square / (4 * games))
    return max(middle - half, 0.0) if wins else 0.0, min(middle + half, 1.0) if wins < games else 1.0


def difference_interval(first: int, second: int, games: int) -> tuple[float, float]:
    """The interval of the difference of two rates counted on the same boards, between -1 and 1.

    The adjusted Wald interval of Agresti and Min (Simple improved confidence intervals for comparing matched
    proportions, Statistics in Medicine 2005): half a board more in each of the four cells.

    Args:
        first: boards that only the first one won.
        second: boards that only the second one won.
        games: all boards.
    """
    total = games + 2
    difference = (first - second) / total
    half = Z * sqrt(max((first + second + 1) / total - difference**2, 0.0) / total)
    return max(difference - half, -1.0), min(difference + half, 1.0)
