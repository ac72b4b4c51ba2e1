"""One game is one game."""

import pytest

from sapper.cli.numbers import count_games, were


@pytest.mark.parametrize(
    ("number", "games", "verb"), [(0, "0 games", "0 were"), (1, "1 game", "1 was"), (2, "2 games", "2 were")]
)
def test_number_and_noun_agree(number: int, games: str, verb: str) -> None:
    assert count_games(number) == games
    assert were(number) == verb
