"""Reads and writes RAWVF, the text format of replays (Rev 3 to 6.x, and draft Rev 7). Knows no rules.

A text has description lines `Key: Value`, a `Board:` section and an `Events:` section. Draft Rev 7 repeats the two
sections when mines were moved during the game (the last board is the one that the events play on), and puts several
games into one text, a line `Description:` before each.
"""

from __future__ import annotations

import re

from sapper.core.geometry import gather_digits
from sapper.core.layout import Layout
from sapper.core.params import MAX_SIDE, Params, shorten
from sapper.errors import N_, NN_, NotationError, Reason
from sapper.replay.events import KINDS, MAX_EVENTS, Events
from sapper.replay.formats.binary import printable
from sapper.replay.record import Claims, Mode, Record, Result, Source

CELL_SIZE = 16

_MOUSE = re.compile(
    r"(-?)([0-9]{1,9})\.([0-9]{2,3})\s+(mv|lc|lr|rc|rr|mc|mr|sc|mt|pf|cc|l|r|m)"
    r"(?:\s+-?[0-9]+\s+-?[0-9]+)?\s*\(\s*(-?[0-9]{1,9})\s+(-?[0-9]{1,9})\s*\)(?:\s*\([lrm]*\))?",
    re.ASCII,
)
_TIME = r"(?:-?[0-9]{1,9}\.[0-9]{2,3}\s+)?"
_TIMED = re.compile(r"-?[0-9]+\.[0-9]{2,3}\s", re.ASCII)
_BOARD_EVENT = re.compile(
    _TIME + r"(?P<name>number[0-8]|closed|flag|pressed|questionmark|pressedqm|blast|reset)\s+[0-9]+\s+[0-9]+", re.ASCII
)
_GAME_EVENT = re.compile(
    r"(?:-?(?P<seconds>[0-9]{1,9})\.(?P<fraction>[0-9]{2,3})\s+)?(?P<name>start|won|lost|boom|blast|nonstandard|defeat)(?:\s+[0-9]+\s+[0-9]+)?",
    re.ASCII,
)
_SCROLL = re.compile(_TIME + r"s[xy]\b.*", re.ASCII)
_RESULTS = {"won": Result.WON, "lost": Result.LOST, "boom": Result.LOST, "blast": Result.LOST, "defeat": Result.LOST}
_MODES = frozenset(map(str, Mode))
_STATUS = {"won": Result.WON, "lost": Result.LOST}
_MARK = re.compile(r"^\s*(?:RawVF_Version|Board|Events)\s*:", re.MULTILINE | re.IGNORECASE)
_SECONDS = re.compile(r"([0-9]{1,9})[.,]([0-9]{1,3})", re.ASCII)
_KINDS = {word: int(kind) for word, kind in KINDS.items()}


def looks_like_rawvf(text: str) -> bool:
    """Whether the text has a board section and, before it, description lines."""
    return _MARK.search(text, 0, 65536) is not None


def read_rawvf(text: str) -> list[Record]:
    """The games of a RAWVF text: one, or in draft Rev 7 several.

    Raises:
        NotationError: it is none, or damaged; with the line of the fault.
        ParamsError: no board can have its size and mines.
    """
    records = []
    reader = _Reader()
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line:
            continue
        if line.lower() == "description:" and reader.begun:
            records.append(reader.record())
            reader = _Reader()
        else:
            reader.read(line, number)
    records.append(reader.record())
    return records


