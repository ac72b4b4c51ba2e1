"""`sapper play`: the full-screen game, and what `sapper` alone opens."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.cli.arguments import level, seed
from sapper.cli.main import FAILED, WRONG_USE, UsageError
from sapper.core.layout import Layout
from sapper.core.notation import GameId
from sapper.core.params import LEVELS, Policy
from sapper.errors import N_, SapperError

if TYPE_CHECKING:
    from sapper.config import Loaded
    from sapper.profile import Profile
    from sapper.showing.table import Table

THEMES = ("dark", "light", "classic", "high-contrast", "colour-blind")
"""The themes' names, here so that the help needs no screen to be imported."""


class NoScreenError(SapperError):
    """There is no terminal that can show the full-screen game, or nothing to draw with."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sapper play`."""
    parser.add_argument(
        "level", nargs="?", type=level, metavar="LEVEL", help=f"{', '.join(LEVELS)}, or a size such as 30x16/99"
    )
    parser.add_argument("--policy", choices=list(Policy), metavar="P", help=f"the first click: {', '.join(Policy)}")
    parser.add_argument("--seed", type=seed, metavar="N", help="deal from this seed; the game is unranked")
    parser.add_argument("--board", metavar="BOARD", help="play this board: a file, a game ID or a link; unranked")
    parser.add_argument("--lang", choices=["en", "zh"], help="the language, for this time")
    parser.add_argument("--glyphs", choices=["ascii", "unicode"], help="how cells are drawn, for this time")
    parser.add_argument("--theme", choices=THEMES, help="the colours, for this time")
    parser.set_defaults(show_help=parser.print_help)


def run(arguments: argparse.Namespace) -> int:
    """Opens the game that the arguments ask for, or the one that was left."""
    if not has_terminal():
        arguments.show_help(sys.stderr)
        return WRONG_USE
    if arguments.board is not None and (arguments.level or arguments.policy or arguments.seed is not None):
        raise UsageError("--board names a whole game: it takes no level, --policy or --seed beside it")
    return open_game(arguments)


def has_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))


def open_game(arguments: argparse.Namespace | None = None) -> int:
    """Opens the full-screen game; without arguments the one that was left.

    Raises:
        NoScreenError: this terminal cannot show it, or Textual is missing.
        SapperError: the board that was asked for cannot be had.
    """
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise NoScreenError(N_("this terminal cannot show the full-screen game; try: sapper console menu"))
    # Where a shell exports them, they would be believed over the window, and no resize would be seen.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    # Nothing of what is loaded now becomes garbage; the app turns the collector on again once the board is drawn.
    gc.disable()
    board = _board(arguments)
    try:
        from sapper.tui.app import SapperApp
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("textual", "rich"):
            raise
        raise NoScreenError(
            N_("the full-screen game needs Textual (pip install textual); without it there is: sapper console menu")
        ) from None
    from sapper.config import load_settings
    from sapper.deal import deal
    from sapper.showing.table import Table

    loaded = load_settings()
    session = _overridden(loaded, arguments)
    table = Table(_open_profile, session.settings, dealer=deal)
    try:
        named = _begin(table, session, arguments, board)
        app = SapperApp(session, table, saved=loaded.settings, welcome=not named and not loaded.settings.help_seen)
        status = app.run()
    finally:
        table.close()
    return FAILED if status is None else status


def _open_profile() -> Profile:
    from sapper.profile import open_profile

    return open_profile()


def _board(arguments: argparse.Namespace | None) -> Layout | GameId | None:
    if arguments is None or arguments.board is None:
        return None
    from sapper.replay.boards import read_board

    return read_board(arguments.board)


def _overridden(loaded: Loaded, arguments: argparse.Namespace | None) -> Loaded:
    """The settings with what was typed laid over them; the file keeps what it says."""
    if arguments is None:
        return loaded
    typed = {"language": arguments.lang, "glyphs": arguments.glyphs, "theme": arguments.theme}
    values = {name: value for name, value in typed.items() if value is not None}
    return replace(loaded, settings=replace(loaded.settings, **values))


def _begin(table: Table, loaded: Loaded, arguments: argparse.Namespace | None, board: Layout | GameId | None) -> bool:
    """Puts the game on the table that was asked for, or left; whether there was one."""
    from sapper.showing.table import chosen

    if isinstance(board, Layout):
        table.start_layout(board)
        return True
    if isinstance(board, GameId):
        table.start_id(board)
        return True
    if arguments is not None and (arguments.level or arguments.policy or arguments.seed is not None):
        params, policy = chosen(loaded.settings)
        params = arguments.level or params
        table.start(params, Policy(arguments.policy) if arguments.policy else policy, seed=arguments.seed)
        return True
    from sapper.config import places

    # Opening the store takes time that a player without a game to go on with need not wait.
    return places().games_file.exists() and table.resume()
