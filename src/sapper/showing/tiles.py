"""What each kind of cell looks like, as a picture of any size. Knows what codes mean; no boards, no toolkit."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.showing.shades import Shades
from sapper.showing.shapes import Colour, Paint, Picture, Point, Shape, arc, disc, polygon, stroke, union

LIT = 15
"""A closed cell that is held down."""
RIGHT_FLAG = 16
"""A flag on a mine, once the game is lost."""

_STROKE = 0.125

_DIGITS: dict[int, tuple[list[Point], ...]] = {
    1: ([(0.38, 0.34), (0.52, 0.23), (0.52, 0.77)], [(0.39, 0.77), (0.65, 0.77)]),
    2: ([*arc(0.5, 0.38, 0.155, start=190, end=400), (0.34, 0.77), (0.68, 0.77)],),
    3: ([*arc(0.485, 0.36, 0.135, start=205, end=450), *arc(0.485, 0.635, 0.145, start=-90, end=155)],),
    4: ([(0.58, 0.78), (0.58, 0.23), (0.32, 0.61), (0.70, 0.61)],),
    5: ([(0.65, 0.23), (0.375, 0.23), (0.36, 0.47), *arc(0.485, 0.605, 0.17, start=-125, end=150)],),
    6: (
        arc(0.5, 0.615, 0.16, start=0, end=360),
        [(0.34, 0.615), (0.36, 0.46), (0.45, 0.32), (0.62, 0.23)],
    ),
    7: ([(0.33, 0.23), (0.67, 0.23), (0.46, 0.78)],),
    8: (arc(0.5, 0.365, 0.13, start=0, end=360), arc(0.5, 0.635, 0.15, start=0, end=360)),
}


@lru_cache(maxsize=512)
def pixmap(code: int, side: int, *, shades: Shades) -> bytes:
    """The picture of a cell as `tile` makes it, as a portable pixmap; painted once for all boards and themes."""
    return tile(code, side, shades=shades).ppm()


def tile(code: int, side: int, *, shades: Shades) -> Picture:
    """The picture of a cell.

    Args:
        code: as `core.view` numbers what is seen, or `LIT` or `RIGHT_FLAG`.
        side: in pixels.
        shades: its colours.
    """
    if code in (CLOSED, FLAGGED, QUESTIONED, WRONG_FLAG, RIGHT_FLAG):
        picture = Picture(side, shades.face)
        picture.bevel(shades.light, shades.dark, width=max(round(side * 0.085), 1))
    else:
        ground = shades.lit if code == LIT else shades.bad if code == EXPLODED else shades.opened
        picture = Picture(side, ground)
        picture.rule(shades.rule)
    picture.paint(_figure(code, shades))
    return picture


def _figure(code: int, shades: Shades) -> list[Paint]:
    if code in _DIGITS:
        return [Paint(union([stroke(line, width=_STROKE) for line in _DIGITS[code]]), shades.numbers[code - 1])]
    match code:
        case c if c == FLAGGED:
            return _flag(shades)
        case c if c == RIGHT_FLAG:
            tick = [(0.52, 0.64), (0.63, 0.76), (0.84, 0.46)]
            return [*_flag(shades), *_outlined(tick, shades.good, shades.face)]
        case c if c == WRONG_FLAG:
            crosses = ([(0.2, 0.2), (0.8, 0.8)], [(0.8, 0.2), (0.2, 0.8)])
            outline = [Paint(stroke(line, width=0.19), shades.face) for line in crosses]
            return [*_flag(shades), *outline, *(Paint(stroke(line, width=0.1), shades.bad) for line in crosses)]
        case c if c == QUESTIONED:
            hook = [*arc(0.5, 0.37, 0.14, start=190, end=405), (0.5, 0.56), (0.5, 0.6)]
            return [Paint(union([stroke(hook, width=0.11), disc(0.5, 0.76, 0.07)]), shades.question)]
        case c if c == MISSED:
            return _mine(shades.mine, shades.glint)
        case c if c == EXPLODED:
            return [Paint(_burst(), shades.flame), *_mine((20, 20, 24), (255, 255, 255))]
    return []


def _outlined(line: list[Point], colour: Colour, ground: Colour) -> list[Paint]:
    return [Paint(stroke(line, width=0.2), ground), Paint(stroke(line, width=0.105), colour)]


def _flag(shades: Shades) -> list[Paint]:
    return [
        Paint(polygon([(0.36, 0.7), (0.6, 0.7), (0.7, 0.79), (0.26, 0.79)]), shades.pole),
        Paint(stroke([(0.44, 0.22), (0.44, 0.72)], width=0.06), shades.pole),
        Paint(polygon([(0.43, 0.18), (0.77, 0.35), (0.43, 0.52)]), shades.flag),
    ]


def _mine(colour: Colour, glint: Colour) -> list[Paint]:
    spikes: list[Shape] = []
    for turn in range(8):
        reach = 0.33 if turn % 2 == 0 else 0.29
        dx, dy = reach * cos(radians(turn * 45)), reach * sin(radians(turn * 45))
        spikes.append(stroke([(0.5, 0.5), (0.5 + dx, 0.5 + dy)], width=0.065))
    return [Paint(union([disc(0.5, 0.5, 0.215), *spikes]), colour), Paint(disc(0.43, 0.43, 0.055), glint)]


def _burst() -> Shape:
    rays: list[Shape] = []
    for turn in range(12):
        angle = radians(turn * 30 + 15)
        aside = radians(turn * 30 + 105)
        tip = (0.5 + 0.47 * cos(angle), 0.5 + 0.47 * sin(angle))
        wide = (0.11 * cos(aside), 0.11 * sin(aside))
        rays.append(polygon([(0.5 - wide[0], 0.5 - wide[1]), tip, (0.5 + wide[0], 0.5 + wide[1])]))
    return union(rays)
