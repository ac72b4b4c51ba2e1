"""Filling connected areas of a board, linear in the cells visited: a work list of row spans, never recursion.

Knows only a map of cells that may be passed; what they mean is the caller's business.
"""

from __future__ import annotations

PASSABLE, BLOCKED = b"1", b"0"


def fill(passable: bytearray, width: int, start: int, *, reached: bytearray | None = None) -> tuple[int, int]:
    """Visits the 8-connected area of passable cells around `start`.

    Args:
        passable: a digit a cell, `1` where the fill may pass; every visited cell is set to `0`.
        width: the length of a row in cells.
        start: a passable cell.
        reached: a digit a cell, or None; the area and all that touches it is set to `1`.

    Returns:
        The first row that was touched and the one after the last.
    """
    size = len(passable)
    find, rfind = passable.find, passable.rfind
    run, gap = PASSABLE * width, BLOCKED * width
    top, bottom = start, start
    stack = [start]
    while stack:
        cell = stack.pop()
        if passable[cell] == BLOCKED[0]:  # another span of this row reached it first
            continue
        row = cell - cell % width
        row_end = row + width
        first = rfind(b"0", row, cell) + 1 or row
        last = find(b"0", cell, row_end)
        if last < 0:
            last = row_end
        passable[first:last] = gap[: last - first]
        if row < top:
            top = row
        elif row > bottom:
            bottom = row
        # What touches the span: one cell more on either side, in three rows.
        if first > row:
            first -= 1
        if last < row_end:
            last += 1
        if reached is not None:
            reached[first:last] = run[: last - first]
        for low, high in ((first - width, last - width), (first + width, last + width)):
            if low >= size or (row == 0 and low < 0):
                continue
            if reached is not None:
                reached[low:high] = run[: high - low]
            found = find(b"1", low, high)
            while found >= 0:
                stack.append(found)
                found = find(b"0", found, high)
                if found >= 0:
                    found = find(b"1", found, high)
    return max(top // width - 1, 0), min(bottom // width + 2, size // width)
