"""`sapper stats`: what the player's games add up to, as text or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from sapper.cli.arguments import level
from sapper.cli.charts import bar, can_show_blocks, pad, table, trend_line
from sapper.cli.words import level_word, policy_word
from sapper.core.params import Policy, level_name
from sapper.errors import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.i18n import Translator
    from sapper.store import Store, Summary

_BAR_WIDTH = 40
_RECORDS = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--level", type=level, metavar="L", help=N_("of one level only: its name, or WxH/M"))
    parser.add_argument(
        "--policy", choices=[policy.value for policy in Policy], help=N_("of one first-click policy only")
    )
    parser.add_argument("--json", action="store_true", help=N_("as one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """Prints the statistics; returns the exit status."""
    from sapper.cli.speech import translator
    from sapper.store import open_store

    policy = None if arguments.policy is None else Policy(arguments.policy)
    with open_store(read_only=True) as store:
        found = store.summaries(arguments.level, policy)
        if arguments.json:
            print(json.dumps(_document(store, found), indent=1))
            return 0
        report = _Report(store, translator(), blocks=can_show_blocks(sys.stdout.encoding))
        chosen = arguments.level is not None or policy is not None
        for line in report.lines(found, chosen=chosen):
            print(line)
    return 0


def _document(store: Store, found: Sequence[Summary]) -> dict[str, object]:
    levels = []
    for summary in found:
        kind = (summary.params, summary.policy)
        numbers = summary._asdict()
        del numbers["params"], numbers["policy"]
        levels.append(
            {
                "level": level_name(summary.params),
                **{"width": summary.params.width, "height": summary.params.height, "mines": summary.params.mines},
                "policy": summary.policy.value,
                **numbers,
                "win_rate": summary.win_rate,
                "last_finished": _date(summary.last_finished, "milliseconds"),
                "histogram": [bar._asdict() for bar in store.histogram(*kind)],
                "trend": [_dated(point._asdict(), "last_finished") for point in store.trend(*kind)],
                "fastest": [_dated(best._asdict(), "finished") for best in store.fastest(*kind)],
                "improvements": [_dated(best._asdict(), "finished") for best in store.improvements(*kind)],
            }
        )
    days = store.days()
    return {
        "levels": levels,
        "daily": [
            {"day": game.setup.daily, "result": game.result.value, "time_ms": game.time_ms, "ranked": game.is_ranked}
            for game in days
        ],
    }


def _dated(values: dict[str, object], name: str) -> dict[str, object]:
    return {**values, name: _date(int(str(values[name])), "milliseconds")}


def _date(time_ms: int, timespec: str = "") -> str:
    """The UTC date of a time, or all of it when a `timespec` of `isoformat` is given."""
    from datetime import UTC, datetime

    moment = datetime.fromtimestamp(time_ms / 1000, UTC)
    return moment.isoformat(timespec=timespec).replace("+00:00", "Z") if timespec else moment.date().isoformat()


class _Report:
    """The statistics as lines of text."""

    def __init__(self, store: Store, translator: Translator, *, blocks: bool) -> None:
        self._store = store
        self._translator = translator
        self._blocks = blocks

    def lines(self, found: Sequence[Summary], *, chosen: bool) -> list[str]:
        """All lines: a table of everything, then details: of what was chosen, or of what was played last."""
        _ = self._translator.gettext
        if not found:
            return [_("No game of this kind has been played yet.") if chosen else _("No game has been played yet.")]
        lines = self._overview(found)
        for summary in found if chosen else [max(found, key=lambda summary: summary.last_finished)]:
            lines += ["", *self._details(summary)]
        return lines

    def _overview(self, found: Sequence[Summary]) -> list[str]:
        _ = self._translator.gettext
        heads = [
            _("level"),
            _("policy"),
            _("played"),
            _("won"),
            _("rate"),
            _("streak"),
            _("best"),
            _("median"),
            "3BV/s",
        ]
        rows = [
            [
                self._level(summary),
                policy_word(summary.policy, self._translator),
                str(summary.played),
                str(summary.won),
                f"{summary.win_rate:.1%}",
                f"{summary.current_streak}/{summary.best_streak}",
                seconds(summary.best_ms),
                seconds(summary.median_ms),
                decimal(summary.median_speed),
            ]
            for summary in found
        ]
        return table([heads, *rows], left=2)

    def _details(self, summary: Summary) -> list[str]:
        _ = self._translator.gettext
        kind = (summary.params, summary.policy)
        mark = " · " if self._blocks else ", "
        lines = [mark.join([self._level(summary), str(summary.params), policy_word(summary.policy, self._translator)])]
        efficiency = "-" if summary.median_efficiency is None else f"{summary.median_efficiency:.0%}"
        facts = [
            (_("games"), _("{played} played, {won} won, {lost} lost, {abandoned} given up"), summary._asdict()),
            (_("streak"), _("{current} now, {best} at best"), self._streaks(summary)),
            (_("time"), _("best {best} s, median {median} s, mean {mean} s"), self._times(summary)),
            ("3BV/s", _("best {best}, median {median}"), self._speeds(summary)),
            (_("efficiency"), _("median {median}"), {"median": efficiency}),
        ]
        lines += table([["", name, text.format(**values)] for name, text, values in facts], left=3)
        bins = self._store.histogram(*kind)
        if bins:
            most = max(bin.games for bin in bins)
            lines += ["", "  " + _("times of ranked wins, in seconds")]
            edges = [f"{bin.low_ms / 1000:g}" + ("+" if bin.high_ms is None else "") for bin in bins]
            width = max(map(len, edges))
            for edge, bin in zip(edges, bins, strict=True):
                drawn = bar(bin.games / most, _BAR_WIDTH, blocks=self._blocks)
                lines.append(f"  {pad(edge, width, right=True)}  {drawn} {bin.games}".rstrip())
            points = self._store.trend(*kind)
            line = trend_line([point.median_ms for point in points], blocks=self._blocks)
            lines += ["", "  " + _("how the times went on, lower is faster"), f"  {line}"]
            lines += ["", "  " + _("records")]
            lines += table(
                [
                    ["", f"{place}.", seconds(best.time_ms), f"3BV {best.bbbv}", _date(best.finished)]
                    for place, best in enumerate(self._store.fastest(*kind, limit=_RECORDS), start=1)
                ],
                left=1,
            )
        return lines

    def _level(self, summary: Summary) -> str:
        name = level_name(summary.params)
        return str(summary.params) if name == "custom" else level_word(name, self._translator)

    def _streaks(self, summary: Summary) -> dict[str, object]:
        return {"current": summary.current_streak, "best": summary.best_streak}

    def _times(self, summary: Summary) -> dict[str, object]:
        return {
            "best": seconds(summary.best_ms),
            "median": seconds(summary.median_ms),
            "mean": seconds(summary.mean_ms),
        }

    def _speeds(self, summary: Summary) -> dict[str, object]:
        return {"best": decimal(summary.best_speed), "median": decimal(summary.median_speed)}


def seconds(time_ms: float | None) -> str:
    """A time in seconds with its milliseconds, or a dash."""
    return "-" if time_ms is None else f"{time_ms / 1000:.3f}"


def decimal(value: float | None) -> str:
    """A number with two decimals, or a dash."""
    return "-" if value is None else f"{value:.2f}"
