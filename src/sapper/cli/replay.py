"""`sapper replay`: looks into replays, shows and converts them, and judges the games in them."""

from __future__ import annotations

import argparse
import importlib

from sapper.errors import N_

ACTIONS = {
    "info": N_("what is in replays and boards: a table, or JSON"),
    "watch": N_("show recorded games in a full-screen player"),
    "convert": N_("write replays and boards in other formats"),
    "analyse": N_("judge every click of a game: its risk, and what would have been better"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the actions with their arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=type(parser))
    for name, summary in ACTIONS.items():
        subparser = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        importlib.import_module(f"sapper.cli.replay_{name}").configure(subparser)


def run(arguments: argparse.Namespace) -> int:
    """Does what was asked for; returns the exit status."""
    status: int = importlib.import_module(f"sapper.cli.replay_{arguments.action}").run(arguments)
    return status
