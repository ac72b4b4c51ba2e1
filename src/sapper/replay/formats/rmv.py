"""Reads the replays of Viennasweeper (`.rmv`, versions 1 and 2) and their forerunner UMF.

Knows the bytes, not the rules. Everything is found by the sizes in the header. Nicknames and tokens in the player's
fields are private and not kept.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from itertools import accumulate, compress

from sapper.core.geometry import plane_of
from sapper.core.layout import Layout
from sapper.errors import N_, NotationError, Reason
from sapper.replay.events import MAX_EVENTS, TOO_MANY, Events, Kind
from sapper.replay.formats.binary import Cursor, column, layout_of_mines, printable, signed_column
from sapper.replay.formats.evf import MODES
from sapper.replay.record import Claims, Mode, Record, Result, Source

MAGICS = (b"*rmv", b"*umf")
NEWEST = 2
CELL_SIZE = 16
WINDOW_X, WINDOW_Y = 12, 56
"""Where the board begins in the program's window, from which version 1 measures."""

_MODES_1 = {0: Mode.CLASSIC, 1: Mode.UPK, 2: Mode.CHEAT, 3: Mode.DENSITY}
_RESULTS = {15: Result.LOST, 16: Result.WON, 17: Result.UNFINISHED}
_UTF8_PROPERTY = 4

_IN_HEADER = N_("the file ends inside the header")
_IN_SECTION = N_("a section of the file ends before its content")
_IN_EVENTS = N_("the file ends inside the events")


def looks_like_rmv(data: bytes) -> bool:
    """Whether the file begins with the format's four letters."""
    return data[:4] in MAGICS


def read_rmv(data: bytes) -> Record:
    """The game of an RMV or UMF replay.

    Raises:
        NotationError: it is none, or damaged.
        ParamsError: no board can have its size and mines.
    """
    cursor = Cursor(data)
    magic = cursor.take(4, _IN_HEADER)
    if magic not in MAGICS:
        raise NotationError(N_("this is no replay of Viennasweeper: it does not begin with *rmv"))
    umf = magic == b"*umf"
    version = cursor.number(2, _IN_HEADER)
    if not 1 <= version <= (1 if umf else NEWEST):
        raise NotationError(
            N_("the replay is of RMV version {version}; 1 to {newest} can be read"), version=version, newest=NEWEST
        )
    sections, warnings = _sections(cursor, version, umf=umf)
    program = printable(_text(sections["version"], strict=version == 2))
    layout, started = _board(Cursor(sections["board"]))
    properties = sections["properties"]
    cell_size = properties[6] if version == 2 and len(properties) > 6 else CELL_SIZE
    if cell_size == 0:
        raise NotationError(N_("the replay says that its cells are 0 pixels wide"))
    utf8 = version == 2 or (len(properties) > _UTF8_PROPERTY and properties[_UTF8_PROPERTY] == 1)
    played = _events(sections["events"], version, layout, _preflags(Cursor(sections["preflags"])), cell_size)
    claims = Claims(
        time_ms=played.time,
        bbbv=_bbbv(sections["result"], properties, version),
        result=played.result,
        opened=played.opened,
    )
    modes = MODES if version == 2 else _MODES_1
    return Record(
        layout,
        played.events,
        cell_size,
        bool(properties and properties[0]),
        modes.get(properties[2], Mode.UNKNOWN) if len(properties) > 2 else Mode.CLASSIC,
        claims=claims,
        source=Source(
            "umf" if umf else "rmv",
            version=str(version),
            program=program,
            player=_player(Cursor(sections["player"]), utf8=utf8, strict=version == 2),
            started=started,
        ),
        end_ms=played.time,
        warnings=warnings,
    )


def _sections(cursor: Cursor, version: int, *, umf: bool) -> tuple[dict[str, bytes], tuple[Reason, ...]]:
    """The parts of the file by their names, cut by the sizes in the header."""
    if version == 2:
        cursor.take(2, _IN_HEADER)  # which program, and its major version: the version text says it better
    size = cursor.number(4, _IN_HEADER)
    names = ["result"] if version == 1 and not umf else []
    names += ["version", "player", "board", "preflags", "properties"]
    names += ["extensions"] if version == 2 else []
    sizes = {name: cursor.number(2, _IN_HEADER) for name in names}
    sizes["events"] = cursor.number(4, _IN_HEADER)
    cursor.take(2, _IN_HEADER)  # the size of another program's checksum
    sections = {"result": b"", "extensions": b""}
    for name, length in sizes.items():
        sections[name] = cursor.take(length, _IN_EVENTS if name == "events" else _IN_HEADER)
    warnings: tuple[Reason, ...] = ()
    # Early releases of version 5 write two bytes too few.
    if size not in (len(cursor.data), len(cursor.data) - 2):
        template = N_("the file says that it has {said} bytes, it has {found}")
        warnings = (Reason(template, {"said": size, "found": len(cursor.data)}),)
    return sections, warnings


def _board(cursor: Cursor) -> tuple[Layout, str]:
    started = cursor.number(4, _IN_SECTION)
    width, height = cursor.number(1, _IN_SECTION), cursor.number(1, _IN_SECTION)
    places = cursor.take(2 * cursor.number(2, _IN_SECTION), _IN_SECTION)
    return layout_of_mines(width, height, zip(places[::2], places[1::2], strict=True)), str(started)


def _preflags(cursor: Cursor) -> bytes:
    """A byte for the column and one for the row of each flag that was set before the start."""
    return cursor.take(2 * cursor.number(2, _IN_SECTION), _IN_SECTION) if cursor.data else b""


