"""Draws what a simulation found: the win rate by guesses and by 3BV, and a histogram. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from sapper.cli.fonts import fonts, readable
from sapper.cli.words import policy_word
from sapper.i18n import Translator
from sapper.sim.intervals import rate_interval
from sapper.sim.tally import Split

if TYPE_CHECKING:
    from sapper.sim.result import Result

BINS = 40
"""The most bars and points along 3BV."""
FEWEST = 30
"""A rate of fewer games says nothing and is left out."""
COLOURS = ("tab:blue", "tab:orange")


def draw(result: Result, file: BinaryIO, translator: Translator, *, form: str) -> None:
    """Draws a picture.

    Args:
        result: what is drawn.
        file: where to.
        translator: what its words are in.
        form: `svg` or `png`.

    Raises:
        OSError: it cannot be written.
    """
    import matplotlib
    from matplotlib.figure import Figure  # not pyplot: no window system, nothing global

    speaker = readable(translator)
    _ = speaker.gettext
    plan = result.plan
    look: Any = {"svg.hashsalt": "sapper", "svg.fonttype": "path", "font.family": fonts(translator)}
    with matplotlib.rc_context(look):
        figure = Figure(figsize=(13, 4.2), layout="constrained")
        guesses, bbbv, histogram = figure.subplots(1, 3)
        step = _step(result.tallies[0].by_bbbv)
        for number, (name, tally) in enumerate(zip(plan.players, result.tallies, strict=True)):
            _rates(guesses, tally.by_guesses, name, number)
            _rates(bbbv, _binned(tally.by_bbbv, step), name, number)
        _label(guesses, _("guesses in a game"), _("games won, %"))
        _label(bbbv, "3BV", _("games won, %"))
        bins = _binned(result.tallies[0].by_bbbv, step)
        values = sorted(bins)
        histogram.bar(values, [bins[value][0] for value in values], step, color="tab:gray", label=_("all games"))
        histogram.bar(
            values,
            [bins[value][1] for value in values],
            step,
            color=COLOURS[0],
            label=_("won by {player}").format(player=plan.player),
        )
        _label(histogram, "3BV", _("games"))
        for axes in (guesses, bbbv, histogram):
            axes.legend(frameon=False)
        x, y = plan.first
        title = speaker.ngettext(
            "{size}, policy {policy}, first cell {x},{y}: {games} game",
            "{size}, policy {policy}, first cell {x},{y}: {games} games",
            result.games,
        )
        figure.suptitle(
            title.format(size=plan.params, policy=policy_word(plan.policy, speaker), x=x, y=y, games=result.games)
        )
        figure.savefig(file, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)


def _rates(axes: Any, split: Split, name: str, number: int) -> None:
    """Win rates of the first or second player with their 95 % intervals, the second's a little to the right."""
    values = [value for value in sorted(split) if split[value][0] >= FEWEST]
    rates, below, above = [], [], []
    for value in values:
        games, wins = split[value]
        low, high = rate_interval(wins, games)
        rate = wins / games
        rates.append(100 * rate)
        below.append(100 * max(rate - low, 0.0))
        above.append(100 * max(high - rate, 0.0))
    places = [value + 0.2 * number for value in values]
    axes.errorbar(places, rates, [below, above], fmt="o", markersize=3, capsize=2, color=COLOURS[number], label=name)
    axes.set_ylim(0, 103)


def _label(axes: Any, across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.xaxis.get_major_locator().set_params(integer=True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _step(split: Split) -> int:
    values: Sequence[int] = sorted(split)
    return -(-(values[-1] - values[0] + 1) // BINS) if values else 1


def _binned(split: Split, step: int) -> Split:
    """The same in bins of `step` values, each under its middle value."""
    bins: Split = {}
    for value, (games, wins) in split.items():
        middle = value // step * step + step // 2
        before = bins.get(middle, (0, 0))
        bins[middle] = (before[0] + games, before[1] + wins)
    return bins
