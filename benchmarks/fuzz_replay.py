"""Damages replays of every format thousands of times and looks for foreign exceptions, slow runs and hungry ones.

    python -m benchmarks.fuzz_replay [RUNS] [FOLDER]

RUNS for each format (10,000), starting from the tests' own files and, where a folder is named, from the files in it.
"""

from __future__ import annotations

import resource
import time
from collections import defaultdict
from pathlib import Path
from random import Random

from benchmarks.asked import Wanted, parser
from sapper.replay.reading import ENDINGS

with Wanted(__doc__):
    from tests.fuzz.damage import damaged
    from tests.fuzz.targets import run
    from tests.replay.test_damage import SEEDS

LARGEST = 60_000
"""Larger seeds make every run longer without saying more."""


def main() -> None:
    """Runs and prints a row a format."""
    asked = parser(__doc__)
    asked.add_argument("runs", metavar="RUNS", type=int, nargs="?", default=10_000)
    asked.add_argument("folder", metavar="FOLDER", type=Path, nargs="?")
    given = asked.parse_args()
    runs = given.runs
    seeds: dict[str, list[bytes]] = defaultdict(list)
    for name, data in SEEDS.items():
        seeds[name.split()[0]].append(data)
    if given.folder is not None:
        for path in sorted(given.folder.rglob("*")):
            if path.suffix in ENDINGS and path.stat().st_size <= LARGEST:
                seeds[path.suffix[1:]].append(path.read_bytes())
    print(f"{'format':<8}{'seeds':>6}{'runs':>8}{'read':>8}{'refused':>9}{'slowest':>10}{'mean':>9}{'peak MB':>9}")
    for name, files in sorted(seeds.items()):
        random = Random(name)
        read, slowest, total = 0, 0.0, 0.0
        for _ in range(runs):
            data = damaged(random.choice(files), random)
            start = time.process_time()
            read += run("any", data)
            spent = time.process_time() - start
            total += spent
            slowest = max(slowest, spent)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name:<8}{len(files):>6}{runs:>8}{read:>8}{runs - read:>9}{slowest * 1000:>7.0f} ms"
            f"{total / runs * 1000:>6.2f} ms{peak:>9.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
