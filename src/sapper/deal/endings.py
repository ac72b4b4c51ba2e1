"""How a game that is played inside one call goes on and how it ended; no code."""

from __future__ import annotations

WON, STUCK, LOST, UNDECIDED = 1, 0, -1, -2
"""Won, no cell certain, a mine opened, or more thinking than allowed."""

ASK, LEAST_RISK, UNIFORM, BLIND = 0, 1, 2, 3
"""What to do when no cell is certainly safe: stop and ask, open the cell least likely to be a mine, or draw one of
those that are no certain mines. `BLIND` draws one of all closed cells each time, and never looks for a certain one."""
