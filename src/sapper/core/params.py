"""What a player sets before a game: size, mines, level and first-click policy. Knows nothing of cells or layouts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from sapper.errors import N_, NN_, NotationError, ParamsError, Reason

MAX_SIDE = 1000
"""The longest side of a board, in cells."""


class Policy(StrEnum):
    """What the first click is promised; every layout that keeps the promise is equally likely."""

    ANY = "any"
    """Nothing: the first cell may be a mine."""
    SAFE = "safe"
    """The first cell is not a mine."""
    OPENING = "opening"
    """The first cell and its neighbours are free of mines, as far as the mines fit elsewhere."""
    NO_GUESS = "no-guess"
    """An opening, from which the whole board can be finished by logic."""


@dataclass(frozen=True, slots=True, order=True)
class Params:
    """A board's size in cells and its mine count.

    Raises:
        ParamsError: the size is outside 1x1 to 1000x1000, or the mines outside 0 to cells - 1; names every fault.
    """

    width: int
    height: int
    mines: int

    def __post_init__(self) -> None:
        faults: list[Reason] = []
        if not 1 <= self.width <= MAX_SIDE:
            faults.append(Reason(N_("the width must be 1 to {most}, not {value}"), _found(self.width)))
        if not 1 <= self.height <= MAX_SIDE:
            faults.append(Reason(N_("the height must be 1 to {most}, not {value}"), _found(self.height)))
        if self.mines < 0:
            faults.append(Reason(N_("the mines must be 0 or more, not {value}"), _found(self.mines)))
        elif not faults and self.mines >= self.cells:
            values = {"size": f"{self.width}x{self.height}", "most": self.cells - 1, "value": _brief(self.mines)}
            faults.append(
                Reason(
                    NN_(
                        "a {size} board holds at most {most} mine, not {value}",
                        "a {size} board holds at most {most} mines, not {value}",
                        "most",
                    ),
                    values,
                )
            )
        if faults:
            raise ParamsError(*faults)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def safe_cells(self) -> int:
        """The number of cells without a mine."""
        return self.cells - self.mines

    def __str__(self) -> str:
        """The size as `WIDTHxHEIGHT/MINES`."""
        return f"{self.width}x{self.height}/{self.mines}"


LEVELS = {
    "beginner": Params(9, 9, 10),
    "intermediate": Params(16, 16, 40),
    "expert": Params(30, 16, 99),
    "ranked-beginner": Params(8, 8, 10),
}
"""The named levels, by their names."""


def level_name(params: Params) -> str:
    """The name of the level of this size, or `custom`."""
    return next((name for name, level in LEVELS.items() if level == params), "custom")


def parse_level(text: str) -> Params:
    """A level's name, or a size as `WIDTHxHEIGHT/MINES`.

    Raises:
        NotationError: it is neither.
        ParamsError: it is a size that no board can have.
    """
    named = LEVELS.get(text.strip().lower())
    return named if named is not None else parse_size(text)


def parse_size(text: str) -> Params:
    """A size as `WIDTHxHEIGHT/MINES`.

    Raises:
        NotationError: it is not of this form.
        ParamsError: no board can have this size.
    """
    match = re.fullmatch(r"\s*([+-]?[0-9]+)[xX]([+-]?[0-9]+)/([+-]?[0-9]+)\s*", text, re.ASCII)
    if match is None:
        raise NotationError(
            N_("{text} is neither a level ({levels}) nor a size such as 30x16/99"),
            text=repr(shorten(text)),
            levels=", ".join(LEVELS),
        )
    width, height, mines = (whole_number(group) for group in match.groups())
    return Params(width, height, mines)


FAR = 10**18
"""Stands for every whole number too long to matter: no count or coordinate of a board comes near it."""


def whole_number(digits: str, *, longest: int = 18) -> int:
    """The value of `[+-]?[0-9]+`, of any length; beyond `longest` digits it is plus or minus 10**longest (`FAR`)."""
    negative = digits.startswith("-")
    magnitude = digits.lstrip("+-").lstrip("0") or "0"
    value = int(magnitude) if len(magnitude) <= longest else 10**longest
    return -value if negative else value


def shorten(text: str, *, most: int = 40) -> str:
    """The text, cut with an ellipsis where it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _brief(value: int) -> str | Reason:
    return str(value) if abs(value) < FAR else Reason(N_("a number that long"))


def _found(value: int) -> dict[str, object]:
    return {"most": MAX_SIDE, "value": _brief(value)}
