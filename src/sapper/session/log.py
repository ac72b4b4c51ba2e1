"""The move log of a game, a line an entry, and its text form. Knows nothing of what the moves do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from sapper.core.moves import Move, parse_move
from sapper.core.params import shorten, whole_number
from sapper.errors import N_, NotationError


class Note(StrEnum):
    """What happens in a game besides moves."""

    UNDO = "undo"
    HINT = "hint"
    LOOK = "look"
    """A look at the mines or at exact risks."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the move log: what was done, and when.

    Args:
        ms: milliseconds on the game's clock; 0 before the first open.
        action: a move of the rules, or a note.
    """

    ms: int
    action: Move | Note

    def __str__(self) -> str:
        return f"{self.ms} {self.action}"


def parse_entry(text: str) -> Entry:
    """Reads a line of the move log.

    Raises:
        NotationError: it is none.
    """
    match = re.fullmatch(r"([0-9]+) (\S+)", text, re.ASCII)
    if match is None:
        raise NotationError(N_("{text} is not a log entry such as 1200 o3,4"), text=repr(shorten(text)))
    word = match[2]
    action = Note(word) if word in tuple(Note) else parse_move(word)
    return Entry(whole_number(match[1]), action)
