"""The strongest player: looks ahead over what its guesses may show, and ends the game by exact search."""

from __future__ import annotations

from sapper.core.moves import Move
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.view import View
from sapper.players.learned import LAST, UNITS
from sapper.players.minds import LONG, TINY_CELLS, TINY_LAYOUTS, best_start, is_tiny, thought
from sapper.players.openings import first_cell
from sapper.players.player import Player, Style
from sapper.players.prospect import Prospect
from sapper.players.simple import opening_of

TRUST = 0.25
"""How much what was learned counts beside the chance to survive the next moves."""
OPENINGS = {LEVELS["beginner"]: (2, 2), LEVELS["expert"]: (3, 3)}
"""Where an opening is sure: the best cell where it is another than for `lowest-risk`, and for Expert that of published
programs, as good as any.
"""


class Best(Player):
    """Guesses where the prospect of winning the game is best, as far as it can tell."""

    style = Style.WHEN_STUCK

    def __init__(self, *, seed: int) -> None:
        del seed  # it never draws

    def first(self, params: Params, policy: Policy) -> int | None:
        """The cell from which most games are won: searched on tiny boards, measured on the others."""
        if is_tiny(params):
            return best_start(params, opening=policy not in (Policy.ANY, Policy.SAFE))
        if policy is Policy.OPENING and params in OPENINGS:
            x, y = OPENINGS[params]
            return y * params.width + x
        return first_cell(params, policy)

    def choose(self, view: View) -> Move:
        """A safe cell if there is one, else the guess with the best prospect."""
        return opening_of(view, thought(view, mind))


def mind(width: int, height: int) -> Prospect:
    """How it thinks: with what paired games showed to help, and what was learned (docs/players.md)."""
    prospect = Prospect(width, height)
    prospect.outlook.weight = 1.0
    prospect.estimate.learn(UNITS, LAST)
    prospect.estimate.trust = TRUST
    if width * height <= TINY_CELLS:
        prospect.few, prospect.budget = TINY_LAYOUTS, LONG
    return prospect
