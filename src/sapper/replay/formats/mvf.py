"""Reads the replays of Minesweeper Clone (`.mvf`): 0.97, 2006 and 2007, and the older ones without a header.

Knows the bytes, not the rules. A record is a state of the mouse whose bits are shuffled by the file's seed; the events
are what changed from one state to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import cos, sin, sqrt

from sapper.core.layout import Layout
from sapper.errors import N_, NotationError
from sapper.replay.events import Events, Kind
from sapper.replay.formats.binary import Cursor, decode_name, layout_of_mines, printable
from sapper.replay.record import Claims, Mode, Record, Source

CELL_SIZE = 16
MAGIC = b"\x11Minesweeper Clone"
HACKED_FIELDS_AT = 7
_MODES = {1: Mode.CLASSIC, 2: Mode.DENSITY, 3: Mode.UPK, 4: Mode.CHEAT}
_STANDARD = {bytes((8, 8, 0, 10)), bytes((16, 16, 0, 40)), bytes((30, 16, 0, 99))}

_IN_HEADER = N_("the file ends inside the header")
_IN_BOARD = N_("the file ends inside the board")
_IN_EVENTS = N_("the file ends inside the events")

State = tuple[int, int, int, int]
"""Milliseconds, x, y, and the buttons held: 1 left, 2 middle, 4 right."""


def looks_like_mvf(data: bytes) -> bool:
    """Whether the file begins like one of the format's forms."""
    return data.startswith((MAGIC, b"\0\0")) or (data[:4] in _STANDARD and len(data) > 4 + 2 * data[3])


def read_mvf(data: bytes) -> Record:
    """The game of a replay of Minesweeper Clone.

    Raises:
        NotationError: it is none, or damaged.
        ParamsError: no board can have its size and mines.
    """
    if data[:4] in _STANDARD:
        return _read_without_header(data)
    if data.startswith(b"\0\0"):
        return _read_with_header(data, HACKED_FIELDS_AT, "0.97 hacked", newer=False)
    cursor = Cursor(data)
    texts = [printable(cursor.counted(1, _IN_HEADER).decode("latin-1")) for _ in range(4)]
    if not texts[0].startswith("Minesweeper Clone"):
        raise NotationError(N_("this is no replay of Minesweeper Clone"))
    cursor.take(3, _IN_HEADER)
    newer = re.match(r"200[67]", texts[3]) is not None
    return _read_with_header(data, cursor.place, texts[3], newer=newer)


def _read_with_header(data: bytes, fields_at: int, version: str, *, newer: bool) -> Record:
    cursor = Cursor(data, fields_at)
    month, day, year, hour, minute, second = (cursor.number(size, _IN_HEADER) for size in (1, 1, 2, 1, 1, 1))
    cursor.take(1, _IN_HEADER)  # the level, which the board says again
    mode = _MODES.get(cursor.number(1, _IN_HEADER), Mode.UNKNOWN)
    # A "funny mode" hack leaves a year of the 8000s.
    if year // 1000 == 8:
        mode, newer = Mode.UPK, False
    if newer:
        claims = Claims(time_ms=cursor.number(3, _IN_HEADER))
    else:
        time = cursor.number(2, _IN_HEADER) * 1000 + cursor.number(1, _IN_HEADER) * 10
        bbbv, solved, left, chord, right = (cursor.number(2, _IN_HEADER) for _ in range(5))
        # Its count of right clicks is of another kind: every press while the left button is up.
        del right
        claims = Claims(time_ms=time, bbbv=bbbv, solved_bbbv=solved, left=left, chord=chord)
    marks = cursor.number(1, _IN_HEADER) == 1
    layout = _layout(cursor, origin=1)
    name = cursor.counted(1, _IN_HEADER)
    seed, count = cursor.number(2, _IN_HEADER), cursor.number(3, _IN_HEADER)
    size = 6 if newer else 5
    records = cursor.take(count * size, _IN_EVENTS)
    states = _states_2006(records, seed) if newer else _states_097(records, seed)
    return Record(
        layout,
        Events.of(_changes(states)),
        CELL_SIZE,
        marks,
        mode,
        claims=claims,
        source=Source(
            "mvf",
            version=version,
            program=f"Minesweeper Clone, {version}",
            player=printable(decode_name(name)),
            started=f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}",
        ),
    )


def _layout(cursor: Cursor, *, origin: int) -> Layout:
    width, height = cursor.number(1, _IN_BOARD), cursor.number(1, _IN_BOARD)
    places = cursor.take(2 * cursor.number(2, _IN_BOARD), _IN_BOARD)
    return layout_of_mines(width, height, zip(places[::2], places[1::2], strict=True), origin=origin)