def _player(cursor: Cursor, *, utf8: bool, strict: bool) -> str:
    """The name alone; the fields after it may hold secrets."""
    if not cursor.data or cursor.number(2, _IN_SECTION) == 0:
        return ""
    raw = cursor.counted(1, _IN_SECTION)
    return printable(_text(raw, strict=strict) if utf8 else _text(raw, strict=False))


def _text(raw: bytes, *, strict: bool) -> str:
    if strict:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise NotationError(N_("a text in the file is not the UTF-8 that its format demands")) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("windows-1252", "replace")


def _bbbv(result: bytes, properties: bytes, version: int) -> int | None:
    if version == 2:
        return properties[4] | properties[5] << 8 if len(properties) > 5 else None
    found = re.search(rb"3BV:([0-9]{1,6})#", result)
    return int(found[1]) if found else None


# Runs of tokens of one kind, so that the long ones are read a column at a time. Their length is limited because the
# matcher keeps something for every repetition.
_MOUSE = (
    rb"(?P<mouse>(?:[\x01-\x07].{8}){1,4096}+)|(?P<board>(?:[\x09-\x0e\x12-\x1b]..){1,4096}+)|(?P<end>[\x0f-\x11].{3})"
)
_TOKENS = {
    1: re.compile(_MOUSE + rb"|(?P<clock>\x00.{4})", re.DOTALL),
    2: re.compile(_MOUSE + rb"|(?P<step>(?:\x1c..){1,4096}+)", re.DOTALL),
}
_KNOWN = frozenset((*range(18), *range(18, 29))) - {8}


@dataclass(frozen=True, slots=True)
class _Played:
    """What the events section holds: mouse events, the plane that the board events open, result and official time."""

    events: Events
    opened: int | None
    result: Result
    time: int


def _events(data: bytes, version: int, layout: Layout, preflags: bytes, cell_size: int) -> _Played:
    log = _Log(layout, preflags, cell_size, version)
    place = 0
    for token in _TOKENS[version].finditer(data):
        if token.start() != place:
            break
        place = token.end()
        match token.lastgroup:
            case "mouse":
                log.mouse += token[0]
            case "board":
                log.board += token[0]
            case "step":
                log.step(token[0])
            case "end":
                run = token[0]
                return _Played(log.events(), log.opened(), _RESULTS[run[0]], int.from_bytes(run[1:4], "big"))
    if place < len(data) and data[place] not in _KNOWN:
        raise NotationError(
            N_("event {number} is of the unknown kind {kind}"),
            number=len(log.times) + len(log.mouse) // 9 + 1,
            kind=data[place],
        )
    raise NotationError(_IN_EVENTS)


class _Log:
    """The columns of the events read so far.

    Attributes:
        mouse: mouse events that are not in the columns yet: many at once cost little more than one.
        board: board events.
    """

    def __init__(self, layout: Layout, preflags: bytes, cell_size: int, version: int) -> None:
        count = len(preflags) // 2
        self.mouse, self.board = bytearray(), bytearray()
        self._stepped = False
        self._layout = layout
        self._left, self._top = (WINDOW_X, WINDOW_Y) if version == 1 else (0, 0)
        self.kinds = bytearray([Kind.PREFLAG]) * count
        self.times = array("q", bytes(8 * count))
        self.xs = array("i", [x * cell_size for x in preflags[::2]])
        self.ys = array("i", [y * cell_size for y in preflags[1::2]])

    def _flush(self) -> None:
        if not self.mouse:
            return
        run = bytes(self.mouse)
        self.mouse.clear()
        self.kinds += run[::9]
        self.times.extend(column(run, 9, 1, 2, 3, typecode="q"))
        self.xs.extend(signed_column(run, 9, 5, 6, minus=self._left))
        self.ys.extend(signed_column(run, 9, 7, 8, minus=self._top))

    def step(self, run: bytes) -> None:
        """Moves relative to the event before them."""
        self._flush()
        self._stepped = True
        if not self.kinds:
            raise NotationError(N_("the first event of the replay is relative to nothing"))
        self.kinds += bytes([Kind.MOVE]) * (len(run) // 3)
        if len(self.kinds) > MAX_EVENTS:
            raise NotationError(TOO_MANY, most=MAX_EVENTS)
        for values, steps in (
            (self.times, list(run[1::3])),
            (self.xs, [_NIBBLE[step >> 4] for step in run[2::3]]),
            (self.ys, [_NIBBLE[step & 15] for step in run[2::3]]),
        ):
            values.extend(list(accumulate(steps, initial=values[-1]))[1:])

    def opened(self) -> int | None:
        """The plane of the cells that the board events opened; None where the file has no such events."""
        width, height = self._layout.params.width, self._layout.params.height
        codes = bytes(self.board[::3].translate(_OPENED))
        cells = set(compress(zip(self.board[1::3], self.board[2::3], strict=True), codes))
        return plane_of(y * width + x for x, y in cells if x < width and y < height) if cells else None

    def events(self) -> Events:
        """The events, with the press that began the game: the file has only its release."""
        self._flush()
        kinds = self.kinds
        button = re.search(rb"[^\x01\x08]", kinds)
        if button is not None and kinds[button.start()] in _PRESS_OF:
            place = button.start()
            kinds.insert(place, _PRESS_OF[kinds[place]])
            for values in (self.times, self.xs, self.ys):
                values.insert(place, values[place])
        return Events.of_columns(self.times, bytes(kinds), self.xs, self.ys, narrow=not self._stepped)


_OPENED = bytes(18 <= code <= 26 for code in range(256))
_PRESS_OF: dict[int, int] = {
    Kind.LEFT_UP: Kind.LEFT_DOWN,
    Kind.RIGHT_UP: Kind.RIGHT_DOWN,
    Kind.MIDDLE_UP: Kind.MIDDLE_DOWN,
}
_NIBBLE = (0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1)
