"""`sapper replay watch`: shows recorded games in a full-screen player."""

from __future__ import annotations

import argparse

from sapper.cli.beginning import add_looks, open_kept, overridden
from sapper.cli.main import FAILED
from sapper.cli.play import add_glyphs, has_terminal, in_browser, needing_textual, prepare_terminal
from sapper.cli.replay_files import add_files, complain, find_files, nothing_found
from sapper.cli.sources import STANDARD_INPUT
from sapper.errors import N_, UsageError

SPEEDS = ("0.125", "0.25", "0.5", "1", "2", "4", "8", "16")
"""Those of the player, here so that the help needs no screen to be imported."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    add_files(parser, told=N_("a replay, or a folder of them"))
    parser.add_argument("--speed", choices=SPEEDS, default="1", metavar="X", help=N_("one of %(choices)s"))
    parser.add_argument(
        "--with-player", action="store_true", help=N_("show the players' names, which are left out otherwise")
    )
    add_looks(parser)
    add_glyphs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Shows the games, one after another; returns the exit status."""
    if not has_terminal() and not in_browser():
        raise UsageError(N_("replays are watched in a terminal; sapper replay info tells what is in them without one"))
    if STANDARD_INPUT in arguments.files:
        raise UsageError(N_("replays that are watched are files: standard input is where the keys come from"))
    prepare_terminal()
    from sapper.showing.programme import Programme

    files = [found.path for found in find_files(arguments.files)]
    if not files:
        nothing_found(arguments.files)
        return FAILED
    programme = Programme(files, with_player=arguments.with_player)
    shown = programme.turn()
    told = dict(programme.faults)
    for path, fault in told.items():
        complain(path, fault)
    if shown is None:
        return FAILED
    from sapper.config import load_settings
    from sapper.deal import deal
    from sapper.showing.table import Table

    with needing_textual():
        from sapper.tui.watching import WatchApp

    loaded = load_settings()
    session = overridden(loaded, arguments)
    table = Table(open_kept, session.settings, dealer=deal)
    app = WatchApp(
        session, table, shown=shown, programme=programme, speed=float(arguments.speed), saved=loaded.settings
    )
    status = app.run()
    for path, fault in programme.faults.items():
        if path not in told:
            complain(path, fault)
    return status or (FAILED if status is None or programme.faults else 0)
