"""The intervals hold what they promise: by published values, and by how often they cover the truth."""

from __future__ import annotations

from math import comb, sqrt

import pytest

from sapper.sim.intervals import difference_interval, rate_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_known_values(wins: int, games: int, low: float, high: float) -> None:
    """81 of 263 is the worked example of Newcombe (Statistics in Medicine, 1998)."""
    assert rate_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("rate", [0.1, 0.39, 0.5, 0.92])
def test_a_rate_is_covered_as_often_as_promised(rate: float) -> None:
    games = 200
    covered = 0.0
    for wins in range(games + 1):
        low, high = rate_interval(wins, games)
        if low <= rate <= high:
            covered += comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
    assert covered == pytest.approx(0.95, abs=0.015)


def test_a_difference_is_covered_as_often_as_promised() -> None:
    games, first, second = 120, 0.2, 0.1
    covered = 0.0
    for b in range(games + 1):
        for c in range(games + 1 - b):
            low, high = difference_interval(b, c, games)
            if low <= first - second <= high:
                rest = games - b - c
                ways = comb(games, b) * comb(games - b, c)
                covered += ways * first**b * second**c * (1 - first - second) ** rest
    assert covered == pytest.approx(0.95, abs=0.015)


def test_a_difference_of_many_games_is_the_plain_one() -> None:
    b, c, games = 5_000, 4_000, 100_000
    half = 1.959964 * sqrt(b + c - (b - c) ** 2 / games) / games
    assert difference_interval(b, c, games) == pytest.approx((0.01 - half, 0.01 + half), abs=1e-5)


def test_a_difference_is_never_sure_of_nothing() -> None:
    low, high = difference_interval(0, 0, 1)
    assert -1 <= low < 0 < high <= 1
    assert difference_interval(3, 1, 50) == tuple(-end for end in reversed(difference_interval(1, 3, 50)))
