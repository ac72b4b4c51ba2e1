"""Colours as numbers and as text, and mixtures of two. Knows no palette."""

from __future__ import annotations

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""


def colour_of(text: str) -> Colour:
    """The colour that `#rrggbb` names."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hex_of(colour: Colour) -> str:
    """The colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mixed(first: Colour, second: Colour, part: float) -> Colour:
    """The first colour with so large a part of the second, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def mixed_hex(first: str, second: str, part: float) -> str:
    """`mixed`, of colours as `#rrggbb`."""
    return hex_of(mixed(colour_of(first), colour_of(second), part))
