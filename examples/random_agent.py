"""An agent that opens any cell, open or not: how Gymnasium's interface is used at its simplest.

python examples/random_agent.py [ID] [--games N] [--seed N]
"""

from __future__ import annotations

import argparse

import gymnasium

import sapper.envs  # registers the ids


def main() -> None:
    """Plays, and tells how often it won and what it got."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "id", nargs="?", default="sapper/Beginner-v0", choices=[i for i in sapper.envs.IDS if sapper.envs.IDS[i]]
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="the same games, the same actions")
    asked = parser.parse_args()
    env = gymnasium.make(asked.id, render_mode="ansi")
    env.action_space.seed(asked.seed)
    wins, total, steps = 0, 0.0, 0
    for game in range(asked.games):
        env.reset(seed=asked.seed if game == 0 else None)
        over = False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample())
            total += float(reward)
            steps += 1
        wins += info["won"]
    print(env.render(), end="")
    each = f"{steps / asked.games:.1f} steps and {total / asked.games:.2f} a game"
    print(f"{asked.id}: won {wins} of {asked.games:,} games, {each}")


if __name__ == "__main__":
    main()
