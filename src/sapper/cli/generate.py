"""`sapper generate`: deals boards to standard output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from sapper.cli.arguments import cell, level, positive, seed
from sapper.cli.main import UsageError
from sapper.core.layout import Layout
from sapper.core.notation import MAX_SEED, GameId, board_rows, format_board
from sapper.core.params import Policy

FORMATS = ("text", "mbf", "link", "id", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("level", metavar="LEVEL", type=level, help="a level's name, or WxH/M such as 30x16/99")
    parser.add_argument("-n", type=positive, default=1, metavar="N", help="how many boards (1)")
    policies = [policy.value for policy in Policy if policy is not Policy.NO_GUESS]
    parser.add_argument(
        "--policy", choices=policies, default="opening", help="what the first click is promised (opening)"
    )
    parser.add_argument("--first", type=cell, metavar="X,Y", help="the first cell's column and row from 0 (the centre)")
    parser.add_argument("--seed", type=seed, metavar="N", help="of the first board; the next ones count up from it")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text (the default; a blank line between boards), mbf (binary for one board in a file or pipe, otherwise "
        "its bytes in hexadecimal, a line a board), link, id, or json",
    )
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")


def run(arguments: argparse.Namespace) -> int:
    """Deals and prints; returns the exit status."""
    from sapper.deal import deal

    params = arguments.level
    first = arguments.first or (params.width // 2, params.height // 2)
    if first[0] >= params.width or first[1] >= params.height:
        raise UsageError(f"--first is a column from 0 to {params.width - 1} and a row from 0 to {params.height - 1}")
    start = arguments.seed
    if start is None:
        from sapper.deal.seeds import fresh_seed

        start = fresh_seed()
    write = _writer(arguments.format, several=arguments.n > 1)
    for count in range(arguments.n):
        game = GameId(params, Policy(arguments.policy), (start + count) & MAX_SEED, first)
        if arguments.format == "text" and count:
            print()
        write(game, deal(game))
    return 0


def _writer(name: str, *, several: bool) -> Callable[[GameId, Layout], None]:
    match name:
        case "json":
            return _print_json
        case "id":
            return lambda game, layout: print(game)
        case "link":
            from sapper.replay.formats.link import write_link

            return lambda game, layout: print(write_link(layout))
        case "mbf":
            from sapper.replay.formats.mbf import write_mbf

            if several or sys.stdout.isatty():
                return lambda game, layout: print(write_mbf(layout).hex(" "))
            return lambda game, layout: _write_bytes(write_mbf(layout))
        case _:
            return lambda game, layout: print(format_board(layout), end="")


def _write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def _print_json(game: GameId, layout: Layout) -> None:
    from sapper.core.metrics import board_metrics

    metrics = board_metrics(layout)
    board = {
        "id": str(game),
        "width": game.params.width,
        "height": game.params.height,
        "mines": game.params.mines,
        "policy": game.policy,
        "seed": game.seed,
        "first": game.first,
        "rows": board_rows(layout),
        "bbbv": metrics.bbbv,
        "openings": metrics.openings,
    }
    print(json.dumps(board))
