"""Numbers of games in sentences of the commands, which speak English."""

from __future__ import annotations


def count_games(number: int) -> str:
    """A number of games with its noun."""
    return f"{number} game{'' if number == 1 else 's'}"


def were(number: int) -> str:
    """A number with its verb."""
    return f"{number} {'was' if number == 1 else 'were'}"
