"""From a view to what follows from it: deductions with reasons, exact probabilities. Never sees a layout."""

from sapper.solver.answers import Analysis as Analysis
from sapper.solver.answers import analyse as analyse
from sapper.solver.answers import certain as certain
from sapper.solver.answers import joint as joint
from sapper.solver.answers import probabilities as probabilities

__all__ = ["Analysis", "analyse", "certain", "joint", "probabilities"]
