"""`sapper replay info`: what is in replays, as a table for people or as JSON."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sapper.cli.arguments import positive
from sapper.cli.charts import pad
from sapper.cli.numbers import count_games
from sapper.cli.replay_files import (
    Found,
    add_files,
    complain,
    find_files,
    load,
    nothing_found,
    printable_lines,
    shown,
    with_progress,
)
from sapper.cli.speech import translator
from sapper.cli.words import level_word
from sapper.errors import N_, Reason, SapperError

if TYPE_CHECKING:
    from sapper.i18n import Translator

_COLUMNS = (
    (N_("file"), 30, False),
    (N_("format"), 7, False),
    (N_("level"), 15, False),
    (N_("result"), 10, False),
    (N_("time"), 9, True),
    ("3BV", 5, True),
    ("3BV/s", 6, True),
    (N_("left+right+both"), 15, True),
    ("IOE", 5, True),
)
"""The table's columns: heading, width, and whether they end at their right edge."""

_RESULTS = {"won": N_("won"), "lost": N_("lost"), "unfinished": N_("unfinished"), "": N_("board")}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    add_files(parser)
    parser.add_argument("--json", action="store_true", help=N_("one JSON object a game, a line each"))
    parser.add_argument(
        "--zini",
        type=positive,
        metavar="N",
        help=N_("more forms of ZiNi: over the eight images of the board, and the best of N runs in random order"),
    )
    parser.add_argument(
        "--with-player", action="store_true", help=N_("show the players' names, which are left out otherwise")
    )


def run(arguments: argparse.Namespace) -> int:
    """Reads, plays and shows; returns the exit status."""
    files = find_files(arguments.files)
    speaker = translator()
    show = _print_json if arguments.json else _Table(speaker, single=len(files) == 1)
    failed = False
    totals: Counter[str] = Counter()
    best: dict[str, int] = {}
    for file in with_progress(files):
        try:
            games = list(_games(file, with_player=arguments.with_player, zini_runs=arguments.zini))
        except SapperError as error:
            failed = True
            totals["unreadable"] += 1
            if arguments.json:
                print(json.dumps({"file": str(file.path), "error": str(error)}))
            else:
                complain(file.path, error)
            continue
        for game, warnings in games:
            show(game, warnings)
            totals[game["result"] or "board"] += 1
            if game["result"] == "won":
                level = game["level"]
                best[level] = min(best.get(level, game["time_ms"]), game["time_ms"])
    if not arguments.json and len(files) > 1:
        printable_lines(["", _summary(totals, best, speaker)])
    if not files:
        nothing_found(arguments.files)
    return 1 if failed or not files else 0


def _games(
    file: Found, *, with_player: bool, zini_runs: int | None
) -> Iterator[tuple[dict[str, Any], Sequence[Reason]]]:
    """Each game of a file, or its board: as a JSON object, and what is odd about it."""
    from sapper.replay.report import describe, describe_board, report

    contents = load(file.path)
    if contents.board is not None:
        yield {"file": str(file.path), **describe_board(contents, zini_runs=zini_runs)}, ()
    for number, record in enumerate(contents.records, start=1):
        which = {"game": number} if len(contents.records) > 1 else {}
        found = report(record)
        told = describe(found, with_player=with_player, zini_runs=zini_runs)
        yield {"file": str(file.path), **which, **told}, found.warnings


def _print_json(game: dict[str, Any], warnings: Sequence[Reason]) -> None:
    print(json.dumps(game))


class _Table:
    """Shows games to people: a single one in full, several as rows."""

    def __init__(self, translator: Translator, *, single: bool) -> None:
        self._translator = translator
        self._single = single
        self._begun = False

    def __call__(self, game: dict[str, Any], warnings: Sequence[Reason]) -> None:
        odd = [self._translator.tell(warning) for warning in warnings]
        if self._single:
            printable_lines(_in_full(game, odd, self._translator))
            return
        if not self._begun:
            _ = self._translator.gettext
            printable_lines([_row([_(heading) for heading, _width, _right in _COLUMNS])])
            self._begun = True
        printable_lines([_row(_values(game, self._translator)), *(f"  ! {text}" for text in odd)])


def _row(values: Sequence[str]) -> str:
    cells = [pad(text, width, right=right) for text, (_, width, right) in zip(values, _COLUMNS, strict=True)]
    return f"{cells[0]}  {' '.join(cells[1:])}"


def _values(game: dict[str, Any], translator: Translator) -> list[str]:
    clicks, rates = game["clicks"], game.get("rates", {})
    return [
        _tail(shown(game["file"]) + (f"#{game['game']}" if "game" in game else "")),
        game["format"],
        str(_size(game)) if game["level"] == "custom" else level_word(game["level"], translator),
        translator.gettext(_RESULTS[game["result"] or ""]),
        "" if game["time_ms"] is None else f"{game['time_ms'] / 1000:.3f}",
        _bbbv(game),
        f"{rates['bbbv_per_second']:.2f}" if "bbbv_per_second" in rates else "",
        f"{clicks['left']}+{clicks['right']}+{clicks['chord']}" if clicks else "",
        f"{rates['ioe']:.2f}" if "ioe" in rates else "",
    ]


