"""What a machine player is: a view in, a move out, for one game. It must not know who runs the game."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from sapper.core.moves import Move
from sapper.core.params import Params, Policy
from sapper.core.view import View
from sapper.errors import SapperError, UsageError


class PlayerError(SapperError):
    """A player that cannot be had, or that does not play."""


class NoSuchPlayerError(PlayerError, UsageError):
    """No player has this name."""


class Style(Enum):
    """How a player plays, as far as whoever runs its games may do some of it in its place, faster."""

    EVERY_MOVE = "every move"
    """It is asked for every move."""
    WHEN_STUCK = "when stuck"
    """It opens what is certainly safe; so this may be done in its place, and it is asked when no cell is."""
    LOWEST_RISK = "lowest risk"
    """As `WHEN_STUCK`, then the cell least likely to be a mine, the first in reading order among equals."""
    UNIFORM_WHEN_STUCK = "uniform when stuck"
    """As `WHEN_STUCK`, then of the closed cells that are no certain mines, in reading order, the one that the stream of
    its seed draws."""
    UNIFORM = "uniform"
    """Of the closed cells, in reading order, the one that the stream of its seed draws."""


class Player(Protocol):
    """Plays one game. Inherit from it to take its defaults over.

    Attributes:
        style: how it plays; it must be true of `choose`.
    """

    style: Style = Style.EVERY_MOVE

    def first(self, params: Params, policy: Policy) -> int | None:
        """The cell to begin with under a policy, whatever the seed; None for the board's centre."""
        return None

    def choose(self, view: View) -> Move:
        """The next move: on the board, and one that the rules let do something.

        Only cells that are not open are a mine or a choice, and one of them at least is safe. What a move led to is
        seen in the next view. A player that is asked only when stuck sees the views in the order of the game, but not
        all of them.
        """
        ...


class Factory(Protocol):
    """Makes a player for each game. What is costly to make belongs in a cache of its module."""

    def __call__(self, *, seed: int) -> Player:
        """A player for one game.

        Args:
            seed: 0 to 2**64 - 1; all that is random in the player comes from it, so that the game can be repeated. It
                tells nothing of the layout.
        """
        ...
