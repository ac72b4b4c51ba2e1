"""What a simulation found, as lines of text, JSON and CSV. It must not know how the games were run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from sapper.cli.charts import table
from sapper.cli.words import level_word, policy_word
from sapper.core.params import level_name

if TYPE_CHECKING:
    from sapper.core.params import Params
    from sapper.i18n import Translator
    from sapper.sim.result import Result
    from sapper.sim.tally import Tally


def lines(result: Result, translator: Translator) -> list[str]:
    """What was played, a row a player, and for two players how they compare."""
    from sapper.sim.intervals import difference_interval, rate_interval

    _ = translator.gettext
    plan = result.plan
    x, y = plan.first
    begun = translator.ngettext(
        "{level}, policy {policy}, first cell {x},{y}, seed {seed}, {games} game",
        "{level}, policy {policy}, first cell {x},{y}, seed {seed}, {games} games",
        result.games,
    ).format(
        level=level_word(_level(plan.params), translator),
        policy=policy_word(plan.policy, translator),
        x=x,
        y=y,
        seed=plan.seed,
        games=result.games,
    )
    heads = [_("player"), _("won"), "%", _("interval (95 %)"), _("guesses"), _("won without a guess"), _("gave up")]
    rows = []
    for name, tally in zip(plan.players, result.tallies, strict=True):
        low, high = rate_interval(tally.wins, tally.games)
        rows.append(
            [
                name,
                str(tally.wins),
                _percent(tally.wins / tally.games),
                f"{_percent(low)}-{_percent(high)}",
                f"{tally.guesses / tally.games:.2f}",
                _("{percent} %").format(percent=_percent(tally.wins_without_guess / tally.games)),
                str(tally.gave_up),
            ]
        )
    if not any(tally.gave_up for tally in result.tallies):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    found = [begun, "", *table([heads, *rows], left=1)]
    pairs = result.pairs
    if pairs is not None:
        low, high = difference_interval(pairs.first, pairs.second, pairs.games)
        text = _("{player} minus {against} on the same boards: {difference} points, interval (95 %) {low} to {high}")
        found += [
            "",
            text.format(
                player=plan.player,
                against=plan.against,
                difference=f"{100 * (pairs.first - pairs.second) / pairs.games:+.2f}",
                low=f"{100 * low:+.2f}",
                high=f"{100 * high:+.2f}",
            ),
        ]
        text = _("won by both: {both}, by {player} alone: {first}, by {against} alone: {second}, by neither: {neither}")
        found.append(
            text.format(
                both=pairs.both,
                first=pairs.first,
                second=pairs.second,
                neither=pairs.neither,
                player=plan.player,
                against=plan.against,
            )
        )
    return found


def as_json(result: Result) -> dict[str, object]:
    """The answer as a JSON object."""
    from sapper.sim.intervals import difference_interval

    plan, pairs = result.plan, result.pairs
    document: dict[str, object] = {
        "level": _level(plan.params),
        "policy": plan.policy.value,
        "player": plan.player,
        **_counts(result.tallies[0]),
        "seconds": round(result.seconds, 3),
        "games_per_second": round(result.games / result.seconds, 1) if result.seconds else None,
        "seed": plan.seed,
        "first": list(plan.first),
    }
    if pairs is not None:
        document["against"] = {"player": plan.against, **_counts(result.tallies[1])}
        document["difference"] = {
            "win_rate": (pairs.first - pairs.second) / pairs.games,
            "ci95": list(difference_interval(pairs.first, pairs.second, pairs.games)),
            "both": pairs.both,
            "player_alone": pairs.first,
            "against_alone": pairs.second,
            "neither": pairs.neither,
        }
    return document


def _counts(tally: Tally) -> dict[str, object]:
    from sapper.sim.intervals import rate_interval

    return {
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.wins / tally.games,
        "ci95": list(rate_interval(tally.wins, tally.games)),
        "guesses": tally.guesses / tally.games,
        "wins_without_guess": tally.wins_without_guess,
        "gave_up": tally.gave_up,
    }


def write_csv(result: Result, file: TextIO) -> None:
    """Writes games and wins of each player: all, by guesses, by 3BV; a header, a row each."""
    import csv

    from sapper.sim.intervals import rate_interval

    writer = csv.writer(file)
    writer.writerow(["player", "by", "value", "games", "wins", "win_rate", "low", "high"])
    for name, tally in zip(result.plan.players, result.tallies, strict=True):
        rows = [("all", "", tally.games, tally.wins)]
        for by, split in (("guesses", tally.by_guesses), ("3bv", tally.by_bbbv)):
            rows += [(by, str(value), *split[value]) for value in sorted(split)]
        for by, text, games, wins in rows:
            low, high = rate_interval(wins, games)
            writer.writerow([name, by, text, games, wins, wins / games, low, high])


def _level(params: Params) -> str:
    name = level_name(params)
    return str(params) if name == "custom" else name


def _percent(part: float) -> str:
    return f"{100 * part:.2f}"
