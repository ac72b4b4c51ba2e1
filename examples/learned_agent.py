"""An agent that learns on a small board, in minutes on two cores, what every closed cell risks, with numpy alone.

It plays 256 boards at a time and always opens the cell that it thinks safest. Every position that it meets then
teaches it where the mines were (`mines`, which the end of a game shows; the choice of a cell never sees them), by
logistic regression with two hidden layers. A cell sees the whole board from where it is: the first layer has a weight
for what lies how far to the right and how far below, the same for every cell, and for each cell a bias, which tells it
where the edges are. Of the rules it is told nothing, but that a square has eight symmetries.

Then it and the player `logic` (what is certain, else a uniform guess) play the same boards, which neither has seen.

    python examples/learned_agent.py [LEVEL] [--steps N] [--games N] [--seed N]
"""

from __future__ import annotations

import argparse
import math
import sys
import time

import numpy as np

from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy, parse_level
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, view
from sapper.deal import deal
from sapper.envs import MinesweeperVectorEnv
from sapper.players.registry import find

BOARDS = 256
POLICY = Policy.SAFE
FIRST, SECOND = 64, 32  # units of the hidden layers
HELD_OUT = 2**32  # training boards begin at smaller seeds


def symmetries(side: int) -> np.ndarray:
    """The eight ways to turn and mirror a square board: for each the cell that comes to each place."""
    cells = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(cells, turns) for turns in range(4)]
    return np.stack([board.reshape(-1) for each in turned for board in (each, each.T)])


class Network:
    """The risk of every closed cell, from what is seen."""

    def __init__(self, side: int, rng: np.random.Generator) -> None:
        self.cells = cells = side * side
        y, x = np.divmod(np.arange(cells), side)
        span = 2 * side - 1
        # For what is seen in a cell (rows) and the cell that looks (columns): which of the shared weights tells of it.
        self.offsets = (y[:, None] - y + side - 1) * span + x[:, None] - x + side - 1
        scale = 1 / math.sqrt(cells)
        self.weights = {
            "see": rng.normal(0, scale, (span * span, CLOSED, FIRST)).astype(np.float32),
            "place": np.zeros((cells, FIRST), np.float32),
            "think": rng.normal(0, math.sqrt(2 / FIRST), (FIRST, SECOND)).astype(np.float32),
            "think_bias": np.zeros(SECOND, np.float32),
            "tell": rng.normal(0, math.sqrt(1 / SECOND), SECOND).astype(np.float32),
            "tell_bias": np.full(1, -1, np.float32),
        }
        self.means = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.squares = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.time = 0

    def forward(self, seen: np.ndarray) -> tuple[np.ndarray, ...]:
        """What is seen, cell by cell as zeros and ones, both hidden layers, and the log-odds of a mine in each cell."""
        inputs = (seen[:, :, None] == np.arange(CLOSED, dtype=np.uint8)).astype(np.float32)
        inputs = inputs.reshape(len(seen), self.cells * CLOSED)
        spread = self.weights["see"][self.offsets].transpose(0, 2, 1, 3).reshape(self.cells * CLOSED, -1)
        first = (inputs @ spread).reshape(-1, self.cells, FIRST)
        first += self.weights["place"]
        np.maximum(first, 0, out=first)
        second = first.reshape(-1, FIRST) @ self.weights["think"] + self.weights["think_bias"]
        np.maximum(second, 0, out=second)
        odds = second @ self.weights["tell"] + self.weights["tell_bias"]
        return inputs, first, second, odds.reshape(-1, self.cells)

    def learn(self, seen: np.ndarray, mines: np.ndarray, *, rate: float) -> float:
        """Makes the risks of these positions a little truer; returns the loss a closed cell before."""
        inputs, first, second, odds = self.forward(seen)
        closed = seen == CLOSED
        risk = 1 / (1 + np.exp(-odds))
        error = ((risk - mines) * closed / closed.sum()).astype(np.float32).reshape(-1)
        back = error[:, None] * self.weights["tell"] * (second > 0)
        flat = first.reshape(-1, FIRST)
        further = ((back @ self.weights["think"].T) * (flat > 0)).reshape(len(seen), -1)
        spread = (inputs.T @ further).reshape(self.cells, CLOSED, self.cells, FIRST).transpose(0, 2, 1, 3)
        see = np.zeros_like(self.weights["see"])
        for cell in range(self.cells):
            see[self.offsets[:, cell]] += spread[:, cell]
        self.change(
            {
                "see": see,
                "place": further.reshape(len(seen), self.cells, FIRST).sum(axis=0),
                "think": flat.T @ back,
                "think_bias": back.sum(axis=0),
                "tell": second.T @ error,
                "tell_bias": error.sum(keepdims=True),
            },
            rate,
        )
        right = np.where(mines, risk, 1 - risk)[closed]
        return float(-np.log(np.maximum(right, 1e-7)).mean())

    def change(self, gradients: dict[str, np.ndarray], rate: float) -> None:
        """A step of Adam (Kingma and Ba, 2015)."""
        self.time += 1
        for name, gradient in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            size = rate * math.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
            self.weights[name] -= size * mean / (np.sqrt(square) + 1e-8)

    def safest(self, seen: np.ndarray) -> np.ndarray:
        """The closed cell of least risk on each board, all eight ways of looking at it taken together."""
        total = np.zeros(seen.shape)
        for places in symmetries(math.isqrt(self.cells)):
            total[:, places] += self.forward(seen[:, places])[3]
        return np.where(seen == CLOSED, total, np.inf).argmin(axis=1)


