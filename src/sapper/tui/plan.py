"""What goes where in a window of a given size. Arithmetic only: it draws nothing and knows no widgets."""

from __future__ import annotations

from typing import NamedTuple

LEAST_WIDTH, LEAST_HEIGHT = 28, 8
"""The smallest window that a game is shown in, in columns and rows."""


class Plan(NamedTuple):
    """The places of a play screen.

    Args:
        columns: the columns of a cell.
        width: of the board's own area in columns, without its frame.
        height: of the board's own area in rows, without its frame.
        frame: whether the board has a frame.
        info: how many rows stay for the lines under the board.
        footer: whether the footer with keys is shown.
        scrolls: whether the board is larger than its area.
    """

    columns: int
    width: int
    height: int
    frame: bool
    info: int
    footer: bool
    scrolls: bool


def make_plan(window: tuple[int, int], board: tuple[int, int], *, cells: str = "auto", lines: int = 3) -> Plan | None:
    """The places for a board in a window, or None where the window is too small.

    Args:
        window: columns and rows.
        board: width and height in cells.
        lines: how many lines there are to be shown under the board, at most 3.
        cells: `narrow` or `wide` cells, or `auto`: wide, unless only narrow ones let the whole width be seen.
    """
    width, height = window
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return None
    across, down = board
    # Lines above and below give way one by one before the board does: the third, the footer, the second, the frame.
    frame, info, footer = True, lines, True
    for frame, info, footer in (
        (True, 3, True),
        (True, 2, True),
        (True, 2, False),
        (True, 1, False),
        (False, 1, False),
    ):
        info = min(info, lines)
        if 2 + down + 2 * frame + info + footer <= height:
            break
    if down > height - 3:
        # It scrolls anyway: the frame says which part is shown.
        frame, info, footer = height >= 12, min(3 if height >= 30 else 2 if height >= 20 else 1, lines), height >= 16
    room = height - 2 - 2 * frame - info - footer
    inside = width - 2 * frame
    columns = {"narrow": 1, "wide": 2}.get(cells, 1 if across * 2 > inside >= across else 2)
    scrolls_down = down > room
    scrolls_across = across * columns > inside - scrolls_down
    if scrolls_across and down > room - 1:
        scrolls_down = True
    wide = min(across * columns + scrolls_down, inside)
    tall = min(down + scrolls_across, room)
    return Plan(columns, wide, tall, frame, info, footer, scrolls_down or scrolls_across)
