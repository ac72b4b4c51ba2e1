"""Proves that many no-guess boards need no guess, by a slow counter that shares no code with the solver.

python -m benchmarks.prove_noguess [BOARDS]
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from benchmarks.asked import Wanted, parser
from benchmarks.timing import table
from sapper.core.params import LEVELS

with Wanted(__doc__):
    from tests.deal.proof import games, proven


def main() -> None:
    """Proves so many boards a level, 1000 by default, and prints a table."""
    asked = parser(__doc__)
    asked.add_argument("boards", metavar="BOARDS", type=int, nargs="?", default=1000)
    count = asked.parse_args().boards
    rows = []
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for name, params in LEVELS.items():
            start = time.monotonic()
            good = sum(executor.map(proven, games(params, count), chunksize=5))
            rows.append([name, str(count), str(good), f"{time.monotonic() - start:.0f} s"])
            print(rows[-1], file=sys.stderr, flush=True)
    print(table(["level", "boards", "proven", "took"], rows))


if __name__ == "__main__":
    main()
