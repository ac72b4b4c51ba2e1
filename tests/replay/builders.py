"""Small writers of the formats that sapper only reads: files of every kind without anybody's replays.

They follow the formats' descriptions, not the readers' code: one field after the other, one event at a time.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from itertools import groupby

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.replay.events import KINDS, Events, Kind

LAYOUT = Layout.of_mines(8, 8, [(3, 0), (5, 0), (0, 3), (1, 3), (4, 4), (5, 4), (5, 5), (6, 5), (1, 6), (4, 7)])
"""A ranked beginner's board."""

AVF_MASKS = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}


def clicks(*steps: str, size: int = 16, gap: int = 100) -> Events:
    """Events written as words: `lc 3,4` presses the left button in the middle of cell 3,4, `gap` ms after the last."""
    rows = []
    for number, step in enumerate(steps):
        word, place = step.split()
        x, y = map(int, place.split(","))
        rows.append((number * gap, KINDS[word], x * size + size // 2, y * size + size // 2))
    return Events.of(rows)


_LAST: tuple[tuple[int, int], ...] = ((0, 4), (1, 4), (2, 4), (3, 4), (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (7, 5))
_LAST += ((0, 6), (2, 6), (3, 6), (4, 6), (0, 7), (1, 7), (2, 7), (3, 7), (5, 6), (6, 7))

WON = clicks(
    *("lc 0,0", "lr 0,0", "rc 3,0", "rr 3,0", "mv 4,0", "rc 5,0", "rr 5,0"),
    *("lc 7,0", "lr 7,0", "mv 4,1", "lc 4,1", "rc 4,1", "lr 4,1", "rr 4,1"),
    *(step for x, y in _LAST for step in (f"mv {x},{y}", f"lc {x},{y}", f"lr {x},{y}")),
)
"""A won game on it: an opening, two flags, a chord that opens one cell, then single clicks."""


def mine_places(layout: Layout) -> list[tuple[int, int]]:
    """Column and row of every mine."""
    return [layout.geometry.xy(cell) for cell in cells_of(layout.mined)]


def _shifted(data: bytes) -> bytes:
    return bytes((byte - 45) % 256 for byte in data)


def _text_check(data: bytes) -> bytes:
    return _shifted(str(sum(place * byte for place, byte in enumerate(data, 1))).encode())


def avf(
    layout: Layout, events: Events, *, name: bytes = b"player", time: str = "", bbbv: int = 0, right: bool = True
) -> bytes:
    """A replay of Minesweeper Arbiter; `right` makes the check numbers fit."""
    width, height = layout.params.width, layout.params.height
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (30, 16, 99): 5}.get((width, height, layout.params.mines), 6)
    places = mine_places(layout)
    check = 0
    for x in range(width):
        for y in range(height):
            around = sum((x + dx, y + dy) in places for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
            check += (10 if (x, y) in places else 1 + around) * (x + x * y)
    info = f"[{level - 3}|1.2.2024.10:11:12:3456|1.10:11:13:789|B{bbbv}T{time}]".encode()
    if level == 6:
        info = info.replace(b"[3|", f"[3|W{width}H{height}M{len(places)}|".encode())
    count = len(events) + 5
    parts = [bytes((52, 1, 2, 3, 4, level))]
    if level == 6:
        parts.append(struct.pack(">BBH", width - 1, height - 1, len(places)))
    parts += [bytes((y + 1, x + 1)) for x, y in places]
    parts += [_shifted(str(check if right else check + 1).encode()), _shifted(struct.pack(">I", count)), b"\x08"]
    parts += [
        bytes((len(name),)),
        _shifted(name),
        _text_check(name),
        b"\x7f",
        bytes((len(info),)),
        info,
        _text_check(info),
    ]
    for event in events:
        seconds, hundredths = event.ms // 1000 + 1, event.ms % 1000 // 10
        parts.append(
            bytes((AVF_MASKS[event.kind.word], event.x >> 8, seconds & 255, event.x & 255))
            + bytes((hundredths, event.y >> 8, seconds >> 8, event.y & 255))
        )
    parts.append(b"\x01\0\0\0\0\0\0\0" * 6)
    parts.append(b"123\rcs=0123456789abcdef\rRealTime: 1.00\rMinesweeper Arbiter 0.52.3. Copyright\r")
    return b"".join(parts)


def evf(
    layout: Layout, events: Events, *, version: int = 3, player: str = "player", time: int = 0, bbbv: int = 0
) -> bytes:
    """A replay of Metasweeper, version 0 to 3."""
    params = layout.params
    head = bytes((version, 128)) + (b"\0" if version >= 3 else b"")
    head += struct.pack(">BBHBHH", params.height, params.width, params.mines, 16, 0, bbbv) + time.to_bytes(3, "big")
    texts = [
        "Meta",
        player,
        "",
        "",
        "1700000000000000",
        "1700000001000000",
        "XX",
        *(["device"] if version >= 2 else []),
    ]
    head += b"".join(text.encode() + b"\0" for text in texts)
    bits = "".join("1" if layout.is_mine(cell) else "0" for cell in range(params.cells))
    bits += "0" * (-len(bits) % 8)
    board = bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))
    rows = b"".join(
        bytes((event.kind,)) + event.ms.to_bytes(3, "big") + struct.pack(">HH", event.x, event.y) for event in events
    )
    return head + board + rows + b"\xff"


def evfs(*replays: bytes) -> bytes:
    """A session of EVF replays."""
    return b"\0\0\2" + b"".join(
        f"game {number}".encode() + b"\0" + struct.pack(">I", len(replay)) + replay + b"cs"
        for number, replay in enumerate(replays)
    )


def rmv(
    layout: Layout,
    events: Events,
    *,
    version: int = 1,
    player: bytes = b"player",
    result: int = 16,
    time: int = 0,
    bbbv: int = 0,
    preflags: Iterable[tuple[int, int]] = (),
    steps: bool = False,
) -> bytes:
    """A replay of Viennasweeper, without its first press as that program writes it; `steps` writes moves relatively."""
    params = layout.params
    text = b"Vienna Minesweeper"
    secret = b"token"
    people = struct.pack(">H", 4) + b"".join(bytes((len(part),)) + part for part in (player, b"nick", b"", secret))
    board = struct.pack(">IBBH", 1_700_000_000, params.width, params.height, params.mines)
    board += bytes(side for place in mine_places(layout) for side in place)
    flags = [side for place in preflags for side in place]
    preflag = struct.pack(">H", len(flags) // 2) + bytes(flags) if flags else b""
    properties = bytes((0, 0, 0, 0, 1) if version == 1 else (0, 0, 0, 0, bbbv & 255, bbbv >> 8, 16))
    body, before = bytearray(), None
    for event in list(events)[1:]:
        dx, dy, dt = (event.x - before.x, event.y - before.y, event.ms - before.ms) if before else (99, 99, 999)
        if steps and event.kind is Kind.MOVE and -8 <= dx < 8 and -8 <= dy < 8 and dt < 256:
            body += bytes((28, dt, (dx & 15) << 4 | dy & 15))
        else:
            left, top = (12, 56) if version == 1 else (0, 0)
            body += bytes((event.kind,)) + event.ms.to_bytes(3, "big") + b"\0"
            body += struct.pack(">hh", event.x + left, event.y + top)
        before = event
    body += bytes((result,)) + time.to_bytes(3, "big") + b"\0\0" + time.to_bytes(3, "big")
    outcome = f"\nLEVEL:0#3BV:{bbbv}#NICK:secret#\n".encode()
    sections = [text, people, board, preflag, properties]
    if version == 1:
        sizes = struct.pack(">6HIH", len(outcome), *map(len, sections), len(body), 0)
        rest = sizes + outcome + b"".join(sections) + body
        return b"*rmv\0\1" + struct.pack(">I", len(rest) + 10) + rest
    extensions = b"\0\1\x0aclone_name\4test"
    sizes = struct.pack(">6HIH", *map(len, sections), len(extensions), len(body), 0)
    rest = sizes + b"".join(sections) + extensions + body
    return b"*rmv\0\2\0\1" + struct.pack(">I", len(rest) + 12) + rest


def _order(seed: int, values: int) -> list[int]:
    a, b = math.sqrt(seed), math.sqrt(seed + 1000)
    c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
    waves = [
        math.cos(c + 1000),
        math.sin(math.sqrt(b)),
        math.cos(c),
        math.sin(math.sqrt(a) + 1000),
        math.cos(d),
        math.sin(d),
    ]
    digits = "".join(str(round(abs(wave) * 10**8)).zfill(8) for wave in waves[:values])
    return [place for digit in "0123456789" for place, found in enumerate(digits) if found == digit]


def mvf(layout: Layout, events: Events, *, version: str = "2007 release 2", seed: int = 42212, time: int = 0) -> bytes:
    """A replay of Minesweeper Clone: 0.97 or, where the version begins with 2006 or 2007, those."""
    params = layout.params
    newer = version.startswith("200")
    texts = (b"Minesweeper Clone", b"2005", b"somebody", version.encode())
    head = b"".join(bytes((len(text),)) + text for text in texts) + b"abc"
    head += struct.pack(">BBHBBB", 5, 6, 2008, 10, 11, 12) + bytes((1, 1))
    if newer:
        head += time.to_bytes(3, "big")
    else:
        head += struct.pack(">HB5H", time // 1000, time % 1000 // 10, 0, 0, 0, 0, 0)
    head += b"\0" + struct.pack(">BBH", params.width, params.height, params.mines)
    head += bytes(side + 1 for place in mine_places(layout) for side in place) + b"\x06player"
    left = middle = right = 0
    rows = []
    for event in events:
        match event.kind:
            case Kind.LEFT_DOWN | Kind.LEFT_UP:
                left = int(event.kind is Kind.LEFT_DOWN)
            case Kind.RIGHT_DOWN | Kind.RIGHT_UP:
                right = int(event.kind is Kind.RIGHT_DOWN)
            case Kind.MIDDLE_DOWN | Kind.MIDDLE_UP:
                middle = int(event.kind is Kind.MIDDLE_DOWN)
        word = right | middle << 1 | left << 2
        if newer:
            word |= (event.y + 32) << 3 | (event.x + 32) << 14 | event.ms << 25
        else:
            word |= event.y << 3 | event.x << 12 | event.ms % 1000 // 10 << 21 | event.ms // 1000 << 28
        record = bytearray(6 if newer else 5)
        for logical, place in enumerate(_order(seed, len(record))):
            record[place // 8] |= (word >> logical & 1) << place % 8
        rows.append(bytes(record))
    return head + struct.pack(">H", seed) + len(rows).to_bytes(3, "big") + b"".join(rows) + bytes(32)


def old_mvf(layout: Layout, events: Events, *, time: int = 0) -> bytes:
    """A replay of Minesweeper Clone 0.8 to 0.96, without a header and without the last release."""
    params = layout.params
    head = struct.pack(">BBH", params.width, params.height, params.mines)
    head += bytes(side for place in mine_places(layout) for side in place) + b"\0\0"
    held, rows = 0, []
    bits = {
        Kind.LEFT_DOWN: 1,
        Kind.LEFT_UP: 1,
        Kind.MIDDLE_DOWN: 2,
        Kind.MIDDLE_UP: 2,
        Kind.RIGHT_DOWN: 4,
        Kind.RIGHT_UP: 4,
    }
    for event in list(events)[:-1]:
        held ^= bits.get(event.kind, 0)
        rows.append(struct.pack(">BBBHHB", event.ms // 1000, event.ms % 1000 // 10, held, event.x, event.y, 0))
    tail = struct.pack(">HB", time // 1000, time % 1000 // 10) + b"player".ljust(100) + b"\0" + b"x" * 20 + b"\0"
    return head + b"".join(rows) + tail


def analysis_link(layout: Layout, *, opened: int = 0, flagged: int = 0, odd: int = 0) -> str:
    """A link to a position of JSMinesweeper; odd flags take nothing off the numbers beside them."""
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    own: dict[str, str] = {}
    place = 0
    for kind, count in zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True):
        own[kind], place = alphabet[place : place + count], place + count
    kinds = []
    for cell in range(layout.params.cells):
        if layout.mined >> cell & 1:
            kinds.append("O" if odd >> cell & 1 else "F" if flagged >> cell & 1 else "I")
        elif opened >> cell & 1:
            around = layout.geometry.neighbourhood(cell) & layout.mined & ~odd
            kinds.append(str(layout.numbers[cell] - around.bit_count()))
        else:
            kinds.append("H")
    text = "".join(
        alphabet[value // 62**power % 62]
        for value, digits in ((layout.params.width, 2), (layout.params.height, 2), (layout.params.mines, 4))
        for power in reversed(range(digits))
    )
    for kind, run in groupby(kinds):
        length, letters, written = len(list(run)), own[kind], ""
        if len(letters) == 1:
            text += letters * length
            continue
        while length:
            length, digit = divmod(length, len(letters))
            written = letters[digit] + written
        text += written
    return f"https://example.org/index.html?analysis={text}"
