"""What each row of a board shows just now, as a code a cell, and which cells differ from what was shown before.

It knows neither glyphs nor colours nor the window; rows are made when they are asked for, so that a huge board costs
what is seen of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from math import isqrt
from types import MappingProxyType
from typing import NamedTuple

from sapper.core.layout import Layout
from sapper.core.position import Position
from sapper.core.view import CLOSED, QUESTIONED, look, reveal

MARKED = 16
"""A cell with a mark has this times the mark added to its code."""
RISK = 128
"""A closed cell whose risk is shown has this and its whole percent as its code, in place of any other."""


class Mark(IntEnum):
    """What is pointed out about a cell, whatever it shows."""

    NONE = 0
    AREA = 1
    """Look around here."""
    PROOF = 2
    """A number that proves what the hint says."""
    SAFE = 3
    """It can be opened."""
    MINE = 4
    """It is a mine, as is known from what is open."""
    BEST = 5
    """Nothing is safe, but this has the least risk."""
    WAS_SAFE = 6
    """It could have been opened in safety, when a mine was opened instead."""
    CLICKED = 7
    """What was clicked."""


class Ring(NamedTuple):
    """How far the truth about a lost game has spread from the exploded cell.

    Args:
        x: column of the middle.
        y: row of the middle.
        radius: in cells; whatever lies further away is not shown yet.
    """

    x: int
    y: int
    radius: int

    def columns(self, y: int, width: int) -> tuple[int, int]:
        """The columns of a row that it covers, as start and end."""
        below = self.radius**2 - (y - self.y) ** 2
        if below < 0:
            return 0, 0
        reach = isqrt(below)
        return min(max(self.x - reach, 0), width), min(max(self.x + reach + 1, 0), width)


class Scene(NamedTuple):
    """What is to be seen of a game.

    Args:
        position: how it stands.
        layout: the mines, where they are known.
        truth: whether mines and wrong flags are shown; a `Ring` where only as far as it reaches.
        hidden: whether every cell looks closed, as during a pause.
        risks: a byte a cell for the whole board: its risk in percent, to be shown in closed cells without a flag;
            above 100 where there is none to show. None where no risks are shown.
        marks: cells that are pointed out, each with a number from 1 to 7 (`Mark`).
    """

    position: Position
    layout: Layout | None = None
    truth: bool | Ring = False
    hidden: bool = False
    risks: bytes | None = None
    marks: Mapping[int, int] = MappingProxyType({})


class Rows:
    """The rows of a scene, each made once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._rows: dict[int, bytes] = {}

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self._scene

    def row(self, y: int) -> bytes:
        """The codes of a row."""
        found = self._rows.get(y)
        if found is None:
            if len(self._rows) > _KEPT:
                self._rows.clear()
            found = self._rows[y] = _codes(self._scene, y)
        return found

    def show(self, scene: Scene, *, top: int, bottom: int) -> list[tuple[int, int, int]]:
        """Shows another scene of a board of the same size, and compares all rows in the window.

        Args:
            scene: what to show from now on.
            top: the first row in the window.
            bottom: the row after the last.

        Returns:
            The stretches in the window that look different now: row, first column, column after the last.
        """
        before, self._rows, self._scene = self._rows, {}, scene
        changed: list[tuple[int, int, int]] = []
        for y in range(top, bottom):
            old = before.get(y)
            new = self.row(y)
            if old is None:
                changed.append((y, 0, len(new)))
            elif old != new:
                changed.extend((y, *stretch) for stretch in _stretches(old, new))
        return changed

    def advance(self, scene: Scene, changed: int, *, top: int, bottom: int) -> list[tuple[int, int, int]]:
        """Like `show`, for a move whose changed cells are known: only their rows are made again."""
        width = scene.position.params.width
        self._scene = scene
        rows = set(_rows_of(changed, width))
        stretches: list[tuple[int, int, int]] = []
        for y in rows:
            old = self._rows.pop(y, None)
            if top <= y < bottom:
                new = self.row(y)
                stretches.extend((y, *s) for s in (_stretches(old, new) if old is not None else [(0, width)]))
        return stretches


_KEPT = 400
"""How many rows are kept, at most: more than a window shows."""

_MANY = 8
"""A row with more changed stretches than this is drawn from the first to the last of them at once."""


def _codes(scene: Scene, y: int) -> bytes:
    width = scene.position.params.width
    if scene.hidden:
        return bytes([CLOSED]) * width
    codes = _plain_codes(scene, y)
    if scene.risks is None and not scene.marks:
        return codes
    start = y * width
    found = bytearray(codes)
    if scene.risks is not None:
        for x, risk in enumerate(scene.risks[start : start + width]):
            if risk <= 100 and found[x] in (CLOSED, QUESTIONED):
                found[x] = RISK + risk
    for cell, mark in scene.marks.items():
        if start <= cell < start + width:
            found[cell - start] = codes[cell - start] + MARKED * mark
    return bytes(found)


def _plain_codes(scene: Scene, y: int) -> bytes:
    position, layout = scene.position, scene.layout
    if layout is None or scene.truth is False:
        return look(position, layout, top=y, bottom=y + 1)
    if scene.truth is True:
        return reveal(position, layout, top=y, bottom=y + 1)
    start, end = scene.truth.columns(y, position.params.width)
    seen = look(position, layout, top=y, bottom=y + 1)
    return seen[:start] + reveal(position, layout, top=y, bottom=y + 1)[start:end] + seen[end:] if end else seen


def _stretches(old: bytes, new: bytes) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for x, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            if found and found[-1][1] == x:
                found[-1] = (found[-1][0], x + 1)
            else:
                found.append((x, x + 1))
    return found if len(found) <= _MANY else [(found[0][0], found[-1][1])]


def _rows_of(plane: int, width: int) -> list[int]:
    """The rows that have a cell of the plane, going through its bytes once."""
    if not plane:
        return []
    low = ((plane & -plane).bit_length() - 1) // width
    rest = plane >> (low * width)
    if rest.bit_length() <= width:
        return [low]
    height = -(-rest.bit_length() // width)
    digits = format(rest, f"0{height * width}b")[::-1]
    return [low + y for y in range(height) if "1" in digits[y * width : (y + 1) * width]]
