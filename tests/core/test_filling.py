"""Filling an area of a map against a set that grows until it grows no more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.filling import BLOCKED, PASSABLE, fill

pytestmark = pytest.mark.kernel


def framed(rows: list[bytes]) -> bytes:
    """A map of these rows, with its border."""
    border = bytes([BLOCKED]) * (len(rows[0]) + 1)
    return b"0".join([border, *rows, border])


def area(passable: bytes, stride: int, start: int) -> set[int]:
    """The places that are reached."""
    near = [y * stride + x for y in (-1, 0, 1) for x in (-1, 0, 1)]
    found: set[int] = set()
    more = {start}
    while more:
        found |= more
        more = {place + step for place in more for step in near if passable[place + step] == PASSABLE} - found
    return found


@given(st.integers(1, 12).flatmap(lambda width: st.lists(st.text("01", min_size=width, max_size=width), min_size=1)))
def test_every_place_of_an_area_is_visited_once_and_blocked(rows: list[str]) -> None:
    before = framed([row.encode() for row in rows])
    stride = len(rows[0]) + 1
    passable = bytearray(before)
    for start in range(len(before)):
        if passable[start] == PASSABLE:
            now = bytes(passable)
            visited = fill(passable, stride, start)
            assert visited[0] == start
            assert len(visited) == len(set(visited))
            assert set(visited) == area(now, stride, start)
            assert passable == bytes(BLOCKED if place in visited else byte for place, byte in enumerate(now))
    assert PASSABLE not in passable
