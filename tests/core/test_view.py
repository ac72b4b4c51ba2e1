"""What is seen of a game, whole and row by row, while it runs and at its end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.notation import parse_board
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG, look, reveal
from tests.core.test_rules import play
from tests.strategies import layouts, moves


def test_before_the_layout_only_marks_are_seen() -> None:
    board = parse_board("..\n.*\n")
    position = play(board, "f0,0", "q1,0")
    assert look(position, None) == bytes([FLAGGED, QUESTIONED, CLOSED, CLOSED])


def test_the_end_tells_every_kind_apart() -> None:
    board = parse_board("**.*\n....\n....\n")
    position = play(board, "f0,0", "q3,0", "f0,1", "o3,2", "o1,0")
    first_row, second_row = [FLAGGED, EXPLODED, CLOSED, MISSED], [WRONG_FLAG, 2, 2, 1]
    assert reveal(position, board) == bytes([*first_row, *second_row, 0, 0, 0, 0])


@given(layouts(), st.data())
def test_rows_are_cut_as_the_whole_shows_them(layout: Layout, data: st.DataObject) -> None:
    position = Position(layout.params)
    for move in data.draw(st.lists(moves(layout), max_size=8)):
        position = apply(position, layout, move).position
    width, height = layout.params.width, layout.params.height
    top = data.draw(st.integers(0, height - 1))
    bottom = data.draw(st.integers(top + 1, height))
    for seen in (look, reveal):
        whole = seen(position, layout)
        assert seen(position, layout, top=top, bottom=bottom) == whole[top * width : bottom * width]


@given(layouts())
def test_numbers_of_a_layout(layout: Layout) -> None:
    board = layout.geometry
    for cell in range(board.cells):
        adjacent = sum(layout.is_mine(other) for other in board.neighbours(cell))
        assert layout.number(cell) == adjacent == layout.numbers[cell]
        assert (layout.zeros >> cell & 1) == (adjacent == 0 and not layout.is_mine(cell))
