"""`sapper generate`: deals boards to standard output, or into a file each."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.cli.arguments import cell, folder_name, level, positive, seconds, seed
from sapper.cli.files import add_overwrite, check_overwrite, make_folder, new_file, refuse_older
from sapper.core.notation import GameId, board_rows, format_board
from sapper.core.params import Policy
from sapper.errors import N_, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

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
            "text (the default; a blank line between boards), mbf (binary, of one board only; at a terminal its bytes "
            "in hexadecimal), link, id, or json (each a line a board)"
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
    parser.add_argument(
        "--output",
        type=folder_name,
        metavar="DIR",
        help=N_("write a file for each board, named by its game ID, and print the names"),
    )
    add_overwrite(parser)


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
    if policy is not Policy.NO_GUESS and (arguments.grade or arguments.proof or arguments.budget is not None):
        raise UsageError(N_("--grade, --proof and --budget go with --policy no-guess"))
    check_overwrite(arguments, "output")
    if arguments.proof and arguments.format not in ("text", "json"):
        raise UsageError(N_("--proof goes with --format text or json"))
    binary = arguments.format == "mbf" and not sys.stdout.isatty()
    if binary and arguments.n > 1 and arguments.output is None:
        raise UsageError(N_("a file in the format mbf holds one board: --output DIR writes a file for each"))
    content = _content(arguments.format, proof=arguments.proof)
    # Of a grade, how many boards it takes to find as many is not known.
    jobs = arguments.jobs if arguments.grade else min(arguments.jobs, arguments.n)
    game = GameId(params, policy, start, first)
    with _workers(jobs) as executor:
        dealt = boards(
            game,
            count=arguments.n,
            budget=Budget() if arguments.budget is None else Budget(arguments.budget),
            grade=Grade(arguments.grade) if arguments.grade else None,
            executor=executor,
            workers=jobs,
        )
        if arguments.output is None:
            _print_boards(dealt, content, arguments.format, binary=binary)
        else:
            _write_files(game, dealt, content, arguments)
    return 0


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """Processes of this machine, where there is more than one job."""
    if jobs == 1:
        yield None
        return
    from sapper.sim.executors import local

    with local(jobs) as executor:
        yield executor


def _print_boards(dealt: Iterable[Board], content: Callable[[Board], bytes], form: str, *, binary: bool) -> None:
    for count, board in enumerate(dealt):
        data = content(board)
        if binary:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        elif form == "mbf":
            print(data.hex(" "))
        else:
            print("\n" * (form == "text" and count > 0) + data.decode("utf-8"), end="")


def _write_files(
    first: GameId, dealt: Iterable[Board], content: Callable[[Board], bytes], arguments: argparse.Namespace
) -> None:
    from sapper.cli.replay_files import printable_lines, shown
    from sapper.deal.batch import ids
    from sapper.replay.writing import BOARDS

    ending = {**BOARDS, "id": ".id.txt", "json": ".json"}[arguments.format]

    def path_of(game: GameId) -> Path:
        name: Path = arguments.output / (re.sub("[/:,]", "-", str(game)) + ending)
        return name

    make_folder(arguments.output)
    if not arguments.grade:  # by which it would not be known which boards are written
        for game in islice(ids(first), arguments.n):
            refuse_older(path_of(game), overwrite=arguments.overwrite)
    for board in dealt:
        path = path_of(board.game)
        with new_file(path, overwrite=arguments.overwrite) as file:
            file.write(content(board))
        printable_lines([shown(path)])


def _text(board: Board, *, proof: bool) -> str:
    return format_board(board.layout) + "".join(f"; {line}\n" for line in _steps(board)) * proof


def _steps(board: Board) -> Iterator[str]:
    if board.game.first is None:
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
        yield f"{step}. " + _(", ").join(told) + _(": ") + speaker.tell(found.reason)


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


def _content(name: str, *, proof: bool) -> Callable[[Board], bytes]:
    """Makes of a board what a file of this format holds."""
    match name:
        case "json":
            return lambda board: _json(board, proof=proof).encode("ascii")
        case "id":
            return lambda board: f"{board.game}\n".encode("ascii")
        case "text":
            return lambda board: _text(board, proof=proof).encode("utf-8")
        case _:
            from sapper.replay.writing import write_board

            return lambda board: write_board(board.layout, name)


def _json(dealt: Board, *, proof: bool) -> str:
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
    return json.dumps(board) + "\n"
