"""Links to a position, `?analysis=<text>`, as JSMinesweeper shares them. Knows nothing of games.

The text has base 62 digits (a-z, A-Z, 0-9): two for the width, two for the height, four for the mines; then runs of
cells in reading order. Each kind of cell owns some of the 62 characters, and a run's length is written with those as
digits, so that the character tells the kind. Numbers beside known mines are stored as what is left of them.
"""

from __future__ import annotations

import re
from itertools import groupby

from sapper.core.layout import Layout
from sapper.core.params import MAX_SIDE, Params
from sapper.errors import N_, NN_, NotationError
from sapper.replay.formats.diagram import Diagram, check_numbers, plane_of

MAX_LENGTH = 2_000_000
"""More characters than the link of the largest board has."""

_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_OWNED = (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1)
_KINDS = "012345678IHFO"
"""The kinds of cell: numbers, a known mine without a flag, hidden, flag, flag that takes nothing off its neighbours."""

_OWNERS = "".join(kind * owned for kind, owned in zip(_KINDS, _OWNED, strict=True))
_KIND_OF = str.maketrans(_DIGITS, _OWNERS)
_HEADER = 8


def looks_like_analysis_link(text: str) -> bool:
    """Whether the text has the part that such a link has."""
    return len(text) <= MAX_LENGTH and re.search(r"(?:^|[?&#\s])analysis=", text) is not None


def read_analysis_link(text: str) -> Diagram:
    """Reads a link, or its part after `?` alone; all its mines must be known.

    Raises:
        NotationError: it is no such link, or only part of a board.
        ParamsError: no board can have its size and mines.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(N_("the link is longer than any board needs"))
    match = re.search(r"(?:^|[?&#\s])analysis=([^&#\s]*)", text)
    packed = match[1] if match else ""
    strange = packed.strip(_DIGITS)
    if len(packed) < _HEADER or strange:
        raise NotationError(N_("the link holds no position: analysis= is followed by letters and digits"))
    width, height, mines = _number(packed[:2]), _number(packed[2:4]), _number(packed[4:_HEADER])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise NotationError(N_("the size of the link is at most {most} columns and rows"), most=MAX_SIDE)
    params = Params(width, height, mines)
    cells = _unpacked(packed[_HEADER:], params)
    mined = plane_of(cells, "IFO")
    if mined.bit_count() != mines:
        raise NotationError(
            NN_(
                "the link says {mines} mine, {found} are known in it: this is only part of a board",
                "the link says {mines} mines, {found} are known in it: this is only part of a board",
                "mines",
            ),
            mines=mines,
            found=mined.bit_count(),
        )
    layout = Layout(params, mined)
    check_numbers(cells, layout, known=plane_of(cells, "IF"))
    return Diagram(layout, plane_of(cells, "012345678"), plane_of(cells, "OF"))


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * len(_DIGITS) + _DIGITS.index(digit)
    return value


def _unpacked(runs: str, params: Params) -> str:
    """The kind of every cell."""
    cells: list[str] = []
    left, start = params.cells, 0
    for kind, letters in groupby(runs.translate(_KIND_OF)):
        written = len(list(letters))
        length = _length(runs[start : start + written], _KINDS.index(kind), left)
        start += written
        left -= length
        if left < 0:
            break
        cells.append(kind * length)
    if left:
        template = N_("the link has not the {width}x{height} cells of its board")
        raise NotationError(template, width=params.width, height=params.height)
    return "".join(cells)


def _length(digits: str, kind: int, most: int) -> int:
    """How many cells a run has; something above `most` where it has more."""
    base, first = _OWNED[kind], sum(_OWNED[:kind])
    if base == 1:
        return len(digits)
    length = 0
    for digit in digits:
        length = length * base + _DIGITS.index(digit) - first
        if length > most:
            break
    return length
