"""The dealer: a game's key in, its layout out; a pure function, the same everywhere and for ever."""

from __future__ import annotations

from sapper.core.layout import Layout
from sapper.core.notation import DEALER_VERSION, GameId
from sapper.core.params import Policy
from sapper.deal.stream import Stream
from sapper.deal.uniform import deal_uniform
from sapper.errors import N_, DealError


def deal(game: GameId) -> Layout:
    """The layout of a game whose first cell is known.

    Raises:
        ValueError: the first cell is not known.
        DealError: the layout cannot be dealt by this program.
    """
    if game.first is None:
        raise ValueError(f"{game} has no first cell yet")
    if game.version != DEALER_VERSION:
        raise DealError(
            "this program deals version {known}, not version {asked}", known=DEALER_VERSION, asked=game.version
        )
    if game.policy is Policy.NO_GUESS:
        raise DealError(N_("this program cannot deal no-guess boards yet; opening is possible"))
    return deal_uniform(game.params, game.policy, Stream(game.seed), game.first)
