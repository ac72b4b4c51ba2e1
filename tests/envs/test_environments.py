"""The environments keep Gymnasium's promises and the rules; many boards are what as many single ones would be."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.notation import GameId, parse_game_id
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.position import Outcome
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, look
from sapper.deal import deal
from sapper.deal.stream import Stream
from sapper.errors import DealError, NotationError, ParamsError

np = pytest.importorskip("numpy", reason="the extra gym is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra gym is not installed")

from gymnasium.error import ResetNeeded  # noqa: E402 - after it is known to be there
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers import TimeLimit  # noqa: E402

from sapper.envs import (  # noqa: E402
    IDS,
    MinesweeperEnv,
    MinesweeperVectorEnv,
    Step,
    progress,
    sample_allowed,
    win_only,
)
from sapper.envs.actions import by_arrays, by_kernel  # noqa: E402

SMALL = "6x5/4"


@pytest.fixture(autouse=True)
def _loud() -> Any:
    """Gymnasium's own warnings are warnings of Python's, and errors here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **({} if IDS[name] else {"level": SMALL}), **options)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", None])
@pytest.mark.parametrize("chord", [False, True])
@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_checker_has_nothing_to_say(name: str, chord: bool, mode: str | None) -> None:
    check_env(made(name, chord=chord, render_mode=mode).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_an_id_makes_its_level(name: str) -> None:
    level = IDS[name]
    params = LEVELS[level] if level else Params(6, 5, 4)
    env = made(name)
    assert env.unwrapped.params == params
    assert env.observation_space.shape == (params.height, params.width)
    assert env.action_space.n == params.cells
    vector = gymnasium.make_vec(name, num_envs=3, **({} if level else {"level": SMALL}))
    assert isinstance(vector, MinesweeperVectorEnv)
    assert vector.params == params
    assert vector.observation_space.shape == (3, params.height, params.width)
    assert vector.action_space.shape == (3,)


def test_ids_can_be_asked_for_by_their_module() -> None:
    code = "import gymnasium; print(gymnasium.make('sapper.envs:sapper/Expert-v0').unwrapped.params)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("30x16/99\n", 0), done.stderr


@pytest.mark.parametrize("missing", ["gymnasium", "numpy"])
def test_without_the_extra_one_sentence_says_what_to_do(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import sapper.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == "ImportError: sapper.envs needs Gymnasium and numpy; pip install 'sapper[gym]' brings both"
    assert "During handling" not in done.stderr


def test_the_package_and_the_rules_are_imported_without_numpy_and_gymnasium() -> None:
    code = "import sys, sapper, sapper.core.rules, sapper.deal.fields; print({'numpy', 'gymnasium'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "set()\n", done.stderr


def allowed(info: dict[str, Any], stream: Stream) -> int:
    actions = np.flatnonzero(info["action_mask"])
    return int(actions[stream.below(len(actions))])


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("chord", [False, True])
def test_what_is_observed_is_what_the_rules_say_and_the_mask_what_would_change_something(
    policy: Policy, chord: bool
) -> None:
    env, stream = MinesweeperEnv("9x9/10", policy, chord=chord), Stream(3)
    observed, info = env.reset(seed=8)
    ends = set()
    for _ in range(60 if chord else 15):
        over = False
        while not over:
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            action = stream.below(int(env.action_space.n)) if stream.below(4) == 0 else allowed(info, stream)
            before = env.position
            observed, _, over, truncated, info = env.step(np.int64(action))
            assert (env.position != before) == bool(mask[action])
            assert observed.tobytes() == look(env.position, env.layout)
            assert observed in env.observation_space
            assert (over, truncated) == (env.position.is_over, False)
        assert info["action_mask"].all()
        assert info["won"] == (env.position.outcome is Outcome.WON)
        assert (env.action_masks() == info["action_mask"]).all()
        ends.add(env.position.outcome)
        assert env.layout == deal(env.game)
        after = env.step(0)
        assert after[0].tolist() == observed.tolist()
        assert after[1:4] == (0.0, True, False)
        observed, info = env.reset()
        assert (observed == CLOSED).all()
    assert Outcome.LOST in ends


def test_the_mask_is_for_sampling() -> None:
    env = made("sapper/Beginner-v0")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        assert info["action_mask"][action]
        _, _, over, _, info = env.step(action)


def test_a_seed_is_the_same_row_of_games_and_a_game_id_names_each() -> None:
    one, other = MinesweeperEnv("beginner"), MinesweeperEnv("beginner")
    keys = []
    for env in (one, other):
        env.reset(seed=42)
        games = [str(env.game)]
        for _ in range(3):
            env.reset()
            games.append(str(env.game))
        keys.append(games)
    assert keys[0] == keys[1]
    # For ever: a change of this line is a new version of every id.
    assert keys[0][:2] == ["9x9/10:opening:96628085777680", "9x9/10:opening:269018787479218"]
    assert len(set(keys[0])) == 4
    one.step(40)
    assert one.game == parse_game_id(keys[0][3]).at(4, 4)
    assert one.layout == deal(one.game)
    assert str(MinesweeperEnv("beginner").game) != str(MinesweeperEnv("beginner").game)


def layout_of(env: MinesweeperEnv) -> Layout | None:
    """What `layout` is now: mypy takes it to stay what it was."""
    return env.layout


def test_a_game_can_be_asked_for() -> None:
    env = MinesweeperEnv("beginner", "safe")
    env.reset(options={"game": "9x9/10:opening:5"})
    assert layout_of(env) is None
    env.step(0)
    assert layout_of(env) == deal(GameId(Params(9, 9, 10), Policy.OPENING, 5, (0, 0)))
    env.reset(options={"game": GameId(Params(9, 9, 10), Policy.OPENING, 5, (4, 4))})
    env.step(0)
    assert layout_of(env) == deal(GameId(Params(9, 9, 10), Policy.OPENING, 5, (4, 4)))
    with pytest.raises(ValueError, match="plays 9x9/10, not 8x8/10"):
        env.reset(options={"game": "8x8/10:opening:5"})
    with pytest.raises(NotationError):
        env.reset(options={"game": "nonsense"})


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_outside_their_range_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is 0 to"):
        MinesweeperEnv(SMALL).reset(seed=seed)
    with pytest.raises(ValueError, match="a seed is 0 to"):
        MinesweeperVectorEnv(2, SMALL).reset(seed=seed)


def test_wrong_arguments_are_refused() -> None:
    for make in (MinesweeperEnv, lambda *args, **named: MinesweeperVectorEnv(2, *args, **named)):
        with pytest.raises(NotationError):
            make("hard")
        with pytest.raises(ParamsError):
            make("2x2/9")
        with pytest.raises(ValueError, match="Policy"):
            make(SMALL, "easy")
        with pytest.raises(ValueError, match="ansi, rgb_array or None, not 'human'"):
            make(SMALL, render_mode="human")
    for count, most in ((0, None), (2, 0)):
        with pytest.raises(ValueError, match="counted from 1"):
            MinesweeperVectorEnv(count, SMALL, max_episode_steps=most)
    with pytest.raises(ValueError, match="AutoresetMode"):
        MinesweeperVectorEnv(2, SMALL, autoreset_mode="Never")


@pytest.mark.parametrize("action", [-1, 30])
def test_actions_that_do_not_exist_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match="an action is 0 to 29"):
        MinesweeperEnv(SMALL).step(action)
    envs = MinesweeperVectorEnv(2, SMALL)
    with pytest.raises(ValueError, match="an action is 0 to 29"):
        envs.step(np.array([0, action]))
    for actions in (np.array([0]), np.array([[0, 0]]), np.array([0.0, 1.0])):
        with pytest.raises(ValueError, match="an array of 2 whole numbers"):
            envs.step(actions)


def test_a_hopeless_no_guess_board_is_an_error_not_another_board() -> None:
    with pytest.raises(DealError):
        MinesweeperEnv("16x16/120", "no-guess").step(0)
    with pytest.raises(DealError):
        MinesweeperVectorEnv(1, "16x16/120", "no-guess").step(np.array([0]))


def test_rewards_are_the_callers_and_know_what_happened() -> None:
    seen: list[Step] = []

    def reward(step: Step) -> Any:
        seen.append(step)
        return step.opened - 5 * step.lost

    layout = deal(parse_game_id("6x5/4:opening:3:2,2"))
    env = MinesweeperEnv(SMALL, reward=reward)
    env.reset(options={"game": "6x5/4:opening:3:2,2"})
    _, value, *_ = env.step(14)
    opened = env.position.opened.bit_count()
    assert value == opened
    assert seen[-1] == Step(layout.params, opened, 1, 0, 0)
    _, value, *_ = env.step(14)
    assert value == 0
    assert seen[-1] == Step(layout.params, 0, 0, 0, 0)
    mine = next(cell for cell in range(30) if layout.is_mine(cell))
    _, value, *_ = env.step(mine)
    assert value == -5
    assert seen[-1] == Step(layout.params, 0, 1, 0, 1)
    env.step(0)
    assert seen[-1] == Step(layout.params, 0, 0, 0, 0)


def test_the_default_reward_adds_up_to_two_for_a_won_game_and_less_than_nothing_for_a_mine_at_once() -> None:
    for reward, best in ((progress, 2.0), (win_only, 1.0)):
        env = MinesweeperEnv(SMALL, reward=reward)
        env.reset(seed=1)
        total = env.step(0)[1]
        layout = env.layout
        assert layout is not None
        for cell in range(30):
            if not layout.is_mine(cell):
                total += env.step(cell)[1]
        assert env.position.outcome is Outcome.WON
        assert total == pytest.approx(best)
    assert progress(Step(Params(6, 5, 4), 0, 1, 0, 1)) == -1


def test_text_shows_the_board_and_at_the_end_the_mines() -> None:
    env = MinesweeperEnv(SMALL, chord=True, render_mode="ansi")
    assert env.render() == "######\n" * 5
    env.reset(options={"game": "6x5/4:opening:3:2,2"})
    env.step(14)
    layout = env.layout
    assert layout is not None
    mines = [cell for cell in range(30) if layout.is_mine(cell)]
    closed = [cell for cell in range(30) if env.position.closed >> cell & 1 and cell not in mines]
    env.step(30 + mines[0])
    env.step(30 + closed[0])
    text = str(env.render()).replace("\n", "")
    assert (text[mines[0]], text[closed[0]], text[14]) == ("F", "F", ".")
    env.step(mines[1])
    text = str(env.render()).replace("\n", "")
    assert (text[mines[0]], text[closed[0]], text[mines[1]], text[mines[2]]) == ("F", "X", "@", "*")
    assert MinesweeperEnv(SMALL).render() is None


def test_a_picture_has_a_square_a_cell_and_tells_every_kind_apart() -> None:
    env = MinesweeperEnv(SMALL, chord=True, render_mode="rgb_array")
    before = env.render()
    env.reset(seed=2)
    env.step(14)
    picture: Any = env.render()
    assert picture.shape == (80, 96, 3)
    assert picture.dtype == np.uint8
    assert (picture != before).any()
    tiles: dict[int, set[bytes]] = {int(code): set() for code in np.unique(env._observation)}
    for cell, code in enumerate(env._observation.reshape(-1).tolist()):
        y, x = divmod(cell, 6)
        tiles[code].add(picture[16 * y : 16 * y + 16, 16 * x : 16 * x + 16].tobytes())
    assert all(len(looks) == 1 for looks in tiles.values())
    assert len(set().union(*tiles.values())) == len(tiles) > 2


def rendered(envs: Any) -> Any:
    return [frame if isinstance(frame, str) else frame.tobytes() for frame in envs.render()]


@pytest.mark.kernel
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("chord", [False, True])
@pytest.mark.parametrize(
    ("level", "policy"), [(SMALL, "opening"), ("5x5/3", "any"), ("4x3/8", "safe"), ("5x5/3", "no-guess")]
)
def test_many_boards_are_what_as_many_single_ones_would_be(
    level: str, policy: str, chord: bool, mode: AutoresetMode
) -> None:
    count, limit = 5, 9

    def make() -> Any:
        return TimeLimit(MinesweeperEnv(level, policy, chord=chord, render_mode="ansi"), limit)

    ours = MinesweeperVectorEnv(
        count, level, policy, chord=chord, autoreset_mode=mode, max_episode_steps=limit, render_mode="ansi"
    )
    theirs: Any = SyncVectorEnv([make] * count, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    one: Any = ours.reset(seed=77)
    other: Any = theirs.reset(seed=77)
    stream, ends = Stream(5), 0
    for _ in range(120):
        assert (one[0] == other[0]).all()
        for key, value in other[-1].items():
            same_info(key, one[-1][key], value, other[-1])
        assert one[-1].keys() == other[-1].keys()
        assert rendered(ours) == rendered(theirs)
        assert [str(key) for key in ours.games] == [str(env.unwrapped.game) for env in theirs.envs]
        layouts = [env.unwrapped.layout for env in theirs.envs]
        for row, layout in enumerate(layouts):
            assert np.flatnonzero(ours.mines[row]).tolist() == ([] if layout is None else mines_of(layout))
        assert (ours.action_masks() == one[-1]["action_mask"]).all()
        masks = one[-1]["action_mask"]
        actions = np.array([allowed({"action_mask": mask}, stream) for mask in masks])
        one, other = ours.step(actions), theirs.step(actions)
        for mine, yours in zip(one[1:4], other[1:4], strict=True):
            assert mine.tolist() == yours.tolist()
            assert mine.dtype == yours.dtype
        over = one[2] | one[3]
        ends += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(ResetNeeded):
                ours.step(actions)
            one = ours.reset(options={"reset_mask": over})
            other = theirs.reset(options={"reset_mask": over})
            other = (other[0], one[-1])  # theirs tells of the boards that were reset alone
    assert ends > 20


def mines_of(layout: Layout) -> list[int]:
    return [cell for cell in range(layout.params.cells) if layout.is_mine(cell)]


def same_info(key: str, mine: Any, yours: Any, infos: dict[str, Any]) -> None:
    """Asserts that what the infos tell is the same; where the mask says that nothing is told, anything may stand."""
    if key.startswith("_"):
        assert mine.tolist() == yours.tolist()
    elif isinstance(yours, dict):
        for inner, value in yours.items():
            same_info(inner, mine[inner], value, yours)
    else:
        told = infos[f"_{key}"]
        assert len(mine) == len(told)
        for row in np.flatnonzero(told):
            assert np.array_equal(mine[row], yours[row])


def test_what_is_returned_is_the_callers_to_keep() -> None:
    envs = MinesweeperVectorEnv(3, SMALL)
    returned = [envs.reset(seed=1)]
    kept = [(returned[0][0].copy(), returned[0][1]["action_mask"].copy())]
    for cell in range(20):
        observed, _, _, _, info = envs.step(np.full(3, cell))
        returned.append((observed, info))
        kept.append((observed.copy(), info["action_mask"].copy()))
    for (observed, info), (copy, mask) in zip(returned, kept, strict=True):
        assert (observed == copy).all()
        assert (info["action_mask"] == mask).all()


def test_seeds_can_be_given_one_by_one_and_boards_reset_one_by_one() -> None:
    envs = MinesweeperVectorEnv(3, SMALL)
    envs.reset(seed=[5, 9, 5])
    keys = envs.games
    assert keys[0] == keys[2] != keys[1]
    envs.step(np.array([0, 7, 14]))
    before = envs.games
    envs.reset(seed=[1, 2, 5], options={"reset_mask": np.array([False, False, True])})
    assert envs.games[:2] == before[:2]
    assert envs.games[2] == keys[2]
    with pytest.raises(ValueError, match="3 boards and 2 seeds"):
        envs.reset(seed=[1, 2])
    for mask, kind in (([True] * 3, TypeError), (np.ones(3), TypeError), (np.zeros(3, bool), ValueError)):
        with pytest.raises(kind, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})


def test_unseeded_boards_differ() -> None:
    assert len({key.seed for key in MinesweeperVectorEnv(50, SMALL).games}) == 50


@settings(deadline=None)
@given(st.data(), st.integers(1, 40), st.integers(1, 60))
def test_sampled_actions_are_allowed(data: st.DataObject, count: int, most: int) -> None:
    masks = np.zeros((count, most), np.int8)
    for row in range(count):
        masks[row, sorted(data.draw(st.sets(st.integers(0, most - 1), min_size=1)))] = 1
    chosen = sample_allowed(masks, np.random.default_rng(data.draw(st.integers(0, 99))))
    assert masks[np.arange(count), chosen].all()


@pytest.mark.kernel
@given(st.data(), st.integers(1, 40), st.integers(1, 60))
def test_the_kernel_samples_what_the_arrays_do(data: st.DataObject, count: int, most: int) -> None:
    masks = np.zeros((count, most), np.int8)
    for row in range(count):
        masks[row, sorted(data.draw(st.sets(st.integers(0, most - 1), min_size=1)))] = 1
    seed = data.draw(st.integers(0, 99))
    chosen = by_kernel(masks, np.random.default_rng(seed))
    assert chosen.tolist() == by_arrays(masks, np.random.default_rng(seed)).tolist()


@pytest.mark.kernel
@pytest.mark.parametrize("transposed", [False, True])
def test_masks_need_not_lie_in_order(transposed: bool) -> None:
    masks = np.zeros((7, 5), np.int8, order="F" if transposed else "C")
    masks[:, 3] = 1
    assert sample_allowed(masks, np.random.default_rng(1)).tolist() == [3] * 7
    assert by_kernel(masks, np.random.default_rng(1)).tolist() == [3] * 7


@pytest.mark.kernel
def test_a_row_that_allows_nothing_does_no_harm() -> None:
    assert by_kernel(np.zeros((3, 4), np.int8), np.random.default_rng(1)).tolist() == [3] * 3


def test_sampled_actions_are_equally_likely() -> None:
    masks = np.zeros((40_000, 30), np.int8)
    masks[:, [2, 11, 29]] = 1
    counts = np.bincount(sample_allowed(masks, np.random.default_rng(1)), minlength=30)
    assert counts.sum() == counts[[2, 11, 29]].sum()
    # Six standard deviations, on one seed.
    assert np.abs(counts[[2, 11, 29]] - 40_000 / 3).max() < 6 * (40_000 * 2 / 9) ** 0.5


def test_codes_are_those_that_the_documents_name() -> None:
    assert (CLOSED, FLAGGED, EXPLODED) == (9, 10, 12)
    assert Path(sys.modules["sapper.envs"].__file__ or "").name == "__init__.py"
