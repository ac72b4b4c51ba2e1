"""A board as text or as a picture, from the codes of what is seen. Knows no game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.core.params import Params
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, WRONG_FLAG
from sapper.showing.palettes import CLASSIC
from sapper.showing.shades import shades_of
from sapper.showing.tiles import tile

Image = npt.NDArray[np.uint8]

RENDER_MODES = ("ansi", "rgb_array")
SIDE = 16
"""Of a cell in a picture, in pixels."""

CHARACTERS = {
    0: ".",
    **{number: str(number) for number in range(1, 9)},
    CLOSED: "#",
    FLAGGED: "F",
    EXPLODED: "@",
    MISSED: "*",
    WRONG_FLAG: "X",
}


def text_of(codes: bytes, params: Params) -> str:
    """A row a line, a character a cell, each line with its end."""
    drawn = "".join(map(CHARACTERS.__getitem__, codes))
    width = params.width
    return "".join(f"{drawn[start : start + width]}\n" for start in range(0, len(drawn), width))


class Painter:
    """Makes pictures; paints each kind of cell once."""

    def __init__(self) -> None:
        self._tiles: Image | None = None

    def picture(self, codes: bytes, params: Params) -> Image:
        """The board as an array of height, width and red, green, blue."""
        if self._tiles is None:
            self._tiles = np.stack([_tile(code) for code in range(WRONG_FLAG + 1)])
        board = self._tiles[np.frombuffer(codes, np.uint8).reshape(params.height, params.width)]
        return board.swapaxes(1, 2).reshape(params.height * SIDE, params.width * SIDE, 3)


def _tile(code: int) -> Image:
    pixels = tile(code, SIDE, shades=shades_of(CLASSIC)).rgb()
    return np.frombuffer(pixels, np.uint8).reshape(SIDE, SIDE, 3)
