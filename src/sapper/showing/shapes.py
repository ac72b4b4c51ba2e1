"""Shapes as distances from their edges, and pictures painted with them, smooth at any size. Knows no toolkit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import NamedTuple

from sapper.showing.colours import Colour, mixed

Point = tuple[float, float]
Shape = Callable[[float, float], float]
"""How far a point lies outside the shape (negative inside), all in parts of a picture's side."""


class Paint(NamedTuple):
    """A shape in a colour."""

    shape: Shape
    colour: Colour


def disc(x: float, y: float, radius: float) -> Shape:
    """A filled circle."""
    return lambda px, py: hypot(px - x, py - y) - radius


def stroke(points: Sequence[Point], *, width: float) -> Shape:
    """A line through points with round ends and corners."""
    pieces = [(ax, ay, bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]

    def distance(px: float, py: float) -> float:
        nearest = 9.0
        for ax, ay, dx, dy in pieces:
            along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
            along = 0.0 if along < 0 else 1.0 if along > 1 else along
            nearest = min(nearest, hypot(px - ax - along * dx, py - ay - along * dy))
        return nearest - width / 2

    return distance


def polygon(points: Sequence[Point]) -> Shape:
    """A filled convex polygon, its corners in clockwise order as seen on the screen."""
    edges = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        length = hypot(bx - ax, by - ay)
        edges.append((ax, ay, (by - ay) / length, -(bx - ax) / length))
    return lambda px, py: max((px - ax) * nx + (py - ay) * ny for ax, ay, nx, ny in edges)


def union(shapes: Sequence[Shape]) -> Shape:
    """What lies in any of the shapes."""
    return lambda px, py: min(shape(px, py) for shape in shapes)


def arc(x: float, y: float, radius: float, *, start: float, end: float) -> list[Point]:
    """Points along a circle, in degrees that begin at the right and go clockwise on the screen."""
    steps = max(int(abs(end - start) / 15), 2)
    angles = (radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


class Mask(NamedTuple):
    """How much of each pixel of a rectangle a shape covers: rows from the top, 255 for all of it."""

    width: int
    covered: bytes


def mask_of(shape: Shape, width: int, height: int) -> Mask:
    """The mask of a shape that fills a square as high as it is, in the middle of it, so many pixels wide."""
    left = (height - width) / 2
    covers = (
        min(max(0.5 - shape((x + left + 0.5) / height, (y + 0.5) / height) * height, 0.0), 1.0)
        for y in range(height)
        for x in range(width)
    )
    return Mask(width, bytes(round(255 * cover) for cover in covers))


class Picture:
    """A square of pixels.

    Attributes:
        side: its width and height in pixels.
    """

    def __init__(self, side: int, colour: Colour) -> None:
        """A picture of one colour."""
        self.side = side
        self._pixels = bytearray(bytes(colour) * (side * side))

    def __getitem__(self, at: tuple[int, int]) -> Colour:
        """The colour of the pixel at column, row."""
        start = (at[1] * self.side + at[0]) * 3
        red, green, blue = self._pixels[start : start + 3]
        return red, green, blue

    def __setitem__(self, at: tuple[int, int], colour: Colour) -> None:
        start = (at[1] * self.side + at[0]) * 3
        self._pixels[start : start + 3] = bytes(colour)

    def bevel(self, light: Colour, dark: Colour, *, width: int) -> None:
        """Raises the picture: light from the top left, dark at the bottom right, mitred corners."""
        last = self.side - 1
        for depth in range(width):
            for step in range(depth, self.side - depth):
                self[step, last - depth] = self[last - depth, step] = dark
            for step in range(depth, self.side - depth - 1):
                self[step, depth] = self[depth, step] = light
            self[depth, last - depth] = self[last - depth, depth] = mixed(light, dark, 0.5)

    def rule(self, colour: Colour) -> None:
        """Draws a line along the top and left edge, as between open cells."""
        for step in range(self.side):
            self[step, 0] = self[0, step] = colour

    def frame(self, colour: Colour, *, width: int, dash: int = 0) -> None:
        """Draws a frame along the edges; dashed where `dash` pixels are drawn and as many left out."""
        last = self.side - 1
        for depth in range(width):
            for step in range(depth, self.side - depth):
                if not dash or step // dash % 2 == 0:
                    for at in ((step, depth), (step, last - depth), (depth, step), (last - depth, step)):
                        self[at] = colour

    def tint(self, colour: Colour, part: float) -> None:
        """Gives every pixel so large a part of a colour."""
        for y in range(self.side):
            for x in range(self.side):
                self[x, y] = mixed(self[x, y], colour, part)

    def stamp(self, mask: Mask, x: int, y: int, *, colour: Colour) -> None:
        """Paints what a mask covers, its corner at column `x` and row `y`."""
        for number, covered in enumerate(mask.covered):
            if covered:
                at = x + number % mask.width, y + number // mask.width
                self[at] = mixed(self[at], colour, covered / 255)

    def paint(self, paints: Sequence[Paint]) -> None:
        """Paints shapes one over the other."""
        side = self.side
        for shape, colour in paints:
            for y in range(side):
                for x in range(side):
                    covered = 0.5 - shape((x + 0.5) / side, (y + 0.5) / side) * side
                    if covered > 0:
                        self[x, y] = colour if covered >= 1 else mixed(self[x, y], colour, covered)

    def rgb(self) -> bytes:
        """The pixels in reading order, three bytes each."""
        return bytes(self._pixels)

    def ppm(self) -> bytes:
        """The picture as a portable pixmap, which any toolkit reads."""
        return f"P6 {self.side} {self.side} 255\n".encode("ascii") + self.rgb()
