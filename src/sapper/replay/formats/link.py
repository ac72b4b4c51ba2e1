"""Links that carry a board, `?b=<size>&m=<mines>[&c=<clicks>]`, as ZiNi calculators and LlamaSweeper share them.

Knows nothing of games. Links of another kind (`?analysis=`) are `analysis_link`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sapper.core.geometry import gather_digits, spread_digits
from sapper.core.layout import Layout
from sapper.core.params import MAX_SIDE, Params, whole_number
from sapper.errors import N_, NotationError

HOST = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
"""The page that links are written for; every reader of such links takes the part after `?`."""

NAMED_SIZES = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}

MAX_LENGTH = 2_000_000
"""More characters than the link of the largest board with a long list of clicks has."""

_ALPHABET = "0123456789abcdefghijklmnopqrstuv"
_GROUPS = {ord(letter): format(value, "05b") for value, letter in enumerate(_ALPHABET)}
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SEXTETS = {ord(letter): format(value, "06b") for value, letter in enumerate(_BASE64)}


class Button(StrEnum):
    """What a click of a link's click list does."""

    LEFT = "left"
    RIGHT = "right"
    CHORD = "chord"


_BUTTONS = tuple(Button)


@dataclass(frozen=True, slots=True)
class LinkClick:
    """One click of a link's list, at column `x`, row `y` from 0."""

    button: Button
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Link:
    """What a link carries: a layout and, in some, the clicks that open it."""

    layout: Layout
    clicks: tuple[LinkClick, ...] = ()


def looks_like_link(text: str) -> bool:
    """Whether the text has both parts of such a link."""
    return len(text) <= MAX_LENGTH and bool(re.search(r"(?:^|[?&#\s])b=", text) and re.search(r"(?:^|[?&#])m=", text))


def read_link(text: str) -> Link:
    """Reads a link, or its part after `?` alone.

    Raises:
        NotationError: it is no such link.
        ParamsError: no board can have its size and mines.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(N_("the link is longer than any board needs"))
    parts = dict(re.findall(r"(?:^|[?&#])([bmc])=([^&#\s]*)", text.strip()))
    if not parts.get("b") or not parts.get("m"):
        raise NotationError(N_("a link to a board has a size and mines, such as ?b=1&m=00000000010000g80"))
    width, height = _size(parts["b"])
    layout = _layout(width, height, parts["m"])
    return Link(layout, _clicks(layout.params, parts["c"]) if parts.get("c") else ())


def write_link(layout: Layout, clicks: Sequence[LinkClick] = ()) -> str:
    """The link of a layout, with a list of clicks where one is given."""
    params = layout.params
    named = next((name for name, size in NAMED_SIZES.items() if size == (params.width, params.height)), None)
    longest = max(len(str(params.width)), len(str(params.height)))
    size = named or f"{params.width:0{longest}}{params.height:0{longest}}"
    digits = spread_digits(layout.mined, params.cells).decode("ascii")
    digits += "0" * (-len(digits) % 5)
    mines = "".join(_ALPHABET[int(digits[start : start + 5], 2)] for start in range(0, len(digits), 5))
    link = f"{HOST}?b={size}&m={mines}"
    return f"{link}&c={_format_clicks(params, clicks)}" if clicks else link


def _size(text: str) -> tuple[int, int]:
    if text in NAMED_SIZES:
        return NAMED_SIZES[text]
    if re.fullmatch(r"[0-9]{2,8}", text, re.ASCII) is None:
        raise NotationError(N_("the size b of a link is 1, 2, 3 or columns and rows such as 3016"))
    half = len(text) // 2
    width, height = whole_number(text[:half]), whole_number(text[half:])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise NotationError(N_("the size b of a link is at most {most} columns and rows"), most=MAX_SIDE)
    return width, height


def _layout(width: int, height: int, text: str) -> Layout:
    cells = width * height
    wanted = -(-cells // 5)
    if len(text) != wanted:
        raise NotationError(
            N_("the mines m of a {width}x{height} link are {wanted} characters, not {found}"),
            width=width,
            height=height,
            wanted=wanted,
            found=len(text),
        )
    strange = text.strip(_ALPHABET)
    if strange:
        raise NotationError(N_("the mines m of a link are written in 0-9 and a-v, not {found}"), found=repr(strange[0]))
    digits = text.translate(_GROUPS)
    if "1" in digits[cells:]:
        raise NotationError(N_("the last character of the mines m names cells outside the board"))
    mined = gather_digits(digits[:cells].encode("ascii"))
    return Layout(Params(width, height, mined.bit_count()), mined)


def _clicks(params: Params, text: str) -> tuple[LinkClick, ...]:
    text = text.rstrip("=")
    strange = text.strip(_BASE64)
    if strange:
        raise NotationError(N_("the clicks c of a link hold the strange character {found}"), found=repr(strange[0]))
    bits = text.translate(_SEXTETS)
    size = _cell_bits(params)
    clicks: list[LinkClick] = []
    position = 0
    while bits[position : position + 2] != "11":
        if position + 2 + size > len(bits):
            raise NotationError(N_("the clicks c of a link end before their closing mark"))
        cell = int(bits[position + 2 : position + 2 + size] or "0", 2)
        if cell >= params.cells:
            raise NotationError(N_("click {number} of the link lies outside the board"), number=len(clicks) + 1)
        x, y = divmod(cell, params.height)
        clicks.append(LinkClick(_BUTTONS[int(bits[position : position + 2], 2)], x, y))
        position += 2 + size
    return tuple(clicks)


def _format_clicks(params: Params, clicks: Sequence[LinkClick]) -> str:
    size = _cell_bits(params)
    parts = []
    for click in clicks:
        cell = click.x * params.height + click.y
        parts.append(format(_BUTTONS.index(click.button), "02b"))
        parts.append(format(cell, f"0{size}b") if size else "")
    bits = "".join(parts) + "11"
    # Whole bytes first, then the base 64 characters that those need.
    bits += "0" * (-len(bits) % 8)
    bits += "0" * (-len(bits) % 6)
    return "".join(_BASE64[int(bits[start : start + 6], 2)] for start in range(0, len(bits), 6))


def _cell_bits(params: Params) -> int:
    return (params.cells - 1).bit_length()
