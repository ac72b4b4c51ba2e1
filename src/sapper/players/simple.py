"""The players that look no further than the present view: `random`, `logic` and `lowest-risk`."""

from __future__ import annotations

from sapper.core.geometry import geometry
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, View
from sapper.deal.stream import Stream
from sapper.players.openings import first_cell
from sapper.players.player import Player, Style
from sapper.solver import certain, probabilities
from sapper.solver.answers import least_likely


class Random(Player):
    """Opens any closed cell, each equally likely."""

    style = Style.UNIFORM

    def __init__(self, *, seed: int) -> None:
        self._stream = Stream(seed)

    def first(self, params: Params, policy: Policy) -> int | None:
        """Where the other players begin."""
        return first_cell(params, policy)

    def choose(self, view: View) -> Move:
        """One of the closed cells."""
        closed = [cell for cell, code in enumerate(view.cells) if code == CLOSED]
        return opening_of(view, closed[self._stream.below(len(closed))])


class Logic(Player):
    """Opens what is certainly safe; when nothing is, any cell that is no certain mine, each equally likely."""

    style = Style.UNIFORM_WHEN_STUCK

    def __init__(self, *, seed: int) -> None:
        self._stream = Stream(seed)

    def first(self, params: Params, policy: Policy) -> int | None:
        """The cell with the best chance."""
        return first_cell(params, policy)

    def choose(self, view: View) -> Move:
        """The first safe cell, else one that may be safe."""
        safe, mined = certain(view)
        if safe:
            return opening_of(view, safe[0])
        mines = frozenset(mined)
        open_to_doubt = [cell for cell, code in enumerate(view.cells) if code == CLOSED and cell not in mines]
        return opening_of(view, open_to_doubt[self._stream.below(len(open_to_doubt))])


class LowestRisk(Player):
    """Opens the cell least likely to be a mine, by exact probabilities."""

    style = Style.LOWEST_RISK

    def __init__(self, *, seed: int) -> None:
        del seed  # it never draws

    def first(self, params: Params, policy: Policy) -> int | None:
        """The cell with the best chance."""
        return first_cell(params, policy)

    def choose(self, view: View) -> Move:
        """The first of the cells with the least probability."""
        return opening_of(view, safest(view))


def safest(view: View) -> int:
    """The cell least likely to be a mine, the first in reading order among equals.

    Raises:
        PositionError, EffortError: as `solver.probabilities`.
        ValueError: every cell is open.
    """
    cell = least_likely(probabilities(view))
    if cell is None:
        raise ValueError("there is nothing left to open")
    return cell


def opening_of(view: View, cell: int) -> Move:
    """The move that opens a cell."""
    return Move(MoveKind.OPEN, *geometry(view.params.width, view.params.height).xy(cell))
