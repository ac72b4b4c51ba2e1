"""The long calculations that front ends ask for: hints, risks, verdicts, no-guess boards. It shows nothing.

Its functions are made for `background`: plain arguments, plain answers. They see what the player sees, never more; the
exceptions are `deal`, which makes a layout, and `judge`, which is given a game that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.core.view import View
from sapper.showing.advice import EQUAL, Ground, Hint, Loss, percent

if TYPE_CHECKING:
    from sapper.analysis.judgement import Judgement
    from sapper.analysis.verdict import Verdict
    from sapper.core.layout import Layout
    from sapper.core.moves import Move
    from sapper.core.notation import GameId
    from sapper.core.rules import Switches
    from sapper.session import Entry
    from sapper.solver.deduction import Deduction

NO_RISK = 255
"""In `shares`: the cell is open."""


def wake() -> None:
    """Loads what the other functions need, before the player waits for it."""
    import sapper.solver.deduction  # noqa: F401  # that is the purpose


def deal(game: GameId) -> int:
    """The plane of the mines of a game whose first cell is known.

    Raises:
        DealError: the layout cannot be dealt.
    """
    from sapper.deal import deal

    return deal(game).mined


def hint(view: View) -> Hint:
    """The easiest way on from a view with closed cells.

    Raises:
        PositionError: no layout fits the view.
        EffortError: its frontier is too wide to be counted.
    """
    from sapper.solver.deduction import hint

    found = hint(view)
    return _guess(view) if found is None else _deduced(view, found)


def _deduced(view: View, found: Deduction) -> Hint:
    values: dict[str, object] = {"count": len(found.numbers), "more": len(found.mined)}
    for name, cell in zip(("number", "number2"), found.numbers, strict=False):
        values[name] = view.cells[cell]
    if "mines" in found.reason.values:
        values["mines"] = found.reason.values["mines"]
    ground = Ground[found.kind.name]
    return Hint(ground, found.safe, found.mined, found.numbers, found.known, values)


def _guess(view: View) -> Hint:
    from sapper.solver import probabilities

    risks = probabilities(view)
    cells = _least(view, risks)
    return Hint(Ground.GUESS, cells, (), (), (), {"percent": percent(risks[cells[0]])})


def _least(view: View, risks: Sequence[float]) -> tuple[int, ...]:
    """The closed cells with the least risk."""
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    least = min(risks[cell] for cell in closed)
    return tuple(cell for cell in closed if risks[cell] <= least + EQUAL)


def risks(view: View) -> tuple[bytes, bytes, float | None]:
    """The risk of every cell, to be shown.

    Returns:
        Whole percent, as `shares` has it, where cells that touch no number and share one risk have `NO_RISK`; all of
        it exactly, as doubles; and that one risk, None where there is none.

    Raises:
        PositionError, EffortError: as `hint`.
    """
    from sapper.core.geometry import cells_of, geometry, plane_of
    from sapper.solver import probabilities

    chances = probabilities(view)
    whole, elsewhere = bytearray(shares(chances)), None
    opened = plane_of(cell for cell, code in enumerate(view.cells) if code <= 8)
    board = geometry(view.params.width, view.params.height)
    for cell in cells_of(board.full & ~board.dilate(opened)):
        if 0.0 < chances[cell] < 1.0:
            whole[cell], elsewhere = NO_RISK, chances[cell]
    return bytes(whole), chances.tobytes(), elsewhere


def shares(chances: Sequence[float]) -> bytes:
    """Chances in whole percent, a byte a cell: 0 and 100 only where it is certain, `NO_RISK` where a cell is open."""
    return bytes(
        NO_RISK
        if chance != chance
        else int(100 * chance)
        if chance in (0.0, 1.0)
        else min(max(round(100 * chance), 1), 99)
        for chance in chances
    )


def loss(view: View, targets: Sequence[int]) -> Loss:
    """How a game was lost.

    Args:
        view: what the player saw before the click.
        targets: the cells that it opened, without those that a zero opened in their wake.

    Raises:
        PositionError, EffortError: as `hint`.
    """
    from sapper.solver import joint, probabilities

    chances = probabilities(view)
    risk = chances[targets[0]] if len(targets) == 1 else float(1 - joint(view, targets))
    safe = tuple(cell for cell, chance in enumerate(chances) if chance == 0.0)
    best = _least(view, chances)
    first = all(code > 8 for code in view.cells)
    return Loss(first, risk, chances[best[0]], () if first else safe, () if safe else best)


def judge(
    layout: Layout, entries: Sequence[Entry], switches: Switches, *, progress: Callable[[tuple[int, int]], None]
) -> tuple[list[Judgement], Verdict]:
    """Judges a game that is over.

    Args:
        layout: its mines.
        entries: its log; what was taken back is left out.
        switches: its rules.
        progress: is given how many positions have been weighed, and of how many moves at most.

    Raises:
        NotationError: the board is larger than anybody judges.
    """
    from sapper.analysis.judgement import judge
    from sapper.analysis.risks import solver_joint, solver_risks
    from sapper.analysis.verdict import sum_up
    from sapper.replay.own import record_of_moves
    from sapper.replay.player import play

    done = 0
    moves = line_of_play(layout, entries, switches)

    def counted(view: View) -> Sequence[float] | None:
        nonlocal done
        progress((done, len(moves)))
        done += 1
        return solver_risks(view)

    played = play(record_of_moves(layout, moves))
    # Where the first open was taken back, the recording begins later than the game's clock.
    late = played.start_ms or 0
    judgements = [
        replace(judgement, ms=judgement.ms + late) for judgement in judge(played, counted, joint=solver_joint)
    ]
    return judgements, sum_up(judgements, played.result)


def line_of_play(layout: Layout, entries: Sequence[Entry], switches: Switches) -> list[tuple[int, Move]]:
    """The moves that led to the end of a game and changed something, with their times; what was taken back is left out.

    Args:
        layout: the mines.
        entries: the log.
        switches: the rules.
    """
    from sapper.core.moves import Move
    from sapper.core.position import Position
    from sapper.core.rules import apply
    from sapper.session import Note

    line: list[tuple[int, Move]] = []
    past = [Position(layout.params)]
    for entry in entries:
        if isinstance(entry.action, Move):
            after = apply(past[-1], layout, entry.action, switches=switches).position
            if after is not past[-1]:
                past.append(after)
                line.append((entry.ms, entry.action))
        elif entry.action is Note.UNDO and line:
            past.pop()
            line.pop()
    return line
