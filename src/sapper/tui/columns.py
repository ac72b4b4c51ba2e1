"""Text laid out in the columns of a terminal. Knows no words."""

from __future__ import annotations

from rich.cells import cell_len


def padded(text: str, width: int) -> str:
    """A text filled with blanks to so many columns of a terminal, by at least one."""
    return text + " " * max(width - cell_len(text), 1)
