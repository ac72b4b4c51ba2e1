"""`sapper simulate`: many games by a machine player, and how many of them it wins."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.cli.arguments import cell, file_name, level, nonempty, positive, seed
from sapper.cli.files import STANDARD_OUTPUT, add_overwrite, check_overwrite, new_file, new_text, refuse_older
from sapper.cli.main import INTERRUPTED
from sapper.core.params import Policy
from sapper.errors import N_, SapperError, UsageError

if TYPE_CHECKING:
    from sapper.i18n import Translator
    from sapper.sim.journal import Journal
    from sapper.sim.plan import Plan
    from sapper.sim.result import Result

PICTURES = ("svg", "png")


class NoPlotError(SapperError):
    """What drawing needs is not installed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("level", metavar="LEVEL", type=level, help=N_("a level's name, or WxH/M such as 30x16/99"))
    parser.add_argument("-n", type=positive, default=1000, metavar="N", help=N_("how many games (1000)"))
    parser.add_argument(
        "--player",
        default="lowest-risk",
        metavar="NAME",
        help=N_("random, logic, lowest-risk (the default), careful, best, or one that an installed package brings"),
    )
    parser.add_argument(
        "--against", metavar="NAME", help=N_("a second player on the same boards, which begins in the same cell")
    )
    policies = [policy.value for policy in Policy]
    parser.add_argument(
        "--policy", choices=policies, default="opening", help=N_("what the first click is promised (opening)")
    )
    parser.add_argument(
        "--first",
        type=cell,
        metavar="X,Y",
        help=N_("the first cell's column and row from 0 (where the player likes best)"),
    )
    parser.add_argument(
        "--seed", type=seed, metavar="N", help=N_("of the first game; the next ones count up from it (a fresh one)")
    )
    parser.add_argument("--jobs", type=positive, metavar="J", help=N_("processes to share the games among (1)"))
    parser.add_argument(
        "--scheduler",
        type=nonempty,
        metavar="ADDRESS",
        help=N_(
            "of a Dask cluster that plays instead, such as tcp://127.0.0.1:8786. Whoever reaches a scheduler can run "
            "programs on its machines: on this machine alone, or with tls:// (needs sapper[cluster])"
        ),
    )
    parser.add_argument(
        "--journal", type=file_name, metavar="FILE", help=N_("keeps what is done: the same command goes on from there")
    )
    parser.add_argument("--json", action="store_true", help=N_("the answer as one JSON object"))
    parser.add_argument(
        "--csv",
        type=file_name,
        metavar="FILE",
        help=N_("also writes the wins by guesses and by 3BV; - is standard output"),
    )
    parser.add_argument(
        "--plot", type=file_name, metavar="FILE", help=N_("also draws them: .svg or .png (needs sapper[plot])")
    )
    add_overwrite(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays and prints; returns the exit status."""
    from sapper.cli.simulate_report import as_json, lines, write_csv
    from sapper.cli.speech import translator as speaker

    _check(arguments)
    translator = speaker()
    plan = _plan(arguments)
    stopped: list[Result] = []
    try:
        result = _played(plan, arguments, translator, stopped.append)
    except KeyboardInterrupt:
        _say_stopped(stopped[-1] if stopped else None, plan, arguments.journal, translator)
        return INTERRUPTED
    if arguments.json:
        print(json.dumps(as_json(result)))
    else:
        for line in lines(result, translator):
            print(line)
    sys.stdout.flush()
    if arguments.csv == Path(STANDARD_OUTPUT):
        write_csv(result, sys.stdout)
    elif arguments.csv is not None:
        with new_text(arguments.csv, overwrite=arguments.overwrite) as table:
            write_csv(result, table)
    if arguments.plot is not None:
        from sapper.cli.simulate_plot import draw

        with new_file(arguments.plot, overwrite=arguments.overwrite) as picture:
            draw(result, picture, translator, form=_ending(arguments.plot))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Finds out before the games what would be a pity to find out after them."""
    check_overwrite(arguments, "csv", "plot")
    params = arguments.level
    first = arguments.first
    if first is not None and (first[0] >= params.width or first[1] >= params.height):
        raise UsageError(
            N_("--first is a column from 0 to {right} and a row from 0 to {bottom}"),
            right=params.width - 1,
            bottom=params.height - 1,
        )
    if arguments.jobs is not None and arguments.scheduler is not None:
        raise UsageError(N_("--jobs are processes of this machine, and --scheduler names other workers: choose one"))
    if arguments.plot is not None:
        if _ending(arguments.plot) not in PICTURES:
            raise UsageError(
                N_("--plot draws a file that ends in .svg or .png, not {found}"), found=repr(str(arguments.plot))
            )
        if importlib.util.find_spec("matplotlib") is None:
            raise NoPlotError(N_("drawing needs matplotlib (pip install 'sapper[plot]'); without it there is --csv"))
    paths = [path for path in (arguments.csv, arguments.plot, arguments.journal) if path is not None]
    if arguments.journal == Path(STANDARD_OUTPUT):
        raise UsageError(N_("--journal is a file, from which the same command goes on: standard output is none"))
    for path in paths:
        if path == Path(STANDARD_OUTPUT):
            continue
        if path.is_dir() or not path.parent.is_dir():
            template = N_("{path}: it is a folder") if path.is_dir() else N_("{path}: there is no such folder")
            raise UsageError(template, path=path)
        if paths.count(path) > 1:
            raise UsageError(N_("{path}: each option writes a file of its own"), path=path)
        if path is not arguments.journal:
            refuse_older(path, overwrite=arguments.overwrite)


def _ending(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _plan(arguments: argparse.Namespace) -> Plan:
    from sapper.sim.plan import make_plan

    start = arguments.seed
    if start is None and arguments.journal is not None:
        from sapper.sim.journal import seed_in

        start = seed_in(arguments.journal)
    if start is None:
        from sapper.deal.seeds import fresh_seed

        start = fresh_seed()
    return make_plan(
        arguments.level,
        Policy(arguments.policy),
        player=arguments.player,
        against=arguments.against,
        seed=start,
        games=arguments.n,
        first=arguments.first,
    )


def _played(
    plan: Plan, arguments: argparse.Namespace, translator: Translator, report: Callable[[Result], None]
) -> Result:
    from sapper.sim import executors
    from sapper.sim.run import run as run_plan

    journal: Journal | None = None
    with ExitStack() as held:
        if arguments.journal is not None:
            from sapper.sim.journal import Journal

            journal = held.enter_context(Journal(arguments.journal, plan))
        if arguments.scheduler is not None:
            executor, workers = held.enter_context(executors.cluster(arguments.scheduler))
        else:
            workers = min(arguments.jobs or 1, plan.games)
            executor = held.enter_context(executors.local(workers))
        show = held.enter_context(_progress(plan, translator))

        def both(result: Result) -> None:
            report(result)
            show(result)

        return run_plan(plan, executor, workers=workers, journal=journal, progress=both)


@contextmanager
def _progress(plan: Plan, translator: Translator) -> Iterator[Callable[[Result], None]]:
    """A bar with the rate and the time left, on stderr, where that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    _ = translator.gettext
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[wins]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=plan.games, rate="", wins="")

        begun = False

        def show(result: Result) -> None:
            nonlocal begun
            if not begun:  # what a journal brings was not played at this pace
                progress.reset(task, completed=result.games)
                begun = True
                return
            speed = progress.tasks[0].speed or 0.0
            rate = _("{rate} games/s").format(rate=f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}")
            wins = _("{percent} % won").format(percent=f"{100 * result.tallies[0].wins / result.games:.2f}")
            progress.update(task, completed=result.games, rate=rate if speed else "", wins=wins)

        yield show


def _say_stopped(result: Result | None, plan: Plan, journal: Path | None, translator: Translator) -> None:
    games = 0 if result is None else result.games
    if journal is not None:
        from sapper.sim.journal import Journal

        with Journal(journal, plan) as kept:
            games = kept.result.games  # the interruption may have come between counting and writing
    if journal is None:
        text = translator.ngettext(
            "Stopped after {games} of {all} game; with --journal FILE it would have been kept.",
            "Stopped after {games} of {all} games; with --journal FILE they would have been kept.",
            plan.games,
        )
    else:
        text = translator.ngettext(
            "Stopped after {games} of {all} game; the same command goes on from {journal}.",
            "Stopped after {games} of {all} games; the same command goes on from {journal}.",
            plan.games,
        )
    print(f"\n{text.format(games=games, all=plan.games, journal=journal)}", file=sys.stderr, flush=True)
