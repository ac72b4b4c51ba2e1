"""One game is one game, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.cli.numbers import added_games, count_games, written_games
from sapper.i18n import Translator


@pytest.mark.parametrize(
    ("number", "games", "verb"), [(0, "0 games", "0 were"), (1, "1 game", "1 was"), (2, "2 games", "2 were")]
)
def test_number_noun_and_verb_agree(number: int, games: str, verb: str) -> None:
    english = Translator("en")
    assert count_games(english, number) == games
    assert added_games(english, number, there=number) == f"{games} added, {verb} there already"


def test_what_was_written_is_counted() -> None:
    english, chinese = Translator("en"), Translator("zh")
    assert written_games(english, 1, Path("x")) == "1 game written to x"
    assert written_games(english, 3, Path("x"), there=1) == "3 games written to x, 1 was there already"
    assert written_games(chinese, 3, Path("x"), there=1) == "已将 3 局写入 x，1 局已存在"
