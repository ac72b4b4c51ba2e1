"""Tables, bars and trend lines in plain text. It must not know what they show.

Widths are columns of the terminal: a Chinese character takes two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEVELS = "▁▂▃▄▅▆▇█"
_ASCII_LEVELS = "_.-=+*#@"


def can_show_blocks(encoding: str | None) -> bool:
    """Whether an output of this encoding has block characters."""
    try:
        (_EIGHTHS + _LEVELS).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def columns(text: str) -> int:
    """How many columns a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with spaces to a width; `right` puts them before it."""
    spaces = " " * max(width - columns(text), 0)
    return spaces + text if right else text + spaces


_OPENING, _CLOSING = "（“《", "，。；：、！？）”》,.;:!?)"
"""What may not end a line, and what may not begin one."""


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most so many columns, broken at spaces and beside Chinese characters."""
    pieces: list[str] = []
    before = " "
    for character in " ".join(text.split()):
        beside = before in " " or columns(before) == 2 or columns(character) == 2
        if beside and character not in _CLOSING + " " and before not in _OPENING:
            pieces.append("")
        pieces[-1] += character
        before = character
    lines = [""]
    for piece in pieces:
        if lines[-1] and columns((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def table(rows: Sequence[Sequence[str]], *, left: int) -> list[str]:
    """Rows with their columns aligned, two spaces between them.

    Args:
        rows: the texts, the headings among them.
        left: how many of the first columns start at their left edge; numbers end at their right one.
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            pad(text, width, right=place >= left) for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def bar(part: float, width: int, *, blocks: bool) -> str:
    """A bar that takes this part (0 to 1) of a width; a part above nothing is seen."""
    if part <= 0:
        return ""
    if not blocks:
        return "#" * max(round(part * width), 1)
    eighths = max(round(part * width * 8), 1)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def trend_line(values: Sequence[float], *, blocks: bool) -> str:
    """One character a value, higher for a higher one."""
    if not values:
        return ""
    steps = _LEVELS if blocks else _ASCII_LEVELS
    low, span = min(values), max(values) - min(values)
    return "".join(steps[int((value - low) / span * (len(steps) - 1) + 0.5) if span else 0] for value in values)
