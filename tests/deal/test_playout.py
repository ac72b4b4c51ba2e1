"""Whole games in one call do what the rules, the dealer and the exact solver say, and nothing else."""

from __future__ import annotations

import pytest

from sapper.core.geometry import cells_of, geometry, plane_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId, parse_game_id
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.core.view import View, view
from sapper.deal import deal
from sapper.deal.endings import ASK, BLIND, LEAST_RISK, LOST, STUCK, UNIFORM, WON
from sapper.deal.noguess import Budget, Grade, deal_no_guess, grade_board, playout_for, prove
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.deal.uniform import deal_uniform
from sapper.errors import DealError, EffortError
from sapper.players.registry import find
from sapper.solver import certain

pytestmark = pytest.mark.kernel

SIZES = [Params(9, 9, 10), Params(16, 16, 40), Params(30, 16, 99), Params(5, 4, 14), Params(1, 7, 2), Params(3, 3, 8)]


@pytest.mark.parametrize("params", SIZES, ids=str)
def test_layouts_are_those_of_the_dealer(params: Params) -> None:
    first = (params.width // 2, params.height // 2)
    playout, stream = playout_for(params, first), Stream(11)
    playout.stream = stream.state
    for _ in range(5):
        playout.deal()
        assert Layout(params, plane_of(playout.mines_laid())) == deal_uniform(params, Policy.OPENING, stream, first)
        assert playout.stream == stream.state


@pytest.mark.parametrize("params", SIZES, ids=str)
def test_a_game_follows_the_rules_move_by_move(params: Params) -> None:
    first = (params.width // 2, params.height // 2)
    board = geometry(params.width, params.height)
    for seed in range(12):
        layout = deal(GameId(params, Policy.OPENING, seed, first))
        playout = Playout(params.width, params.height, params.mines)
        playout.take(cells_of(layout.mined))
        outcome = playout.play(board.cell(*first), ASK)
        position = Position(params)
        for index in range(playout.opened_count):
            cell = playout.board.cell(playout.opened[index])
            position = apply(position, layout, Move(MoveKind.OPEN, *board.xy(cell))).position
            assert position.outcome is not Outcome.LOST
        # The rules flood a zero at once; the playout gets there cell by cell.
        assert position.opened == plane_of(playout.board.cell(playout.opened[i]) for i in range(playout.opened_count))
        assert (position.outcome is Outcome.WON) == (outcome == WON)
        if outcome == STUCK:
            assert not certain(view(position, layout))[0]


@pytest.mark.parametrize(
    ("level", "rate"), [("ranked-beginner", 0.760), ("beginner", 0.903), ("intermediate", 0.704), ("expert", 0.155)]
)
def test_acceptance_of_uniform_layouts(level: str, rate: float) -> None:
    params = LEVELS[level]
    first = (params.width // 2, params.height // 2)
    playout = playout_for(params, first)
    playout.stream = Stream(99).state
    tries = 400
    won = sum(playout.attempts(first[1] * params.width + first[0], 1) == 1 for _ in range(tries))
    assert won / tries == pytest.approx(rate, abs=4.5 * (rate * (1 - rate) / tries) ** 0.5)


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_no_guess_boards_need_none(level: str) -> None:
    """By the exact solver alone, asked for certain cells and nothing else."""
    params = LEVELS[level]
    first = (params.width // 2, params.height // 2)
    board = geometry(params.width, params.height)
    for seed in range(8):
        layout = deal(GameId(params, Policy.NO_GUESS, seed, first))
        position = apply(Position(params), layout, Move(MoveKind.OPEN, *first)).position
        while not position.is_over:
            safe = certain(view(position, layout))[0]
            assert safe
            for cell in safe:
                position = apply(position, layout, Move(MoveKind.OPEN, *board.xy(cell))).position
        assert position.outcome is Outcome.WON


def test_the_budget_never_changes_the_board() -> None:
    game = parse_game_id("16x16/40:no-guess:7:8,8")
    layout = deal(game)
    assert deal(game, budget=Budget(None, 1000)) == layout
    assert deal_no_guess(game.params, Stream(7), first=(8, 8), budget=Budget(100.0)) == layout


def test_pinned_no_guess_boards() -> None:
    """The same pure and compiled, for ever."""
    found = [deal(parse_game_id(text)).mined % (2**61 - 1) for text in PINNED]
    assert found == list(PINNED.values())


PINNED = {
    "9x9/10:no-guess:1:4,4": 648518552508174096,
    "16x16/40:no-guess:2:8,8": 2245683356670034953,
    "30x16/99:no-guess:3:15,8": 1660380942114569709,
}


def test_hopeless_boards_are_refused_and_say_what_is_possible() -> None:
    with pytest.raises(DealError, match="opening is possible"):
        deal(parse_game_id("16x16/200:no-guess:1:8,8"))
    with pytest.raises(DealError, match="within the budget"):
        deal(parse_game_id("30x16/120:no-guess:1:8,8"), budget=Budget(None, 1))
    with pytest.raises(EffortError):
        deal(parse_game_id("30x16/120:no-guess:1:8,8"), should_stop=lambda: True)


def test_proofs_finish_the_board_and_agree_with_the_grade() -> None:
    for seed in range(6):
        layout = deal(parse_game_id(f"16x16/40:no-guess:{seed}:8,8"))
        proof = list(prove(layout, (8, 8)))
        grading = grade_board(layout, (8, 8))
        assert grading is not None
        hardest = max(deduction.kind for deduction in proof)
        assert list(Grade)[hardest - 1] is grading.grade
        for deduction in proof:
            assert not any(layout.is_mine(cell) for cell in deduction.safe)
            assert all(layout.is_mine(cell) for cell in deduction.mined)


def test_3bv_is_that_of_the_rules() -> None:
    for params in [*SIZES, Params(1, 1, 0), Params(6, 1, 0), Params(20, 20, 3)]:
        playout, stream = playout_for(params, (0, 0)), Stream(4)
        for _ in range(20):
            layout = deal_uniform(params, Policy.OPENING, stream, (0, 0))
            playout.take(cells_of(layout.mined))
            assert playout.bbbv() == board_metrics(layout).bbbv


GUESSES = {"lowest-risk": LEAST_RISK, "logic": UNIFORM, "random": BLIND}
PLAYED = [*SIZES, Params(8, 8, 10), Params(4, 4, 6), Params(20, 3, 14)]


@pytest.mark.parametrize("name", GUESSES)
@pytest.mark.parametrize("params", PLAYED, ids=str)
def test_a_player_plays_the_same_inside_and_by_the_rules(name: str, params: Params) -> None:
    """Cell by cell: what was guessed, what was open then, and how it ended."""
    first = (0, 0)
    board = geometry(params.width, params.height)
    for seed in range(12 if params.cells < 400 else 4):
        layout = deal(GameId(params, Policy.ANY, seed, first))
        playout = Playout(params.width, params.height, params.mines)
        playout.take(cells_of(layout.mined))
        playout.chances = Stream(seed + 1000).state
        ended = playout.play(0, GUESSES[name])
        player = find(name)(seed=seed + 1000)
        position = apply(Position(params), layout, Move(MoveKind.OPEN, *first)).position
        guessed = []
        while not position.is_over:
            seen = view(position, layout)
            move = player.choose(seen)
            if name == "random" or not certain(seen)[0]:
                guessed.append(board.cell(move.x, move.y))
            position = apply(position, layout, move).position
        assert [playout.board.cell(playout.picked[i]) for i in range(playout.guesses)] == guessed
        assert plane_of(playout.board.cell(playout.opened[i]) for i in range(playout.opened_count)) == position.opened
        assert ended == (WON if position.outcome is Outcome.WON else LOST)


@pytest.mark.parametrize("params", PLAYED, ids=str)
def test_whoever_is_asked_sees_what_the_rules_show(params: Params) -> None:
    """Every view that is handed out, and the same game as with the guess made inside."""
    first = (0, 0)
    board = geometry(params.width, params.height)
    for seed in range(12):
        layout = deal(GameId(params, Policy.SAFE, seed, first))
        inside, asking = (Playout(params.width, params.height, params.mines) for _ in range(2))
        inside.take(cells_of(layout.mined))
        asking.take(cells_of(layout.mined))
        ended = asking.play(0, ASK)
        position = apply(Position(params), layout, Move(MoveKind.OPEN, *first)).position
        while ended == STUCK:
            while safe := certain(view(position, layout))[0]:
                position = apply(position, layout, Move(MoveKind.OPEN, *board.xy(safe[0]))).position
            seen = View(params, asking.view())
            assert seen == view(position, layout)
            move = find("lowest-risk")(seed=0).choose(seen)
            position = apply(position, layout, move).position
            ended = asking.go_on(board.cell(move.x, move.y), ASK)
        assert ended == inside.play(0, LEAST_RISK)
        assert list(asking.picked) == list(inside.picked)
        assert list(asking.opened[: asking.opened_count]) == list(inside.opened[: inside.opened_count])


def test_attempts_without_success_are_counted_whatever_their_number() -> None:
    playout = playout_for(Params(16, 16, 200), (8, 8))
    playout.stream = Stream(1).state
    assert [playout.attempts(8 * 16 + 8, count) for count in range(1, 21)] == [-count for count in range(1, 21)]
