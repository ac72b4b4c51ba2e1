"""Planes and cells: every operation against plain loops over coordinates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.geometry import cells_of, gather_digits, geometry, plane_of, repeated, spread, spread_digits

sizes = st.tuples(st.integers(1, 14), st.integers(1, 14))


@given(sizes, st.data())
def test_neighbours_and_dilation(size: tuple[int, int], data: st.DataObject) -> None:
    board = geometry(*size)
    cells = data.draw(st.sets(st.integers(0, board.cells - 1)))
    near = set(cells)
    for cell in cells:
        x, y = board.xy(cell)
        assert board.cell(x, y) == cell
        around = {
            (x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx or dy) and board.contains(x + dx, y + dy)
        }
        assert {board.xy(other) for other in board.neighbours(cell)} == around
        assert cells_of(board.neighbourhood(cell)) == board.neighbours(cell)
        near.update(board.neighbours(cell))
    plane = plane_of(cells)
    assert cells_of(plane) == sorted(cells)
    assert set(cells_of(board.dilate(plane))) == near
    for other in range(board.cells):
        moved = sum(shifted >> other & 1 for shifted in board.shifted(plane))
        assert moved == len(set(board.neighbours(other)) & cells)


@given(st.integers(0, 300), st.data())
def test_spreading_and_gathering(cells: int, data: st.DataObject) -> None:
    plane = data.draw(st.integers(0, 2 ** (cells + 1) - 1))
    digits = spread_digits(plane, cells + 1)
    assert gather_digits(digits) == plane
    assert spread(plane, cells + 1) == bytes(digit - ord("0") for digit in digits)
    assert [cell for cell, digit in enumerate(digits) if digit == ord("1")] == cells_of(plane)


@pytest.mark.parametrize("times", [0, 1, 2, 3, 7, 64, 1000])
def test_repeated_patterns(times: int) -> None:
    assert repeated(0b101, 5, times) == sum(0b101 << 5 * place for place in range(times))
