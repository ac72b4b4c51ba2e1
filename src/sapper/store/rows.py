"""Between rows of the database and the values of `records`: pure translation, no SQL."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from sapper.core.clicks import Clicks
from sapper.core.params import Params, Policy
from sapper.errors import ParamsError
from sapper.store.records import GameRecord, Played, Result, Setup, Source

SETUP_COLUMNS = "uuid, width, height, mines, policy, seed, source, daily, rules, dealer, started"
RECORD_COLUMNS = (
    f"{SETUP_COLUMNS}, first_x, first_y, result, time_ms, bbbv, solved_bbbv, openings,"
    " clicks_left, clicks_right, clicks_chord, effective_left, effective_right, effective_chord, unranked, finished"
)

Row = Sequence[object]

UNREADABLE = (ValueError, zlib.error, ParamsError)
"""What reading a spoilt row raises."""


def setup_values(setup: Setup) -> tuple[object, ...]:
    """The values of `SETUP_COLUMNS`."""
    params = setup.params
    seed = None if setup.seed is None else str(setup.seed)
    return (
        *(setup.uuid, params.width, params.height, params.mines, setup.policy.value, seed),
        *(setup.source.value, setup.daily, join(setup.rules), setup.dealer, setup.started),
    )


def setup_of(row: Row) -> Setup:
    """The setup of a row that begins with `SETUP_COLUMNS`."""
    uuid, width, height, mines, policy, seed, source, daily, rules, dealer, started = row[:11]
    return Setup(
        str(uuid),
        Params(number(width), number(height), number(mines)),
        Policy(str(policy)),
        None if seed is None else int(str(seed)),
        Source(str(source)),
        str(daily),
        split(rules),
        number(dealer),
        number(started),
    )


def record_of(row: Row) -> GameRecord:
    """The record of a row of `RECORD_COLUMNS`."""
    first_x, first_y, result, time_ms, bbbv, solved_bbbv, openings = row[11:18]
    return GameRecord(
        setup_of(row),
        cell_of(first_x, first_y),
        Result(str(result)),
        number(time_ms),
        number(bbbv),
        number(solved_bbbv),
        number(openings),
        Clicks(*map(number, row[18:24])),
        split(row[24]),
        number(row[25]),
    )


def cell_of(x: object, y: object) -> tuple[int, int] | None:
    """Column and row, or None."""
    return None if x is None else (number(x), number(y))


def join(words: Sequence[str]) -> str:
    """Words as a column holds them."""
    return ",".join(words)


def split(text: object) -> tuple[str, ...]:
    """The words of a column."""
    return tuple(str(text).split(",")) if text else ()


def number(value: object) -> int:
    """A column that holds a whole number."""
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def pack_plane(plane: int) -> bytes:
    """A plane as a column holds it."""
    return zlib.compress(plane.to_bytes((plane.bit_length() + 7) // 8, "little"))


def unpack_plane(column: object) -> int:
    """The plane of a column."""
    return int.from_bytes(zlib.decompress(_blob(column)), "little")


def pack_log(log: Sequence[str]) -> bytes:
    """A log as a column holds it."""
    return zlib.compress("\n".join(log).encode("ascii"))


def played_of(mined: object, log: object) -> Played:
    """What the two columns of a played game say."""
    text = zlib.decompress(_blob(log)).decode("ascii")
    return Played(unpack_plane(mined), tuple(text.split("\n")) if text else ())


def _blob(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise ValueError(f"{value!r} is not a blob")
    return value
