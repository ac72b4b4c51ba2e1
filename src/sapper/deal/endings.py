"""How a game that was played out inside one call ended; no code."""

from __future__ import annotations

WON, STUCK, LOST, UNDECIDED = 1, 0, -1, -2
"""Won, no cell certain, a mine opened, or more thinking than allowed."""
