"""Game IDs of Simon Tatham's Mines: first click and board. Knows nothing of games.

An ID is `<params>:<desc>`. The board in it is usually masked, so that a player who sees it cannot read the mines;
the masking is undone here. `<params>#<seed>` needs that program's own generator and is refused.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from sapper.core.geometry import gather_digits, spread_digits
from sapper.core.layout import Layout
from sapper.core.params import MAX_SIDE, Params, shorten, whole_number
from sapper.errors import N_, NotationError

_ID = re.compile(
    r"(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?(?P<options>(?:[nXY][0-9]+|a)*):"
    r"(?:(?P<x>[0-9]+),(?P<y>[0-9]+),)?(?P<mask>[mu]?)(?P<digits>[0-9A-Fa-f]+)",
    re.ASCII,
)
_SHAPE = re.compile(r"\s*[0-9]+(?:x[0-9]+)?(?:[nXY][0-9]+|a)*[:#]")


@dataclass(frozen=True, slots=True)
class TathamGame:
    """A board of Tatham's Mines.

    Args:
        layout: the mines.
        first: column and row of the first click, or None where the ID does not say it.
    """

    layout: Layout
    first: tuple[int, int] | None = None


def looks_like_tatham(text: str) -> bool:
    """Whether the text begins like such an ID."""
    return _SHAPE.match(text) is not None


def read_tatham(text: str) -> TathamGame:
    """Reads a game ID.

    Raises:
        NotationError: it is none, or holds no board.
        ParamsError: no board can have its size and mines.
    """
    text = text.strip()
    params, colon, description = text.partition(":")
    if not colon and "#" in params:
        raise NotationError(
            N_("the ID {text} names a seed, which only its own program can deal"), text=repr(shorten(text))
        )
    if re.fullmatch(r"r[0-9]+,[ua],.*", description):
        raise NotationError(N_("the game of this ID has no board before its first click"))
    match = _ID.fullmatch(text)
    if match is None:
        raise NotationError(
            N_("{text} is not a game ID such as 9x9:4,6,mecea163730f3855a02098"), text=repr(shorten(text))
        )
    width = whole_number(match["width"])
    height = whole_number(match["height"]) if match["height"] else width
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise NotationError(N_("the board of an ID has at most {most} columns and rows"), most=MAX_SIDE)
    cells, wanted = width * height, -(-width * height // 4)
    if len(match["digits"]) != wanted:
        raise NotationError(
            N_("the board of a {width}x{height} ID is {wanted} digits, not {found}"),
            width=width,
            height=height,
            wanted=wanted,
            found=len(match["digits"]),
        )
    board = bytes.fromhex(match["digits"] + "0" * (wanted % 2))
    if match["mask"] == "m":
        board = _mask(board, cells, undo=True)
    digits = format(int.from_bytes(board, "big"), f"0{len(board) * 8}b")
    mined = gather_digits(digits[:cells].encode("ascii"))
    layout = Layout(Params(width, height, mined.bit_count()), mined)
    first = None
    if match["x"] is not None:
        first = whole_number(match["x"]), whole_number(match["y"])
        if not layout.geometry.contains(*first):
            raise NotationError(
                N_("the first cell lies outside the {width}x{height} board"), width=width, height=height
            )
    return TathamGame(layout, first)


def write_tatham(game: TathamGame, *, masked: bool = True) -> str:
    """The game ID of a board, masked as that program writes it."""
    params = game.layout.params
    cells, wanted = params.cells, -(-params.cells // 4)
    digits = spread_digits(game.layout.mined, cells).decode("ascii")
    digits += "0" * (-cells % 8)
    board = int(digits, 2).to_bytes(len(digits) // 8, "big")
    if masked:
        board = _mask(board, cells, undo=False)
    first = "" if game.first is None else f"{game.first[0]},{game.first[1]},"
    return f"{params.width}x{params.height}:{first}{'m' if masked else 'u'}{board.hex()[:wanted]}"


def _mask(board: bytes, cells: int, *, undo: bool) -> bytes:
    """Two rounds of exclusive or of each half with a hash stream of the other half."""
    half = len(board) // 2
    head, tail = board[:half], board[half:]
    if undo:
        tail = _trim(_xor(tail, _stream(head, len(tail))), cells)
        head = _xor(head, _stream(tail, len(head)))
    else:
        head = _xor(head, _stream(tail, len(head)))
        tail = _trim(_xor(tail, _stream(head, len(tail))), cells)
    return head + tail


def _stream(seed: bytes, length: int) -> bytes:
    start = hashlib.sha1(seed, usedforsecurity=False)
    blocks = []
    for counter in range(-(-length // start.digest_size)):
        block = start.copy()
        block.update(b"%d" % counter)
        blocks.append(block.digest())
    return b"".join(blocks)[:length]


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left, "big") ^ int.from_bytes(right, "big")).to_bytes(len(left), "big")


def _trim(tail: bytes, cells: int) -> bytes:
    """Clears the bits of the last byte that stand for no cell."""
    spare = -cells % 8
    return tail[:-1] + bytes((tail[-1] >> spare << spare,)) if tail else tail
