"""`sapper solve`: what follows from a position, in text with a picture of the risks, or as JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from sapper.cli.arguments import nonempty
from sapper.cli.speech import translator
from sapper.errors import N_, Reason, SapperError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.core.position import Position
    from sapper.core.view import View
    from sapper.errors import PositionError
    from sapper.i18n import Translator
    from sapper.replay.record import Record
    from sapper.solver import Analysis


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "file",
        nargs="?",
        type=nonempty,
        default="-",
        metavar="FILE",
        help=N_("a text position or a replay; - or nothing: standard input"),
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        help=N_(
            "instead of a file one of your games: 1 for the newest that is over, 2 for the one before it and so on, 0 "
            "for the one that waits to be gone on with, or its uuid as an export has it"
        ),
    )
    parser.add_argument("--mines", type=int, metavar="N", help=N_("the mine count, where the position does not say it"))
    parser.add_argument(
        "--at",
        type=int,
        metavar="MOVE",
        help=N_("of a replay or a game: after so many moves (of a game: before its end)"),
    )
    parser.add_argument("--json", action="store_true", help=N_("answer as one JSON object"))
    parser.add_argument("--no-color", action="store_true", help=N_("no colours"))


def run(arguments: argparse.Namespace) -> int:
    """Solves the position and prints the answer; status 1 when no layout fits it."""
    from sapper.cli.sources import name_of
    from sapper.errors import PositionError, naming
    from sapper.solver import analyse

    if arguments.game is None:
        view = read_view(arguments.file, mines=arguments.mines, at=arguments.at)
    else:
        if arguments.file != "-" or arguments.mines is not None:
            raise UsageError(N_("--game names a whole game: it takes no FILE and no --mines beside it"))
        from sapper.cli.solve_game import saved_view

        view = saved_view(arguments.game, at=arguments.at)
    try:
        analysis = analyse(view)
    except PositionError as error:
        if arguments.json:
            print(json.dumps(_inconsistent(view, error)))
            return 1
        with naming(name_of(arguments.file)):
            raise
    if arguments.json:
        print(json.dumps(_as_json(analysis)))
    else:
        colour = sys.stdout.isatty() and not arguments.no_color and "NO_COLOR" not in os.environ
        print(picture(analysis, translator(), colour=colour), end="")
    return 0


def read_view(source: str, mines: int | None, *, at: int | None = None) -> View:
    """The position in a file, or on standard input for `-`.

    Args:
        source: the file: a text position, or a replay.
        mines: the mine count of a text position that does not say it.
        at: of a replay: after so many moves that changed something.

    Raises:
        SapperError: there is neither in it, or it cannot be read.
        UsageError: the replay has fewer moves, or none was named.
    """
    from sapper.cli.sources import name_of, read_source, text_of
    from sapper.core.notation import parse_view
    from sapper.errors import NotationError, naming

    named = naming(name_of(source))
    with named:
        data = read_source(source)
    if at is not None:
        with named:
            record = _record(data, source)
        return _view_of_replay(record, at=at)
    text = text_of(data)
    if text is None or not text.strip():
        # Whatever a reader of positions would say of its characters, it would not be that.
        fault: SapperError = NotationError(N_("there is neither a text position nor a replay in it"))
    else:
        try:
            return parse_view(text, mines=mines)
        except SapperError as error:
            fault = error
    if _is_replay(data, source):
        raise UsageError(N_("{name} is a replay: say after how many moves with --at"), name=source)
    with named:
        raise fault


def _is_replay(data: bytes, name: str) -> bool:
    from sapper.replay.reading import read_contents

    try:
        return bool(read_contents(data, name).records)
    except SapperError:
        return False


def _record(data: bytes, name: str) -> Record:
    from sapper.errors import NotationError
    from sapper.replay.reading import read_contents

    records = read_contents(data, name).records
    if not records:
        raise NotationError(N_("it holds a board only, and --at goes with a replay"))
    return records[0]


def _view_of_replay(record: Record, *, at: int) -> View:
    from sapper.core.position import Position
    from sapper.core.view import view
    from sapper.replay.player import play

    positions = [Position(record.layout.params)]
    positions += [after for step, _, after in play(record).positions() if step.acted]
    return view(chosen_position(positions, at), record.layout)


def chosen_position(positions: Sequence[Position], at: int) -> Position:
    """The position after so many moves.

    Raises:
        UsageError: there are not so many, or the game is lost then.
    """
    if not 0 <= at < len(positions):
        raise UsageError(N_("--at is a number from 0 to {last}: the game has no more moves"), last=len(positions) - 1)
    if positions[at].exploded:
        raise UsageError(
            N_("after move {at} the game is lost: --at {before} is the position before it"), at=at, before=at - 1
        )
    return positions[at]


def _reason(view: View) -> Reason:
    from sapper.solver.deduction import hint

    found = hint(view)
    return Reason(N_("no cell is certain to be safe: this is the least risk")) if found is None else found.reason


def _as_json(analysis: Analysis) -> dict[str, object]:
    params = analysis.view.params
    width = params.width
    risks = [None if risk != risk else risk for risk in analysis.risks]
    best = analysis.best
    return {
        "width": width,
        "height": params.height,
        "mines": params.mines,
        "consistent": True,
        "layouts": None if analysis.layouts is None else decimal(analysis.layouts),
        "safe": [[cell % width, cell // width] for cell in analysis.safe],
        "mined": [[cell % width, cell // width] for cell in analysis.mined],
        "probabilities": [risks[start : start + width] for start in range(0, params.cells, width)],
        "best": None if best is None else [best % width, best // width],
        "reason": "" if best is None else str(_reason(analysis.view)),
    }


def _inconsistent(view: View, error: PositionError) -> dict[str, object]:
    return {
        "width": view.params.width,
        "height": view.params.height,
        "mines": view.params.mines,
        "consistent": False,
        "layouts": "0",
        "safe": [],
        "mined": [],
        "probabilities": None,
        "best": None,
        "reason": str(error),
        "wrong": [list(cell) for cell in error.cells],
    }


def decimal(number: int) -> str:
    """A whole number of any length in digits; the interpreter's own limit is for untrusted text, which this is not."""
    if number < 10**4000:
        return str(number)
    half = len(bin(number)) * 3 // 20
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).rjust(half, "0")


