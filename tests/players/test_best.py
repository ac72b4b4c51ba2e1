"""`best` plays tiny boards perfectly; `best` and `careful` open what is safe first."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

import pytest

from sapper.core.geometry import geometry
from sapper.core.notation import parse_view
from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, View
from sapper.errors import PositionError
from sapper.players.best import Best
from sapper.players.careful import Careful
from sapper.solver.kernel import COMPILED

pytestmark = pytest.mark.kernel

MINED = 9

OPTIMAL = [
    # board, wins of all layouts under any, and as shares under safe and opening; by exhaustive search
    (Params(3, 3, 2), 24, "6/7", "1"),
    (Params(3, 3, 3), 33, "33/56", "1"),
    (Params(4, 4, 2), 102, "34/35", "1"),
    (Params(5, 5, 2), 266, "133/138", "34/35"),
    (Params(4, 4, 3), 400, "80/91", "1"),
    (Params(4, 4, 4), 961, "961/1365", "34/35"),
    (Params(4, 5, 3), 864, "288/323", "158/165"),
    (Params(4, 4, 5), 1461, "487/1001", "20/21"),
    (Params(4, 4, 6), 1584, "144/455", "1"),
    (Params(5, 5, 3), 1798, "899/1012", "32/35"),
    (Params(4, 4, 8), 859, "859/6435", "23/45"),
    (Params(4, 5, 4), 2950, "1475/1938", "103/110"),
    (Params(4, 5, 5), 6998, "3499/5814", "425/462"),
]
SMALL = 300
"""So many layouts are no trouble for the pure kernels."""

CASES = [
    pytest.param(params, policy, Fraction(share), id=f"{params}-{policy}", marks=pytest.mark.slow)
    for params, _, safe, opening in OPTIMAL
    for policy, share in [(Policy.SAFE, safe), (Policy.OPENING, opening)]
]


@lru_cache(maxsize=1)
def all_layouts(params: Params) -> list[bytes]:
    """What each cell shows in each layout, `MINED` for mines."""
    board = geometry(params.width, params.height)
    near = [board.neighbours(cell) for cell in range(params.cells)]
    found = []
    for mined in combinations(range(params.cells), params.mines):
        shown = [0] * params.cells
        for mine in mined:
            for cell in near[mine]:
                shown[cell] += 1
        for mine in mined:
            shown[mine] = MINED
        found.append(bytes(shown))
    return found


def won_by_best(params: Params, policy: Policy) -> Fraction:
    """In which share of all layouts that keep a policy `best` wins, found by asking it about every view there is."""
    player = Best(seed=0)
    first = player.first(params, policy)
    assert first is not None
    layouts = all_layouts(params)
    layouts = [shown for shown in layouts if shown[first] != MINED]
    if policy is Policy.OPENING:
        layouts = [shown for shown in layouts if shown[first] == 0]
    total, won = len(layouts), 0
    waiting = [(bytes([CLOSED]) * params.cells, first, layouts)]
    while waiting:
        cells, chosen, possible = waiting.pop()
        parts: dict[int, list[bytes]] = {}
        for shown in possible:
            parts.setdefault(shown[chosen], []).append(shown)
        parts.pop(MINED, None)
        for number, part in parts.items():
            after = cells[:chosen] + bytes([number]) + cells[chosen + 1 :]
            if after.count(CLOSED) == params.mines:
                won += len(part)
                continue
            move = player.choose(View(params, after))
            waiting.append((after, move.y * params.width + move.x, part))
    return Fraction(won, total)


@pytest.mark.parametrize(("params", "policy", "share"), CASES)
def test_best_wins_all_that_can_be_won_of_a_tiny_board(params: Params, policy: Policy, share: Fraction) -> None:
    if not COMPILED and len(all_layouts(params)) > SMALL:
        pytest.skip("the pure kernels would search for minutes")
    assert won_by_best(params, policy) == share


@pytest.mark.parametrize(("params", "won", "safe", "_"), OPTIMAL, ids=str)
def test_a_first_cell_that_may_be_mined_is_the_same_one(params: Params, won: int, safe: str, _: str) -> None:
    """So that under `any` all is won that can be won: the share under `safe` of the layouts where it is no mine."""
    assert won == Fraction(safe) * comb(params.cells - 1, params.mines)
    if not COMPILED and comb(params.cells, params.mines) > SMALL:
        pytest.skip("the pure kernels would search for minutes")
    player = Best(seed=0)
    assert player.first(params, Policy.ANY) == player.first(params, Policy.SAFE)


@pytest.mark.parametrize("factory", [Best, Careful])
def test_a_safe_cell_comes_first(factory: type[Best] | type[Careful]) -> None:
    move = factory(seed=0).choose(parse_view("5x1/1\n#1###\n"))
    assert (move.x, move.y) in {(3, 0), (4, 0)}


@pytest.mark.parametrize("factory", [Best, Careful])
def test_a_huge_board_is_no_trouble(factory: type[Best] | type[Careful]) -> None:
    cells = bytearray([CLOSED]) * 250 * 200
    cells[0] = 3
    move = factory(seed=0).choose(View(Params(250, 200, 5000), bytes(cells)))
    assert (move.x, move.y) not in {(0, 0), (1, 0), (0, 1), (1, 1)}


@pytest.mark.parametrize("factory", [Best, Careful])
def test_a_view_that_no_layout_fits_is_refused(factory: type[Best] | type[Careful]) -> None:
    with pytest.raises(PositionError):
        factory(seed=0).choose(parse_view("5x1/1\n#2###\n"))
