"""An agent that opens any closed cell, on many boards at once: how the mask and the vector environment are used.

python examples/masked_agent.py [ID] [--boards N] [--games N] [--seed N]
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

from sapper.envs import IDS, sample_allowed


def main() -> None:
    """Plays, and tells how often it won and what it got."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("id", nargs="?", default="sapper/Beginner-v0", choices=[name for name in IDS if IDS[name]])
    parser.add_argument("--boards", type=int, default=1024, help="at a time")
    parser.add_argument("--games", type=int, default=100_000, help="to be played at least")
    parser.add_argument("--seed", type=int, default=1, help="the same games, the same actions")
    asked = parser.parse_args()
    envs = gymnasium.make_vec(asked.id, num_envs=asked.boards)
    rng = np.random.default_rng(asked.seed)
    _, info = envs.reset(seed=asked.seed)
    games = wins = steps = ended = 0
    total = 0.0
    while games < asked.games:
        # A board whose game is over ignores its next action and begins its next game.
        _, rewards, over, _, info = envs.step(sample_allowed(info["action_mask"], rng))
        steps += asked.boards - ended
        ended = over.sum()
        games += ended
        wins += info["won"].sum()
        total += rewards.sum()
    print(f"{asked.id}: won {wins:,} of {games:,} games, {steps / games:.1f} steps and {total / games:.2f} a game")


if __name__ == "__main__":
    main()
