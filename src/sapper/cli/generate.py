"""`sapper generate`: deals boards to standard output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sapper.cli.arguments import cell, level, positive, seconds, seed
from sapper.cli.main import UsageError
from sapper.core.notation import GameId, board_rows, format_board
from sapper.core.params import Policy
from sapper.errors import N_

if TYPE_CHECKING:
    from sapper.deal.batch import Board
    from sapper.solver.deduction import Deduction

FORMATS = ("text", "mbf", "link", "id", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("level", metavar="LEVEL", type=level, help=N_("a level's name, or WxH/M such as 30x16/99"))
    parser.add_argument("-n", type=positive, default=1, metavar="N", help=N_("how many boards (1)"))
    policies = [policy.value for policy in Policy]
    parser.add_argument(
        "--policy", choices=policies, default="opening", help=N_("what the first click is promised (opening)")
    )
    parser.add_argument(
        "--first", type=cell, metavar="X,Y", help=N_("the first cell's column and row from 0 (the centre)")
    )
    parser.add_argument("--seed", type=seed, metavar="N", help=N_("of the first board; the next ones count up from it"))
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help=N_(
            "text (the default; a blank line between boards), mbf (binary for one board in a file or pipe, otherwise "
            "its bytes in hexadecimal, a line a board), link, id, or json"
        ),
    )
    parser.add_argument(
        "--grade",
        choices=("easy", "medium", "hard", "fiendish"),
        help=N_(
            "with --policy no-guess: pass over seeds whose board is not this hard (the hardest deduction needed: one "
            "number, two numbers together, cases on the border, the number of mines left)"
        ),
    )
    parser.add_argument(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        default=30.0,
        help=N_("with no-guess: give up a board after this (30)"),
    )
    parser.add_argument(
        "--proof", action="store_true", help=N_("with no-guess: how each board is finished, step by step")
    )
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help=N_("processes to share the work among (1)")
    )
    parser.add_argument(
        "--json", action="store_const", const="json", dest="format", help=N_("the same as --format json")
    )


def run(arguments: argparse.Namespace) -> int:
    """Deals and prints; returns the exit status."""
    from sapper.deal.batch import boards
    from sapper.deal.noguess import Budget, Grade

    params = arguments.level
    first = arguments.first or (params.width // 2, params.height // 2)
    if first[0] >= params.width or first[1] >= params.height:
        raise UsageError(
            N_("--first is a column from 0 to {right} and a row from 0 to {bottom}"),
            right=params.width - 1,
            bottom=params.height - 1,
        )
    start = arguments.seed
    if start is None:
        from sapper.deal.seeds import fresh_seed

        start = fresh_seed()
    policy = Policy(arguments.policy)
    if policy is not Policy.NO_GUESS and (arguments.grade or arguments.proof):
        raise UsageError(N_("--grade and --proof go with --policy no-guess"))
    if arguments.proof and arguments.format not in ("text", "json"):
        raise UsageError(N_("--proof goes with --format text or json"))
    write = _writer(arguments.format, several=arguments.n > 1, proof=arguments.proof)
    dealt = boards(
        GameId(params, policy, start, first),
        count=arguments.n,
        budget=Budget(arguments.budget),
        grade=Grade(arguments.grade) if arguments.grade else None,
        jobs=arguments.jobs,
    )
    for count, board in enumerate(dealt):
        if arguments.format == "text" and count:
            print()
        write(board)
    return 0


def _print_text(board: Board, *, proof: bool) -> None:
    print(format_board(board.layout), end="")
    if not proof or board.game.first is None:
        return
    from sapper.cli.speech import translator
    from sapper.deal.noguess import prove

    speaker = translator()
    _ = speaker.gettext
    width = board.layout.params.width
    for step, found in enumerate(prove(board.layout, board.game.first), start=1):
        told = [
            f"{word} " + " ".join(f"{cell % width},{cell // width}" for cell in cells)
            for word, cells in ((_("open"), found.safe), (_("mine"), found.mined))
            if cells
        ]
        print(f"; {step}. " + _(", ").join(told) + _(": ") + speaker.tell(found.reason))


def _proof(steps: list[Deduction], width: int) -> list[dict[str, object]]:
    def places(cells: tuple[int, ...]) -> list[list[int]]:
        return [[cell % width, cell // width] for cell in cells]

    return [
        {
            "kind": found.kind.name.lower(),
            "safe": places(found.safe),
            "mined": places(found.mined),
            "numbers": places(found.numbers),
            "reason": str(found.reason),
        }
        for found in steps
    ]


def _writer(name: str, *, several: bool, proof: bool) -> Callable[[Board], None]:
    match name:
        case "json":
            return partial(_print_json, proof=proof)
        case "id":
            return lambda board: print(board.game)
        case "link":
            from sapper.replay.formats.link import write_link

            return lambda board: print(write_link(board.layout))
        case "mbf":
            from sapper.replay.formats.mbf import write_mbf

            if several or sys.stdout.isatty():
                return lambda board: print(write_mbf(board.layout).hex(" "))
            return lambda board: _write_bytes(write_mbf(board.layout))
        case _:
            return partial(_print_text, proof=proof)


def _write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def _print_json(dealt: Board, *, proof: bool) -> None:
    from sapper.core.metrics import board_metrics

    game, layout = dealt.game, dealt.layout
    metrics = board_metrics(layout)
    board: dict[str, object] = {
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
    if game.policy is Policy.NO_GUESS and game.first is not None:
        from sapper.deal.noguess import grade_board, grade_of_proof, prove

        if proof:
            steps = list(prove(layout, game.first))
            board["grade"] = grade_of_proof(steps)
            board["proof"] = _proof(steps, layout.params.width)
        else:
            grading = dealt.grading or grade_board(layout, game.first)
            board["grade"] = grading.grade if grading is not None else None
    print(json.dumps(board))
