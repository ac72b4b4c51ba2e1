"""Writes EVF 4, the replay format of Metasweeper. Knows the bytes, not the rules.

Nothing is vouched for that this program cannot know: the bits for fair and official games, the device and the
checksum stay empty.
"""

from __future__ import annotations

import struct

from sapper.errors import N_, NotationError
from sapper.replay.events import Kind
from sapper.replay.formats.binary import board_bits
from sapper.replay.formats.evf import CONVERTED_BIT, MARKS_BIT, MODES, NO_FLAG_BIT, WON_BIT
from sapper.replay.formats.facts import Facts
from sapper.replay.record import Mode, Record, Result

MAX_SIDE, MIN_CELL, MAX_CELL, MAX_PIXELS = 255, 5, 255, 32767
PAUSE, MAX_PAUSE, MAX_STEP = 255, 0xFFFF, 255
ENDED = 81
_CODES = {mode: code for code, mode in MODES.items()}


def write_evf(record: Record, facts: Facts, *, player: str = "") -> bytes:
    """The EVF 4 replay of a record.

    Args:
        record: the game; from another program's file it is marked as converted.
        facts: what playing it showed.
        player: the name to write, the empty string for none.

    Raises:
        NotationError: the format cannot hold this game.
    """
    params = record.layout.params
    size = record.cell_size
    longest = max(params.width, params.height)
    if longest > MAX_SIDE or longest * size > MAX_PIXELS or not MIN_CELL <= size <= MAX_CELL:
        raise NotationError(
            N_("EVF holds boards of at most {side} cells and {pixels} pixels a side, in cells of 5 to 255 pixels"),
            side=MAX_SIDE,
            pixels=MAX_PIXELS,
        )
    if params.mines > 0xFFFF or facts.bbbv > 0xFFFF or not 0 <= facts.time_ms < 2**32:
        raise NotationError(N_("EVF cannot hold the mines, the 3BV or the time of this game"))
    converted = record.source.format != "sapper"
    summary = WON_BIT * (facts.result is Result.WON) | NO_FLAG_BIT * facts.no_flag | CONVERTED_BIT * converted
    head = struct.pack(
        ">BBBBBHBHHI2sQQ",
        4,
        summary,
        MARKS_BIT * record.marks,
        params.height,
        params.width,
        params.mines,
        size,
        _CODES.get(record.mode, _CODES[Mode.CLASSIC]),
        facts.bbbv,
        facts.time_ms,
        b"XX",
        *_moments(record, facts),
    )
    texts = [record.source.program if converted else facts.program]
    texts += [facts.program, "UTF-8"] if converted else []
    texts += [player, "", ""]
    return b"".join(
        (
            head,
            *(text.replace("\0", " ").encode("utf-8") + b"\0" for text in texts),
            b"\0\0",  # no device
            board_bits(record.layout),
            b"\0\0",  # no metrics
            _events(record),
            b"\0",
            b"\0\0",  # no checksum
        )
    )


def _moments(record: Record, facts: Facts) -> tuple[int, int]:
    """Start and end in microseconds; 0 where the start is not known as such."""
    started = record.source.started
    if record.source.format not in ("evf", "sapper") or not started.isdigit() or len(started) > 17:
        return 0, 0
    return int(started), int(started) + facts.time_ms * 1000


def _events(record: Record) -> bytes:
    events = record.events
    if events.first_backward_step() is not None:
        raise NotationError(N_("the replay's clock goes back, which EVF cannot hold"))
    written = bytearray()
    # The format's clock starts at 0: events before the timer's start move up to it.
    clock, x, y = min(events.times[0], 0) if len(events) else 0, 0, 0
    shifted = False
    pack = struct.Struct(">BBhh").pack
    for ms, kind, to_x, to_y in zip(events.times, events.kinds, events.xs, events.ys, strict=True):
        if kind == Kind.MARKS:
            raise NotationError(N_("EVF has no event for question marks that are switched during the game"))
        if ms - clock > MAX_STEP:
            written += _pauses(ms - clock)
            clock = ms
        if not (-32768 <= to_x - x <= 32767 and -32768 <= to_y - y <= 32767):
            raise NotationError(N_("an event lies farther from the board than EVF can say"))
        codes: tuple[int, ...] = (kind,)
        # Shift and the left button chord as both buttons do.
        if kind == Kind.SHIFT_LEFT_DOWN:
            shifted, codes = True, (Kind.LEFT_DOWN, Kind.RIGHT_DOWN)
        elif kind == Kind.LEFT_UP and shifted:
            shifted, codes = False, (Kind.LEFT_UP, Kind.RIGHT_UP)
        for code in codes:
            written += pack(code, ms - clock, to_x - x, to_y - y)
            clock, x, y = ms, to_x, to_y
    if record.end_ms is not None and record.end_ms > clock:
        # Recording went on after the last event; the only way to say so is how it ended.
        written += _pauses(record.end_ms - clock) + bytes((ENDED, 0))
    return bytes(written)


def _pauses(gap: int) -> bytes:
    whole, rest = divmod(gap, MAX_PAUSE)
    return struct.pack(">BH", PAUSE, MAX_PAUSE) * whole + struct.pack(">BH", PAUSE, rest)
