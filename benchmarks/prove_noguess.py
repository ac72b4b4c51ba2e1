"""Plays no-guess boards to their end by a slow counter that shares no code with the solver: each must need no guess.

python -m benchmarks.prove_noguess [BOARDS]
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from benchmarks.timing import table
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import LEVELS, Params, Policy
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


def main() -> None:
    """Proves so many boards a level, 1000 by default, and prints a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rows = []
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for name, params in LEVELS.items():
            start = time.monotonic()
            good = sum(executor.map(proven, games(params, count), chunksize=5))
            rows.append([name, str(count), str(good), f"{time.monotonic() - start:.0f} s"])
            print(rows[-1], file=sys.stderr, flush=True)
    print(table(["level", "boards", "proven", "took"], rows))


if __name__ == "__main__":
    main()
