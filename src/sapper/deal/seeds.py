"""Fresh seeds for games whose player names none: the one place where dealing touches the system's randomness."""

from __future__ import annotations

import os

SEED_SHIFT = 16
"""Seeds drawn from a stream are the upper 48 bits of its words, so that every JSON reader takes them whole."""


def fresh_seed() -> int:
    """A seed that nobody can foresee, below 2**48, so that every JSON reader takes it whole."""
    return int.from_bytes(os.urandom(6), "big")
