"""Judges every click of a game that opens cells: was it safe, what was its risk, what would have been better.

Sees what the player saw: risks are those of the view before the click, never of the layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sapper.analysis.risks import SAFE, Joint, Risks
from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Position
from sapper.core.rules import chord_targets
from sapper.core.view import view
from sapper.errors import N_, NotationError
from sapper.replay.player import Play


class Grade(StrEnum):
    """What a click was."""

    FIRST = "first"
    """The first opening: what it risks is the dealer's promise, not the player's choice."""
    SAFE = "safe"
    """What it opened was proven safe."""
    FORCED = "forced"
    """A guess where nothing was safe, and none had less risk."""
    WORSE_GUESS = "worse-guess"
    """A guess where nothing was safe, though another had less risk."""
    UNFORCED = "unforced"
    """A risk taken while a safe cell was there."""
    UNKNOWN = "unknown"
    """What was risked is not known: no layout fits what was seen, or there are too many to count."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One click that opened cells.

    Args:
        number: of the click among those that are judged, from 1.
        ms: when, counted from the first opening.
        thought_ms: since the opening before it.
        move: what it was.
        before: the position that the player saw.
        targets: the cells that it opened, without those that a zero opened in their wake.
        exploded: it hit a mine.
        grade: what it was.
        risk: the chance that it would hit a mine; None where it is not known.
        exact: `risk` is exact; otherwise it is the most it can have been.
        least_risk: of all closed cells; 0 where a safe one was there; None where it is not known.
        better: cells with that least risk, where the click had more.
    """

    number: int
    ms: int
    thought_ms: int
    move: Move
    before: Position
    targets: tuple[int, ...]
    exploded: bool
    grade: Grade
    risk: float | None = None
    exact: bool = True
    least_risk: float | None = None
    better: tuple[int, ...] = ()


MOST_CELLS = 20_000
"""On a larger board the positions of all clicks would fill the memory."""


def judge(play: Play, risks: Risks | None = None, *, joint: Joint | None = None) -> list[Judgement]:
    """Judges the clicks of a game, in order.

    Args:
        play: the game.
        risks: where the chances come from; without them only times and moves are told.
        joint: the chance that at least one of several cells holds a mine; without it the risk of some chords is
            only known to lie below a bound.

    Raises:
        NotationError: the board is larger than anybody judges.
    """
    layout = play.record.layout
    judgements: list[Judgement] = []
    if layout.params.cells > MOST_CELLS:
        raise NotationError(N_("games are judged on boards of at most {most} cells"), most=MOST_CELLS)
    opened_ms = start = play.start_ms or 0
    for step, before, after in play.positions():
        move = step.move
        if move is not None and step.acted and move.kind in (MoveKind.OPEN, MoveKind.CHORD):
            cell = layout.geometry.cell(move.x, move.y)
            targets = (cell,) if move.kind is MoveKind.OPEN else tuple(cells_of(chord_targets(before, cell)))
            chances = risks(view(before, layout)) if judgements and risks is not None else None
            judgement = Judgement(
                len(judgements) + 1,
                step.ms - start,
                max(step.ms - opened_ms, 0),
                move,
                before,
                targets,
                bool(after.exploded),
                Grade.UNKNOWN if judgements else Grade.FIRST,
            )
            if chances is not None:
                judgement = _graded(judgement, play, chances, joint)
            judgements.append(judgement)
            opened_ms = step.ms
    return judgements


def _graded(judgement: Judgement, play: Play, chances: Sequence[float], joint: Joint | None) -> Judgement:
    before = judgement.before
    risk, exact = _risk(judgement, play, chances, joint)
    closed = cells_of(before.closed)
    least = min(chances[cell] for cell in closed)
    if least < SAFE:
        least = 0.0
    if risk < SAFE:
        grade, risk = Grade.SAFE, 0.0
    elif least == 0.0:
        grade = Grade.UNFORCED
    elif risk <= least + SAFE:
        grade = Grade.FORCED
    else:
        grade = Grade.WORSE_GUESS
    better = () if grade in (Grade.SAFE, Grade.FORCED) else tuple(c for c in closed if chances[c] <= least + SAFE)
    return replace(judgement, grade=grade, risk=risk, exact=exact, least_risk=least, better=better)


def _risk(judgement: Judgement, play: Play, chances: Sequence[float], joint: Joint | None) -> tuple[float, bool]:
    """The chance that a click hits a mine, and whether that is exact."""
    targets = judgement.targets
    doubtful = [cell for cell in targets if chances[cell] >= SAFE]
    if len(doubtful) <= 1:
        return (chances[doubtful[0]] if doubtful else 0.0), True
    if max(chances[cell] for cell in doubtful) > 1 - SAFE:
        return 1.0, True
    # A chord's targets are all safe exactly when all its flags are right: where one flag is in doubt, that is the risk.
    board = judgement.before.geometry
    flags = cells_of(board.neighbourhood(board.cell(judgement.move.x, judgement.move.y)) & judgement.before.flagged)
    unsure = [1 - chances[flag] for flag in flags if chances[flag] <= 1 - SAFE]
    if len(unsure) == 1:
        return unsure[0], True
    together = None if joint is None else joint(view(judgement.before, play.record.layout), doubtful)
    if together is not None:
        return together, True
    return min(1.0, sum(unsure), sum(chances[cell] for cell in doubtful)), False
