"""The small numbers by which the parts of a player talk to each other; no code."""

from __future__ import annotations

MINED = 9
"""In place of what a cell shows: it is a mine."""

SURE, NONE = -1, -2
"""In place of a cell: none is certain and all is weighed; there is none, or it could not be found."""

ALL = -1
"""In place of a group of components: the whole board."""

FIGURES = 28
"""How many figures describe a position to what was learned."""
