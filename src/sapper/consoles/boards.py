"""What the three consoles share in setting up a game: seeds for one run, a clock that nobody looks at."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.layout import Layout
from sapper.core.notation import GameId
from sapper.core.params import Params
from sapper.core.rules import Switches
from sapper.deal.stream import Stream
from sapper.session import Game


@dataclass(frozen=True, slots=True)
class Setup:
    """What the player asked for on the command line.

    Args:
        stream: where the seeds of this run's games come from.
        board: the board of every game, as a layout or as the game that deals it; None for fresh ones.
        size: size and mines of fresh boards, where the console allows it; None for its own.
    """

    stream: Stream
    board: Layout | GameId | None = None
    size: Params | None = None


def new_game(setup: Setup, params: Params, switches: Switches) -> Game:
    """The next game of this run; a given board takes the place of the `params`."""
    if isinstance(setup.board, GameId):
        return Game.of_id(setup.board, clock=_no_time, switches=switches, keeps_log=False)
    seed = setup.stream.word()
    if setup.board is not None:
        params = setup.board.params
    return Game(params, clock=_no_time, seed=seed, layout=setup.board, switches=switches, keeps_log=False)


def _no_time() -> int:
    return 0
