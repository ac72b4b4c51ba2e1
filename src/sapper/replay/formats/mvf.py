"""Reads the replays of Minesweeper Clone (`.mvf`): 0.97, 2006 and 2007, and the older ones without a header.

Knows the bytes, not the rules. A record is a state of the mouse whose bits are shuffled by the file's seed; the events
are what changed from one state to the next.
"""

from __future__ import annotations

import re
import struct
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from math import cos, sin, sqrt
from operator import itemgetter, ne

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


@dataclass(frozen=True, slots=True)
class States:
    """The states of the mouse in columns: milliseconds, x, y, and the buttons held, 1 left, 2 middle, 4 right.

    Those that differ from the one before in nothing but the time are left out.
    """

    times: Sequence[int]
    xs: Sequence[int]
    ys: Sequence[int]
    buttons: bytes


def looks_like_mvf(data: bytes) -> bool:
    """Whether the file is like one of the format's forms; that of the hacked program has only its date to tell."""
    if data.startswith(b"\0\0"):
        month, day = data[HACKED_FIELDS_AT : HACKED_FIELDS_AT + 2] if len(data) > HACKED_FIELDS_AT + 1 else (0, 0)
        return 1 <= month <= 12 and 1 <= day <= 31
    return data.startswith(MAGIC) or (data[:4] in _STANDARD and len(data) > 4 + 2 * data[3])


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
    return Record(
        layout,
        _changes(_states(records, seed, newer=newer)),
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


def _words(records: bytes, order: list[int]) -> int:
    """The records with their bits in logical order, lowest first: an int of eight bytes a record.

    Each byte of a record says something about each byte of its word; both are columns, translated and joined at once.
    """
    size = len(order) // 8
    count = len(records) // size
    shares = []
    for byte in range(size):
        table = [0]
        for place in range(byte * 8, byte * 8 + 8):
            bit = 1 << order.index(place)
            table += [entry + bit for entry in table]
        shares.append(struct.pack("<256Q", *table))
    lanes = bytearray(8 * count)
    for target in range(size):
        joined = 0
        for byte, share in enumerate(shares):
            joined |= int.from_bytes(records[byte::size].translate(share[target::8]), "little")
        lanes[target::8] = joined.to_bytes(count, "little")
    return int.from_bytes(lanes, "little")


def _without_repeats(words: int, count: int, bits: int) -> tuple[int, int]:
    """The words whose lowest bits differ from those of the one before, the first among them, and how many they are."""
    ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * count, "little")
    mask = (1 << bits) - 1
    # A word that differs has some of the lowest bits set, so that adding the mask carries into the bit above them.
    differing = ((words ^ words << 64) & ones * mask) + ones * mask | 1 << bits
    flags = (differing >> bits & ones).to_bytes(8 * count + 8, "little")[: 8 * count : 8]
    kept = array("q", compress(struct.unpack(f"<{count}q", words.to_bytes(8 * count, "little")), flags))
    if sys.byteorder == "big":
        kept.byteswap()
    return int.from_bytes(kept.tobytes(), "little"), len(kept)


def _field(words: int, count: int, *, shift: int, bits: int) -> int:
    """One field of all words, in lanes as wide as theirs."""
    ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * count, "little")
    return words >> shift & ones * ((1 << bits) - 1)


def _numbers(lanes: int, count: int) -> tuple[int, ...]:
    return struct.unpack(f"<{count}q", lanes.to_bytes(8 * count, "little"))


