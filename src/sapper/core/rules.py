"""The rules: the only code that changes a game. Knows no clock, no dealer and no input device."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.flood import FloodMap
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Policy
from sapper.core.position import Outcome, Position


@dataclass(frozen=True, slots=True)
class Switches:
    """In what the front ends' rules differ.

    Args:
        policy: what the first click is promised; the dealer keeps it.
        flag_limit: no more flags than mines.
        flood_through_flags: a flood opens flagged cells and takes their flags away.
        question_marks: a mark goes from flag to question mark before it goes away.
    """

    policy: Policy = Policy.OPENING
    flag_limit: bool = False
    flood_through_flags: bool = False
    question_marks: bool = False


STANDARD = Switches()
"""The rules of every front end but the tutorials' consoles."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a move led to.

    Args:
        position: the position after it; the very same one when the move did nothing.
        changed: the plane of the cells that look different now; 0 when the move did nothing.
    """

    position: Position
    changed: int


def apply(position: Position, layout: Layout | None, move: Move, *, switches: Switches = STANDARD) -> Applied:
    """Plays a move.

    A move that the rules do not allow here (a mark on an open cell, an open on a flag, a chord whose flags do
    not add up, anything after the end) does nothing.

    Args:
        position: the game before the move.
        layout: the mines, of the same size; None before the first open, when only marks can be played.
        move: on the board.
        switches: the rules in force.

    Raises:
        ValueError: the move is outside the board, or opens a cell while there is no layout.
    """
    geometry = position.geometry
    if not geometry.contains(move.x, move.y):
        raise ValueError(f"{move} is outside a {geometry.width}x{geometry.height} board")
    cell = geometry.cell(move.x, move.y)
    if position.is_over:
        return Applied(position, 0)
    if move.kind is MoveKind.OPEN:
        return _open(position, layout, cell, switches)
    if move.kind is MoveKind.CHORD:
        return _chord(position, layout, cell, switches)
    return _mark(position, cell, move.kind, switches)


def next_mark(position: Position, cell: int, *, switches: Switches = STANDARD) -> MoveKind:
    """The mark that a right click on a cell leads to: flag, then question mark where those are on, then none."""
    if position.is_flagged(cell):
        return MoveKind.QUESTION if switches.question_marks else MoveKind.UNMARK
    return MoveKind.UNMARK if position.is_questioned(cell) else MoveKind.FLAG


def chord_targets(position: Position, cell: int) -> int:
    """The plane of the closed unflagged neighbours of a cell: what a chord would open, or what lights up."""
    return position.geometry.neighbourhood(cell) & position.closed & ~position.flagged


def _present(layout: Layout | None) -> Layout:
    if layout is None:
        raise ValueError("there is no layout to open a cell of")
    return layout


def _open(position: Position, layout: Layout | None, cell: int, switches: Switches) -> Applied:
    if position.is_opened(cell) or position.is_flagged(cell):
        return Applied(position, 0)
    return _open_all(position, _present(layout), 1 << cell, switches)


def _chord(position: Position, layout: Layout | None, cell: int, switches: Switches) -> Applied:
    if not position.is_opened(cell):
        return Applied(position, 0)
    layout = _present(layout)
    flags = position.geometry.neighbourhood(cell) & position.flagged
    if flags.bit_count() != layout.number(cell):
        return Applied(position, 0)
    return _open_all(position, layout, chord_targets(position, cell), switches)


def _open_all(position: Position, layout: Layout, targets: int, switches: Switches) -> Applied:
    """Opens closed unflagged cells at once, each zero among them with its opening."""
    if not targets:
        return Applied(position, 0)
    exploded = targets & layout.mined
    opened = targets ^ exploded
    if opened & layout.zeros:
        walls = position.opened if switches.flood_through_flags else position.opened | position.flagged
        opened |= flood(layout, opened & layout.zeros, walls)
        opened &= ~walls
    all_opened = position.opened | opened
    if exploded:
        outcome = Outcome.LOST
    elif all_opened == layout.safe:
        outcome = Outcome.WON
    else:
        outcome = Outcome.PLAYING
    after = Position(
        position.params,
        all_opened,
        position.flagged & ~opened,
        position.questioned & ~(opened | exploded),
        exploded,
        outcome,
    )
    return Applied(after, opened | exploded)


FEW_CELLS = 512
"""On boards up to this size a flood grows as a whole plane, a ring of cells at a time, which is the quickest there."""


def flood(layout: Layout, zeros: int, walls: int) -> int:
    """The plane of the openings around the given zeros: all that is reached from them through zeros, and its rim.

    Args:
        layout: the mines.
        zeros: zero cells to start from, none of them in `walls`.
        walls: cells that the flood does not pass; those it touches are in the answer all the same.
    """
    if layout.params.cells <= FEW_CELLS:
        board, passable, passed = layout.geometry, layout.zeros & ~walls, zeros
        touched = board.dilate(passed)
        while (grown := touched & passable) != passed:
            passed, touched = grown, board.dilate(grown)
        return touched
    passed = layout.zero_map.copy().reach(zeros)
    if passed & walls:
        # Rare: a wall on a zero inside this opening. Walls on numbers or elsewhere change nothing.
        passed = FloodMap(layout.zeros & ~walls, layout.params.width, layout.params.height).reach(zeros)
    return layout.geometry.dilate(passed)


def _mark(position: Position, cell: int, kind: MoveKind, switches: Switches) -> Applied:
    bit = 1 << cell
    if (position.opened | position.exploded) & bit:
        return Applied(position, 0)
    flag = kind is MoveKind.FLAG
    if flag and switches.flag_limit and position.counter <= 0:
        return Applied(position, 0)
    after = position.marked(cell, flag=flag, question=kind is MoveKind.QUESTION)
    return Applied(position, 0) if after == position else Applied(after, bit)
