"""Games as JSON and CSV, with nothing lost, and back. It must not know where the text goes, nor the database.

`docs/profile.md` describes both formats. Readers accept anything and raise `NotationError`; they never crash.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TextIO

from sapper.core.clicks import Clicks
from sapper.core.layout import Layout
from sapper.core.notation import MAX_SEED, board_rows, parse_board
from sapper.core.params import Params, Policy, shorten
from sapper.errors import N_, NotationError, Reason, SapperError
from sapper.store.records import GameRecord, Played, Result, Setup, Source

FORMAT, VERSION = "sapper games", 1

Full = tuple[GameRecord, Played]

_CLICKS = ("left", "right", "chord", "effective_left", "effective_right", "effective_chord")
_NUMBERS = (
    *("width", "height", "mines", "seed", "first_x", "first_y", "dealer", "time_ms", "bbbv", "solved_bbbv", "openings"),
    *_CLICKS,
)
_LISTS = {"rules": ";", "unranked": ";", "layout": "/", "log": ";"}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_END_MS = (datetime(9999, 1, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
"""Before the last year that dates have: a time must have a date wherever it is told."""
_COLUMNS = (
    *("uuid", "id", "source", "daily", "width", "height", "mines", "policy", "seed", "first_x", "first_y", "dealer"),
    *("rules", "result", "time_ms", "bbbv", "solved_bbbv", "openings", *_CLICKS, "unranked", "started", "finished"),
    *("layout", "log"),
)


def write_json(games: Iterable[Full], file: TextIO) -> int:
    """Writes games as one JSON object, a game a line; how many."""
    file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "games": [')
    count = 0
    for record, played in games:
        file.write(",\n" if count else "\n")
        json.dump(_fields(record, played), file, ensure_ascii=False)
        count += 1
    file.write("\n]}\n")
    return count


def write_csv(games: Iterable[Full], file: TextIO) -> int:
    """Writes games as CSV with a line of headings, a game a line; how many."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    count = 0
    for record, played in games:
        fields = _fields(record, played)
        for name, mark in _LISTS.items():
            fields[name] = mark.join(fields[name])  # type: ignore[arg-type]  # these are lists of words
        writer.writerow(["" if fields[name] is None else fields[name] for name in _COLUMNS])
        count += 1
    return count


def _fields(record: GameRecord, played: Played) -> dict[str, object]:
    setup, clicks = record.setup, record.clicks
    params = setup.params
    x, y = record.first or (None, None)
    whole = played.mined.bit_count() == params.mines and played.mined.bit_length() <= params.cells
    values = {
        **{"uuid": setup.uuid, "id": None if record.game_id is None else str(record.game_id)},
        **{"source": setup.source.value, "daily": setup.daily},
        **{"width": params.width, "height": params.height, "mines": params.mines, "policy": setup.policy.value},
        **{"seed": setup.seed, "first_x": x, "first_y": y, "dealer": setup.dealer, "rules": list(setup.rules)},
        **{"result": record.result.value, "time_ms": record.time_ms, "bbbv": record.bbbv},
        **{"solved_bbbv": record.solved_bbbv, "openings": record.openings},
        **{name: getattr(clicks, name) for name in _CLICKS},
        **{"unranked": list(record.unranked), "started": _stamp(setup.started), "finished": _stamp(record.finished)},
        # Of a game that was recovered from damage the mines may be lost.
        **{"layout": board_rows(Layout(params, played.mined)) if whole else [], "log": list(played.log)},
    }
    return {name: values[name] for name in _COLUMNS}


