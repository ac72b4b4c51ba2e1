"""Layouts drawn from a view: they fit it, each is equally likely, and no size is too large."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.core.view import CLOSED, View
from sapper.errors import EffortError, PositionError
from sapper.solver import sampling
from sapper.solver.sampling import Sampler, bounded
from tests.solver.counter import layouts_by_trying
from tests.solver.test_answers import opened_view, random_layout, views

pytestmark = pytest.mark.kernel


class Words:
    """A plain stream of random words: a linear congruence, the upper half of each of two steps."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        halves = 0
        for _ in range(2):
            self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
            halves = halves << 32 | self.state >> 32
        return halves


def fits(view: View, mined: tuple[int, ...]) -> bool:
    layout = Layout(view.params, sum(1 << cell for cell in mined))
    return all(
        code == layout.number(cell) and not layout.is_mine(cell) for cell, code in enumerate(view.cells) if code <= 8
    )


def check_uniform(view: View, draws: int) -> None:
    """Chi-square over all layouts; the limit is five standard deviations above the mean of that distribution."""
    every = list(layouts_by_trying(view))
    sampler, words = Sampler(view), Words(7)
    seen = Counter(sampler.draw(words) for _ in range(draws))
    assert set(seen) <= set(every)
    expected = draws / len(every)
    chi_square = sum((seen[layout] - expected) ** 2 / expected for layout in every)
    freedom = len(every) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


POSITIONS = {
    "nothing open": View(Params(4, 3, 3), bytes([CLOSED]) * 12),
    "one number": View(Params(5, 3, 5), bytes([9, 9, 9, 9, 9, 9, 3, 9, 9, 9, 9, 9, 9, 9, 9])),
    "two components, no cell outside": View(Params(7, 1, 3), bytes([9, 1, 9, 9, 9, 1, 9])),
    "two components and cells outside": View(Params(6, 3, 6), bytes([9] * 6 + [1, 9, 9, 9, 9, 2] + [9] * 6)),
    "boxes of several cells": View(Params(6, 3, 5), bytes([9] * 7 + [3, 9, 9, 2, 9] + [9] * 6)),
    "most cells are mines": View(Params(5, 3, 12), bytes([9] * 7 + [7] + [9] * 7)),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("tilted", [False, True])
def test_every_layout_is_equally_likely(name: str, tilted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both by the common polynomial and by the rejection that very many components need."""
    if tilted:
        monkeypatch.setattr(sampling, "LONG", 0)
    check_uniform(POSITIONS[name], 6000)


@given(views())
@settings(max_examples=60, deadline=None)
def test_layouts_of_any_position_fit_it(view: View) -> None:
    every = set(layouts_by_trying(view))
    if not every:
        with pytest.raises(PositionError):
            Sampler(view)
        return
    sampler, words = Sampler(view), Words(3)
    assert {sampler.draw(words) for _ in range(20)} <= every


@pytest.mark.parametrize("mines", [40000, 90000])
def test_thousands_of_components(mines: int) -> None:
    """More than any common polynomial could hold."""
    layout = random_layout(400, 400, mines, 2)
    opened = [c for c in cells_of(layout.safe) if c % 400 % 5 == 2 and c // 400 % 4 == 1]
    opened += [c for c in cells_of(layout.safe) if c % 400 % 5 == 3 and c // 400 % 8 == 1]
    view = opened_view(layout, sorted(opened))
    sampler, words = Sampler(view), Words(5)
    drawn = {sampler.draw(words) for _ in range(2)}
    assert len(drawn) == 2
    for mined in drawn:
        assert len(mined) == mines
        assert fits(view, mined)


def test_the_mean_of_many_draws_is_the_probability() -> None:
    from sapper.solver import probabilities

    layout = random_layout(30, 16, 99, 4)
    view = opened_view(layout, [c for c in cells_of(layout.safe) if (c % 30 + c // 30) % 3])
    risks = probabilities(view)
    sampler, words, draws = Sampler(view), Words(9), 1500
    seen: Counter[int] = Counter()
    for _ in range(draws):
        mined = sampler.draw(words)
        assert fits(view, mined)
        seen.update(mined)
    for cell, risk in enumerate(risks):
        if risk == risk:
            assert abs(seen[cell] / draws - risk) <= 5 * (risk * (1 - risk) / draws) ** 0.5


def test_the_same_stream_draws_the_same_layout() -> None:
    """Pinned, so that both kernels are held to it."""
    layout = random_layout(16, 16, 40, 1)
    view = opened_view(layout, [c for c in cells_of(layout.safe) if c % 16 < 8])
    assert sum(1 << cell for cell in Sampler(view).draw(Words(1))) % (2**61 - 1) == PINNED


PINNED = 702755685155322708


def test_draws_below_a_bound_of_any_length() -> None:
    below = bounded(Words(11))
    for bound in (1, 2, 3, 2**64, 2**64 + 1, 10**50):
        drawn = [below(bound) for _ in range(200)]
        assert 0 <= min(drawn) <= max(drawn) < bound
        assert abs(sum(drawn) / 200 - (bound - 1) / 2) <= bound / 8
    thirds = Counter(below(3) for _ in range(3000))
    assert all(abs(count - 1000) < 150 for count in thirds.values())


def test_drawing_can_be_stopped() -> None:
    layout = random_layout(60, 60, 900, 1)
    opened = [c for c in cells_of(layout.safe) if c % 60 % 2 and c // 60 % 2]
    with pytest.raises(EffortError):
        Sampler(opened_view(layout, opened), should_stop=lambda: True)
