"""Exact probabilities of mid-game positions a second beside ms_toollib, and growth with size and width.

python -m benchmarks.bench_solver
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable

from benchmarks.asked import parser
from benchmarks.timing import rounds, show, table
from sapper.core.geometry import cells_of, geometry
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, View
from sapper.deal import deal
from sapper.errors import EffortError
from sapper.solver import certain, probabilities
from sapper.solver.kernel import COMPILED, Board

EXPERT = Params(30, 16, 99)


def stuck_views(params: Params, count: int, *, guess: bool) -> list[View]:
    """Positions where single numbers tell no more; with `guess` those where nothing is certain, else the others."""
    views: list[View] = []
    first = (params.width // 2, params.height // 2)
    board = geometry(params.width, params.height)
    seed = 0
    while len(views) < count:
        seed += 1
        layout = deal(GameId(params, Policy.OPENING, seed, first))
        state = Board(params.width, params.height)
        state.reset(params.mines)
        codes = bytearray([CLOSED]) * params.cells
        pending = [board.cell(*first)]
        while pending:
            for cell in pending:
                codes[cell] = layout.numbers[cell]
                state.reveal(state.place(cell), layout.numbers[cell])
            state.sweep()
            pending = [state.cell(state.found[i]) for i in range(state.found_count)]
            state.found_count = 0
        view = View(params, bytes(codes))
        if codes.count(CLOSED) > params.mines and bool(certain(view)[0]) != guess:
            views.append(view)
    return views


def compare() -> None:
    """Prints the rates beside ms_toollib's whole-board call."""
    try:
        peer = importlib.import_module("ms_toollib")
    except ImportError:
        peer = None
        print("ms_toollib is not installed: left out")
    rows = []
    for guess in (False, True):
        views = stuck_views(EXPERT, 100, guess=guess)
        boards = [
            [[min(code, 10) if code <= 8 else 10 for code in view.cells[y * 30 : y * 30 + 30]] for y in range(16)]
            for view in views
        ]

        def ours(views: list[View] = views) -> None:
            for view in views:
                probabilities(view)

        jobs: dict[str, Callable[[], object]] = {"sapper": ours}
        if peer is not None:

            def theirs(boards: list[list[list[int]]] = boards) -> None:
                for rows_of_board in boards:
                    peer.cal_probability_onboard(rows_of_board, 99)

            jobs["ms_toollib"] = theirs
        seconds = rounds(jobs)
        for name, spent in seconds.items():
            ratios = sorted(other / own for own, other in zip(seconds["sapper"], spent, strict=True))
            middle = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            kind = "nothing certain" if guess else "something certain"
            rows.append([kind, name, f"{len(views) / statistics.median(spent):.0f}", middle])
    print(table(["expert, stuck", "solver", "positions/s", "sapper is faster by"], rows))


def growth() -> None:
    """Prints how long large and wide positions take."""
    shapes: list[tuple[str, int, Callable[[int, int, int], bool]]] = []
    for side in (50, 100, 200):
        shapes.append((f"{side}x{side}, two cells in three open", side, lambda x, y, index: index % 3 > 0))
        shapes.append((f"{side}x{side}, one cell in ten open", side, lambda x, y, index: index % 10 == 0))
    # Every second row and column open: the active numbers are half as many as the rows.
    lattices = (12, 16, 20, 24, 28, 32) if COMPILED else (12, 16, 20, 24)
    shapes += [(f"lattice {side}x{side}", side, lambda x, y, index: bool(x % 2 and y % 2)) for side in lattices]
    rows = []
    for name, side, is_open in shapes:
        params = Params(side, side, side * side // 5)
        layout = deal(GameId(params, Policy.SAFE, 1, (0, 0)))
        codes = bytearray([CLOSED]) * params.cells
        for index, cell in enumerate(cells_of(layout.safe)):
            if is_open(cell % side, cell // side, index):
                codes[cell] = layout.number(cell)
        start = time.process_time()
        try:
            probabilities(View(params, bytes(codes)))
            said = show(time.process_time() - start)
        except EffortError as error:
            said = f"{show(time.process_time() - start)}: {error}"
        rows.append([name, said])
    print(table(["position, a fifth mines", "CPU time"], rows))


def main() -> None:
    """Prints both tables."""
    parser(__doc__).parse_args()
    print(f"kernel: {'compiled' if COMPILED else 'pure'}; ratios: median (least to greatest)")
    compare()
    growth()


if __name__ == "__main__":
    main()
