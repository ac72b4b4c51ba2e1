"""Plays a no-guess board to its end by a slow counter that shares no code with the solver."""

from __future__ import annotations

from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import view
from sapper.deal import deal
from tests.solver.counter import count_cell_by_cell


def proven(game: GameId) -> bool:
    """Whether opening nothing but what the slow counter finds free of mines in every layout finishes the board."""
    assert game.first is not None
    layout = deal(game)
    board = layout.geometry
    position = apply(Position(game.params), layout, Move(MoveKind.OPEN, *game.first)).position
    while not position.is_over:
        _, counts = count_cell_by_cell(view(position, layout))
        safe = [cell for cell, count in counts.items() if not count]
        if not safe:
            return False
        for cell in safe:
            position = apply(position, layout, Move(MoveKind.OPEN, *board.xy(cell))).position
    return position.opened == layout.safe


def games(params: Params, count: int) -> list[GameId]:
    """So many no-guess games from the centre."""
    first = params.width // 2, params.height // 2
    return [GameId(params, Policy.NO_GUESS, seed, first) for seed in range(count)]
