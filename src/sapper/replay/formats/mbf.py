"""Board files (`.mbf`, `.abf`): four bytes of size and mine count, then two bytes a mine. Knows nothing of games.

Layout: u8 columns, u8 rows, u16 mines (big-endian), then u8 column and u8 row of each mine, from 0, in any order.
"""

from __future__ import annotations

import re

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.errors import N_, NN_, NotationError
from sapper.replay.formats.binary import layout_of_mines

HEADER = 4
MAX_SIDE = 255
MAX_MINES = 0xFFFF


def looks_like_mbf(data: bytes) -> bool:
    """Whether the length, binary or in hexadecimal, is the one that the mine count asks for: there is no other mark."""
    data = _binary(data)
    return len(data) >= HEADER and len(data) == HEADER + 2 * int.from_bytes(data[2:4], "big") and min(data[:2]) > 0


def read_mbf(data: bytes) -> Layout:
    """The layout of a board file, in its binary form or written as pairs of hexadecimal digits.

    Raises:
        NotationError: it is no board file, or its mines cannot be.
        ParamsError: no board can have its size and mines.
    """
    data = _binary(data)
    if len(data) < HEADER:
        raise NotationError(N_("a board file has at least 4 bytes, this one has {found}"), found=len(data))
    width, height, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    wanted = HEADER + 2 * mines
    if len(data) != wanted:
        raise NotationError(
            NN_(
                "a board file with {mines} mine has {wanted} bytes, this one has {found}",
                "a board file with {mines} mines has {wanted} bytes, this one has {found}",
                "mines",
            ),
            mines=mines,
            wanted=wanted,
            found=len(data),
        )
    return layout_of_mines(width, height, zip(data[4::2], data[5::2], strict=True))


def write_mbf(layout: Layout) -> bytes:
    """The board file of a layout, its mines column by column as other programs write them.

    Raises:
        NotationError: the board is larger than the format allows.
    """
    width, height, mines = layout.params.width, layout.params.height, layout.params.mines
    if max(width, height) > MAX_SIDE or mines > MAX_MINES:
        raise NotationError(
            N_("a board file holds at most {side}x{side} cells and {mines} mines"), side=MAX_SIDE, mines=MAX_MINES
        )
    places = sorted(divmod(cell, width)[::-1] for cell in cells_of(layout.mined))
    return bytes((width, height)) + mines.to_bytes(2, "big") + bytes(side for place in places for side in place)


def _binary(data: bytes) -> bytes:
    if re.fullmatch(rb"\s*(?:[0-9A-Fa-f]{2}\s+){3,}[0-9A-Fa-f]{2}\s*", data[:4096]) is None:
        return data
    try:
        return bytes.fromhex(data.decode("ascii"))
    except ValueError:
        return data
