"""Rewards, and what they are given: the same functions for one board and for many. Knows no environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy.typing as npt

from sapper.core.params import Params

Number: TypeAlias = "float | npt.NDArray[Any]"


class Step(NamedTuple):
    """What an action led to: a number a field where one board is stepped, an array of one item a board where many are.

    Args:
        params: size and mine count.
        opened: how many safe cells it opened.
        acted: whether it changed anything; 0 or 1.
        won: whether it won the game; 0 or 1.
        lost: whether it opened a mine; 0 or 1.
    """

    params: Params
    opened: Number
    acted: Number
    won: Number
    lost: Number


Reward: TypeAlias = Callable[[Step], Number]
"""What a step is worth. Written with arithmetic, not with `if`, one function serves one board and many."""


def progress(step: Step) -> Number:
    """The part of the safe cells that was opened, one more for the win, one less for a mine: 2 at most a game."""
    return step.opened / step.params.safe_cells + step.won - step.lost


def win_only(step: Step) -> Number:
    """1 for the win, else 0: its mean a game is the win rate."""
    return step.won