def _bit_order(seed: int, *, newer: bool) -> list[int]:
    """The places of a record's bits, by the bits' logical order."""
    a, b = sqrt(seed), sqrt(seed + 1000)
    c, d = sqrt(a + 1000), sqrt(b + 1000)
    values = [cos(c + 1000), sin(sqrt(b)), cos(c), sin(sqrt(a) + 1000), cos(d)]
    if newer:
        values.append(sin(d))
    digits = "".join(f"{min(round(abs(value) * 10**8), 10**8 - 1):08}" for value in values)
    # Digit j stands for bit j mod 8 of byte j div 8; sorting is stable, so that equal digits keep their order.
    return sorted(range(len(digits)), key=digits.__getitem__)


def _words(records: bytes, order: list[int]) -> Iterator[int]:
    """The records with their bits in logical order, lowest first."""
    size = len(order) // 8
    tables = []
    for byte in range(size):
        table = [0]
        for place in range(byte * 8, byte * 8 + 8):
            share = 1 << order.index(place)
            table += [entry + share for entry in table]
        tables.append(table)
    columns = [[table[byte] for byte in records[start::size]] for start, table in enumerate(tables)]
    return map(sum, zip(*columns, strict=True))


def _states_097(records: bytes, seed: int) -> Iterator[State]:
    for word in _words(records, _bit_order(seed, newer=False)):
        time = (word >> 28 & 0x3FF) * 1000 + (word >> 21 & 0x7F) * 10
        yield time, word >> 12 & 0x1FF, word >> 3 & 0x1FF, _BUTTONS[word & 7]


def _states_2006(records: bytes, seed: int) -> Iterator[State]:
    for word in _words(records, _bit_order(seed, newer=True)):
        yield word >> 25 & 0x3FFFFF, (word >> 14 & 0x7FF) - 32, (word >> 3 & 0x7FF) - 32, _BUTTONS[word & 7]


# The record's bits say right, middle, left; the older files say left, middle, right.
_BUTTONS = (0, 4, 2, 6, 1, 5, 3, 7)

_BY_BUTTON = (
    (1, Kind.LEFT_DOWN, Kind.LEFT_UP),
    (4, Kind.RIGHT_DOWN, Kind.RIGHT_UP),
    (2, Kind.MIDDLE_DOWN, Kind.MIDDLE_UP),
)


def _changes(states: Iterable[State]) -> Iterator[tuple[int, Kind, int, int]]:
    """The events between the states: a move, then what went down, then what went up."""
    started = False
    before_x = before_y = held = 0
    for time, x, y, buttons in states:
        if not started:
            started = True
            kind = Kind.MOVE
            for bit, first in ((2, Kind.MIDDLE_DOWN), (4, Kind.RIGHT_DOWN), (1, Kind.LEFT_DOWN)):
                if buttons & bit:
                    kind = first
                    break
            yield time, kind, x, y
        else:
            if x != before_x or y != before_y:
                yield time, Kind.MOVE, x, y
            if buttons != held:
                for bit, down, _up in _BY_BUTTON:
                    if buttons & ~held & bit:
                        yield time, down, x, y
                for bit, _down, up in _BY_BUTTON:
                    if held & ~buttons & bit:
                        yield time, up, x, y
        before_x, before_y, held = x, y, buttons


# From the end of a file without a header: check bytes, before them the name, before that the time.
_TRAILER_080, _TRAILER_076 = 22, 10
_NAME, _TIME, _RECORD = 100, 3, 8


def _read_without_header(data: bytes) -> Record:
    cursor = Cursor(data)
    layout = _layout(cursor, origin=0)
    marks = cursor.number(1, _IN_HEADER) == 1
    cursor.take(1, _IN_HEADER)
    start, end, trailer, version = cursor.place, len(data), 0, "before 0.76"
    if data[-1] == 0 and data[-_TRAILER_080] == 0:
        trailer, version = _TRAILER_080, "0.8-0.96"
    elif data[-_TRAILER_076:].isdigit():
        trailer, version = _TRAILER_076, "0.76"
    claims, name = Claims(), b""
    if trailer and len(data) >= start + _TIME + _NAME + trailer:
        end = len(data) - trailer - _NAME - _TIME
        name = data[end + _TIME : end + _TIME + _NAME]
        claims = Claims(time_ms=int.from_bytes(data[end : end + 2], "big") * 1000 + data[end + 2] * 10)
    elif trailer:
        raise NotationError(_IN_EVENTS)
    return Record(
        layout,
        Events.of(_changes(_old_states(data[start:end], claims.time_ms))),
        CELL_SIZE,
        marks,
        claims=claims,
        source=Source(
            "mvf",
            version=version,
            program=f"Minesweeper Clone, {version}",
            player=printable(decode_name(name.rstrip(b" "))),
        ),
    )


def _old_states(records: bytes, time: int | None) -> Iterator[State]:
    last: State | None = None
    for place in range(0, len(records) - _RECORD + 1, _RECORD):
        record = records[place : place + _RECORD]
        ms = record[0] * 1000 + record[1] * 10
        if (last is not None and ms < last[0]) or (time is not None and ms > time):
            break
        last = ms, record[3] << 8 | record[4], record[5] << 8 | record[6], record[2] & 7
        yield last
    if last is not None and last[3]:
        # The last release is not in the file.
        yield last[0], last[1], last[2], 0
