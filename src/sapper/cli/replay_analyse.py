"""`sapper replay analyse`: judges every click of a game and says where it was decided."""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.cli.arguments import file_name, positive
from sapper.cli.charts import pad
from sapper.cli.files import add_overwrite, check_overwrite, new_file, refuse_older
from sapper.cli.replay_files import (
    add_files,
    complain,
    find_files,
    load,
    nothing_found,
    printable_lines,
    shown,
    with_progress,
)
from sapper.cli.speech import translator
from sapper.errors import N_, NotationError, SapperError, UsageError
from sapper.replay.record import Record

if TYPE_CHECKING:
    from sapper.analysis.judgement import Judgement
    from sapper.analysis.verdict import Verdict
    from sapper.i18n import Translator


_ONE = N_("--picture draws a click of one game, and here are {games}")


class NoPictureError(SapperError):
    """What draws this kind of picture is not installed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    add_files(parser, told=N_("a replay, or a folder of them; - reads standard input"))
    parser.add_argument("--json", action="store_true", help=N_("one JSON object a game, a line each, with every click"))
    parser.add_argument("--all", action="store_true", help=N_("show every click, not only those that took a risk"))
    parser.add_argument(
        "--picture",
        type=file_name,
        metavar="FILE",
        help=N_("draw the board with its risks before the click that decided: .svg or .png"),
    )
    parser.add_argument("--click", type=positive, metavar="N", help=N_("the click to draw instead"))
    add_overwrite(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judges and shows; returns the exit status."""
    check_overwrite(arguments, "picture")
    if arguments.click is not None and arguments.picture is None:
        raise UsageError(N_("--click names the click to draw: it goes with --picture"))
    files = find_files(arguments.files)
    if arguments.picture is not None:
        _check(arguments.picture)
        if len(files) > 1:
            raise UsageError(_ONE, games=len(files))
        refuse_older(arguments.picture, overwrite=arguments.overwrite)
    failed = False
    for file in with_progress(files):
        try:
            contents = load(file.path)
            if contents.board is not None:
                raise NotationError(N_("it holds a board only, no game to judge"))
            if arguments.picture is not None and len(contents.records) > 1:
                raise UsageError(_ONE, games=len(contents.records))
            for number, record in enumerate(contents.records, start=1):
                which = {"game": number} if len(contents.records) > 1 else {}
                _judge(record, {"file": str(file.path), **which}, arguments)
        except SapperError as error:
            failed = True
            if arguments.json:
                print(json.dumps({"file": str(file.path), "error": str(error)}))
            else:
                complain(file.path, error)
    if not files:
        nothing_found(arguments.files)
    return 1 if failed or not files else 0


def _check(picture: Path) -> None:
    """Sees to it, before anything is judged, that the picture can be drawn."""
    ending = picture.suffix.lower()
    if ending == ".svg":
        return
    if ending != ".png":
        raise UsageError(N_("a picture is a file that ends in .svg or .png"))
    if importlib.util.find_spec("matplotlib") is None:
        raise NoPictureError(N_("PNG pictures need matplotlib (pip install 'sapper[plot]'); SVG pictures need nothing"))


def _judge(record: Record, named: dict[str, Any], arguments: argparse.Namespace) -> None:
    from sapper.analysis.describe import describe
    from sapper.analysis.judgement import judge
    from sapper.analysis.risks import solver_joint, solver_risks
    from sapper.analysis.verdict import sum_up
    from sapper.replay.player import play

    played = play(record)
    asked: int | None = arguments.click
    if asked is not None and asked > (most := len(judge(played))):  # which without the risks takes no time
        raise NotationError(N_("there is no such click to draw; --click is a number up to {most}"), most=most)
    judgements = judge(played, solver_risks, joint=solver_joint)
    verdict = sum_up(judgements, played.result)
    drawn = verdict.decisive if asked is None else judgements[asked - 1]
    if arguments.picture is not None and drawn is None:
        raise NotationError(N_("no click decided this game, so none is drawn: --click N names one"))
    if arguments.json:
        print(json.dumps({**named, **describe(judgements, verdict)}))
    else:
        printable_lines(_told(judgements, verdict, named, every=arguments.all))
    if arguments.picture is not None and drawn is not None:
        _draw(record, drawn, arguments.picture, overwrite=arguments.overwrite)


def _told(judgements: Sequence[Judgement], verdict: Verdict, named: dict[str, Any], *, every: bool) -> Iterator[str]:
    from sapper.analysis.verdict import sentences
    from sapper.showing.moments import moments
    from sapper.showing.programme import RESULT_WORDS

    speaker = translator()
    _ = speaker.gettext
    game = _(", ") + _("game {number}").format(number=named["game"]) if "game" in named else ""
    yield shown(named["file"]) + game + _(": ") + _(RESULT_WORDS[verdict.result])
    for judgement in judgements if every else moments(judgements):
        yield "  " + _line(judgement, speaker)
    for sentence in sentences(verdict):
        yield f"  {speaker.tell(sentence)}"
    if verdict.idle_ms is not None:
        idle = _("Thought while a safe cell was there: {seconds} s.")
        yield "  " + idle.format(seconds=f"{verdict.idle_ms / 1000:.1f}")


def _line(judgement: Judgement, speaker: Translator) -> str:
    from sapper.showing.moments import GRADE_WORDS

    _ = speaker.gettext
    parts = []
    if judgement.risk is not None:
        risk = f"{100 * judgement.risk:.1f}"
        parts.append(_("{risk} %").format(risk=risk) if judgement.exact else _("at most {risk} %").format(risk=risk))
    if judgement.better and judgement.least_risk is not None:
        x, y = judgement.before.geometry.xy(judgement.better[0])
        parts.append(_("{risk} % at {x},{y}").format(risk=f"{100 * judgement.least_risk:.1f}", x=x, y=y))
    if judgement.exploded:
        parts.append(_("lost here"))
    grade = pad(_(GRADE_WORDS[judgement.grade]), 13)
    clock = f"{judgement.number:>4} {judgement.ms / 1000:9.3f}"
    told = _(", ").join(parts)
    return f"{clock}  {judgement.move!s:<7} {grade} {told}".rstrip()


def _title(judgement: Judgement, speaker: Translator) -> str:
    from sapper.showing.moments import GRADE_WORDS

    _ = speaker.gettext
    title = _("click {number}, {seconds} s: {grade}")
    seconds = f"{judgement.ms / 1000:.3f}"
    return title.format(number=judgement.number, seconds=seconds, grade=_(GRADE_WORDS[judgement.grade]))


def _draw(record: Record, judgement: Judgement, path: Path, *, overwrite: bool) -> None:
    from sapper.analysis.picture import squares, svg
    from sapper.analysis.risks import solver_risks
    from sapper.core.view import view

    chances = solver_risks(view(judgement.before, record.layout)) if judgement.before.opened else None
    drawn = squares(record.layout, judgement.before, risks=chances, clicked=judgement.targets, better=judgement.better)
    speaker = translator()
    if path.suffix.lower() == ".png":
        from sapper.cli.fonts import fonts, readable
        from sapper.cli.replay_png import png

        data = png(drawn, title=_title(judgement, readable(speaker)), fonts=fonts(speaker))
    else:
        data = svg(drawn, title=_title(judgement, speaker)).encode("utf-8")
    with new_file(path, overwrite=overwrite) as file:
        file.write(data)
