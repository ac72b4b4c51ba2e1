"""Fresh seeds for games whose player names none: the one place where dealing touches the system's randomness."""

from __future__ import annotations

import os


def fresh_seed() -> int:
    """A seed that nobody can foresee, below 2**48, so that every JSON reader takes it whole."""
    return int.from_bytes(os.urandom(6), "big")
