"""Players are had by name, play legal games, and answer a view in the same way whatever lies under it."""

from __future__ import annotations

import sys
import types
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from sapper.core.geometry import geometry
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId, parse_view
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.core.view import view
from sapper.deal import deal
from sapper.players import registry
from sapper.players.player import PlayerError
from sapper.players.registry import find, names
from sapper.solver import probabilities
from sapper.solver.kernel import COMPILED

SIMPLE = ["random", "logic", "lowest-risk"]
SIZES = [Params(9, 9, 10), Params(5, 4, 6), Params(1, 7, 2), Params(3, 3, 8), Params(1, 1, 0), Params(16, 16, 40)]


THINKING = ["careful", "best"]
GAMES = [(name, params) for name in SIMPLE for params in SIZES] + [
    (name, params) for name in THINKING for params in SIZES if params.cells < 100
]


@pytest.mark.kernel
@pytest.mark.parametrize(("name", "params"), GAMES, ids=str)
def test_every_move_does_something_until_the_end(name: str, params: Params) -> None:
    if name == "best" and params == Params(5, 4, 6) and not COMPILED:
        pytest.skip("the pure kernels would search for minutes")
    for seed in range(6):
        player = find(name)(seed=seed)
        first = player.first(params, Policy.SAFE)
        assert first is not None
        x, y = geometry(params.width, params.height).xy(first)
        layout = deal(GameId(params, Policy.SAFE, seed, (x, y)))
        position = apply(Position(params), layout, Move(MoveKind.OPEN, x, y)).position
        while not position.is_over:
            applied = apply(position, layout, player.choose(view(position, layout)))
            assert applied.changed
            position = applied.position


@pytest.mark.parametrize("name", SIMPLE)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    shown = parse_view("8x1/3\n#1######\n")
    assert len({str(find(name)(seed=5).choose(shown)) for _ in range(5)}) == 1


def test_draws_depend_on_the_seed_and_reach_every_choice() -> None:
    shown = parse_view("8x1/3\n#1######\n")
    drawn = {name: {find(name)(seed=seed).choose(shown).x for seed in range(200)} for name in SIMPLE}
    assert drawn == {"random": {0, 2, 3, 4, 5, 6, 7}, "logic": {0, 2, 3, 4, 5, 6, 7}, "lowest-risk": {3}}


def test_logic_opens_what_is_safe_and_never_a_certain_mine() -> None:
    safe = parse_view("5x1/1\n#1###\n")
    assert {find("logic")(seed=seed).choose(safe).x for seed in range(50)} == {3}
    mined = parse_view("6x1/3\n#2####\n")
    assert {find("logic")(seed=seed).choose(mined).x for seed in range(50)} == {3, 4, 5}


def test_lowest_risk_takes_the_least_probability() -> None:
    for seed in range(20):
        params = LEVELS["beginner"]
        layout = deal(GameId(params, Policy.SAFE, seed, (4, 4)))
        position = apply(Position(params), layout, Move(MoveKind.OPEN, 4, 4)).position
        player = find("lowest-risk")(seed=0)
        while position.outcome is Outcome.PLAYING:
            seen = view(position, layout)
            move = player.choose(seen)
            risks = probabilities(seen)
            least = min(risk for risk in risks if risk == risk)
            assert risks[geometry(9, 9).cell(move.x, move.y)] == pytest.approx(least, abs=1e-9)
            position = apply(position, layout, move).position


@pytest.mark.parametrize("name", SIMPLE)
def test_two_layouts_that_look_alike_get_the_same_answer(name: str) -> None:
    params = Params(2, 2, 1)
    start = Move(MoveKind.OPEN, 0, 0)
    layouts = [Layout(params, 1 << cell) for cell in (1, 2, 3)]
    views = {view(apply(Position(params), layout, start).position, layout) for layout in layouts}
    assert len(views) == 1
    for seed in range(5):
        assert len({str(find(name)(seed=seed).choose(seen)) for seen in views for _ in layouts}) == 1


def test_an_unknown_name_is_answered_with_what_there_is() -> None:
    with pytest.raises(PlayerError, match=r"^no player is called greedy; there are random, logic, lowest-risk"):
        find("greedy")


class Third:
    """A player of another package."""

    def __init__(self, *, seed: int) -> None:
        del seed


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed packages that bring players, one of them broken."""
    here = f"{__name__}:"
    entries = EntryPoints(
        [
            EntryPoint("third", here + "Third", registry.GROUP),
            EntryPoint("lowest-risk", here + "Third", registry.GROUP),
            EntryPoint("broken", "sapper.nowhere:Third", registry.GROUP),
            EntryPoint("word", "sapper:__version__", registry.GROUP),
        ]
    )
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    find.cache_clear()


@pytest.mark.usefixtures("packages")
def test_other_packages_bring_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or _this())
    assert isinstance(find("third")(seed=1), Third)
    assert not isinstance(find("lowest-risk")(seed=1), Third)
    assert names() == [*registry.BUILT_IN, "broken", "third", "word"]


def _this() -> object:
    module = types.ModuleType(__name__)
    module.__dict__["Third"] = Third
    return module


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("broken", r"the player broken \(sapper.nowhere:Third\) cannot be loaded: ModuleNotFoundError: No module"),
        ("word", r"the player word \(sapper:__version__\) is not a function or class that makes players"),
    ],
)
def test_a_broken_package_is_named(name: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        find(name)


@pytest.mark.parametrize("policy", Policy)
def test_the_first_cell_is_on_the_board(policy: Policy) -> None:
    for params in [*LEVELS.values(), *SIZES, Params(2, 1, 0), Params(1000, 1000, 1), Params(1, 2, 1)]:
        for name in SIMPLE:
            first = find(name)(seed=1).first(params, policy)
            assert first is not None
            assert 0 <= first < params.cells
