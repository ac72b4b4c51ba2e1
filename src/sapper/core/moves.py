"""Moves and their text form: what a player decides, apart from keys, clicks and clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from sapper.core.params import shorten, whole_number
from sapper.errors import N_, NotationError


class MoveKind(StrEnum):
    """What is done to a cell; the value is the first letter of the text form. Each names the state it leads to."""

    OPEN = "o"
    CHORD = "c"
    FLAG = "f"
    QUESTION = "q"
    UNMARK = "u"
    """Take away a flag or a question mark."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move at column `x`, row `y`, both from 0."""

    kind: MoveKind
    x: int
    y: int

    def __str__(self) -> str:
        """The text form: the kind's letter and the coordinates, such as `o3,4`."""
        return f"{self.kind}{self.x},{self.y}"


def parse_move(text: str) -> Move:
    """The move of a text form.

    Raises:
        NotationError: it is no move; whether it is on a board is for the rules to say.
    """
    match = re.fullmatch(r"([ocfqu])([0-9]+),([0-9]+)", text, re.ASCII)
    if match is None:
        raise NotationError(
            N_("{text} is not a move such as o3,4 (o, c, f, q or u, then x,y)"), text=repr(shorten(text))
        )
    kind, x, y = match.groups()
    return Move(MoveKind(kind), whole_number(x), whole_number(y))
