"""Boards and moves for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind


@st.composite
def layouts(draw: st.DrawFn, *, most_cells: int = 80) -> Layout:
    """Boards of every shape, from empty to full but for one cell."""
    width = draw(st.integers(1, min(most_cells, 12)))
    height = draw(st.integers(1, most_cells // width))
    cells = width * height
    sparse = st.sets(st.integers(0, cells - 1), max_size=max(cells // 6, 1))
    anything = st.sets(st.integers(0, cells - 1))
    mines = draw(sparse | anything)
    if len(mines) == cells:
        mines.remove(draw(st.integers(0, cells - 1)))
    return Layout.of_mines(width, height, [(cell % width, cell // width) for cell in mines])


def moves(layout: Layout) -> st.SearchStrategy[Move]:
    """Any move on this board."""
    columns, rows = st.integers(0, layout.params.width - 1), st.integers(0, layout.params.height - 1)
    return st.builds(Move, st.sampled_from(MoveKind), columns, rows)
