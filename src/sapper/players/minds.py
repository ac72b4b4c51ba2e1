"""What the thinking players share: prospects to use again, and the best first cell of tiny boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from math import comb

from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, View
from sapper.players.marks import ALL
from sapper.players.openings import first_cell
from sapper.players.prospect import Prospect
from sapper.players.simple import safest

TINY_CELLS = 25
TINY_LAYOUTS = 20_000
"""Boards that are searched to the end from their first cell have no more cells, and no more layouts."""
HUGE_CELLS = 10_000
"""On boards with more cells than this there is no thinking ahead."""
LONG = 1 << 60
"""More work than any search takes."""

Maker = Callable[[int, int], Prospect]

_idle: deque[tuple[tuple[Maker, int, int], Prospect]] = deque(maxlen=4)
"""Prospects to use again, as making one costs more than a move; taking and giving back are atomic."""


def thought(view: View, make: Maker) -> int:
    """The cell that a prospect of this make chooses, or where it finds none, the one least likely to be a mine.

    Raises:
        PositionError, EffortError, ValueError: as `safest`.
    """
    params = view.params
    if params.cells > HUGE_CELLS:
        return safest(view)
    kind = (make, params.width, params.height)
    try:
        kept, prospect = _idle.pop()
    except IndexError:
        kept = None
    if kept != kind:
        prospect = make(params.width, params.height)
    place = prospect.choose(view.cells, params.mines)
    _idle.append((kind, prospect))
    if place >= 0:
        return prospect.here.board.cell(place)
    return safest(view)


def is_tiny(params: Params) -> bool:
    """Whether the whole game can be searched."""
    return params.cells <= TINY_CELLS and comb(params.cells, params.mines) <= TINY_LAYOUTS


@lru_cache(maxsize=64)
def best_start(params: Params, *, opening: bool) -> int:
    """The first cell of a tiny board from which most layouts can be won, with or without an opening for certain."""
    prospect = Prospect(params.width, params.height)
    here, listing, endgame = prospect.here, prospect.listing, prospect.endgame
    here.board.load(bytes([CLOSED]) * params.cells, params.mines)
    here.count_all()
    listing.fill(TINY_LAYOUTS, ALL)
    if not opening:
        endgame.search(LONG)
        return here.board.cell(listing.place[endgame.choice])
    best, best_won, best_layouts = first_cell(params, Policy.OPENING), 0, 1
    for cell in range(params.cells):
        layouts = sum(listing.shown[i * params.cells + cell] == 0 for i in range(listing.layouts))
        won = endgame.search_showing(cell, 0, LONG)
        if won * best_layouts > best_won * layouts:
            best, best_won, best_layouts = here.board.cell(listing.place[cell]), won, layouts
    return best
