"""Dealing, neighbour counts, flood and 3BV at four sizes, beside the tutorials' methods and a flood fill in C.

Run with `python -m benchmarks.bench_core`.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from functools import partial

from benchmarks.asked import parser
from benchmarks.timing import ratio, rounds, show, table
from benchmarks.tutorials import Board, CFlood, count_all, flood_by_recursion, flood_by_rescan
from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.deal import deal
from sapper.solver.kernel import COMPILED

SIZES = ((9, 9), (30, 16), (100, 100), (1000, 1000))


def rows_of(layout: Layout) -> Board:
    """The layout as the tutorials keep it: a list of rows."""
    params = layout.params
    board = [[False] * params.width for _ in range(params.height)]
    for cell in cells_of(layout.mined):
        x, y = layout.geometry.xy(cell)
        board[y][x] = True
    return board


def count_with_planes(layout: Layout) -> object:
    """The numbers of a layout of which nothing is worked out yet."""
    return Layout(layout.params, layout.mined).counts


def measure_afresh(layout: Layout) -> object:
    """The metrics of a layout of which nothing is worked out yet."""
    return board_metrics(Layout(layout.params, layout.mined))


def open_cell(layout: Layout, x: int, y: int) -> Callable[[], int]:
    """A first click on a layout whose zeros are known, as after dealing."""
    start, move = Position(layout.params), Move(MoveKind.OPEN, x, y)
    layout.zero_map  # noqa: B018 - worked out once, like the numbers that the C fill is given
    return lambda: apply(start, layout, move).changed.bit_count()


def serpentine(width: int, height: int, *, along_rows: bool) -> Layout:
    """A corridor of zeros through the whole board, turning at alternate ends of walls three cells apart."""
    across, length = (height, width) if along_rows else (width, height)
    mines = []
    for number, wall in enumerate(range(3, across - 3, 4)):
        ends = range(length - 3) if number % 2 else range(3, length)
        mines += [(along, wall) if along_rows else (wall, along) for along in ends]
    return Layout.of_mines(width, height, mines)


def compare(title: str, jobs: Mapping[str, Callable[[], object]], cells: int) -> list[str]:
    """One row: each job's median, and its ratio to the first with the spread over the rounds."""
    seconds = rounds(jobs)
    names = list(jobs)
    row = [
        title,
        show(statistics.median(seconds[names[0]])),
        f"{statistics.median(seconds[names[0]]) / cells * 1e9:.0f} ns",
    ]
    for name in names[1:]:
        low, middle, high = ratio(seconds[names[0]], seconds[name])
        row.append(f"{middle:.3g} x ({low:.3g}-{high:.3g})")
    return row


def dealing() -> None:
    """Dealing costs the same a cell at every size and mine count."""
    rows = []
    for width, height in SIZES:
        for share in (0.05, 0.2, 0.5, 0.99):
            params = Params(width, height, min(int(width * height * share), width * height - 1))
            game = GameId(params, Policy.OPENING, 1, (width // 2, height // 2))
            rows.append(compare(f"{params}", {"deal": partial(deal, game)}, params.cells))
    print("\n## Dealing\n\n" + table(["board", "time", "a cell"], rows))


def counting() -> None:
    """All neighbour counts."""
    rows = []
    for width, height in SIZES:
        layout = deal(GameId(Params(width, height, width * height // 5), Policy.ANY, 1, (0, 0)))
        board = rows_of(layout)
        jobs: dict[str, Callable[[], object]] = {
            "planes": partial(count_with_planes, layout),
            "square by square": partial(count_all, board),
        }
        rows.append(compare(f"{layout.params}", jobs, layout.params.cells))
    print("\n## Neighbour counts\n\n" + table(["board", "planes", "a cell", "ratio to square by square"], rows))


def flooding() -> None:
    """The opening of a first click, on random boards and through serpentine corridors."""
    rows = []
    for width, height in SIZES:
        game = GameId(Params(width, height, width * height // 20), Policy.OPENING, 1, (width // 2, height // 2))
        layouts = {
            "random 5 %": (deal(game), width // 2, height // 2),
            "serpentine along rows": (serpentine(width, height, along_rows=True), 0, 0),
            "serpentine along columns": (serpentine(width, height, along_rows=False), 0, 0),
        }
        for name, (layout, x, y) in layouts.items():
            fill = CFlood(layout.numbers, width, height)
            ours, start, board = open_cell(layout, x, y), layout.geometry.cell(x, y), rows_of(layout)
            opened = ours()
            assert opened == fill(start)
            jobs: dict[str, Callable[[], object]] = {"flood": ours, "C": partial(fill, start)}
            if width <= 100:
                jobs["re-scan"] = partial(flood_by_rescan, board, y, x)
            if width <= 30:
                jobs["recursion"] = partial(flood_by_recursion, board, y, x)
            row = compare(f"{width}x{height} {name}", jobs, opened)
            rows.append([*row[:2], str(opened), *row[2:], *["too slow", "too deep"][len(jobs) - 2 :]])
    header = ["opening", "flood", "cells", "a cell", "ratio to C", "ratio to re-scan", "ratio to recursion"]
    print("\n## Flood\n\n" + table(header, rows))


def measuring() -> None:
    """3BV, openings and islands."""
    rows = []
    for width, height in SIZES:
        for share in (0.12, 0.2):
            layout = deal(GameId(Params(width, height, int(width * height * share)), Policy.ANY, 1, (0, 0)))
            jobs = {"metrics": partial(measure_afresh, layout)}
            rows.append(compare(f"{layout.params}", jobs, layout.params.cells))
    print("\n## 3BV, openings and islands\n\n" + table(["board", "time", "a cell"], rows))


if __name__ == "__main__":
    parser(__doc__).parse_args()
    print(f"fill: {'compiled' if COMPILED else 'pure'}")
    dealing()
    counting()
    flooding()
    measuring()
