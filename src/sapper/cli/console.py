"""`sapper console`: starts one of the line consoles."""

from __future__ import annotations

import argparse
import importlib

from sapper.cli.arguments import level, nonempty, seed
from sapper.errors import N_, UsageError

CONSOLES = ("menu", "quick", "chinese")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "name",
        metavar="NAME",
        choices=CONSOLES,
        help=N_(
            "menu: boxes, levels, marks and statistics; quick: one prompt, a safe first move; "
            "chinese: in Chinese, with a menu and a safe first move"
        ),
    )
    parser.add_argument("--seed", type=seed, metavar="N", help=N_("make the boards of this run reproducible"))
    parser.add_argument(
        "--board", type=nonempty, metavar="BOARD", help=N_("play every game on this board: a file, a game ID or a link")
    )
    parser.add_argument(
        "--size",
        type=level,
        metavar="WxH/M",
        help=N_("another board for quick and chinese, such as 20x10/30 or a level's name"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Plays on standard input and output; returns the exit status."""
    from sapper.consoles.boards import Setup
    from sapper.consoles.terminal import Terminal
    from sapper.deal.stream import Stream

    if arguments.size is not None and arguments.name == "menu":
        raise UsageError(N_("the console menu has boards of its own: --size goes with quick and chinese"))
    if arguments.size is not None and arguments.board is not None:
        raise UsageError(N_("--board brings its own size: leave out --size"))
    board = None
    if arguments.board is not None:
        from sapper.replay.boards import read_board

        board = read_board(arguments.board)
    if arguments.seed is None:
        from sapper.deal.seeds import fresh_seed

        arguments.seed = fresh_seed()
    setup = Setup(Stream(arguments.seed), board=board, size=arguments.size)
    status: int = importlib.import_module(f"sapper.consoles.{arguments.name}").run(Terminal.of_process(), setup)
    return status
