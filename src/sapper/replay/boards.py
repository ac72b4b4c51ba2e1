"""From what a user names a board by (a file, a game ID, a link, another program's ID) to its layout or its key.

Imports a format only when the argument is of that format, so that the line consoles start at once.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from sapper.core.layout import Layout
from sapper.core.notation import GameId, looks_like_game_id, parse_game_id
from sapper.core.params import shorten
from sapper.errors import N_, NotationError, naming

MAX_BYTES = 64 * 1024 * 1024
"""No file of a supported format is larger: a replay of a million events has about 10 MB as text."""


def read_board(argument: str) -> Layout | GameId:
    """The board that an argument names: an existing file, a game ID, a link or an ID of Tatham's Mines.

    Returns:
        The layout; for a game ID, its key, whose layout is dealt elsewhere.

    Raises:
        NotationError: it names no board.
        ParamsError: no board can have its size and mines.
        FileError: the file cannot be read, or there is no board in it.
    """
    if os.path.exists(argument):
        with naming(argument):
            return read_board_file(Path(argument))
    board = read_board_text(argument)
    if board is None:
        raise NotationError(
            N_("{text} is neither a file nor a game ID such as 30x16/99:opening:123 nor a link to a board"),
            text=repr(shorten(argument)),
        )
    return board


def read_board_text(text: str) -> Layout | GameId | None:
    """The board of a game ID, a link or a Tatham ID; None where the text has the shape of none of them."""
    if looks_like_game_id(text):
        return parse_game_id(text)
    from sapper.replay.formats.tatham import looks_like_tatham, read_tatham

    if looks_like_tatham(text):
        return read_tatham(text).layout
    from sapper.replay.formats.link import looks_like_link, read_link

    if looks_like_link(text):
        return read_link(text).layout
    from sapper.replay.formats.analysis_link import looks_like_analysis_link, read_analysis_link

    if looks_like_analysis_link(text):
        return read_analysis_link(text).layout
    return None


def read_board_file(path: Path) -> Layout | GameId:
    """The board of a file: a text board, a board file, a replay, or a text that holds an ID or a link.

    Raises:
        NotationError: there is no board in it.
        OSError: it cannot be read.
    """
    data = read_bytes(path)
    if len(data) < 1024 and data.isascii() and len(data.split()) == 1 and looks_like_game_id(data.decode("ascii")):
        return parse_game_id(data.decode("ascii"))
    from sapper.replay.reading import read_contents

    return read_contents(data, path.name).layout


def read_bytes(path: Path) -> bytes:
    """The content of a regular file of bearable size.

    Raises:
        NotationError: it is a device or pipe, or larger than any board or replay.
        OSError: it cannot be read; a folder cannot.
    """
    # Opened before it is looked at, so that what was looked at is what is read; without waiting, for pipes' sake.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise NotationError(N_("it is a device or pipe, not a file"))
        if status.st_size <= MAX_BYTES:
            data = file.read(MAX_BYTES + 1)
            if len(data) <= MAX_BYTES:
                return data
    raise too_large()


def too_large() -> NotationError:
    """The error of a file that is larger than any board or replay."""
    return NotationError(N_("it is larger than {most} MB, as no board and no replay is"), most=MAX_BYTES // 2**20)
