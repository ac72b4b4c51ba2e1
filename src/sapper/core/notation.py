"""Text forms of boards, positions and games. Readers accept anything and raise `NotationError`; they never crash.

A *text board* has an optional first line `WIDTHxHEIGHT/MINES`, then a row a line: `*` mine, `.` safe. A *text
position* has `0`-`8` for open cells, `#` closed, `F` flagged. Blank lines and lines that begin with `;` are skipped.
A *game ID* is `WxH/M:policy:seed[:x,y][:vN]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sapper.core.geometry import gather_digits, spread_digits
from sapper.core.layout import Layout
from sapper.core.params import MAX_SIDE, Params, Policy, parse_size, shorten, whole_number
from sapper.core.view import CLOSED, FLAGGED, View
from sapper.errors import N_, NN_, NotationError, SapperError

DEALER_VERSION = 1
"""The version of the dealer whose layouts a game ID without `:vN` names."""

MAX_SEED = 2**64 - 1
"""The largest seed."""


@dataclass(frozen=True, slots=True)
class GameId:
    """The key of a layout, and its text form.

    Args:
        params: size and mine count.
        policy: what the first click is promised.
        seed: 0 to `MAX_SEED`.
        first: column and row of the first cell, or None while it is not known.
        version: of the dealer.
    """

    params: Params
    policy: Policy
    seed: int
    first: tuple[int, int] | None = None
    version: int = DEALER_VERSION

    def __str__(self) -> str:
        first = "" if self.first is None else f":{self.first[0]},{self.first[1]}"
        version = "" if self.version == DEALER_VERSION else f":v{self.version}"
        return f"{self.params}:{self.policy}:{self.seed}{first}{version}"

    def at(self, x: int, y: int) -> GameId:
        """This game with its first cell known."""
        return replace(self, first=(x, y))


_GAME_ID = (
    r"(?P<size>[^:]*):(?P<policy>[^:]*):(?P<seed>[0-9]+)(?::(?P<x>[0-9]+),(?P<y>[0-9]+))?(?::v(?P<version>[0-9]+))?"
)


def looks_like_game_id(text: str) -> bool:
    """Whether the text has a game ID's shape: a size, a policy's word and something more, between colons."""
    return re.match(r"\s*[0-9]+x[0-9]+/[0-9]+:[a-z-]+:", text) is not None


def parse_game_id(text: str) -> GameId:
    """Reads a game ID.

    Raises:
        NotationError: it is none, or names an unknown policy or dealer, or a first cell outside the board.
        ParamsError: no board can have its size.
    """
    match = re.fullmatch(_GAME_ID, text.strip(), re.ASCII)
    if match is None:
        example = "30x16/99:opening:123 or 30x16/99:opening:123:15,8"
        raise NotationError(N_("{text} is not a game ID such as {example}"), text=repr(shorten(text)), example=example)
    params = parse_size(match["size"])
    try:
        policy = Policy(match["policy"])
    except ValueError:
        names = ", ".join(Policy)
        raise NotationError(
            N_("no policy is called {name}; there are {names}"), name=match["policy"][:20], names=names
        ) from None
    seed = whole_number(match["seed"], longest=len(str(MAX_SEED)))
    if seed > MAX_SEED:
        raise NotationError(N_("a seed is at most {most}"), most=MAX_SEED)
    version = DEALER_VERSION if match["version"] is None else whole_number(match["version"])
    if version != DEALER_VERSION:
        raise NotationError(
            N_("this program deals version {known}, not version {asked}"), known=DEALER_VERSION, asked=version
        )
    first = None
    if match["x"] is not None:
        first = whole_number(match["x"]), whole_number(match["y"])
        if not (first[0] < params.width and first[1] < params.height):
            raise NotationError(
                N_("the first cell lies outside the {width}x{height} board"), width=params.width, height=params.height
            )
    return GameId(params, policy, seed, first)


def format_board(layout: Layout) -> str:
    """The text board of a layout, with its size line."""
    return "".join(f"{line}\n" for line in [str(layout.params), *board_rows(layout)])


def board_rows(layout: Layout) -> list[str]:
    """A layout's rows: `*` mine, `.` safe."""
    text = spread_digits(layout.mined, layout.params.cells).translate(bytes.maketrans(b"01", b".*")).decode("ascii")
    width = layout.params.width
    return [text[start : start + width] for start in range(0, len(text), width)]


def parse_board(text: str) -> Layout:
    """Reads a text board.

    Raises:
        NotationError: it is none; with the line and column of the fault where there is one.
        ParamsError: no board can have its size and mines.
    """
    size, rows = _rows(text, ".*", N_("{found} is neither a mine (*) nor a safe cell (.)"))
    joined = "".join(rows)
    params = Params(len(rows[0]), len(rows), joined.count("*"))
    if size is not None and size != params:
        raise NotationError(N_("the first line says {said}, the rows are {found}"), line=1, said=size, found=params)
    digits = joined.translate({ord("."): "0", ord("*"): "1"}).encode("ascii")
    return Layout(params, gather_digits(digits))


def parse_view(text: str, *, mines: int | None = None) -> View:
    """Reads a text position.

    Args:
        text: the position.
        mines: the mine count, where the text does not say it; overrides the text's own.

    Raises:
        NotationError: it is none, or its mine count is nowhere given.
        ParamsError: no board can have its size and mines.
    """
    wrong = N_("{found} is neither an open cell (0-8) nor a closed one (#) nor a flag (F)")
    size, rows = _rows(text, "012345678#F", wrong)
    width, height = len(rows[0]), len(rows)
    if size is not None and (size.width, size.height) != (width, height):
        found = f"{width}x{height}"
        raise NotationError(N_("the first line says {said}, the rows are {found}"), line=1, said=size, found=found)
    if mines is None:
        if size is None:
            raise NotationError(N_("a position needs its mine count: a first line such as 9x9/10, or --mines"))
        mines = size.mines
    cells = "".join(rows).encode("ascii").translate(_TEXT_TO_VIEW)
    return View(Params(width, height, mines), cells)


_TEXT_TO_VIEW = bytes(
    code - ord("0") if ord("0") <= code <= ord("8") else FLAGGED if code == ord("F") else CLOSED for code in range(256)
)


def _rows(text: str, alphabet: str, wrong: str) -> tuple[Params | None, Sequence[str]]:
    """The size line, if there is one, and the rows, all of one length and of the alphabet only."""
    size: Params | None = None
    rows: list[str] = []
    allowed = frozenset(alphabet)
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith(";"):
            continue
        if not rows and size is None and "/" in line:
            try:
                size = parse_size(line)
            except SapperError as error:
                raise NotationError("{fault}", line=number, fault=error) from None
            continue
        if not allowed.issuperset(line):
            column = next(index for index, character in enumerate(line) if character not in allowed)
            raise NotationError(wrong, line=number, column=column + 1, found=repr(line[column]))
        if rows and len(line) != len(rows[0]):
            template = NN_(
                "this row has {found} cell, the rows above it have {wanted}",
                "this row has {found} cells, the rows above it have {wanted}",
                "found",
            )
            raise NotationError(template, line=number, found=len(line), wanted=len(rows[0]))
        if len(rows) == MAX_SIDE or len(line) > MAX_SIDE:
            raise NotationError(N_("a board has at most {most} rows and columns"), line=number, most=MAX_SIDE)
        rows.append(line)
    if not rows:
        raise NotationError(N_("there is no board in it"))
    return size, rows
