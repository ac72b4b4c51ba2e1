"""The environments' ids in Gymnasium's registry. Knows no environment: the registry imports them when one is made.

A change of rules, observations, actions or of the dealer makes a new version of every id.
"""

from __future__ import annotations

import gymnasium

IDS = {
    "sapper/Beginner-v0": "beginner",
    "sapper/Intermediate-v0": "intermediate",
    "sapper/Expert-v0": "expert",
    "sapper/RankedBeginner-v0": "ranked-beginner",
    "sapper/Custom-v0": None,
}
"""Each id with its level; None: the level is for the caller to say, as `level="6x6/4"`."""


def register_all() -> None:
    """Registers the ids, once."""
    for name, level in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="sapper.envs.single:MinesweeperEnv",
                vector_entry_point="sapper.envs.vector:MinesweeperVectorEnv",
                kwargs={} if level is None else {"level": level},
            )