def picture(analysis: Analysis, translator: Translator, *, colour: bool = False) -> str:
    """The board with a percentage in every closed cell, and the answer in sentences below it.

    An open cell is its number or a dot. A closed one always has two characters: `--` safe, `**` a mine, otherwise its
    risk; one that is not certain is 01 to 99, whatever it rounds to.
    """
    _ = translator.gettext
    params, view = analysis.view.params, analysis.view
    best = analysis.best
    lines = ["     " + "".join(f"{x % 100:3}" for x in range(params.width))]
    for y in range(params.height):
        parts = []
        for x in range(params.width):
            cell = y * params.width + x
            text = _cell_text(view.cells[cell], analysis.risks[cell])
            mark = ">" if cell == best else " "
            parts.append(mark + (_paint(text, analysis.risks[cell]) if colour else text))
        lines.append(f"{y:4} " + "".join(parts))
    lines += ["", _layouts_line(analysis.layouts, translator)]
    counts = {"safe": len(analysis.safe), "mines": len(analysis.mined)}
    lines.append(
        _("cells that are safe (--): {safe}; mines (**): {mines}; otherwise the risk in per cent").format(**counts)
    )
    if best is not None:
        x, y = best % params.width, best // params.width
        risk = analysis.risks[best]
        told = _("open {x},{y} (>): safe") if risk == 0 else _("open {x},{y} (>): risk {risk} %")
        lines.append(told.format(x=x, y=y, risk=f"{100 * risk:.4g}"))
        lines.append(translator.tell(_reason(view)))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _layouts_line(layouts: int | None, translator: Translator) -> str:
    _ = translator.gettext
    if layouts is None:
        return _("layouts: too many to be counted exactly")
    digits = decimal(layouts)
    if len(digits) > 24:
        return _("layouts: about {number}").format(number=f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}")
    return _("layouts: {number}").format(number=digits)


def _cell_text(code: int, risk: float) -> str:
    if code <= 8:
        return " ." if code == 0 else f" {code}"
    if risk in (0.0, 1.0):
        return "--" if risk == 0.0 else "**"
    return f"{min(max(round(100 * risk), 1), 99):02}"


def _paint(text: str, risk: float) -> str:
    if risk != risk:
        return f"\x1b[2m{text}\x1b[0m"
    shade = "1;32" if risk == 0.0 else "1;31" if risk == 1.0 else "32" if risk < 0.1 else "33" if risk < 0.3 else "31"
    return f"\x1b[{shade}m{text}\x1b[0m"