def _states(records: bytes, seed: int, *, newer: bool) -> States:
    order = _bit_order(seed, newer=newer)
    words, count = _without_repeats(_words(records, order), len(records) * 8 // len(order), 25 if newer else 21)
    buttons = _field(words, count, shift=0, bits=3).to_bytes(8 * count, "little")[::8].translate(_BUTTONS)
    if newer:
        times = _field(words, count, shift=25, bits=22)
        across, down = (_numbers(_field(words, count, shift=shift, bits=11), count) for shift in (14, 3))
        return States(_numbers(times, count), [x - 32 for x in across], [y - 32 for y in down], buttons)
    times = 1000 * _field(words, count, shift=28, bits=10) + 10 * _field(words, count, shift=21, bits=7)
    xs, ys = (_numbers(_field(words, count, shift=shift, bits=9), count) for shift in (12, 3))
    return States(_numbers(times, count), xs, ys, buttons)


# The record's bits say right, middle, left; the older files say left, middle, right.
_BUTTONS = bytes((0, 4, 2, 6, 1, 5, 3, 7)).ljust(256, b"\0")

_BY_BUTTON = (
    (1, Kind.LEFT_DOWN, Kind.LEFT_UP),
    (4, Kind.RIGHT_DOWN, Kind.RIGHT_UP),
    (2, Kind.MIDDLE_DOWN, Kind.MIDDLE_UP),
)


def _changes(states: States) -> Events:
    """The events between the states: a move, then what went down, then what went up."""
    xs, ys, buttons = states.xs, states.ys, states.buttons
    count = len(buttons)
    if not count:
        return Events.of_columns((), b"", (), ())
    kinds, sources = bytearray((_FIRST[buttons[0]],)), [0]
    start = 1
    for index in compress(range(1, count), map(ne, buttons, buttons[1:])):
        # Stretches of mere moves, which are most of all, are taken whole.
        happened = _PRESSES[buttons[index - 1]][buttons[index]]
        if xs[index] != xs[index - 1] or ys[index] != ys[index - 1]:
            happened = _MOVED + happened
        kinds += _MOVED * (index - start) + happened
        sources += range(start, index)
        sources += [index] * len(happened)
        start = index + 1
    kinds += _MOVED * (count - start)
    sources += range(start, count)
    # One more, because a single index would give no tuple.
    pick = itemgetter(*sources, 0)
    times, across, down = (pick(column)[:-1] for column in (states.times, xs, ys))
    return Events.of_columns(times, bytes(kinds), across, down, narrow=True)


_PRESSES = tuple(
    tuple(
        bytes(down for bit, down, _ in _BY_BUTTON if buttons & ~held & bit)
        + bytes(up for bit, _, up in _BY_BUTTON if held & ~buttons & bit)
        for buttons in range(8)
    )
    for held in range(8)
)
"""What happened between two states of the buttons."""
_MOVED = bytes((Kind.MOVE,))
_FIRST = (
    Kind.MOVE,
    Kind.LEFT_DOWN,
    Kind.MIDDLE_DOWN,
    Kind.MIDDLE_DOWN,
    Kind.RIGHT_DOWN,
    Kind.RIGHT_DOWN,
    Kind.MIDDLE_DOWN,
    Kind.MIDDLE_DOWN,
)
"""What the first state becomes, by its buttons: only one event, of the middle button, else the right, else the left."""


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
        _changes(_old_states(data[start:end], claims.time_ms)),
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


def _old_states(records: bytes, time: int | None) -> States:
    times: list[int] = []
    xs: list[int] = []
    ys: list[int] = []
    held = bytearray()
    before = 0
    for place in range(0, len(records) - _RECORD + 1, _RECORD):
        record = records[place : place + _RECORD]
        ms = record[0] * 1000 + record[1] * 10
        if ms < before or (time is not None and ms > time):
            break
        before = ms
        if place and record[2:7] == records[place + 2 - _RECORD : place + 7 - _RECORD]:
            continue
        times.append(ms)
        xs.append(record[3] << 8 | record[4])
        ys.append(record[5] << 8 | record[6])
        held.append(record[2] & 7)
    if held and held[-1]:
        # The last release is not in the file.
        times.append(before)
        xs.append(xs[-1])
        ys.append(ys[-1])
        held.append(0)
    return States(times, xs, ys, bytes(held))
