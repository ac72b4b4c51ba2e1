"""Turns a game of this program, a list of timed moves, into a recorded game. Knows neither session nor store."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Policy
from sapper.core.position import Position
from sapper.core.rules import Switches, apply, next_mark
from sapper.replay.events import Events, Kind
from sapper.replay.record import Record, Source

CELL_SIZE = 16

_PRESSES = {
    MoveKind.OPEN: (Kind.LEFT_DOWN, Kind.LEFT_UP),
    MoveKind.CHORD: (Kind.LEFT_DOWN, Kind.RIGHT_DOWN, Kind.LEFT_UP, Kind.RIGHT_UP),
}
_MARK = (Kind.RIGHT_DOWN, Kind.RIGHT_UP)


def record_of_moves(layout: Layout, moves: Iterable[tuple[int, Move]], *, started_us: int | None = None) -> Record:
    """The recording of a game: for every move the clicks that make it, in the middle of its cell.

    A mark that needs two right clicks gets two. A game with a question mark is recorded with question marks on.

    Args:
        layout: the mines.
        moves: milliseconds since the first open, and the move; those before it have time 0 or less.
        started_us: when the game began, in microseconds since 1970 UTC; None leaves it out.

    Raises:
        ValueError: a move lies outside the board.
    """
    played = list(moves)
    marks = any(move.kind is MoveKind.QUESTION for _, move in played)
    switches = Switches(policy=Policy.ANY, question_marks=marks)
    position = Position(layout.params)
    events: list[tuple[int, Kind, int, int]] = []
    for ms, move in played:
        x, y = move.x * CELL_SIZE + CELL_SIZE // 2, move.y * CELL_SIZE + CELL_SIZE // 2
        if not events or events[-1][2:] != (x, y):
            events.append((ms, Kind.MOVE, x, y))
        presses = _PRESSES.get(move.kind) or _MARK * _right_clicks(position, layout, move, switches)
        events.extend((ms, kind, x, y) for kind in presses)
        position = apply(position, layout, move, switches=switches).position
    source = Source("sapper", started="" if started_us is None else str(started_us))
    return Record(layout, Events.of(events), CELL_SIZE, marks, source=source)


def _right_clicks(position: Position, layout: Layout, move: Move, switches: Switches) -> int:
    """How many right clicks lead from a cell's mark to the one that the move asks for: 0 to 2."""
    cell = position.geometry.cell(move.x, move.y)
    if position.is_opened(cell):
        return 0
    for clicks in range(3):
        marked = (
            MoveKind.FLAG
            if position.is_flagged(cell)
            else MoveKind.QUESTION
            if position.is_questioned(cell)
            else MoveKind.UNMARK
        )
        if marked is move.kind:
            return clicks
        click = Move(next_mark(position, cell, switches=switches), move.x, move.y)
        position = apply(position, layout, click, switches=switches).position
    return 0
