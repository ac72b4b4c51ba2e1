"""What each kind of cell looks like, as a picture of any size. Knows what codes mean; no boards, no toolkit."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG
from sapper.showing.colours import Colour, mixed
from sapper.showing.rows import MARKED, RISK, Mark
from sapper.showing.shades import Shades
from sapper.showing.shapes import (
    Mask,
    Paint,
    Picture,
    Point,
    Shape,
    arc,
    disc,
    mask_of,
    polygon,
    stroke,
    union,
)

LIT = 15
"""A closed cell that is held down."""
RIGHT_FLAG = 255
"""A flag on a mine, once the game is lost; beyond all codes of `rows`."""

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


_SMALL_DIGITS = {
    **_DIGITS,
    0: ([*arc(0.5, 0.38, 0.15, start=180, end=360), *arc(0.5, 0.62, 0.15, start=0, end=180), (0.35, 0.38)],),
    9: (
        arc(0.5, 0.385, 0.16, start=0, end=360),
        [(0.66, 0.385), (0.64, 0.54), (0.55, 0.68), (0.38, 0.77)],
    ),
}
_ROOM_FOR_NUMBERS = 18
"""On a smaller tile two digits cannot be read."""

_TICK = [(0.3, 0.52), (0.44, 0.67), (0.71, 0.33)]
_WAVES = [[*arc(0.4, y, 0.1, start=180, end=360), *arc(0.6, y, 0.1, start=180, end=0)[1:]] for y in (0.42, 0.6)]
_RING = arc(0.5, 0.5, 0.38, start=0, end=360)


@lru_cache(maxsize=512)
def pixmap(code: int, side: int, *, shades: Shades) -> bytes:
    """The picture of a cell as `tile` makes it, as a portable pixmap; painted once for all boards and themes."""
    return tile(code, side, shades=shades).ppm()


def tile(code: int, side: int, *, shades: Shades) -> Picture:
    """The picture of a cell.

    Args:
        code: as `rows` numbers what is seen, pointed out and risked, or `LIT` or `RIGHT_FLAG`.
        side: in pixels.
        shades: its colours.
    """
    if RISK <= code < RIGHT_FLAG:
        return _risk(code - RISK, side, shades)
    mark, plain = divmod(code, MARKED) if code < RISK else (0, code)
    picture = _plain(plain, side, shades)
    if mark:
        _point_out(picture, Mark(mark), plain, shades)
    return picture


def _plain(code: int, side: int, shades: Shades) -> Picture:
    if code in (CLOSED, FLAGGED, QUESTIONED, WRONG_FLAG, RIGHT_FLAG):
        picture = _raised(side, shades.face, shades)
    else:
        ground = shades.lit if code == LIT else shades.bad if code == EXPLODED else shades.opened
        picture = Picture(side, ground)
        picture.rule(shades.rule)
    picture.paint(_figure(code, shades))
    return picture


def _raised(side: int, face: Colour, shades: Shades) -> Picture:
    picture = Picture(side, face)
    picture.bevel(shades.light, shades.dark, width=max(round(side * 0.085), 1))
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


def _risk(percent: int, side: int, shades: Shades) -> Picture:
    """A closed cell the redder, the more likely it is a mine; the number where there is room for it."""
    picture = _raised(side, mixed(shades.face, shades.bad, 0.5 * percent / 100 if percent < 100 else 0.0), shades)
    if percent == 0:
        picture.paint([Paint(stroke(_TICK, width=0.12), shades.good)])
    elif percent == 100:
        picture.paint(_mine(shades.bad, shades.face))
    elif side < _ROOM_FOR_NUMBERS:
        # How high it stands tells how likely it is.
        level = round((side - 4) * percent / 100) or 1
        picture.stamp(Mask(3, bytes([255] * 3 * level)), side // 2 - 1, side - 2 - level, colour=shades.question)
    else:
        wide, tall = max(round(side * 0.38), 5), round(side * 0.78)
        digits = f"{percent}"
        left = (side - wide * len(digits)) // 2
        for number, digit in enumerate(digits):
            mask = _small_digit(int(digit), wide, tall)
            picture.stamp(mask, left + number * wide, (side - tall) // 2, colour=shades.question)
    return picture


@lru_cache(maxsize=128)
def _small_digit(digit: int, wide: int, tall: int) -> Mask:
    return mask_of(union([stroke(line, width=0.09) for line in _SMALL_DIGITS[digit]]), wide, tall)


def _point_out(picture: Picture, mark: Mark, code: int, shades: Shades) -> None:
    """Marks differ in shape: frames of several kinds, a tick, waves, a mine, a ring."""
    thick = max(round(picture.side * 0.1), 2)
    closed = code in (CLOSED, QUESTIONED)
    match mark:
        case Mark.AREA:
            picture.tint(shades.accent, 0.2)
            picture.frame(shades.accent, width=1, dash=2)
        case Mark.PROOF:
            picture.frame(shades.accent, width=thick)
        case Mark.SAFE:
            picture.frame(shades.good, width=thick)
            if closed:
                picture.paint([Paint(stroke(_TICK, width=0.13), shades.good)])
        case Mark.BEST:
            picture.frame(shades.warning, width=thick)
            if closed:
                picture.paint([Paint(stroke(wave, width=0.1), shades.warning) for wave in _WAVES])
        case Mark.MINE:
            picture.frame(shades.bad, width=thick, dash=thick)
            if closed:
                picture.paint(_mine(shades.bad, shades.face))
        case Mark.WAS_SAFE:
            # On a ground of its own: in some themes a good colour is as bright as a tile.
            shapes = (_RING, _TICK) if closed else (_RING,)
            for width, colour in ((0.2, shades.opened), (0.1, shades.good)):
                picture.paint([Paint(union([stroke(shape, width=width) for shape in shapes]), colour)])
        case Mark.CLICKED:
            picture.paint([Paint(stroke(_RING, width=0.13), shades.warning)])


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
