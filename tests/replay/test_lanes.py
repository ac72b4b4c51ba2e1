"""Columns in one int against a loop over them."""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.replay.lanes import SHORT, path, within

LIMIT = {"i": 2**31, "q": 2**63}


@pytest.mark.parametrize("typecode", LIMIT)
@given(data=st.data())
def test_within(typecode: str, data: st.DataObject) -> None:
    most = LIMIT[typecode]
    low = data.draw(st.integers(-(most // 2), 0))
    high = data.draw(st.integers(1, most // 2))
    near = st.sampled_from([low - 1, low, low + 1, high - 2, high - 1, high, 0, -1, -most, most - 1])
    numbers = data.draw(st.lists(near | st.integers(low, high - 1) | st.integers(-most, most - 1), max_size=12))
    assert within(array(typecode, numbers), low, high) == all(low <= number < high for number in numbers)


PLACES = st.tuples(st.integers(0, SHORT - 1), st.integers(0, SHORT - 1))


@given(st.lists(PLACES, min_size=1, max_size=20))
def test_path(places: list[tuple[int, int]]) -> None:
    xs, ys = array("i", [x for x, _ in places]), array("i", [y for _, y in places])
    wanted = sum(dist(before, after) for before, after in pairwise(places))
    assert path(xs, ys) == pytest.approx(wanted)
