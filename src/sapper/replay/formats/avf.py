"""Reads the replays of Minesweeper Arbiter (`.avf`, versions 0.46 to 0.52). Knows the bytes, not the rules.

A file is walked by its own check numbers, whose digits have no length of their own; only where one of them does not
fit is the info text searched for by its bracket. The digest in the tail is another program's and is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import add

from sapper.core.layout import Layout
from sapper.errors import N_, NotationError, Reason
from sapper.replay.events import Events, Kind
from sapper.replay.formats.binary import Cursor, column, decode_name, layout_of_mines, printable
from sapper.replay.record import Claims, Record, Source

CELL_SIZE = 16
SIZES = {3: (8, 8, 10), 4: (16, 16, 40), 5: (30, 16, 99)}
CUSTOM = 6
MARKS_ON = 17
RECORD = 8

_UNSHIFT = bytes((stored + 45) % 256 for stored in range(256))
"""What a stored byte stands for where the format says *shifted*."""

_MASKS = {
    1: Kind.MOVE,
    3: Kind.LEFT_DOWN,
    5: Kind.LEFT_UP,
    9: Kind.RIGHT_DOWN,
    11: Kind.SHIFT_LEFT_DOWN,
    17: Kind.RIGHT_UP,
    21: Kind.LEFT_UP,
    33: Kind.MIDDLE_DOWN,
    65: Kind.MIDDLE_UP,
    145: Kind.RIGHT_UP,
    193: Kind.MIDDLE_UP,
}
_KIND_OF_MASK = bytes(_MASKS.get(mask, 0) for mask in range(256))
_INFO = re.compile(r"\[[0-3]\|(?:W[0-9]+H[0-9]+M[0-9]+\|)?(?P<start>[^|\]]*)")
_FIGURES = re.compile(r"B(?P<bbbv>[0-9]{1,6})T(?P<seconds>[0-9]{1,7})(?:[.,](?P<fraction>[0-9]{1,3}))?")
_COUNTRIES = {
    8: "China",
    10: "England",
    12: "France",
    13: "Germany",
    23: "South Korea",
    29: "Poland",
    31: "Russia",
    41: "USA",
    69: "Japan",
}

_IN_HEADER = N_("the file ends inside the header")
_IN_BOARD = N_("the file ends inside the board")
_IN_EVENTS = N_("the file ends inside the events")


def looks_like_avf(data: bytes) -> bool:
    """Whether the first bytes are a version and a level of this format."""
    return len(data) > 16 and data[0] < 64 and (data[5] in SIZES or data[5] == CUSTOM)


def read_avf(data: bytes) -> Record:
    """The game of a replay of Minesweeper Arbiter.

    Raises:
        NotationError: it is none, or damaged.
        ParamsError: no board can have its size and mines.
    """
    cursor = Cursor(data)
    version = cursor.number(1, _IN_HEADER)
    cursor.take(4, _IN_HEADER)
    level = cursor.number(1, _IN_HEADER)
    if level not in SIZES and level != CUSTOM:
        raise NotationError(
            N_("this is no replay of Minesweeper Arbiter: its level is {level}, not 3 to 6"), level=level
        )
    if version == 0:
        raise NotationError(N_("this is a binary replay of FreeSweeper, which only that program can save as RAWVF"))
    layout = _read_layout(cursor, level)
    texts = _walk(data, cursor.place, layout)
    warnings = []
    if texts is None:
        texts = _search(data, cursor.place)
        warnings.append(Reason(N_("a check number in the file does not fit the data that it belongs to")))
    events, end = _read_events(data, texts)
    info = texts.info.decode("latin-1")
    start = _INFO.match(info)
    source = Source(
        "avf",
        version=str(version),
        program=_read_program(data[end:]),
        player=printable(decode_name(texts.name)),
        country=_COUNTRIES.get(texts.country, ""),
        started=printable(start["start"]) if start else "",
        trusts_events=True,
    )
    return Record(
        layout,
        events,
        CELL_SIZE,
        texts.marks == MARKS_ON,
        claims=_claims(info),
        source=source,
        warnings=tuple(warnings),
    )


@dataclass(frozen=True, slots=True)
class _Texts:
    """What stands between the board and the events; `count` is None where nothing vouches for it."""

    count: int | None
    country: int
    name: bytes
    marks: int
    info: bytes
    events_at: int


def _read_layout(cursor: Cursor, level: int) -> Layout:
    if level == CUSTOM:
        width = cursor.number(1, _IN_HEADER) + 1
        height = cursor.number(1, _IN_HEADER) + 1
        mines = cursor.number(2, _IN_HEADER)
    else:
        width, height, mines = SIZES[level]
    places = cursor.take(2 * mines, _IN_BOARD)
    return layout_of_mines(width, height, zip(places[1::2], places[::2], strict=True), origin=1)


def _walk(data: bytes, place: int, layout: Layout) -> _Texts | None:
    """Goes from field to field by the check numbers; None where one does not fit."""
    cursor = Cursor(data, place)
    try:
        if not _passes(cursor, _board_check(layout)):
            return None
        count = int.from_bytes(cursor.take(4, _IN_HEADER).translate(_UNSHIFT), "big")
        country = cursor.number(1, _IN_HEADER)
        name = cursor.counted(1, _IN_HEADER).translate(_UNSHIFT)
        if not _passes(cursor, _text_check(name)):
            return None
        marks = cursor.number(1, _IN_HEADER)
        info = cursor.counted(1, _IN_HEADER)
        if not _passes(cursor, _text_check(info)):
            return None
    except NotationError:
        return None
    return _Texts(count, country, name, marks, info, cursor.place)


def _search(data: bytes, place: int) -> _Texts:
    """Finds the info text by its bracket, as older readers do."""
    found = re.compile(rb"\[[0-3]\|[^\]]{0,253}\]").search(data, place, place + 4096)
    if found is None:
        raise NotationError(N_("there is no information text in the replay, without which its events cannot be found"))
    events_at = found.end() + len(str(_text_check(found[0])))
    return _Texts(None, 0, b"", data[found.start() - 2] if found.start() >= 2 else 0, found[0], events_at)


def _passes(cursor: Cursor, check: int) -> bool:
    digits = str(check).encode("ascii")
    return cursor.take(len(digits), _IN_HEADER).translate(_UNSHIFT) == digits


def _board_check(layout: Layout) -> int:
    width = layout.params.width
    numbers = layout.numbers
    total = 0
    for cell in range(layout.params.cells):
        y, x = divmod(cell, width)
        total += (10 if layout.mined >> cell & 1 else 1 + numbers[cell]) * x * (1 + y)
    return total


def _text_check(text: bytes) -> int:
    return sum(place * value for place, value in enumerate(text, start=1))


def _read_events(data: bytes, texts: _Texts) -> tuple[Events, int]:
    start = texts.events_at
    if texts.count is None:
        records = data[start : start + (len(data) - start) // RECORD * RECORD]
    else:
        end = start + texts.count * RECORD
        if end > len(data):
            raise NotationError(_IN_EVENTS)
        records = data[start:end]
    seconds = column(records, RECORD, 6, 2)
    length = seconds.index(0) if 0 in seconds else len(seconds)
    if texts.count is None and length == len(seconds):
        raise NotationError(_IN_EVENTS)
    records = records[: length * RECORD]
    kinds = records[::RECORD].translate(_KIND_OF_MASK)
    strange = kinds.find(0)
    if strange >= 0:
        mask = records[strange * RECORD]
        raise NotationError(N_("event {number} is of the unknown kind {kind}"), number=strange + 1, kind=mask)
    times = map(add, map(_SECONDS, seconds[:length]), map(_HUNDREDTHS.__getitem__, records[4::RECORD]))
    events = Events.of_columns(times, kinds, column(records, RECORD, 1, 3), column(records, RECORD, 5, 7))
    return events, start + (length + 1) * RECORD


_HUNDREDTHS = range(0, 2560, 10)
_SECONDS = range(-1000, 65535 * 1000, 1000).__getitem__


def _claims(info: str) -> Claims:
    figures = _FIGURES.search(info)
    if figures is None:
        return Claims()
    fraction = (figures["fraction"] or "").ljust(3, "0")
    # The written time is one second too long: the program counts from one.
    return Claims(time_ms=int(figures["seconds"]) * 1000 + int(fraction) - 1000, bbbv=int(figures["bbbv"]))


def _read_program(tail: bytes) -> str:
    start = tail.find(b"Minesweeper Arbiter")
    if start < 0:
        return "Minesweeper Arbiter"
    return printable(tail[start : start + 200].split(b"\r")[0].decode("windows-1252", "replace"))
