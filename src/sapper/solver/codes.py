"""The small numbers by which the kernel's parts talk to each other; no code."""

from __future__ import annotations

BORDER, OPEN, UNKNOWN, SAFE, MINE = 0, 1, 2, 3, 4
"""What is known of a cell; `SAFE` is deduced but not open."""

BLIND = 255
"""In place of a number: the cell is open, but what it shows is not to be used."""

DONE, TOO_WIDE, STOPPED = 0, 1, 2
"""How a piece of work with bounded effort ended."""

NOTHING, SETTLED, FALSE, GIVEN_UP = 0, 1, -1, -2
"""What a stage of thinking came to: no news, cells settled, no layout fits, or more work than allowed."""
