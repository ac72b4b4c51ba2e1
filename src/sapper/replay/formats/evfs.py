"""Reads EVFS, a session of EVF replays in one file. Knows the container only.

Layout: u8 version 0, u16 length of a checksum, then until the end of the file a name ended by 0, u32 length, the
replay and a checksum of that length.
"""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import N_, NotationError, SapperError
from sapper.replay.formats.binary import Cursor, printable
from sapper.replay.formats.evf import looks_like_evf, read_evf
from sapper.replay.record import Record

MAX_REPLAYS = 10_000

_IN_HEADER = N_("the file ends inside the header")
_IN_REPLAY = N_("the file ends inside one of its replays")


def looks_like_evfs(data: bytes) -> bool:
    """Whether the first entry of the file is where it should be and holds a replay."""
    if len(data) < 8 or data[0] != 0:
        return False
    end = data.find(b"\0", 3, 1024)
    return end > 0 and looks_like_evf(data[end + 5 : end + 64])


def read_evfs(data: bytes) -> list[Record]:
    """The games of an EVFS file.

    Raises:
        NotationError: it is none, or damaged.
        ParamsError: no board can have the size and mines of one of its replays.
    """
    cursor = Cursor(data)
    if cursor.number(1, _IN_HEADER) != 0:
        raise NotationError(N_("this is no EVFS file of version 0"))
    checksum = cursor.number(2, _IN_HEADER)
    records: list[Record] = []
    while cursor.place < len(data):
        if len(records) == MAX_REPLAYS:
            raise NotationError(N_("the file holds more than {most} replays"), most=MAX_REPLAYS)
        name = printable(cursor.until_zero(_IN_REPLAY).decode("utf-8", "replace"))
        replay = cursor.counted(4, _IN_REPLAY)
        cursor.take(checksum, _IN_REPLAY)
        try:
            record = read_evf(replay)
        except SapperError as error:
            raise NotationError(
                N_("replay {number} of the file: {fault}"), number=len(records) + 1, fault=error
            ) from None
        records.append(replace(record, source=replace(record.source, title=name)))
    if not records:
        raise NotationError(N_("there are no replays in the file"))
    return records
