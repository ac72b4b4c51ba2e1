"""Reads the replays of Metasweeper, EVF 0 to 4. Knows the bytes, not the rules; `evf_writer` writes them."""

from __future__ import annotations

import re
from array import array
from itertools import accumulate

from sapper.core.layout import Layout
from sapper.errors import N_, NotationError
from sapper.replay.events import MAX_EVENTS, TOO_MANY, Events
from sapper.replay.formats.binary import Cursor, column, layout_of_bits, printable, signed_column
from sapper.replay.record import Claims, Mode, Record, Result, Source

NEWEST = 4
WON_BIT, NO_FLAG_BIT, CONVERTED_BIT = 128, 16, 8
MARKS_BIT = 128

MODES = {
    0: Mode.CLASSIC,
    1: Mode.UPK,
    2: Mode.CHEAT,
    3: Mode.DENSITY,
    4: Mode.WINDOWS_7,
    5: Mode.CLASSIC_NO_GUESS,
    6: Mode.STRICT_NO_GUESS,
    7: Mode.WEAK_NO_GUESS,
    8: Mode.QUASI_NO_GUESS,
    9: Mode.STRONG_GUESSABLE,
    10: Mode.WEAK_GUESSABLE,
    11: Mode.RECURSIVE_CHORD,
    12: Mode.RECURSIVE_FLAG,
    13: Mode.RECURSIVE_BOTH,
    14: Mode.RECURSIVE_CHORD_NO_GUESS,
    15: Mode.RECURSIVE_FLAG_NO_GUESS,
    16: Mode.RECURSIVE_BOTH_NO_GUESS,
    0xFFFF: Mode.NO_RULES,
}
"""The modes by their codes, which RMV 2 shares."""

STATES = {81: Result.UNFINISHED, 82: Result.WON, 83: Result.LOST, 99: Result.UNFINISHED}
OFFSET = 10_000
"""What is added to a metric's index in the events of version 4."""

_IN_HEADER = N_("the file ends inside the header")
_IN_BOARD = N_("the file ends inside the board")
_IN_EVENTS = N_("the file ends inside the events")
_UNKNOWN_KIND = N_("event {number} is of the unknown kind {kind}")


def looks_like_evf(data: bytes) -> bool:
    """Whether the first bytes are a version and a size of this format."""
    if len(data) < 20 or data[0] > NEWEST:
        return False
    place = 3 if data[0] >= 3 else 2
    rows, columns, mines = data[place], data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
    return rows > 0 and columns > 0 and mines < rows * columns and data[place + 4] > 0


def read_evf(data: bytes) -> Record:
    """The game of an EVF replay.

    Raises:
        NotationError: it is none, or damaged.
        ParamsError: no board can have its size and mines.
    """
    version = Cursor(data).number(1, _IN_HEADER)
    if version > NEWEST:
        raise NotationError(
            N_("the replay is of EVF version {version}; 0 to {newest} can be read"), version=version, newest=NEWEST
        )
    if version == NEWEST:
        return _read_4(data)
    try:
        return _read_0_to_3(data, version)
    except NotationError:
        # A library writes version 2 under the number 0.
        if version == 0:
            try:
                return _read_0_to_3(data, 2)
            except NotationError:
                pass
        raise


