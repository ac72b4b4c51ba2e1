"""Many boards stepped at once as a Gymnasium vector environment. Knows how episodes follow, not the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sapper.core.notation import MAX_SEED, GameId
from sapper.core.params import Params, Policy, parse_level
from sapper.core.view import EXPLODED, FLAGGED
from sapper.deal.seeds import fresh_seed
from sapper.envs.actions import count_actions
from sapper.envs.boards import Boards
from sapper.envs.dealing import Flags, Ints, Words, started
from sapper.envs.drawing import RENDER_MODES, Image, Painter, text_of
from sapper.envs.rewards import Reward, Step, progress

Observations = npt.NDArray[np.uint8]
Rewards = npt.NDArray[np.float64]


class MinesweeperVectorEnv(VectorEnv[Observations, Ints, npt.NDArray[Any]]):
    """Minesweeper on many boards, a move on each at a time.

    Every board is what `MinesweeperEnv` with the same arguments would be: with `reset(seed=S)` board `i` plays the
    games that the single environment plays after `reset(seed=S + i)`. Observations, rewards, ends and `info` have the
    number of boards as their first axis, and are the caller's to keep.

    Args:
        num_envs: how many boards.
        level: a level's name, a size such as `6x6/4`, or the params.
        policy: what the first click is promised. `no-guess` boards are dealt one after another, which takes its time.
        chord: whether there are flags and chords.
        reward: what a step is worth, given arrays.
        autoreset_mode: what happens to a board whose episode ended. `NextStep`: the next step ignores its action and
            begins its next game, for no reward. `SameStep`: its next game begins at once, and `info` has what was seen
            last as `final_obs` and `final_info`. `Disabled`: it must be reset, by `reset_mask`, before the next step.
        max_episode_steps: after so many steps an episode is truncated; None is no limit.
        render_mode: `ansi`, `rgb_array` or None.

    Raises:
        SapperError: there is no such level.
        ValueError: there is no such policy or mode, or a number is not positive.
    """

    def __init__(
        self,
        num_envs: int,
        level: str | Params,
        policy: str | Policy = Policy.OPENING,
        *,
        chord: bool = False,
        reward: Reward = progress,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1 or (max_episode_steps is not None and max_episode_steps < 1):
            raise ValueError("boards and steps are counted from 1")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"the render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.num_envs = num_envs
        self.params = parse_level(level) if isinstance(level, str) else level
        self.policy = Policy(policy)
        self.chord = chord
        self.reward = reward
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.max_episode_steps = max_episode_steps
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self._shape = (self.params.height, self.params.width)
        self._actions = count_actions(self.params, chord=chord)
        self.single_observation_space = spaces.Box(0, EXPLODED, self._shape, np.uint8)
        self.single_action_space = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._painter = Painter()
        self._boards = Boards(num_envs, self.params, self.policy)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._boards.streams[:] = self._started(fresh_seed())
        self._begin(self._everywhere)

    @property
    def games(self) -> list[GameId]:
        """The keys of the present boards."""
        firsts = [
            None if first < 0 else (first % self._shape[1], first // self._shape[1])
            for first in self._boards.firsts.tolist()
        ]
        seeds = self._boards.seeds.tolist()
        return [GameId(self.params, self.policy, seed, first) for seed, first in zip(seeds, firsts, strict=True)]

    @property
    def mines(self) -> Flags:
        """Where the mines are, false on boards not dealt yet: for training targets and analysis, not for a player.

        In the mode `NextStep` the boards of ended episodes stay until the next step.
        """
        return self._boards.mines.reshape(self.num_envs, *self._shape)

    def action_masks(self) -> Flags:
        """The masks as booleans, by the name under which agents that ask the environment look for them."""
        return self._shown()[1].astype(np.bool_)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins the next game on every board.

        Args:
            seed: begins new rows of games: a number, the seed of the first board, each following board having the
                next; or a seed a board. 0 to 2**64 - 1.
            options: `reset_mask`: an array of booleans, which boards to reset.

        Raises:
            ValueError: a seed is outside its range, or seeds or mask are not one a board, or no board is meant.
            TypeError: the mask is not an array of booleans.
        """
        meant = self._meant(options)
        if seed is not None:
            self._boards.streams[meant] = self._started(seed)[meant]
            super().reset(seed=seed if isinstance(seed, int) else seed[0])
        self._begin(meant)
        observed, masks = self._shown()
        return observed, self._info(masks, self._boards.won)

    def step(self, actions: Ints) -> tuple[Observations, Rewards, Flags, Flags, dict[str, Any]]:
        """Plays an action on each board.

        Raises:
            ValueError: there are not as many actions as boards, or there is no such action.
            ResetNeeded: mode `Disabled`, and a board whose episode ended was not reset.
            DealError: it was a first one, and no such board can be dealt (policy `no-guess`).
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(f"actions are an array of {self.num_envs} whole numbers")
        if actions.min() < 0 or actions.max() >= self._actions:
            raise ValueError(f"an action is 0 to {self._actions - 1}")
        actions = np.ascontiguousarray(actions, np.int64)
        fresh, boards = self._ended, self._boards
        if fresh.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                raise ResetNeeded("boards whose episode ended are reset first, by reset(options={'reset_mask': ...})")
            self._begin(fresh)
        told = self._play(actions, fresh)
        lost, won = told[3] != 0, told[2] != 0
        rewards = np.zeros(self.num_envs)
        rewards += self.reward(Step(self.params, *told))
        rewards[fresh] = 0
        over = lost | won
        truncated = np.zeros(self.num_envs, np.bool_)
        if self.max_episode_steps is not None:
            self._steps += ~fresh
            truncated = self._steps >= self.max_episode_steps
        ended = self._ended = over | truncated
        info: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            info = self._final(ended, won)
            self._begin(ended)
            won = boards.won
        observed, masks = self._shown()
        return observed, rewards, over, truncated, info | self._info(masks, won)

    def render(self) -> tuple[str | Image, ...] | None:  # type: ignore[override]
        """Every board as text or as a picture; at its end with all mines."""
        if self.render_mode is None:
            return None
        boards, over = self._boards, self._boards.over
        codes = [boards.revealed(row) if over[row] else boards.seen[row].tobytes() for row in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(text_of(each, self.params) for each in codes)
        return tuple(self._painter.picture(each, self.params) for each in codes)

    def _meant(self, options: dict[str, Any] | None) -> Flags:
        """The boards to reset."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self._everywhere
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask is an array of booleans")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask has {self.num_envs} items, at least one of them true")
        return np.ascontiguousarray(mask)

    def _started(self, seed: int | list[int]) -> Words:
        """The streams of these seeds, from which the seeds of games are drawn."""
        seeds = [seed + row for row in range(self.num_envs)] if isinstance(seed, int) else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} boards and {len(seeds)} seeds")
        if min(seeds) < 0 or max(seeds) > MAX_SEED:
            raise ValueError(f"a seed is 0 to {MAX_SEED}")
        return started(np.array(seeds, np.uint64))

    def _begin(self, marks: Flags) -> None:
        """Begins the next game on the marked boards."""
        self._boards.begin(marks)
        self._steps[marks] = 0
        self._ended = self._ended & ~marks

    def _play(self, actions: Ints, idle: Flags) -> npt.NDArray[np.float64]:
        """Plays an action on the boards that are not idle; returns what `Boards.step` does."""
        boards = self._boards
        if not self.chord:
            return boards.step(actions, idle)
        told, rows = np.zeros((4, self.num_envs)), np.flatnonzero(~idle)
        kinds, cells = np.divmod(actions[rows], self.params.cells)
        for kind, play in enumerate((boards.open, boards.flag, boards.chord)):
            meant = kinds == kind
            if meant.any():
                told[:2] += play(rows[meant], cells[meant])
        told[2:] = boards.won, boards.lost
        return told

    def _shown(self) -> tuple[Observations, npt.NDArray[np.int8]]:
        """What is seen, and which actions would change something; all of them where the game is over."""
        boards = self._boards
        observed, masks = boards.show()
        if self.chord:
            chords = boards.chords() | boards.over[:, None]
            masks = np.concatenate([masks, masks | (observed == FLAGGED), chords], axis=1, dtype=np.int8)
        return observed.reshape(self.num_envs, *self._shape), masks

    def _info(self, masks: npt.NDArray[np.int8], won: Flags) -> dict[str, Any]:
        everywhere = self._everywhere
        return {"action_mask": masks, "_action_mask": everywhere.copy(), "won": won, "_won": everywhere.copy()}

    def _final(self, ended: Flags, won: Flags) -> dict[str, Any]:
        """What was seen last of these boards, as Gymnasium's vector environments tell it."""
        observed, masks = self._shown()
        last = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended).tolist():
            last[row] = observed[row].copy()
        info = self._info(masks, won) | {"_action_mask": ended.copy(), "_won": ended.copy()}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}
