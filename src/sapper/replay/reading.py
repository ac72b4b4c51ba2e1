"""Finds out what a file is by its content and reads it: replays, boards, and texts that name a board.

The name's ending only breaks ties and chooses whose error is told. Formats are imported when a file may be theirs.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sapper.core.layout import Layout
from sapper.core.notation import looks_like_game_id, parse_board, parse_game_id
from sapper.core.params import parse_size
from sapper.errors import N_, NotationError, SapperError
from sapper.replay.record import Record

MAX_TEXT = 32 * 1024 * 1024
MAX_ID = 300_000
"""The longest text that is tried as an ID or link: that of the largest board."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What was in a file.

    Args:
        format: the format's name.
        records: the games; none in a file that only holds a board.
        board: the layout of a file that only holds a board.
    """

    format: str
    records: tuple[Record, ...] = ()
    board: Layout | None = None

    @property
    def layout(self) -> Layout:
        """The layout of the board or of the first game."""
        return self.records[0].layout if self.board is None else self.board


@dataclass(frozen=True, slots=True)
class _Format:
    """A format: its module and functions, by name, and the endings of its files."""

    name: str
    module: str
    looks: str
    reads: str
    endings: tuple[str, ...]
    text: bool = False

    def function(self, name: str) -> Callable[..., Any]:
        return _function(self.module, name)


@cache
def _function(module: str, name: str) -> Callable[..., Any]:
    return getattr(importlib.import_module(f"sapper.replay.formats.{module}"), name)  # type: ignore[no-any-return]


_FORMATS = (
    _Format("rmv", "rmv", "looks_like_rmv", "read_rmv", (".rmv", ".umf")),
    _Format("evf", "evf", "looks_like_evf", "read_evf", (".evf",)),
    _Format("evfs", "evfs", "looks_like_evfs", "read_evfs", (".evfs",)),
    _Format("mvf", "mvf", "looks_like_mvf", "read_mvf", (".mvf",)),
    _Format("mbf", "mbf", "looks_like_mbf", "read_mbf", (".mbf", ".abf")),
    _Format("avf", "avf", "looks_like_avf", "read_avf", (".avf",)),
    _Format("mgb", "boardtext", "looks_like_mgb", "read_mgb", (".mgb",)),
    _Format("rawvf", "rawvf", "looks_like_rawvf", "read_rawvf", (".rawvf", ".rawvf.txt"), text=True),
    _Format("mine", "boardtext", "looks_like_mine", "read_mine", (".mine",), text=True),
    _Format("board", "boardtext", "looks_like_board", "read_board_text", (".board",), text=True),
    _Format("json", "boardtext", "looks_like_json", "read_json", (), text=True),
)

ENDINGS = frozenset(ending for known in _FORMATS for ending in known.endings)
"""The endings of the files that are looked for in a folder."""


def read_contents(data: bytes, name: str = "") -> Contents:
    """What the bytes of a file hold.

    Args:
        data: all of them.
        name: the file's name, whose ending breaks ties.

    Raises:
        NotationError: they are of no known format, or damaged.
        ParamsError: no board can have the size and mines they say.
    """
    if not data:
        raise NotationError(N_("the file is empty"))
    text = _text(data)
    named = [known for known in _FORMATS if name.lower().endswith(known.endings)]
    fitting = [known for known in _FORMATS if _looks(known, data, text)]
    fault: SapperError | None = None
    for known in sorted(fitting, key=lambda known: known not in named) + [one for one in named if one not in fitting]:
        try:
            return _read(known, data, text)
        except SapperError as error:
            if fault is None or known in named:
                fault = error
    if text is not None and not named:
        return _read_plain_text(text, fault)
    raise fault or NotationError(N_("this is no replay and no board of a known format"))


def _looks(known: _Format, data: bytes, text: str | None) -> bool:
    if known.text and text is None:
        return False
    return bool(known.function(known.looks)(text if known.text else data))


def _read(known: _Format, data: bytes, text: str | None) -> Contents:
    if known.text and text is None:
        # A damaged byte in a text: read on, so that the error names its line.
        text = data[:MAX_TEXT].decode("utf-8", "replace")
    found = known.function(known.reads)(text if known.text else data)
    match found:
        case Record():
            return Contents(known.name, (found,))
        case list():
            return Contents(known.name, tuple(found))
        case Layout():
            return Contents(known.name, board=found)
        case _:
            return Contents(known.name, board=found.layout)


def _text(data: bytes) -> str | None:
    if len(data) > MAX_TEXT or b"\0" in data:
        return None
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return None


def _read_plain_text(text: str, fault: SapperError | None) -> Contents:
    """A text board, or a text that is nothing but an ID or a link."""
    if len(text) <= MAX_ID and len(text.split()) == 1:
        for looks, read in _ids():
            if looks(text):
                return Contents("id", board=read(text))
        if looks_like_game_id(text):
            return Contents("id", board=_dealt(text))
    try:
        return Contents("text", board=parse_board(text))
    except SapperError as error:
        if _holds_several(text):
            template = N_("there are several boards in it, and one is wanted; generate --output DIR parts them")
            raise NotationError(template) from None
        raise fault or error from None


def _dealt(text: str) -> Layout:
    """The layout of a game ID.

    Raises:
        SapperError: it is none, or its board cannot be dealt.
    """
    from sapper.deal import deal

    game = parse_game_id(text)
    if game.first is None:
        raise NotationError(N_("a game ID without its first cell names no board yet: it ends in :X,Y"))
    return deal(game)


def _holds_several(text: str) -> bool:
    """Whether boards follow each other in a text, as `sapper generate -n` writes them."""
    from sapper.replay.formats.boardtext import looks_like_json

    lines = [line.strip() for line in text[:MAX_ID].splitlines() if line.strip()]
    kinds = [looks for looks, _ in _ids()] + [looks_like_game_id, looks_like_json]
    if len(lines) > 1 and any(looks(lines[0]) and looks(lines[1]) for looks in kinds):
        return True
    first, _, second = "\n".join(text.splitlines()).strip().partition("\n\n")
    try:
        parse_board(first)
        parse_size(second.partition("\n")[0])
    except SapperError:
        return False
    return True


def _ids() -> Iterator[tuple[Callable[[str], bool], Callable[[str], Layout]]]:
    from sapper.replay.formats.analysis_link import looks_like_analysis_link, read_analysis_link
    from sapper.replay.formats.link import looks_like_link, read_link
    from sapper.replay.formats.tatham import looks_like_tatham, read_tatham

    yield looks_like_analysis_link, lambda text: read_analysis_link(text).layout
    yield looks_like_tatham, lambda text: read_tatham(text).layout
    yield looks_like_link, lambda text: read_link(text).layout
