"""`sapper window`: the game in a desktop window."""

from __future__ import annotations

import argparse

from sapper.cli.beginning import add_arguments, begin, board_of, check, end, open_kept, overridden


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sapper window`."""
    add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Opens the window with the game that the arguments ask for, or the one that was left.

    Raises:
        SapperError: there can be no window, or the board that was asked for cannot be had.
    """
    from sapper.config import load_settings
    from sapper.deal import deal
    from sapper.showing.table import Table
    from sapper.window import start

    check(arguments)
    board = board_of(arguments)
    root = start.open_root()
    from sapper.window.app import WindowApp

    loaded = load_settings()
    session = overridden(loaded, arguments)
    table = Table(open_kept, session.settings, dealer=deal)
    try:
        begin(table, session, arguments, board)
        app = WindowApp(root, session, table, saved=loaded.settings)
        return start.run(root, leave=app.leave)
    finally:
        end(table)
