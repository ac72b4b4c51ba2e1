"""Minesweeper as Gymnasium environments, one board or thousands at a time: the only place that knows numpy.

Importing it registers the ids of `registration`, so that `gymnasium.make("sapper/Expert-v0")` and `make_vec` know them.
It needs the extra `gym`.
"""

try:
    import gymnasium  # noqa: F401 - imported to say at once, and in one sentence, that it is missing
    import numpy  # noqa: F401 - the same
except ImportError as error:
    # `name` stays, so that a program can tell what is missing.
    raise ImportError(
        "sapper.envs needs Gymnasium and numpy; pip install 'sapper[gym]' brings both", name=error.name
    ) from None

from sapper.envs.actions import sample_allowed
from sapper.envs.registration import IDS, register_all
from sapper.envs.rewards import Step, progress, win_only
from sapper.envs.single import MinesweeperEnv
from sapper.envs.vector import MinesweeperVectorEnv

__all__ = ["IDS", "MinesweeperEnv", "MinesweeperVectorEnv", "Step", "progress", "sample_allowed", "win_only"]

register_all()
