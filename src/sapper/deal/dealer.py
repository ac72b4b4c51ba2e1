"""The dealer: a game's key in, its layout out; a pure function, the same everywhere and for ever."""

from __future__ import annotations

from collections.abc import Callable

from sapper.core.layout import Layout
from sapper.core.notation import DEALER_VERSION, GameId
from sapper.core.params import Policy
from sapper.deal.stream import Stream
from sapper.deal.uniform import deal_uniform
from sapper.errors import DealError

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from sapper.deal.noguess import Budget


def deal(game: GameId, *, budget: Budget | None = None, should_stop: Callable[[], bool] | None = None) -> Layout:
    """The layout of a game whose first cell is known.

    Args:
        game: its key.
        budget: for `NO_GUESS`: when to give up; it never changes which layout is dealt.
        should_stop: for `NO_GUESS`: is asked now and then whether to stop.

    Raises:
        ValueError: the first cell is not known.
        DealError: the layout cannot be dealt by this program, or not within the budget.
        EffortError: `should_stop` said so.
    """
    if game.first is None:
        raise ValueError(f"{game} has no first cell yet")
    if game.version != DEALER_VERSION:
        raise DealError(
            "this program deals version {known}, not version {asked}", known=DEALER_VERSION, asked=game.version
        )
    if game.policy is Policy.NO_GUESS:
        # Drawing and proving takes the solver, which other policies do without.
        from sapper.deal.noguess import deal_no_guess

        return deal_no_guess(game.params, Stream(game.seed), first=game.first, budget=budget, should_stop=should_stop)
    return deal_uniform(game.params, game.policy, Stream(game.seed), game.first)
