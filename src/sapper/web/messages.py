"""What a browser may say over its socket, read with suspicion. Knows no sockets and no processes."""

from __future__ import annotations

import json
from typing import NamedTuple

LEAST, MOST = (20, 6), (300, 100)
"""The smallest and the largest terminal, in columns and rows: what is drawn costs memory."""

_REPORT = "\x1b[48;"
"""How a terminal begins to report its size."""

_PING = 32


class Typed(NamedTuple):
    """Keys and mouse, as a terminal reports them."""

    text: str


class Resized(NamedTuple):
    """The browser's window has another size, in columns and rows."""

    width: int
    height: int


class Pinged(NamedTuple):
    """To be answered with the same text."""

    text: str


class Focused(NamedTuple):
    """The page has, or has lost, the keys."""

    has: bool


Message = Typed | Resized | Pinged | Focused


def read_message(text: str) -> Message | None:
    """The message of a text frame; None when it is not one that the page sends."""
    try:
        envelope = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match envelope:
        case ["stdin", str(typed)]:
            return Typed(typed)
        case ["resize", {"width": int(width), "height": int(height)}]:
            return Resized(*clamped(width, height))
        case ["ping", str(sent)] if len(sent) <= _PING:
            return Pinged(sent)
        case ["focus" | "blur" as word]:
            return Focused(word == "focus")
    return None


def clamped(width: int, height: int) -> tuple[int, int]:
    """The size of terminal that comes nearest to the one wanted."""
    return min(max(width, LEAST[0]), MOST[0]), min(max(height, LEAST[1]), MOST[1])


class Keyboard:
    """What is typed, without the reports by which a terminal tells its size: those would pass by `clamped`."""

    def __init__(self) -> None:
        self._tail = ""

    def cleaned(self, text: str) -> str:
        """What may be passed on of a text: whatever the messages are cut into, no report ever begins."""
        passed: list[str] = []
        for char in text:
            if self._tail + char == _REPORT:
                continue
            passed.append(char)
            self._tail = (self._tail + char)[-(len(_REPORT) - 1) :]
        return "".join(passed)
