"""`sapper window`: the game in a desktop window."""

from __future__ import annotations

import argparse

from sapper.cli.beginning import add_arguments, begin, board_of, check, open_kept, overridden
from sapper.cli.main import DONE
from sapper.errors import N_, SapperError


class NoWindowError(SapperError):
    """There is nothing to open a window with, or nowhere to open it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sapper window`."""
    add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Opens the window with the game that the arguments ask for, or the one that was left.

    Raises:
        NoWindowError: Tk or a display is missing.
        SapperError: the board that was asked for cannot be had.
    """
    check(arguments)
    board = board_of(arguments)
    try:
        import tkinter as tk
    except ImportError:
        raise NoWindowError(
            N_("this Python has no Tk to open a window with (on Debian and Ubuntu: apt install python3-tk)")
        ) from None
    from sapper.config import load_settings
    from sapper.deal import deal
    from sapper.showing.table import Table
    from sapper.window.app import WindowApp

    try:
        root = tk.Tk(className="sapper")
    except tk.TclError:
        raise NoWindowError(
            N_("there is no display to open a window on; in a terminal there is: sapper play")
        ) from None
    loaded = load_settings()
    session = overridden(loaded, arguments)
    table = Table(open_kept, session.settings, dealer=deal)
    try:
        begin(table, session, arguments, board)
        WindowApp(root, session, table, saved=loaded.settings).run()
    finally:
        table.close()
    return DONE
