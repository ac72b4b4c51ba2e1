"""A quick player that weighs risk against progress: it looks one guess ahead, at how safe the next move would be."""

from __future__ import annotations

from sapper.core.moves import Move
from sapper.core.params import Params, Policy
from sapper.core.view import View
from sapper.players.minds import thought
from sapper.players.openings import first_cell
from sapper.players.player import Player, Style
from sapper.players.prospect import Prospect
from sapper.players.simple import opening_of


class Careful(Player):
    """Guesses where its own risk and that of the move after it are least together."""

    style = Style.WHEN_STUCK

    def __init__(self, *, seed: int) -> None:
        del seed  # it never draws

    def first(self, params: Params, policy: Policy) -> int | None:
        """Where the other players begin."""
        return first_cell(params, policy)

    def choose(self, view: View) -> Move:
        """A safe cell if there is one, else the guess with the best prospect of going on."""
        return opening_of(view, thought(view, mind))


def mind(width: int, height: int) -> Prospect:
    """How it thinks: one move ahead, and no end game."""
    prospect = Prospect(width, height)
    prospect.few = prospect.islands = 0
    prospect.deep = 1
    return prospect