def first_cell(params: Params) -> int:
    """Where `logic` begins; the agent begins there too, so that both play the same boards."""
    first = find("logic")(seed=0).first(params, POLICY)
    assert first is not None
    return first


def train(params: Params, *, steps: int, seed: int) -> Network:
    """Plays and learns, a batch of moves at a time."""
    rng = np.random.default_rng(seed)
    network = Network(params.width, rng)
    ways, rows = symmetries(params.width), np.arange(BOARDS)[:, None]
    envs = MinesweeperVectorEnv(BOARDS, params, POLICY, autoreset_mode="SameStep")
    observed, _ = envs.reset(seed=seed)
    first = first_cell(params)
    loss = wins = games = 0.0
    for step in range(1, steps + 1):
        seen = observed.reshape(BOARDS, -1)
        begun = (seen != CLOSED).any(axis=1)
        # Each board is looked at in one of the eight ways, another at each step.
        places = ways[rng.integers(8, size=BOARDS)]
        turned = seen[rows, places]
        odds = np.where(turned == CLOSED, network.forward(turned)[3], np.inf)
        chosen = np.where(begun, places[rows[:, 0], odds.argmin(axis=1)], first)
        mines = envs.mines.reshape(BOARDS, -1)[rows, places]
        rate = 0.008 * min(1.0, 1.6 * (1 - step / (steps + 1)))
        if begun.any():
            loss += (network.learn(turned[begun], mines[begun], rate=rate) - loss) / min(step, 200)
        observed, _, ended, _, info = envs.step(chosen)
        if ended.any():
            wins += info["final_info"]["won"][ended].sum()
            games += ended.sum()
        if step % max(steps // 10, 1) == 0 and games:
            print(f"step {step:6,}  loss a cell {loss:.4f}  won of late {wins / games:.1%}", file=sys.stderr)
            wins = games = 0.0
    return network


def play(network: Network, params: Params, *, games: int) -> tuple[list[GameId], np.ndarray]:
    """Plays boards it has not seen; returns their IDs and which it won."""
    first = first_cell(params)
    keys: list[GameId] = []
    wins = []
    for begin in range(0, games, BOARDS):
        count = min(BOARDS, games - begin)
        envs = MinesweeperVectorEnv(count, params, POLICY)
        envs.reset(seed=HELD_OUT + begin)
        observed, _, over, _, info = envs.step(np.full(count, first))
        keys += envs.games
        done, won = over.copy(), info["won"]
        while not done.all():  # boards that are done play on; only their first game counts
            observed, _, over, _, info = envs.step(network.safest(observed.reshape(count, -1)))
            won |= info["won"] & ~done
            done |= over
        wins.append(won)
    return keys, np.concatenate(wins)


def logic_wins(key: GameId) -> bool:
    """Whether `logic` wins this board from its first cell."""
    assert key.first is not None
    player, layout = find("logic")(seed=key.seed), deal(key)
    position = apply(Position(key.params), layout, Move(MoveKind.OPEN, *key.first)).position
    while not position.is_over:
        position = apply(position, layout, player.choose(view(position, layout))).position
    return position.outcome is Outcome.WON


def told(values: np.ndarray, form: str) -> str:
    """A mean with its 95 % interval."""
    mean, half = values.mean(), 1.96 * values.std() / math.sqrt(len(values))
    return f"{mean:{form}} ({mean - half:{form}} to {mean + half:{form}})"


def main() -> None:
    """Trains, then measures on the same held-out boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("level", nargs="?", default="6x6/4", type=parse_level)
    parser.add_argument("--steps", type=int, default=1500, help="of 256 moves each")
    parser.add_argument("--games", type=int, default=10_000, help="to measure with")
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    asked = parser.parse_args()
    if asked.level.width != asked.level.height:
        parser.error("it learns on square boards")
    start = time.monotonic()
    network = train(asked.level, steps=asked.steps, seed=asked.seed)
    print(f"{asked.level}: {asked.steps:,} steps of {BOARDS:,} moves in {time.monotonic() - start:.0f} s")
    keys, learned = play(network, asked.level, games=asked.games)
    logic = np.fromiter(map(logic_wins, keys), np.bool_)
    print(f"{asked.games:,} boards that neither has seen, policy {POLICY}, wins with 95 % intervals:")
    print(f"  learned     {told(learned * 1.0, '.2%')}")
    print(f"  logic       {told(logic * 1.0, '.2%')}")
    print(f"  difference  {told(learned * 1.0 - logic, '+.2%')}")


if __name__ == "__main__":
    main()
