"""One board as a Gymnasium environment, played through `rules.apply`. Knows no rules of its own."""

from __future__ import annotations

from operator import index
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sapper.core.geometry import cells_of, spread
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import MAX_SEED, GameId, parse_game_id
from sapper.core.params import Params, Policy, parse_level
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply, next_mark
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, look, reveal
from sapper.deal import deal
from sapper.deal.seeds import SEED_SHIFT, fresh_seed
from sapper.deal.stream import Stream
from sapper.envs.actions import KINDS, count_actions
from sapper.envs.drawing import RENDER_MODES, Image, Painter, text_of
from sapper.envs.rewards import Reward, Step, progress

Observation = npt.NDArray[np.uint8]


class MinesweeperEnv(gymnasium.Env[Observation, int]):
    """Minesweeper on one board.

    An observation is an array of height and width: 0 to 8 for an open cell, 9 closed, 10 flagged, 12 the mine that was
    opened. An action opens cell `y * width + x`; with `chord` the next as many set or take away a flag, and the last
    as many chord. Flags are not needed to win. What the rules do not allow changes nothing and goes on. An episode ends
    with the game; it has no limit of steps.

    `info` has `action_mask`, an int8 an action, 1 where it would change something (everywhere once the game is over,
    so that no distribution over the allowed actions is empty), and `won`. Both arrays are the caller's to keep.

    Boards are dealt by the project's own dealer: `reset(seed=S)` begins the same row of games for ever, everywhere.
    The first open deals the layout, as the policy promises.

    Args:
        level: a level's name, a size such as `6x6/4`, or the params.
        policy: what the first click is promised.
        chord: whether there are flags and chords.
        reward: what a step is worth.
        render_mode: `ansi`, `rgb_array` or None.

    Raises:
        SapperError: there is no such level.
        ValueError: there is no such policy or render mode.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        level: str | Params,
        policy: str | Policy = Policy.OPENING,
        *,
        chord: bool = False,
        reward: Reward = progress,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"the render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.params = parse_level(level) if isinstance(level, str) else level
        self.policy = Policy(policy)
        self.chord = chord
        self.reward = reward
        self.render_mode = render_mode
        shape = (self.params.height, self.params.width)
        self._actions = count_actions(self.params, chord=chord)
        self.observation_space = spaces.Box(0, EXPLODED, shape, np.uint8)
        self.action_space: spaces.Discrete = spaces.Discrete(self._actions)  # type: ignore[assignment]
        self._painter = Painter()
        self._stream = Stream(fresh_seed())
        # Written cell by cell, faster than an array is; the arrays look at the same bytes.
        self._seen, self._allowed = bytearray(self.params.cells), bytearray(self._actions)
        self._observation = np.frombuffer(self._seen, np.uint8).reshape(shape)
        self._mask = np.frombuffer(self._allowed, np.int8)
        self._position = Position(self.params)
        self._layout: Layout | None = None
        self._game: GameId
        self._closed = look(self._position, None), self._moves()
        self._begin(GameId(self.params, self.policy, self._stream.word() >> SEED_SHIFT))

    @property
    def game(self) -> GameId:
        """The key of the present board; `str` of it is a game ID, which `sapper play --board` takes."""
        return self._game

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, once dealt: for training targets and analysis, not for a player's eyes."""
        return self._layout

    @property
    def position(self) -> Position:
        """What was done so far."""
        return self._position

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask as booleans, by the name under which agents that ask the environment look for it."""
        return self._mask.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next game.

        Args:
            seed: begins a new row of games; 0 to 2**64 - 1.
            options: `game`: the game to play, a game ID or its text, in place of the next of the row.

        Raises:
            ValueError: the seed is outside its range, or the game is of another size.
            NotationError: the text is not a game ID.
        """
        if seed is not None:
            if not 0 <= seed <= MAX_SEED:
                raise ValueError(f"a seed is 0 to {MAX_SEED}, not {seed}")
            super().reset(seed=seed)
            self._stream = Stream(seed)
        game = (options or {}).get("game")
        if game is None:
            game = GameId(self.params, self.policy, self._stream.word() >> SEED_SHIFT)
        elif isinstance(game, str):
            game = parse_game_id(game)
        if game.params != self.params:
            raise ValueError(f"this environment plays {self.params}, not {game.params}")
        self._begin(game)
        return self._observation.copy(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action.

        Raises:
            ValueError: there is no such action.
            DealError: it was the first, and no such board can be dealt (policy `no-guess`).
        """
        number = index(action)
        if not 0 <= number < self._actions:
            raise ValueError(f"an action is 0 to {self._actions - 1}, not {number}")
        kind, cell = divmod(number, self.params.cells)
        y, x = divmod(cell, self.params.width)
        before, act = self._position, KINDS[kind]
        if act is MoveKind.FLAG:
            act = next_mark(before, cell)
        elif act is MoveKind.OPEN and self._layout is None and not before.is_flagged(cell):
            self._game = self._game.at(x, y)
            self._layout = deal(self._game)
        applied = apply(before, self._layout, Move(act, x, y))
        after = self._position = applied.position
        opened = self._redraw(applied.changed) if applied.changed else 0
        over, won = after.is_over, after.outcome is Outcome.WON
        # Not counted twice: a step after the end changes nothing.
        ended = over and not before.is_over
        step = Step(self.params, opened, bool(applied.changed), ended and won, ended and not won)
        return self._observation.copy(), float(self.reward(step)), over, False, self._info()

    def render(self) -> str | Image | None:
        """The board as text or as a picture; at the end with all mines."""
        if self.render_mode is None:
            return None
        if self._position.is_over and self._layout is not None:
            codes = reveal(self._position, self._layout)
        else:
            codes = bytes(self._seen)
        if self.render_mode == "ansi":
            return text_of(codes, self.params)
        return self._painter.picture(codes, self.params)

    def _begin(self, game: GameId) -> None:
        self._game = game
        self._layout = deal(game) if game.first is not None else None
        self._position = Position(self.params)
        self._seen[:], self._allowed[:] = self._closed

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "won": self._position.outcome is Outcome.WON}

    def _redraw(self, changed: int) -> int:
        """Brings observation and mask up to date; returns how many safe cells were opened."""
        position, layout, seen, allowed = self._position, self._layout, self._seen, self._allowed
        opened = changed & position.opened
        if layout is not None and opened:
            numbers = layout.numbers
            for cell in cells_of(opened):
                seen[cell] = numbers[cell]
                allowed[cell] = 0
        for cell in cells_of(changed ^ opened):
            seen[cell] = EXPLODED if position.exploded >> cell & 1 else FLAGGED if position.is_flagged(cell) else CLOSED
        if position.is_over:
            allowed[:] = b"\1" * len(allowed)
        elif self.chord:
            allowed[:] = self._moves()
        return opened.bit_count()

    def _moves(self) -> bytes:
        """Which actions would change something."""
        position, cells = self._position, self.params.cells
        board, unflagged = position.geometry, position.closed & ~position.flagged
        opens = spread(unflagged, cells)
        if not self.chord:
            return opens
        chords = position.opened & board.dilate(unflagged)
        if chords and self._layout is not None:
            for flags, mines in zip(board.counts(position.flagged), self._layout.counts, strict=True):
                chords &= ~(flags ^ mines)
        return opens + spread(position.closed, cells) + spread(chords, cells)