def _tail(name: str) -> str:
    return name if len(name) <= 30 else f"…{name[-29:]}"


def _size(game: dict[str, Any]) -> str:
    return f"{game['width']}x{game['height']}/{game['mines']}"


def _bbbv(game: dict[str, Any]) -> str:
    return str(game["bbbv"]) if game["solved_bbbv"] in (None, game["bbbv"]) else f"{game['solved_bbbv']}/{game['bbbv']}"


def _in_full(game: dict[str, Any], warnings: Sequence[str], translator: Translator) -> list[str]:
    _ = translator.gettext
    comma, size = _(", "), _size(game)
    level = "" if game["level"] == "custom" else level_word(game["level"], translator) + comma
    which = comma + _("game {number}").format(number=game["game"]) if "game" in game else ""
    lines = [
        (_("file"), shown(game["file"]) + which),
        (_("format"), " ".join(filter(None, (game["format"], game["format_version"])))),
        (_("program"), game.get("program")),
        (_("player"), game.get("player")),
        (_("title"), game.get("title")),
        (_("started"), game.get("started")),
        (_("board"), level + size),
        (_("mode"), game["mode"]),
        (_("result"), game["result"] and _(_RESULTS[game["result"]])),
        (
            _("time"),
            None if game["time_ms"] is None else _("{seconds} s").format(seconds=f"{game['time_ms'] / 1000:.3f}"),
        ),
        ("3BV", _bbbv(game)),
        (_("openings"), _("{openings}, islands {islands}").format(openings=game["openings"], islands=game["islands"])),
        ("ZiNi", _zini_text(game, translator)),
    ]
    if game["clicks"]:
        clicks = _("{total} = {left} left + {right} right + {chord} both")
        lines += [(_("clicks"), clicks.format(**game["clicks"])), (_("effective"), clicks.format(**game["effective"]))]
        wasted = game["clicks_text_model"]
        lines.append((_("text tools"), comma.join(f"{_(_TEXT_COUNTS[name])} {n}" for name, n in wasted.items() if n)))
        lines.append(
            (_("rates"), comma.join(f"{_(_RATES[name])} {value:.2f}" for name, value in game["rates"].items()))
        )
        path = _("{pixels} px, {events} events").format(pixels=f"{game['path']:.0f}", events=game["events"])
        lines.append((_("path"), path))
    lines += [(_("warning"), text) for text in warnings]
    return [f"{pad(name, 10)} {value}" for name, value in lines if value]


def _zini_text(game: dict[str, Any], translator: Translator) -> str | None:
    if game["zini_greedy"] is None:
        return None
    _ = translator.gettext
    text = _("{zini}, human {human}").format(zini=game["zini_greedy"], human=game["zini_human"])
    for name, words in (
        ("8way", _("eight ways {zini}, human {human}")),
        ("random", _("at random {zini}, human {human}")),
    ):
        if f"zini_{name}" in game:
            text += _("; ") + words.format(zini=game[f"zini_{name}"], human=game[f"zini_human_{name}"])
    return text


_TEXT_COUNTS = {
    "left": N_("left"),
    "right": N_("right"),
    "chord": N_("chord"),
    "wasted_left": N_("wasted left"),
    "wasted_right": N_("wasted right"),
    "wasted_chord": N_("wasted chord"),
    "one_point_five": N_("one point five"),
    "ignored_rilian": N_("ignored rilian"),
    "unflags": N_("unflags"),
    "misflags": N_("misflags"),
}

_RATES = {
    "ioe": "IOE",
    "correctness": N_("correctness"),
    "throughput": N_("throughput"),
    "bbbv_per_second": "3BV/s",
    "clicks_per_second": N_("clicks/s"),
    "estimated_time": N_("estimated time"),
    "rqp": "RQP",
    "qg": "QG",
    "stnb": "STNB",
    "zne": "ZNE",
    "znt": "ZNT",
    "hzne": "HZNE",
    "hznt": "HZNT",
}


def _summary(totals: Counter[str], best: dict[str, int], translator: Translator) -> str:
    _, many = translator.gettext, translator.ngettext
    comma = _(", ")
    parts = [count_games(translator, totals["won"] + totals["lost"] + totals["unfinished"])]
    for name, text in (
        ("won", _("{count} won")),
        ("lost", _("{count} lost")),
        ("unfinished", _("{count} unfinished")),
        ("board", many("{count} board", "{count} boards", totals["board"])),
        ("unreadable", _("{count} that could not be read")),
    ):
        if totals[name]:
            parts.append(text.format(count=totals[name]))
    text = comma.join(parts)
    named = [
        f"{level_word(level, translator)} {ms / 1000:.3f}" for level, ms in sorted(best.items()) if level != "custom"
    ]
    return text + (_("; ") + _("best {times}").format(times=comma.join(named)) if named else "")
