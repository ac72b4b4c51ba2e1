"""`sapper play`: the full-screen game, and what `sapper` alone opens."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sapper.cli.beginning import add_arguments, begin, board_of, check, end, open_kept, overridden
from sapper.cli.main import FAILED
from sapper.errors import N_, SapperError, UsageError
from sapper.web.tether import server, tie


class NoScreenError(SapperError):
    """There is no terminal that can show the full-screen game, or nothing to draw with."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sapper play`."""
    add_arguments(parser)
    add_glyphs(parser)


def add_glyphs(parser: argparse.ArgumentParser) -> None:
    """Adds what only a terminal needs to be told."""
    parser.add_argument("--glyphs", choices=["ascii", "unicode"], help=N_("how cells are drawn, for this time"))


def run(arguments: argparse.Namespace) -> int:
    """Opens the game that the arguments ask for, or the one that was left."""
    if not has_terminal() and not in_browser():
        raise UsageError(N_("the full-screen game needs a terminal; without one there is: sapper console menu"))
    check(arguments)
    return open_game(arguments)


def has_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))


def in_browser() -> bool:
    """Whether a server shows the game in a browser, and stands for the terminal."""
    return server() is not None


def prepare_terminal() -> None:
    """Makes ready for an application that fills the terminal.

    Raises:
        NoScreenError: this terminal cannot show one.
    """
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise NoScreenError(N_("this terminal cannot show the full-screen game; try: sapper console menu"))
    # Where a shell exports them, they would be believed over the window, and no resize would be seen. In a browser they
    # are how the size is told.
    if (page := server()) is None:
        for name in ("COLUMNS", "LINES"):
            os.environ.pop(name, None)
    else:
        tie(page)
    # Nothing of what is loaded now becomes garbage; the app turns the collector on again once the board is drawn.
    gc.disable()


@contextmanager
def needing_textual() -> Iterator[None]:
    """Imports what draws the screens; raises `NoScreenError` where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("textual", "rich"):
            raise
        raise NoScreenError(
            N_("the full-screen game needs Textual (pip install textual); without it there is: sapper console menu")
        ) from None


def open_game(arguments: argparse.Namespace | None = None) -> int:
    """Opens the full-screen game; without arguments the one that was left.

    Raises:
        NoScreenError: this terminal cannot show it, or Textual is missing.
        SapperError: the board that was asked for cannot be had.
    """
    prepare_terminal()
    board = board_of(arguments)
    with needing_textual():
        from sapper.tui.app import SapperApp
    from sapper.config import load_settings
    from sapper.deal import deal
    from sapper.showing.table import Table

    loaded = load_settings()
    session = overridden(loaded, arguments)
    table = Table(open_kept, session.settings, dealer=deal)
    try:
        named = begin(table, session, arguments, board)
        welcome = not named and not loaded.settings.help_seen
        app = SapperApp(session, table, saved=loaded.settings, welcome=welcome, web=in_browser())
        status = app.run()
    finally:
        end(table)
    return FAILED if status is None else status
