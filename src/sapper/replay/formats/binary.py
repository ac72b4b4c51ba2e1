"""Reading bytes that nobody vouches for: a cursor that checks every step, and the decoding of texts without a charset.

Knows no format.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

from sapper.core.geometry import gather_digits, spread_digits
from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.errors import N_, NN_, NotationError

_LATIN = "windows-1252"


class Cursor:
    """A place in the bytes of a file; every read is checked against their end.

    Each read takes the sentence to say where the file ends before it is done.

    Attributes:
        data: the bytes.
        place: the offset of the next read.
    """

    __slots__ = ("data", "place")

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data = data
        self.place = place

    def take(self, count: int, ending: str) -> bytes:
        """The next `count` bytes.

        Raises:
            NotationError: the file ends before, in the words of `ending`.
        """
        end = self.place + count
        if end > len(self.data):
            raise NotationError(ending)
        taken = self.data[self.place : end]
        self.place = end
        return taken

    def number(self, size: int, ending: str) -> int:
        """The next big-endian unsigned number of `size` bytes."""
        return int.from_bytes(self.take(size, ending), "big")

    def until_zero(self, ending: str) -> bytes:
        """The bytes before the next zero byte, which is passed over too."""
        end = self.data.find(b"\0", self.place)
        if end < 0:
            raise NotationError(ending)
        taken = self.data[self.place : end]
        self.place = end + 1
        return taken

    def counted(self, size: int, ending: str) -> bytes:
        """Bytes after their own count, a number of `size` bytes."""
        return self.take(self.number(size, ending), ending)


def decode_name(raw: bytes) -> str:
    """A text whose code page nobody wrote down: UTF-8, then GB18030, then Windows-1252."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return raw.decode(_LATIN, "replace")


def column(records: bytes, size: int, *places: int, typecode: str = "i") -> array[int]:
    """One field of records of equal length, as unsigned numbers.

    Args:
        records: the records, one after the other.
        size: the length of a record.
        places: where the field's bytes are in a record, the highest byte first; at most three.
        typecode: of the array: `i`, or `q` for times.
    """
    return _as_array(_spread(records, size, places, array(typecode).itemsize), typecode)


def scaled_column(records: bytes, size: int, *fields: tuple[tuple[int, ...], int], offset: int) -> array[int]:
    """A sum of fields of records of equal length, each times its factor, as an array of the typecode `q`.

    All records are added up at once: the fields are ints of eight bytes a record, so that no sum meets the next.

    Args:
        records: the records, one after the other.
        size: the length of a record.
        fields: where the bytes of each field are, the highest first, and its factor.
        offset: what is taken away from each sum; none of them may be less.
    """
    count = len(records) // size
    total = -offset * int.from_bytes(b"\1\0\0\0\0\0\0\0" * count, "little")
    for places, factor in fields:
        total += factor * int.from_bytes(_spread(records, size, places, 8), "little")
    return _as_array(total.to_bytes(8 * count, "little"), "q")


def signed_column(records: bytes | bytearray, size: int, high: int, low: int, *, minus: int = 0) -> array[int]:
    """One field of two bytes of records of equal length, as signed numbers of the typecode `i`.

    Args:
        records: the records, one after the other.
        size: the length of a record.
        high: where the field's higher byte is in a record.
        low: where its lower byte is.
        minus: what is taken away from each number; small.
    """
    count = len(records) // size
    ones = int.from_bytes(b"\1\0\0\0" * count, "little")
    lanes = int.from_bytes(_spread(records, size, (high, low), 4), "little")
    # With its sign bit turned a number is itself plus 2**15; half a lane more keeps each lane above zero until the end.
    lanes = (lanes ^ ones * 2**15) + ones * (2**31 - 2**15 - minus) ^ ones * 2**31
    return _as_array(lanes.to_bytes(4 * count, "little"), "i")


def _spread(records: bytes | bytearray, size: int, places: tuple[int, ...], width: int) -> bytes:
    """A field's bytes, the lowest first, `width` for each record."""
    count = len(records) // size
    little = bytearray(width * count)
    for weight, place in enumerate(reversed(places)):
        little[weight::width] = records[place : count * size : size]
    return bytes(little)


def _as_array(little: bytes, typecode: str) -> array[int]:
    numbers = array(typecode, little)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def printable(text: str) -> str:
    """The text without control characters and without blanks at its ends, for showing on a terminal."""
    return "".join(character if character.isprintable() else " " for character in text).strip()


def layout_of_mines(width: int, height: int, mines: Iterable[tuple[int, int]], *, origin: int = 0) -> Layout:
    """The layout with mines at these columns and rows.

    Args:
        width: the number of columns.
        height: the number of rows.
        mines: column and row of each mine.
        origin: the number of the first column and row, 0 or 1.

    Raises:
        NotationError: a mine lies outside the board or is named twice.
        ParamsError: no board can have this size and so many mines.
    """
    seen: set[tuple[int, int]] = set()
    for x, y in mines:
        if not (origin <= x < width + origin and origin <= y < height + origin):
            raise NotationError(
                N_("the mine at {x},{y} lies outside the {width}x{height} board"),
                x=x - origin,
                y=y - origin,
                width=width,
                height=height,
            )
        if (x, y) in seen:
            raise NotationError(N_("the mine at {x},{y} is named twice"), x=x - origin, y=y - origin)
        seen.add((x, y))
    return Layout.of_mines(width, height, ((x - origin, y - origin) for x, y in seen))


def layout_of_bits(width: int, height: int, mines: int, bits: bytes) -> Layout:
    """The layout of a bitmap in reading order, the highest bit first.

    Raises:
        NotationError: the bitmap has not as many mines as it should.
        ParamsError: no board can have this size and so many mines.
    """
    params = Params(width, height, mines)
    digits = format(int.from_bytes(bits, "big"), f"0{len(bits) * 8}b")[: params.cells]
    mined = gather_digits(digits.encode("ascii"))
    if mined.bit_count() != mines:
        raise NotationError(
            NN_(
                "the file says {mines} mine, its board has {found}",
                "the file says {mines} mines, its board has {found}",
                "mines",
            ),
            mines=mines,
            found=mined.bit_count(),
        )
    return Layout(params, mined)


def board_bits(layout: Layout) -> bytes:
    """The bitmap of a layout, as `layout_of_bits` reads it."""
    digits = spread_digits(layout.mined, layout.params.cells)
    size = -(-len(digits) // 8)
    return int(digits.ljust(size * 8, b"0"), 2).to_bytes(size, "big")
