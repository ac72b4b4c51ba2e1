"""A player's games come out the same however they are played, and no player can break more than its own simulation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sapper.core.metrics import board_metrics
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import MAX_SEED
from sapper.core.params import LEVELS, Params, Policy
from sapper.deal import deal
from sapper.players.player import PlayerError, Style
from sapper.sim.games import play_chunk
from sapper.sim.plan import Plan, make_plan
from sapper.sim.tally import Tally
from tests.sim import players

pytestmark = pytest.mark.kernel

BEGINNER = LEVELS["beginner"]
SIZES = [BEGINNER, Params(5, 4, 6), Params(1, 1, 0), Params(2, 2, 3), Params(7, 7, 0), Params(12, 12, 40)]


def plan(player: str, params: Params = BEGINNER, policy: Policy = Policy.SAFE, **more: Any) -> Plan:
    return make_plan(params, policy, player=player, **{"seed": 7, "games": 40, **more})


def tally(player: str, params: Params = BEGINNER, policy: Policy = Policy.SAFE, games: int = 40) -> Tally:
    return play_chunk(plan(player, params, policy, first=(0, 0)), 0, games).tallies[0]


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("params", SIZES, ids=str)
def test_boards_are_those_of_the_dealer(params: Params, policy: Policy) -> None:
    if policy is Policy.NO_GUESS and params == Params(12, 12, 40):
        pytest.skip("too rare")
    games = plan("random", params, policy, seed=MAX_SEED - 2)
    expected = sorted(board_metrics(deal(games.game(index))).bbbv for index in range(6))
    assert [games.game(index).seed for index in (0, 2, 3)] == [MAX_SEED - 2, MAX_SEED, 0]
    counted = play_chunk(games, 0, 6).tallies[0].by_bbbv
    assert sorted(value for value, (count, _) in counted.items() for _ in range(count)) == expected


@pytest.mark.parametrize("policy", [Policy.ANY, Policy.SAFE, Policy.OPENING])
@pytest.mark.parametrize("params", SIZES, ids=str)
def test_inside_and_by_the_rules_come_out_the_same(
    params: Params, policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    players.bring(monkeypatch, step=players.Step, stuck=players.Stuck, logical=players.StepLogic, duck=players.Duck)
    games = 40 if params.cells < 80 else 10
    found = {name: tally(name, params, policy, games) for name in ("lowest-risk", "stuck", "step", "duck")}
    assert found["lowest-risk"] == found["stuck"] == found["step"] == found["duck"]
    assert tally("logic", params, policy, games) == tally("logical", params, policy, games)


def test_flags_and_chords_win_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    players.bring(monkeypatch, marker=players.Marker)
    marker, plain = tally("marker"), tally("lowest-risk")
    assert (marker.wins, marker.by_guesses, marker.by_bbbv) == (plain.wins, plain.by_guesses, plain.by_bbbv)
    assert plan("marker").first == (4, 4)


def test_without_guesses_logic_wins_every_board() -> None:
    counted = play_chunk(plan("logic", policy=Policy.NO_GUESS), 0, 25).tallies[0]
    assert (counted.wins, counted.by_guesses) == (25, {0: (25, 25)})


def test_the_first_click_loses_only_where_nothing_is_promised() -> None:
    """With one safe cell a game is won exactly when it is the first."""
    crowded = Params(4, 4, 15)
    wins = {policy: tally("random", crowded, policy, games=400).wins for policy in Policy}
    assert wins[Policy.SAFE] == wins[Policy.OPENING] == wins[Policy.NO_GUESS] == 400
    assert 5 <= wins[Policy.ANY] <= 55


def test_a_stretch_is_the_sum_of_its_parts() -> None:
    games = plan("logic", against="lowest-risk")
    whole = play_chunk(games, 0, 40)
    parts = [play_chunk(games, start, 10) for start in (30, 0, 20, 10)]
    sums = Tally(), Tally()
    for part in parts:
        for added, more in zip(sums, part.tallies, strict=True):
            added.add(more)
    assert sums == whole.tallies
    assert whole.pairs is not None
    assert sum(part.pairs.both for part in parts if part.pairs) == whole.pairs.both
    assert whole.pairs.both + whole.pairs.first == whole.tallies[0].wins
    assert whole.pairs.both + whole.pairs.second == whole.tallies[1].wins
    assert whole.tallies[0].by_bbbv.keys() == whole.tallies[1].by_bbbv.keys()


def test_who_gives_up_has_not_won(monkeypatch: pytest.MonkeyPatch) -> None:
    players.bring(monkeypatch, tired=players.Tired, exhausted=players.TiredStep)
    tired = tally("tired")
    assert tired.gave_up
    assert tired.gave_up + tired.wins == tired.games
    assert tally("exhausted").gave_up >= tired.gave_up
    assert not tired.faults()


NONSENSE: dict[str, Any] = {
    "nothing": None,
    "text": "o3,4",
    "pair": (3, 4),
    "outside": Move(MoveKind.OPEN, 9, 0),
    "negative": Move(MoveKind.OPEN, -1, 0),
    "fraction": Move(MoveKind.OPEN, 0.5, 0),  # type: ignore[arg-type]
    "word": Move(MoveKind.OPEN, "a", 0),  # type: ignore[arg-type]
    "kind": Move("x", 0, 0),  # type: ignore[arg-type]
    "open already": Move(MoveKind.OPEN, 0, 0),
    "idle chord": Move(MoveKind.CHORD, 8, 8),
    "idle mark": Move(MoveKind.UNMARK, 8, 8),
}


@pytest.mark.parametrize("style", [Style.EVERY_MOVE, Style.WHEN_STUCK])
@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_one_sentence(answer: Any, style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    players.bring(monkeypatch, odd=players.says(answer, style))
    with pytest.raises(
        PlayerError, match=r"^the player odd answered .* in 9x9/10:safe:\d+:0,0, which is no move"
    ) as told:
        tally("odd")
    assert "\n" not in str(told.value)


def test_marks_without_end_are_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    toggled: list[bool] = []

    def toggle(view: Any) -> Move:
        toggled.append(True)
        return Move(MoveKind.FLAG if len(toggled) % 2 else MoveKind.UNMARK, 8, 8)

    players.bring(monkeypatch, fidget=players.says(toggle, Style.EVERY_MOVE))
    with pytest.raises(PlayerError, match="the player fidget answered"):
        tally("fidget", Params(9, 9, 40))


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (players.Raises, r"^the player odd failed in 9x9/10:safe:\d+:0,0: RuntimeError: out of luck$"),
        (players.Leaves, r"^the player odd failed in 9x9/10:safe:\d+:0,0: SystemExit: 3$"),
        (players.Unmade, r"^the player odd failed when it was made: OSError: no model file$"),
    ],
)
def test_a_failure_is_one_sentence(player: Any, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players.bring(monkeypatch, odd=player)
    with pytest.raises(PlayerError, match=sentence):
        tally("odd")


def test_a_first_cell_off_the_board_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    players.bring(monkeypatch, astray=players.Astray, odd=players.Unmade)
    with pytest.raises(PlayerError, match="the player astray begins with 10000, which is no cell of a 9x9/10 board"):
        plan("astray")
    with pytest.raises(PlayerError, match="the player odd failed when it was made"):
        plan("odd")


def test_a_style_that_is_none_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    odd: Any = "when stuck"
    players.bring(monkeypatch, odd=players.says(None, odd))
    with pytest.raises(PlayerError, match="the player odd has the style 'when stuck', which is none of sapper"):
        tally("odd")


def test_the_guide_s_own_player_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
    source = re.findall(r"^```python\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(source[0], names)
    players.bring(monkeypatch, leftmost=names["Leftmost"])
    leftmost, logical = tally("leftmost", Params(9, 9, 16), games=100), tally("logic", Params(9, 9, 16), games=100)
    assert 0 < leftmost.wins < 100
    assert leftmost.wins_without_guess == logical.wins_without_guess
