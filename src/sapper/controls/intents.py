"""What a key pressed on a cell plays: the keyboard's half of turning input into a `Move`. Knows no keys by name."""

from __future__ import annotations

from sapper.core.moves import Move, MoveKind
from sapper.core.position import Position
from sapper.core.rules import STANDARD, Switches, next_mark


def keyed(
    kind: MoveKind,
    at: tuple[int, int],
    *,
    position: Position,
    switches: Switches = STANDARD,
) -> Move | None:
    """The move of a key pressed on a cell: open chords on a number, flag goes on to the next mark.

    Args:
        kind: `OPEN`, `CHORD` or `FLAG`, as the key says.
        at: column and row.
        position: the game.
        switches: the rules in force.
    """
    cell = position.geometry.cell(*at)
    opened = position.is_opened(cell)
    match kind:
        case MoveKind.OPEN if opened:
            return Move(MoveKind.CHORD, *at)
        case MoveKind.OPEN:
            return None if position.is_flagged(cell) else Move(MoveKind.OPEN, *at)
        case MoveKind.CHORD:
            return Move(MoveKind.CHORD, *at) if opened else None
        case _:
            return None if opened else Move(next_mark(position, cell, switches=switches), *at)