class _Reader:
    """One game, line by line."""

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.section = ""
        self.rows: list[str] = []
        self.boards = 0
        self.board_line = 0
        self.times: list[int] = []
        self.kinds = bytearray()
        self.xs: list[int] = []
        self.ys: list[int] = []
        self.result: Result | None = None
        self.end_ms: int | None = None

    @property
    def begun(self) -> bool:
        """Whether anything of the game was read."""
        return bool(self.options or self.section)

    def read(self, line: str, number: int) -> None:
        """Takes in one line that is not blank."""
        if self.section == "events":
            match = _MOUSE.fullmatch(line)
            if match is not None:
                self._mouse(match)
                return
        name = line.lower()
        if name in ("board:", "events:"):
            self.section = name[:-1]
            if name == "board:":
                self.rows, self.boards, self.board_line = [], self.boards + 1, number
        elif self.section == "events":
            self._other_event(line, number)
        elif self.section == "board":
            if self.rows and _TIMED.match(line):
                # Revision 3 begins the events without a line of its own.
                self.section = "events"
                self.read(line, number)
            else:
                self._row(line, number)
        elif ":" in line:
            key, _, value = line.partition(":")
            if len(self.options) < 1000:
                self.options[key.strip().lower()] = value.strip()
        elif name != "description":
            raise NotationError(N_("this line is neither a description nor a section"), line=number)

    def record(self) -> Record:
        """The game that was read."""
        layout = self._layout()
        options = self.options
        warnings: list[Reason] = []
        if self.boards > 1:
            warnings.append(Reason(N_("the program moved mines during the game; it is played on the last board")))
        mode = options.get("mode", "").lower().replace("_", "-").replace(" ", "-")
        if mode and mode not in _MODES:
            warnings.append(Reason(N_("the mode {mode} is not known"), {"mode": shorten(printable(mode))}))
        time = _SECONDS.fullmatch(options.get("time", ""))
        program = " ".join(filter(None, (options.get("program", ""), options.get("version", ""))))
        return Record(
            layout,
            Events.of_columns(self.times, bytes(self.kinds), self.xs, self.ys),
            self._size("squaresize", CELL_SIZE),
            options.get("marks", "").lower() == "on",
            Mode(mode) if mode in _MODES else Mode.UNKNOWN,
            claims=Claims(
                time_ms=int(time[1]) * 1000 + int(time[2].ljust(3, "0")) if time else None,
                bbbv=_whole(options.get("bbbv")),
                solved_bbbv=_whole(options.get("solved3bv")),
                result=_STATUS.get(options.get("status", "").lower(), self.result),
            ),
            source=Source(
                "rawvf",
                version=printable(options.get("rawvf_version", "")),
                program=printable(program),
                player=printable(options.get("player", "")),
                started=printable(options.get("timestamp", "")),
            ),
            end_ms=self.end_ms,
            warnings=tuple(warnings),
        )

    def _mouse(self, match: re.Match[str]) -> None:
        minus, seconds, fraction, word, x, y = match.groups()
        ms = int(seconds) * 1000 + int(fraction if len(fraction) == 3 else fraction + "0")
        self.times.append(-ms if minus else ms)
        self.kinds.append(_KINDS[word])
        self.xs.append(int(x))
        self.ys.append(int(y))
        if len(self.times) > MAX_EVENTS:
            Events.of_columns(self.times, bytes(self.kinds), self.xs, self.ys)  # says what is wrong

    def _other_event(self, line: str, number: int) -> None:
        if _BOARD_EVENT.fullmatch(line) or _SCROLL.fullmatch(line):
            return
        match = _GAME_EVENT.fullmatch(line)
        if match is None:
            # A line of the description that has come here may hold what is not to be told.
            text = repr(shorten(printable(re.sub(r"^(\s*[^\s:]+:).*", r"\1", line))))
            raise NotationError(N_("{text} is no event of the format"), line=number, text=text)
        self.result = _RESULTS.get(match["name"], self.result)
        if match["name"] == "nonstandard" and match["seconds"] is not None:
            self.end_ms = int(match["seconds"]) * 1000 + int(match["fraction"].ljust(3, "0"))

    def _row(self, line: str, number: int) -> None:
        if re.fullmatch(r"[*0]+", line) is None:
            raise NotationError(N_("a row of the board has * for a mine and 0 for a safe cell"), line=number)
        if self.rows and len(line) != len(self.rows[0]):
            raise NotationError(
                NN_(
                    "this row has {found} cell, the rows above it have {wanted}",
                    "this row has {found} cells, the rows above it have {wanted}",
                    "found",
                ),
                line=number,
                found=len(line),
                wanted=len(self.rows[0]),
            )
        if len(self.rows) == MAX_SIDE or len(line) > MAX_SIDE:
            raise NotationError(N_("a board has at most {most} rows and columns"), line=number, most=MAX_SIDE)
        self.rows.append(line)

    def _layout(self) -> Layout:
        if not self.rows:
            raise NotationError(N_("there is no board in the replay"))
        width, height = len(self.rows[0]), len(self.rows)
        for key, found in (("width", width), ("height", height)):
            if _whole(self.options.get(key)) not in (None, found):
                raise NotationError(
                    N_("the replay says {key} {said}, its board has {found}"),
                    line=self.board_line,
                    key=key,
                    said=self.options[key],
                    found=found,
                )
        joined = "".join(self.rows)
        mines = _whole(self.options.get("mines"))
        if mines not in (None, joined.count("*")):
            raise NotationError(
                NN_(
                    "the file says {mines} mine, its board has {found}",
                    "the file says {mines} mines, its board has {found}",
                    "mines",
                ),
                mines=mines,
                found=joined.count("*"),
            )
        digits = joined.translate({ord("*"): "1"}).encode("ascii")
        return Layout(Params(width, height, joined.count("*")), gather_digits(digits))

    def _size(self, key: str, otherwise: int) -> int:
        if key not in self.options:
            return otherwise
        size = _whole(self.options[key])
        if size is None or not 1 <= size <= 1000:
            raise NotationError(N_("the size of a cell is 1 to 1000 pixels"))
        return size


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) else None
