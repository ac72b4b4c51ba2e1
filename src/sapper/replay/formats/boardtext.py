"""Text and JSON boards: `.mine`, `.board`, minegauler's `.mgb`, and what `sapper generate` tells. Knows no moves."""

from __future__ import annotations

import json
import re
from typing import Any

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.notation import parse_board
from sapper.core.params import MAX_SIDE, Params, whole_number
from sapper.errors import N_, NN_, NotationError
from sapper.replay.formats.binary import layout_of_mines
from sapper.replay.formats.diagram import Diagram, check_numbers, plane_of

MAX_JSON = 4_000_000
"""A larger JSON file is refused before it is taken apart, which needs many times its size."""


_MINE_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", re.ASCII)
_BOARD_TITLE = re.compile(r"\s*#\s*MINESWEEPER-BOARD\b")


def looks_like_mine(text: str) -> bool:
    """Whether the text begins with a size such as `8x8x10`."""
    return _MINE_SIZE.match(text.lstrip("\ufeff \r\n\t")) is not None


def read_mine(text: str) -> Diagram:
    """The board of a `.mine` text, whose mines must all be there: as `M`, `?` or a flag `F`.

    Raises:
        NotationError: it is none, or only part of a board.
        ParamsError: no board can have its size and mines.
    """
    lines = [
        (number, line.strip()) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()
    ]
    match = _MINE_SIZE.fullmatch(lines[0][1]) if lines else None
    if match is None:
        raise NotationError(N_("the first line must be a size such as 8x8x10"), line=1)
    width, height, mines = (whole_number(group) for group in match.groups())
    params = Params(width, height, mines)
    rows = _rows(lines[1:], width, height, "012345678HFM?IO")
    cells = "".join(rows)
    mined = plane_of(cells, "FM?I")
    if mined.bit_count() != mines:
        raise NotationError(
            NN_(
                "the first line says {mines} mine, {found} are shown: this is only part of a board",
                "the first line says {mines} mines, {found} are shown: this is only part of a board",
                "mines",
            ),
            mines=mines,
            found=mined.bit_count(),
        )
    layout = Layout(params, mined)
    check_numbers(cells, layout)
    return Diagram(layout, plane_of(cells, "012345678"), plane_of(cells, "F"))


def write_mine(layout: Layout, *, opened: int = 0, flagged: int = 0) -> str:
    """A `.mine` text: open cells as their numbers, flags on mines as `F`, other mines `M`, the rest hidden."""
    params = layout.params
    letters = ["H"] * params.cells
    for cell in cells_of(layout.mined):
        letters[cell] = "F" if flagged >> cell & 1 else "M"
    for cell in cells_of(opened & layout.safe):
        letters[cell] = str(layout.numbers[cell])
    rows = ("".join(letters[start : start + params.width]) for start in range(0, params.cells, params.width))
    return "".join(f"{line}\n" for line in (f"{params.width}x{params.height}x{params.mines}", *rows))


def looks_like_board(text: str) -> bool:
    """Whether the text begins with the title of the `.board` format."""
    return _BOARD_TITLE.match(text.lstrip("\ufeff")) is not None


def read_board_text(text: str) -> Diagram:
    """The board of a `.board` text, from its section `[real]`, with what its `[view]` shows as open and flagged.

    Raises:
        NotationError: it is none, or does not say where the mines are.
        ParamsError: no board can have its size and mines.
    """
    if not looks_like_board(text):
        raise NotationError(N_("the first line must be # MINESWEEPER-BOARD"), line=1)
    section, options = "", dict[str, str]()
    sections: dict[str, list[tuple[int, str]]] = {"real": [], "view": []}
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if re.match(r"#\s*Render\s*:", line, re.IGNORECASE) and "ascii" not in line.lower():
            raise NotationError(N_("only boards drawn with ASCII can be read"), line=number)
        if not line or (not section and line.startswith("#")):
            continue
        if line.lower() in ("[real]", "[view]"):
            section = line.lower()[1:-1]
        elif section:
            sections[section].append((number, re.sub(r"\s+", "", line)))
        else:
            key, _, value = line.partition(":")
            options[key.strip().lower()] = value.strip()
    sizes = [options.get(key, "") for key in ("columns", "rows", "mines")]
    if not all(re.fullmatch(r"[0-9]{1,9}", size, re.ASCII) for size in sizes):
        raise NotationError(N_("the board must say its rows, columns and mines"))
    params = Params(*map(int, sizes))
    if not sections["real"]:
        raise NotationError(N_("there is no section [real], which says where the mines are"))
    real = "".join(_rows(sections["real"], params.width, params.height, "*012345678"))
    if real.count("*") != params.mines:
        raise NotationError(
            NN_(
                "the file says {mines} mine, its board has {found}",
                "the file says {mines} mines, its board has {found}",
                "mines",
            ),
            mines=params.mines,
            found=real.count("*"),
        )
    layout = Layout(params, plane_of(real, "*"))
    check_numbers(real, layout)
    if not sections["view"]:
        return Diagram(layout)
    view = "".join(_rows(sections["view"], params.width, params.height, "U012345678F?X@#"))
    return Diagram(layout, plane_of(view, "012345678"), plane_of(view, "F#"))


