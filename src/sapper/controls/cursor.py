"""Where the cursor stands and goes. Knows the game (to find closed cells), not what is drawn of it."""

from __future__ import annotations

from sapper.controls.actions import Name
from sapper.controls.counts import Count
from sapper.core.moves import Move
from sapper.core.position import Position
from sapper.session import Game

MOVES = frozenset(
    {
        Name.LEFT,
        Name.DOWN,
        Name.UP,
        Name.RIGHT,
        Name.ROW_START,
        Name.ROW_END,
        Name.BOARD_START,
        Name.BOARD_END,
        Name.PAGE_UP,
        Name.PAGE_DOWN,
        Name.NEXT_CLOSED,
        Name.PREVIOUS_CLOSED,
    }
)
"""The actions that move the cursor."""


def left_at(game: Game) -> tuple[int, int]:
    """Where the cursor stands when a game is put on the screen: where it was played last, or begins, or its middle."""
    for entry in reversed(game.log):
        if isinstance(entry.action, Move):
            return entry.action.x, entry.action.y
    first = game.id.first if game.id is not None else None
    return first or (game.params.width // 2, game.params.height // 2)


def moved(position: Position, at: tuple[int, int], *, name: Name, count: Count, page: int = 10) -> tuple[int, int]:
    """The column and row of the cursor after one of `MOVES`; it stays on the board.

    Args:
        position: the game.
        at: column and row of the cursor.
        name: the move.
        count: typed before it; the row to go to (from 1) for first and last row, otherwise how often.
        page: the rows of a screenful.
    """
    x, y = at
    times = count.times
    right, bottom = position.params.width - 1, position.params.height - 1
    match name:
        case Name.LEFT:
            x -= times
        case Name.RIGHT:
            x += times
        case Name.UP:
            y -= times
        case Name.DOWN:
            y += times
        case Name.PAGE_UP:
            y -= times * page
        case Name.PAGE_DOWN:
            y += times * page
        case Name.ROW_START:
            x = 0
        case Name.ROW_END:
            x = right
        case Name.BOARD_START:
            y = count.value - 1 if count.value else 0
        case Name.BOARD_END:
            y = count.value - 1 if count.value else bottom
        case Name.NEXT_CLOSED | Name.PREVIOUS_CLOSED:
            return _closed(position, at, times, forward=name is Name.NEXT_CLOSED)
    return min(max(x, 0), right), min(max(y, 0), bottom)


def _closed(position: Position, at: tuple[int, int], times: int, *, forward: bool) -> tuple[int, int]:
    """The closed cell without a flag that many further in reading order, going round at the ends."""
    geometry = position.geometry
    wanted = position.closed & ~position.flagged
    if not wanted:
        return at
    cell = geometry.cell(*at)
    for _ in range(min(times, position.params.cells)):
        if forward:
            beyond = wanted >> (cell + 1) << (cell + 1) or wanted
            cell = (beyond & -beyond).bit_length() - 1
        else:
            cell = ((wanted & ((1 << cell) - 1)) or wanted).bit_length() - 1
    return geometry.xy(cell)
