"""Reading a line and writing text: the only input and output of the consoles. Knows no game.

Text goes out as UTF-8 whatever the locale, and lines come in as bytes, so that no input can fail to decode.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable

from sapper.core.params import whole_number

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from typing import BinaryIO

LONGEST_LINE = 2**20
"""Bytes of a line that are looked at; the rest of a longer one is read and forgotten."""


class EndOfInput(Exception):
    """There is nothing more to read."""


class Terminal:
    """The streams of one run.

    Args:
        source: where lines come from, or None when there is no input.
        sink: where text goes, or None when nobody reads it.
        can_clear: whether the screen is one that can be cleared.
    """

    def __init__(self, source: BinaryIO | None, sink: BinaryIO | None, *, can_clear: bool = False) -> None:
        self._source = source
        self._sink = sink
        self._can_clear = can_clear

    @classmethod
    def of_process(cls) -> Terminal:
        """Standard input and output."""
        source = sys.stdin.buffer if sys.stdin is not None else None
        sink = sys.stdout.buffer if sys.stdout is not None else None
        can_clear = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        return cls(source, sink, can_clear=can_clear)

    def write(self, text: str) -> None:
        """Writes text, which is seen at the next `read_line` at the latest.

        Raises:
            BrokenPipeError: nobody reads it any more.
        """
        if self._sink is None:
            raise BrokenPipeError
        self._sink.write(text.encode("utf-8"))

    def flush(self) -> None:
        """Shows what was written."""
        if self._sink is not None:
            self._sink.flush()

    def clear(self) -> None:
        """Clears the screen, where there is one."""
        if self._can_clear:
            self.write("\x1b[H\x1b[2J")

    def read_line(self) -> bytes:
        """The next line, without what is beyond `LONGEST_LINE`.

        Raises:
            EndOfInput: there is none.
        """
        self.flush()
        line = self._source.readline(LONGEST_LINE) if self._source is not None else b""
        if not line:
            raise EndOfInput
        rest = line
        while self._source is not None and rest and not rest.endswith(b"\n"):
            rest = self._source.readline(LONGEST_LINE)
        return line

    def read_numbers(self, count: int) -> list[int] | None:
        """The whole numbers that the next line begins with, as many as asked for; None when it does not.

        Blanks and commas part them; what follows them is ignored.

        Raises:
            EndOfInput: there is no line.
        """
        tokens = self.read_line().replace(b",", b" ").split(maxsplit=count)[:count]
        if len(tokens) < count or not all(re.fullmatch(rb"[+-]?[0-9]+", token) for token in tokens):
            return None
        return [whole_number(token.decode("ascii")) for token in tokens]

    def read_number(self) -> int | None:
        """The whole number that the next line begins with, or None.

        Raises:
            EndOfInput: there is no line.
        """
        numbers = self.read_numbers(1)
        return numbers[0] if numbers else None


def to_the_end(terminal: Terminal, play: Callable[[], None], *, farewell: str = "\n") -> int:
    """Plays until the player leaves, the input ends or Ctrl-C is pressed.

    Args:
        terminal: where it is played.
        play: returns when the player leaves.
        farewell: what is written when it is not the player who leaves.

    Returns:
        The exit status: 0, or 130 after Ctrl-C.
    """
    try:
        play()
    except EndOfInput:
        terminal.write(farewell)
    except KeyboardInterrupt:
        terminal.write(farewell)
        return 130
    return 0