def read_games(text: str) -> Iterator[Full]:
    """The games of a text that `write_json` or `write_csv` wrote, or somebody in their way.

    Raises:
        NotationError: it is neither; says which game and what is wrong with it.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise NotationError(N_("there are no games: it is empty"))
    rows = _json_rows(text) if text.lstrip()[:1] in ("{", "[") else _csv_rows(text)
    for number, row in enumerate(rows, start=1):
        try:
            yield _game(row)
        except SapperError as error:
            raise NotationError(N_("game {number}: {fault}"), number=number, fault=error) from None


def _json_rows(text: str) -> Iterator[dict[str, object]]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            N_("this is not JSON: {why}"),
            line=error.lineno,
            column=error.colno,
            why=error.msg.removesuffix(" at").removesuffix(" starting"),
        ) from None
    except RecursionError:
        raise NotationError(N_("this is not JSON: {why}"), why=Reason(N_("it is nested too deeply"))) from None
    except ValueError:  # more digits than Python converts
        raise NotationError(N_("this is not JSON: {why}"), why=Reason(N_("a number in it is too long"))) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotationError(N_('this JSON holds no games: it must be an object with "format": "{name}"'), name=FORMAT)
    if document.get("version") != VERSION:
        raise NotationError(
            N_("this program reads version {known} of the games format, not {found}"),
            known=VERSION,
            found=shorten(repr(document.get("version"))),
        )
    games = document.get("games")
    if not isinstance(games, list):
        raise NotationError(N_('"games" must be a list'))
    for game in games:
        yield game if isinstance(game, dict) else {}


def _csv_rows(text: str) -> Iterator[dict[str, object]]:
    # A board of 1000x1000 is a field longer than the reader takes by itself.
    before = csv.field_size_limit(2**31 - 1)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        heading = next(rows, [])
        missing = [name for name in _COLUMNS if name not in heading and name != "id"]
        if missing:
            raise NotationError(N_("these are no games: the column {name} is missing"), line=1, name=missing[0])
        for values in rows:
            if values:
                yield _typed(dict(zip(heading, values, strict=False)))
    except csv.Error as error:
        raise NotationError(N_("this is not CSV: {why}"), why=error) from None
    finally:
        csv.field_size_limit(before)


def _typed(row: dict[str, str]) -> dict[str, object]:
    typed: dict[str, object] = dict(row)
    for name in _NUMBERS:
        text = row.get(name, "")
        digits = re.fullmatch(r"[0-9]{1,20}", text, re.ASCII) is not None
        typed[name] = int(text) if digits else text or None
    for name, mark in _LISTS.items():
        typed[name] = row[name].split(mark) if row.get(name) else []
    return typed


class _Fields:
    """Takes values of the right kind out of a game's fields."""

    def __init__(self, row: dict[str, object]) -> None:
        self._row = row

    def count(self, name: str, *, most: int = 2**63 - 1) -> int:
        value = self._row.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
            return value
        raise self.wrong(name, Reason(N_("a whole number from 0 to {most}"), {"most": most}))

    def text(self, name: str, pattern: str, wanted: Reason) -> str:
        value = self._row.get(name)
        if isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII):
            return value
        raise self.wrong(name, wanted)

    def word(self, name: str, words: Iterable[str]) -> str:
        names = ", ".join(words)
        return self.text(name, names.replace(", ", "|"), Reason(N_("one of {names}"), {"names": names}))

    def words(self, name: str) -> tuple[str, ...]:
        """Words in the order in which the store compares them, each once."""
        return tuple(sorted({*self.texts(name, "[a-z-]{1,40}", Reason(N_("a list of words")))}))

    def texts(self, name: str, pattern: str, wanted: Reason) -> tuple[str, ...]:
        value = self._row.get(name)
        if not isinstance(value, list):
            raise self.wrong(name, Reason(N_("a list")))
        for text in value:
            if not (isinstance(text, str) and re.fullmatch(pattern, text, re.ASCII)):
                raise self.wrong(name, wanted, text)
        return tuple(value)

    def instant(self, name: str) -> int:
        value = self._row.get(name)
        try:
            time_ms = (datetime.fromisoformat(str(value)) - _EPOCH) // timedelta(milliseconds=1)
            if not 0 <= time_ms < _END_MS:
                raise ValueError
            return time_ms
        except (ValueError, TypeError):  # no time, one that does not say where, or one that no game was played at
            raise self.wrong(name, Reason(N_("a time such as 2026-01-31T12:00:00.000Z"))) from None

    def wrong(self, name: str, wanted: Reason, found: object = None) -> NotationError:
        found = self._row.get(name) if found is None else found
        return NotationError(
            N_("{name} must be {wanted}, not {found}"), name=name, wanted=wanted, found=shorten(repr(found))
        )


def _game(row: dict[str, object]) -> Full:
    fields = _Fields(row)
    params = Params(fields.count("width"), fields.count("height"), fields.count("mines"))
    source = Source(fields.word("source", Source))
    seed, first = None, None
    # The seed and first cell are what a board from outside has not.
    if source is not Source.BOARD:
        seed = fields.count("seed", most=MAX_SEED)
        first = fields.count("first_x", most=params.width - 1), fields.count("first_y", most=params.height - 1)
    date = r"[0-9]{4}-[0-9]{2}-[0-9]{2}" if source is Source.DAILY else ""
    dated = Reason(N_("the date of a daily board, as 2026-01-31, and empty for others"))
    dealer = fields.count("dealer", most=10**6)
    if not dealer:
        raise fields.wrong("dealer", Reason(N_("1 or more")))
    setup = Setup(
        fields.text("uuid", "[0-9a-f]{32}", Reason(N_("32 hexadecimal digits"))),
        params,
        Policy(fields.word("policy", Policy)),
        seed,
        source,
        fields.text("daily", date, dated),
        fields.words("rules"),
        dealer,
        fields.instant("started"),
    )
    bbbv = fields.count("bbbv")
    left, right, chord = (fields.count(name) for name in _CLICKS[:3])
    record = GameRecord(
        setup,
        first,
        Result(fields.word("result", Result)),
        fields.count("time_ms"),
        bbbv,
        fields.count("solved_bbbv", most=bbbv),
        fields.count("openings"),
        Clicks(
            left,
            right,
            chord,
            effective_left=fields.count("effective_left", most=left),
            effective_right=fields.count("effective_right", most=right),
            effective_chord=fields.count("effective_chord", most=chord),
        ),
        fields.words("unranked"),
        fields.instant("finished"),
    )
    rows = fields.texts("layout", "[.*]{1,1000}", Reason(N_("rows of . and *")))
    log = fields.texts("log", "[0-9]{1,18} [!-:<-~]{1,40}", Reason(N_("entries such as 1200 o3,4")))
    return record, Played(_mined(params, rows), log)


def _mined(params: Params, rows: tuple[str, ...]) -> int:
    if not rows:
        return 0
    layout = parse_board("\n".join(rows))
    if layout.params != params:
        raise NotationError(N_("the layout is {found}, the game {said}"), found=layout.params, said=params)
    return layout.mined


def _stamp(time_ms: int) -> str:
    """A time in ISO 8601, UTC, with milliseconds."""
    moment = _EPOCH + timedelta(milliseconds=time_ms)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
