"""`sapper replay info`: what is in replays, as a table for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any

from sapper.cli.arguments import positive
from sapper.cli.replay_files import Found, complain, find_files, load, printable_lines, shown, with_progress
from sapper.errors import SapperError

_COLUMNS = (
    "{file:<30.30}  {format:<6.6} {level:<15.15} {result:<10} {time:>9} {bbbv:>5} {rate:>6} {clicks:>15} {ioe:>5}"
)
_TITLES = {
    "file": "file",
    "format": "format",
    "level": "level",
    "result": "result",
    "time": "time",
    "bbbv": "3BV",
    "rate": "3BV/s",
    "clicks": "left+right+both",
    "ioe": "IOE",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a replay or board, or a folder of them")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, a line each")
    parser.add_argument(
        "--zini",
        type=positive,
        metavar="N",
        help="more forms of ZiNi: over the eight images of the board, and the best of N runs in random order",
    )
    parser.add_argument(
        "--with-player", action="store_true", help="show the players' names, which are left out otherwise"
    )


def run(arguments: argparse.Namespace) -> int:
    """Reads, plays and shows; returns the exit status."""
    files = find_files(arguments.files)
    show = _print_json if arguments.json else _Table(single=len(files) == 1)
    failed = False
    totals: Counter[str] = Counter()
    best: dict[str, int] = {}
    for file in with_progress(files):
        try:
            games = _games(file, with_player=arguments.with_player, zini_runs=arguments.zini)
        except SapperError as error:
            failed = True
            totals["unreadable"] += 1
            if arguments.json:
                print(json.dumps({"file": str(file.path), "error": str(error)}))
            else:
                complain(file.path, error)
            continue
        for game in games:
            show(game)
            totals[game["result"] or "board"] += 1
            if game["result"] == "won":
                level = game["level"]
                best[level] = min(best.get(level, game["time_ms"]), game["time_ms"])
    if not arguments.json and len(files) != 1:
        printable_lines(["", _summary(totals, best)])
    if not files:
        print("sapper: there are no replays in it", file=sys.stderr)
    return 1 if failed or not files else 0


def _games(file: Found, *, with_player: bool, zini_runs: int | None) -> list[dict[str, Any]]:
    from sapper.replay.report import describe, describe_board, report

    contents = load(file.path)
    if contents.board is not None:
        return [{"file": str(file.path), **describe_board(contents, zini_runs=zini_runs)}]
    games = []
    for number, record in enumerate(contents.records, start=1):
        which = {"game": number} if len(contents.records) > 1 else {}
        told = describe(report(record), with_player=with_player, zini_runs=zini_runs)
        games.append({"file": str(file.path), **which, **told})
    return games


def _print_json(game: dict[str, Any]) -> None:
    print(json.dumps(game))


class _Table:
    """Shows games to people: a single one in full, several as rows."""

    def __init__(self, *, single: bool) -> None:
        self._single = single
        self._begun = False

    def __call__(self, game: dict[str, Any]) -> None:
        if self._single:
            printable_lines(_in_full(game))
            return
        if not self._begun:
            printable_lines([_COLUMNS.format(**_TITLES)])
            self._begun = True
        printable_lines([_row(game), *(f"  ! {warning}" for warning in game["warnings"])])


def _row(game: dict[str, Any]) -> str:
    clicks, rates = game["clicks"], game.get("rates", {})
    return _COLUMNS.format(
        file=_tail(shown(game["file"]) + (f"#{game['game']}" if "game" in game else "")),
        format=game["format"],
        level=_level(game),
        result=game["result"] or "board",
        time="" if game["time_ms"] is None else f"{game['time_ms'] / 1000:.3f}",
        bbbv=_bbbv(game),
        rate=f"{rates['bbbv_per_second']:.2f}" if "bbbv_per_second" in rates else "",
        clicks=f"{clicks['left']}+{clicks['right']}+{clicks['chord']}" if clicks else "",
        ioe=f"{rates['ioe']:.2f}" if "ioe" in rates else "",
    )


def _tail(name: str) -> str:
    return name if len(name) <= 30 else f"…{name[-29:]}"


def _level(game: dict[str, Any]) -> str:
    return game["level"] if game["level"] != "custom" else f"{game['width']}x{game['height']}/{game['mines']}"


def _bbbv(game: dict[str, Any]) -> str:
    return str(game["bbbv"]) if game["solved_bbbv"] in (None, game["bbbv"]) else f"{game['solved_bbbv']}/{game['bbbv']}"


def _in_full(game: dict[str, Any]) -> list[str]:
    size = f"{game['width']}x{game['height']}/{game['mines']}"
    lines = [
        ("file", shown(game["file"]) + (f", game {game['game']}" if "game" in game else "")),
        ("format", " ".join(filter(None, (game["format"], game["format_version"])))),
        ("program", game.get("program")),
        ("player", game.get("player")),
        ("title", game.get("title")),
        ("started", game.get("started")),
        ("board", size if game["level"] == "custom" else f"{game['level']}, {size}"),
        ("mode", game["mode"]),
        ("result", game["result"]),
        ("time", None if game["time_ms"] is None else f"{game['time_ms'] / 1000:.3f} s"),
        ("3BV", _bbbv(game)),
        ("openings", f"{game['openings']}, islands {game['islands']}"),
        ("ZiNi", _zini_text(game)),
    ]
    if game["clicks"]:
        lines += [(name, _click_text(game[name])) for name in ("clicks", "effective")]
        wasted = game["clicks_text_model"]
        lines.append(("text tools", ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in wasted.items() if n)))
        lines.append(("rates", ", ".join(f"{_RATES[name]} {value:.2f}" for name, value in game["rates"].items())))
        lines.append(("path", f"{game['path']:.0f} px, {game['events']} events"))
    return [f"{name:<10} {value}" for name, value in lines if value] + [
        f"warning    {text}" for text in game["warnings"]
    ]


def _zini_text(game: dict[str, Any]) -> str | None:
    if game["zini_greedy"] is None:
        return None
    text = f"{game['zini_greedy']}, human {game['zini_human']}"
    for name, words in (("8way", "eight ways"), ("random", "at random")):
        if f"zini_{name}" in game:
            text += f"; {words} {game[f'zini_{name}']}, human {game[f'zini_human_{name}']}"
    return text


def _click_text(clicks: dict[str, int]) -> str:
    return f"{clicks['total']} = {clicks['left']} left + {clicks['right']} right + {clicks['chord']} both"


_RATES = {
    "ioe": "IOE",
    "correctness": "correctness",
    "throughput": "throughput",
    "bbbv_per_second": "3BV/s",
    "clicks_per_second": "clicks/s",
    "estimated_time": "estimated time",
    "rqp": "RQP",
    "qg": "QG",
    "stnb": "STNB",
    "zne": "ZNE",
    "znt": "ZNT",
    "hzne": "HZNE",
    "hznt": "HZNT",
}


def _summary(totals: Counter[str], best: dict[str, int]) -> str:
    games = totals["won"] + totals["lost"] + totals["unfinished"]
    parts = [f"{games} {'game' if games == 1 else 'games'}"]
    parts += [f"{totals[name]} {name}" for name in ("won", "lost", "unfinished") if totals[name]]
    if totals["board"]:
        parts.append(f"{totals['board']} {'board' if totals['board'] == 1 else 'boards'}")
    if totals["unreadable"]:
        parts.append(f"{totals['unreadable']} that could not be read")
    text = ", ".join(parts)
    if best:
        text += "; best " + ", ".join(
            f"{level} {ms / 1000:.3f}" for level, ms in sorted(best.items()) if level != "custom"
        )
    return text
