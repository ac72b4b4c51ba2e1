"""The colours of a drawn board: a palette's, with the light and shade of raised tiles. Knows no toolkit."""

from __future__ import annotations

from typing import NamedTuple

from sapper.showing.colours import Colour, colour_of, mixed
from sapper.showing.palettes import Palette

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)


class Shades(NamedTuple):
    """What tiles are painted with.

    Args:
        face: a closed tile.
        light: its edges towards the light.
        dark: its edges away from it.
        opened: an open cell.
        rule: the lines between open cells.
        lit: a tile that is held down.
        numbers: 1 to 8.
        flag: the cloth of a flag.
        pole: its pole and foot.
        mine: a mine.
        glint: the light on a mine.
        bad: behind the exploded mine, and the cross over a wrong flag.
        flame: around the exploded mine.
        good: the tick on a right flag.
        question: a question mark.
        accent: the frame around a number that proves something.
        warning: what is the best guess, and what was clicked.
    """

    face: Colour
    light: Colour
    dark: Colour
    opened: Colour
    rule: Colour
    lit: Colour
    numbers: tuple[Colour, ...]
    flag: Colour
    pole: Colour
    mine: Colour
    glint: Colour
    bad: Colour
    flame: Colour
    good: Colour
    question: Colour
    accent: Colour
    warning: Colour


def shades_of(palette: Palette) -> Shades:
    """The shades of a theme; classic has the greys that a window is known by, which a terminal cannot tell apart."""
    if palette.name == "classic":
        face, opened, rule = colour_of("#c0c0c0"), colour_of("#c6c6c6"), colour_of("#8a8a8a")
        light, dark, lit = _WHITE, colour_of("#7b7b7b"), colour_of("#b4b4b4")
    else:
        face, opened = colour_of(palette.closed), colour_of(palette.opened)
        if palette.dark:
            face = mixed(face, _WHITE, 0.06)
        light = mixed(face, _WHITE, 0.26 if palette.dark else 0.7)
        dark = mixed(face, _BLACK, 0.42 if palette.dark else 0.3)
        rule = mixed(opened, face, 0.55)
        lit = mixed(opened, face, 0.4)
    mine = colour_of(palette.mine)
    return Shades(
        face,
        light,
        dark,
        opened,
        rule,
        lit,
        tuple(map(colour_of, palette.numbers)),
        colour_of(palette.flag),
        colour_of(palette.text),
        mine,
        mixed(mine, _BLACK if sum(mine) > 382 else _WHITE, 0.75),
        colour_of(palette.bad),
        (255, 214, 90),
        colour_of(palette.good),
        colour_of(palette.text),
        colour_of(palette.accent),
        colour_of(palette.warning),
    )
