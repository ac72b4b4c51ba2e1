"""The examples of docs/extending.md are run: the console plays, the format comes back, the player wins sometimes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sapper.consoles.boards import Setup
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome
from sapper.core.view import view
from sapper.deal.stream import Stream
from sapper.errors import SapperError
from sapper.session import Game
from sapper.testing import ScriptedTerminal
from tests.games import HandClock

PAGE = Path(__file__).resolve().parents[2] / "docs" / "extending.md"


@pytest.fixture(scope="module")
def examples() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "examples"}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile("from __future__ import annotations\n" + block, str(PAGE), "exec"), names)
    return names


def test_the_console_plays_to_the_end(examples: dict[str, Any]) -> None:
    every = "".join(f"{x} {y}\n" for y in range(5) for x in range(5))
    terminal = ScriptedTerminal("nonsense\n9 9\n" + every)
    assert examples["run"](terminal, Setup(Stream(1))) == 0
    assert terminal.output.count("please") == 2
    assert terminal.output.endswith(("won\n", "lost\n"))
    unended = ScriptedTerminal("2 2\n")
    assert examples["run"](unended, Setup(Stream(1))) == 0


def test_the_format_comes_back_and_refuses_what_is_none(examples: dict[str, Any]) -> None:
    layout = Layout.of_mines(7, 3, [(0, 0), (6, 2), (3, 1)])
    data = examples["write_dots"](layout)
    assert examples["looks_like_dots"](data)
    assert examples["read_dots"](data) == layout
    for bad in (b"dots1 ", b"dots1 3", b"dots1 3x2 9,9", b"dots1 3x2 x,y", b"dots1 \xff", b"dots1 0x0"):
        with pytest.raises(SapperError):
            examples["read_dots"](bad)


def test_the_player_plays_by_the_rules(examples: dict[str, Any]) -> None:
    outcomes = []
    for seed in range(20):
        game = Game.of_id(GameId(Params(8, 8, 8), Policy.OPENING, seed, (4, 4)), clock=HandClock())
        player = examples["Patient"](seed=seed)
        assert player.first(game.params, Policy.OPENING) is None
        game.play(Move(MoveKind.OPEN, 4, 4))
        while not game.position.is_over:
            before = game.position
            game.play(player.choose(view(game.position, game.layout)))
            assert game.position != before
        outcomes.append(game.position.outcome)
    assert Outcome.WON in outcomes