def looks_like_mgb(data: bytes) -> bool:
    """Whether the bytes may be a JSON object with minegauler's names."""
    return data.lstrip().startswith(b"{") and b'"mine_coords"' in data


def read_mgb(data: bytes) -> Layout:
    """The layout of a minegauler board.

    Raises:
        NotationError: it is none, or of a game with other rules.
        ParamsError: no board can have its size and mines.
    """
    board = _object(data)
    kind = board.get("type", "regular")
    if kind != "regular":
        name = repr(str(kind)[:40])
        raise NotationError(N_("boards of the type {kind} belong to another game and cannot be played here"), kind=name)
    if board.get("reach", 8) != 8:
        raise NotationError(N_("numbers of this board reach other cells than the eight neighbours"))
    width, height = _whole(board.get("x_size")), _whole(board.get("y_size"))
    places = board.get("mine_coords")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE) or not isinstance(places, list):
        raise NotationError(N_("the board must say x_size, y_size and mine_coords"))
    if not all(isinstance(place, list) and len(place) == 2 for place in places):
        raise NotationError(N_("every mine of the board must be a pair of column and row"))
    mines = [(_whole(x), _whole(y)) for x, y in places]
    if board.get("per_cell", 1) != 1 and len(set(mines)) != len(mines):
        raise NotationError(N_("some cells of this board hold several mines, which cannot be played here"))
    return layout_of_mines(width, height, mines)


def looks_like_json(text: str) -> bool:
    """Whether the text may be a board as `sapper generate --format json` writes it."""
    return re.match(r'\s*\{\s*"id"\s*:', text.lstrip("\ufeff")) is not None and '"rows"' in text


def read_json(text: str) -> Layout:
    """The layout of a board as `sapper generate --format json` writes it, from its `rows`.

    Raises:
        NotationError: it is none.
        ParamsError: no board can have its size and mines.
    """
    rows = _object(text.lstrip("\ufeff")).get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise NotationError(N_("the board is not the JSON that its format demands"))
    return parse_board("\n".join(rows))


def _object(data: bytes | str) -> dict[str, Any]:
    if len(data) > MAX_JSON:
        raise NotationError(N_("the board is longer than any board needs"))
    try:
        board = json.loads(data)
    except (ValueError, RecursionError):
        raise NotationError(N_("the board is not the JSON that its format demands")) from None
    if not isinstance(board, dict):
        raise NotationError(N_("the board is not the JSON that its format demands"))
    return board


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9 else -1


def _rows(lines: list[tuple[int, str]], width: int, height: int, alphabet: str) -> list[str]:
    """The rows, all of them there, of one length and of the alphabet only."""
    if len(lines) != height:
        number = lines[-1][0] if lines else 1
        raise NotationError(
            NN_(
                "the board has {found} row, its size says {wanted}",
                "the board has {found} rows, its size says {wanted}",
                "found",
            ),
            line=number,
            found=len(lines),
            wanted=height,
        )
    for number, line in lines:
        if len(line) != width:
            raise NotationError(
                NN_(
                    "this row has {found} cell, the size says {wanted}",
                    "this row has {found} cells, the size says {wanted}",
                    "found",
                ),
                line=number,
                found=len(line),
                wanted=width,
            )
        strange = line.strip(alphabet)
        if strange:
            found = repr(strange[0])
            raise NotationError(N_("{found} is not a cell of this format"), line=number, found=found)
    return [line for _, line in lines]