def _read_0_to_3(data: bytes, version: int) -> Record:
    cursor = Cursor(data, 1)
    summary = cursor.number(1, _IN_HEADER)
    settings = cursor.number(1, _IN_HEADER) if version >= 3 else 0
    height, width = cursor.number(1, _IN_HEADER), cursor.number(1, _IN_HEADER)
    mines, cell_size = cursor.number(2, _IN_HEADER), cursor.number(1, _IN_HEADER)
    mode, bbbv, time = (cursor.number(size, _IN_HEADER) for size in (2, 2, 3))
    # Software, player, competition, game, start, end, country, and from version 2 the device, which is private.
    texts = [_text(cursor.until_zero(_IN_HEADER)) for _ in range(8 if version >= 2 else 7)]
    layout = layout_of_bits(width, height, mines, cursor.take(-(-width * height // 8), _IN_BOARD))
    events = _absolute_events(data, cursor.place)
    source = Source("evf", version=str(version), program=texts[0], player=texts[1], country=texts[6], started=texts[4])
    claims = Claims(time_ms=time, bbbv=bbbv, result=Result.WON if summary & WON_BIT else None)
    return _record(layout, events, (cell_size, settings, mode), claims=claims, source=source)


def _record(
    layout: Layout,
    events: Events,
    numbers: tuple[int, int, int],
    *,
    claims: Claims,
    source: Source,
    end_ms: int | None = None,
) -> Record:
    """The record of a file of any version, whose header has these numbers: cell size, settings, mode."""
    cell_size, settings, mode = numbers
    return Record(
        layout,
        events,
        _checked_cell_size(cell_size),
        bool(settings & MARKS_BIT),
        MODES.get(mode, Mode.UNKNOWN),
        claims=claims,
        source=source,
        end_ms=end_ms,
    )


def _absolute_events(data: bytes, start: int) -> Events:
    """Records of eight bytes (kind, u24 ms, u16 x, u16 y) up to the kind 0 or 255."""
    firsts = data[start::8]
    end = re.compile(rb"[^\x01-\x0c]").search(firsts)
    if end is None:
        raise NotationError(_IN_EVENTS)
    if end[0] not in (b"\x00", b"\xff"):
        raise NotationError(_UNKNOWN_KIND, number=end.start() + 1, kind=end[0][0])
    records = data[start : start + end.start() * 8]
    return Events.of_columns(
        column(records, 8, 1, 2, 3, typecode="q"),
        firsts[: end.start()],
        column(records, 8, 4, 5),
        column(records, 8, 6, 7),
        narrow=True,
    )


def _read_4(data: bytes) -> Record:
    cursor = Cursor(data, 1)
    summary, settings = cursor.number(1, _IN_HEADER), cursor.number(1, _IN_HEADER)
    height, width = cursor.number(1, _IN_HEADER), cursor.number(1, _IN_HEADER)
    mines, cell_size = cursor.number(2, _IN_HEADER), cursor.number(1, _IN_HEADER)
    mode, bbbv, time = (cursor.number(size, _IN_HEADER) for size in (2, 2, 4))
    country = _text(cursor.take(2, _IN_HEADER))
    started = cursor.number(8, _IN_HEADER)
    cursor.take(8, _IN_HEADER)
    program = _text(cursor.until_zero(_IN_HEADER))
    if summary & CONVERTED_BIT:
        cursor.until_zero(_IN_HEADER)
        cursor.until_zero(_IN_HEADER)
    player = _text(cursor.until_zero(_IN_HEADER))
    cursor.until_zero(_IN_HEADER)  # the competition
    cursor.until_zero(_IN_HEADER)  # the game's identifier
    cursor.counted(2, _IN_HEADER)  # the device, which is private
    layout = layout_of_bits(width, height, mines, cursor.take(-(-width * height // 8), _IN_BOARD))
    for _ in range(cursor.number(2, _IN_HEADER)):
        cursor.until_zero(_IN_HEADER)  # the name of a metric
    events, ended, end_ms = _relative_events(cursor)
    result = ended if ended is not None else Result.WON if summary & WON_BIT else None
    claims = Claims(time_ms=time, bbbv=bbbv, result=result)
    source = Source("evf", version="4", program=program, player=player, country=country, started=str(started))
    return _record(layout, events, (cell_size, settings, mode), claims=claims, source=source, end_ms=end_ms)


# Runs of tokens of one kind, so that the long ones are read a column at a time. Their length is limited because the
# matcher keeps something for every repetition.
_TOKENS = re.compile(
    rb"(?P<mouse>(?:[\x01-\x0c].{5}){1,4096}+)|\xff(?P<pause>..)|(?P<board>(?:[\x64-\x6c\x6e\x6f\x72-\x74\x76\x78\x79].{3}){1,4096}+)"
    rb"|(?P<state>[\x51-\x53\x63].)|\xc8(?P<number>.).{10}|\xc9(?P<text>.)..[^\x00]*\x00|(?P<end>\x00)",
    re.DOTALL,
)


def _relative_events(cursor: Cursor) -> tuple[Events, Result | None, int | None]:
    """The events of version 4, each relative to the one before; and the final state with its time, if any."""
    data, place = cursor.data, cursor.place
    records = bytearray()
    # How many records were read when some time went by without a mouse event, and how much.
    waits: list[tuple[int, int]] = []
    result: Result | None = None
    while True:
        token = _TOKENS.match(data, place)
        if token is None:
            if place < len(data) and data[place] not in _KNOWN:
                raise NotationError(_UNKNOWN_KIND, number=len(records) // _MOUSE + 1, kind=data[place])
            raise NotationError(_IN_EVENTS)
        place = token.end()
        match token.lastgroup:
            case "mouse":
                records += token[0]
                if len(records) > MAX_EVENTS * _MOUSE:
                    raise NotationError(TOO_MANY, most=MAX_EVENTS)
            case "pause":
                waits.append((len(records) // _MOUSE, int.from_bytes(token["pause"], "big")))
            case "board":
                waits.append((len(records) // _MOUSE, sum(token[0][1::4])))
            case "state":
                waits.append((len(records) // _MOUSE, token[0][1]))
                result = STATES[token[0][0]]
                break
            case "end":
                break
            case _:
                waits.append((len(records) // _MOUSE, (token["number"] or token["text"])[0]))
    steps = [*records[1::_MOUSE], 0]
    for index, wait in waits:
        steps[index] += wait
    times = array("q", accumulate(steps))
    end = times.pop()
    xs = accumulate(signed_column(records, _MOUSE, 2, 3))
    ys = accumulate(signed_column(records, _MOUSE, 4, 5))
    events = Events.of_columns(times, bytes(records[::_MOUSE]), xs, ys)
    return events, result, None if result is None else end


_MOUSE = 6
"""The length of a mouse event of version 4."""

_KNOWN = frozenset(
    (*range(1, 13), 81, 82, 83, 99, *range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121, 200, 201, 255)
)


def _checked_cell_size(size: int) -> int:
    if size == 0:
        raise NotationError(N_("the replay says that its cells are 0 pixels wide"))
    return size


def _text(raw: bytes) -> str:
    return printable(raw.decode("utf-8", "replace"))
