"""Two slow counters that are obviously right: one tries everything, the other goes through the cells one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from sapper.core.geometry import geometry
from sapper.core.view import View


def layouts_by_trying(view: View) -> Iterator[tuple[int, ...]]:
    """The mined cells of every layout that fits a view."""
    board = geometry(view.params.width, view.params.height)
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    numbers = [(code, frozenset(board.neighbours(cell))) for cell, code in enumerate(view.cells) if code <= 8]
    for mines in combinations(closed, view.params.mines):
        laid = frozenset(mines)
        if all(len(laid & near) == number for number, near in numbers):
            yield mines


def count_by_trying(view: View) -> tuple[int, list[int]]:
    """How many layouts fit a view, and in how many of them each cell is a mine."""
    layouts, counts = 0, [0] * view.params.cells
    for mines in layouts_by_trying(view):
        layouts += 1
        for cell in mines:
            counts[cell] += 1
    return layouts, counts


def count_cell_by_cell(view: View) -> tuple[int, dict[int, int]]:
    """How many layouts fit a view, and in how many of them each closed cell is a mine; for boards of any size.

    Goes through the cells around numbers, one at a time, with a mine and without: what matters is only what the numbers
    that are not finished still owe, and how many mines were laid. No deduction, no grouping, no parts.
    """
    board = geometry(view.params.width, view.params.height)
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    around: dict[int, list[int]] = {cell: [] for cell in closed}
    for number, code in enumerate(view.cells):
        for cell in board.neighbours(number) if code <= 8 else []:
            if cell in around:
                around[cell].append(number)
    order = _near_one_another(around)
    outside = len(closed) - len(order)
    last = {number: cell for cell in order for number in around[cell]}
    if any(code <= 8 and code > 0 and number not in last for number, code in enumerate(view.cells)):
        return 0, {}
    # (what numbers owe, mines laid) -> in how many ways; and the steps from one layer to the next.
    layers: list[dict[tuple[frozenset[tuple[int, int]], int], int]] = [{(frozenset(), 0): 1}]
    steps = []
    begun: set[int] = set()
    for cell in order:
        fresh = {number: view.cells[number] for number in around[cell] if number not in begun}
        begun.update(fresh)
        after: dict[tuple[frozenset[tuple[int, int]], int], int] = {}
        taken = []
        for state, ways in layers[-1].items():
            for mine in (0, 1):
                owed = dict(state[0]) | fresh
                for number in around[cell]:
                    owed[number] -= mine
                ended = [number for number in around[cell] if last[number] == cell]
                if min(owed.values()) < 0 or any(owed.pop(number) for number in ended):
                    continue
                following = frozenset(owed.items()), state[1] + mine
                after[following] = after.get(following, 0) + ways
                taken.append((state, mine, following))
        layers.append(after)
        steps.append(taken)
    # The same from the end: in how many ways each state can be finished.
    left = {state: comb(outside, view.params.mines - state[1]) for state in layers[-1] if state[1] <= view.params.mines}
    layouts = sum(layers[-1][state] * ways for state, ways in left.items())
    counts = {}
    for cell, taken, layer in reversed(list(zip(order, steps, layers, strict=False))):
        before: dict[tuple[frozenset[tuple[int, int]], int], int] = {}
        counts[cell] = 0
        for state, mine, following in taken:
            ways = left.get(following, 0)
            before[state] = before.get(state, 0) + ways
            counts[cell] += mine * layer[state] * ways
        left = before
    laid_outside = layouts * view.params.mines - sum(counts.values())
    counts |= {cell: laid_outside // outside for cell in closed if cell not in counts}
    return layouts, counts


def _near_one_another(around: dict[int, list[int]]) -> list[int]:
    """The cells that touch numbers, neighbours after one another: from one to all that share a number with it."""
    touching: dict[int, list[int]] = {}
    for cell, numbers in around.items():
        for number in numbers:
            touching.setdefault(number, []).append(cell)
    order: dict[int, None] = {}
    for start, numbers in around.items():
        pending = [start] if numbers else []
        for cell in pending:
            if cell not in order:
                order[cell] = None
                pending += [near for number in around[cell] for near in touching[number] if near not in order]
    return list(order)
