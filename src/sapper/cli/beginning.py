"""The game that `play` and `window` begin with: their common arguments, the board, the settings for this time."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.cli.arguments import level, nonempty, seed
from sapper.core.layout import Layout
from sapper.core.notation import GameId
from sapper.core.params import Policy
from sapper.errors import N_, UsageError

if TYPE_CHECKING:
    from sapper.config import Loaded
    from sapper.profile import Profile
    from sapper.showing.table import Table

THEMES = ("dark", "light", "classic", "high-contrast", "colour-blind")
"""The themes' names, here so that the help needs no screen to be imported."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what names a game, and what is set for this time."""
    parser.add_argument(
        "level",
        nargs="?",
        type=level,
        metavar="LEVEL",
        help=N_("beginner, intermediate, expert, ranked-beginner, or a size such as 30x16/99"),
    )
    parser.add_argument("--policy", choices=list(Policy), metavar="P", help=N_("the first click: %(choices)s"))
    parser.add_argument("--seed", type=seed, metavar="N", help=N_("deal from this seed; the game is unranked"))
    parser.add_argument(
        "--board", type=nonempty, metavar="BOARD", help=N_("play this board: a file, a game ID or a link; unranked")
    )
    add_looks(parser)


def add_looks(parser: argparse.ArgumentParser) -> None:
    """Adds what is set for this time only: language and colours."""
    parser.add_argument("--lang", choices=["en", "zh"], help=N_("the language, for this time"))
    parser.add_argument("--theme", choices=THEMES, help=N_("the colours, for this time"))


def check(arguments: argparse.Namespace) -> None:
    """Sees to it that one game is named and not two.

    Raises:
        UsageError: they do not go together.
    """
    if arguments.board is not None and (arguments.level or arguments.policy or arguments.seed is not None):
        raise UsageError(N_("--board names a whole game: it takes no level, --policy or --seed beside it"))


def open_kept() -> Profile:
    """Opens what keeps the player's games."""
    from sapper.profile import open_profile

    return open_profile()


def end(table: Table) -> None:
    """Keeps the game and lets it go.

    Raises:
        SapperError: something of what was played could not be kept.
    """
    table.close()
    if table.unsaved is not None:
        raise table.unsaved


def board_of(arguments: argparse.Namespace | None) -> Layout | GameId | None:
    """The board that was asked for, if one was."""
    if arguments is None or arguments.board is None:
        return None
    from sapper.replay.boards import read_board

    return read_board(arguments.board)


def overridden(loaded: Loaded, arguments: argparse.Namespace | None) -> Loaded:
    """The settings with what was typed laid over them; the file keeps what it says."""
    if arguments is None:
        return loaded
    typed = {"language": arguments.lang, "glyphs": getattr(arguments, "glyphs", None), "theme": arguments.theme}
    values = {name: value for name, value in typed.items() if value is not None}
    return replace(loaded, settings=replace(loaded.settings, **values))


def begin(table: Table, loaded: Loaded, arguments: argparse.Namespace | None, board: Layout | GameId | None) -> bool:
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
