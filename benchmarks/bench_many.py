"""The memory of a simulation while it plays very many games: of all its processes, from its start to its end.

    SAPPER_COMPILED_PATH=... python -m benchmarks.bench_many [GAMES] [PLAYER] [JOBS]

A million beginner games of `lowest-risk` by two processes. `scripts/test` says how a compiled copy is made; without one
the sources play. Memory is what each process shares with none, so that nothing is counted twice, and looked at some
times a second; Linux only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.asked import parser
from benchmarks.processes import descendants, own_mb
from benchmarks.timing import table
from sapper.players.registry import names

SOURCE = Path(__file__).resolve().parents[1] / "src"
PARTS = 10
EVERY_S = 0.1


def memory(pid: int) -> tuple[int, float]:
    """How many processes there are, and what they have in memory together."""
    found = []
    for each in [pid, *descendants(pid)]:
        try:
            found.append(own_mb(each))
        except OSError:  # it has just ended
            continue
    return len(found), sum(found)


def main() -> None:
    """Plays, and prints a row for each tenth of the time."""
    asked = parser(__doc__)
    asked.add_argument("games", metavar="GAMES", type=int, nargs="?", default=1_000_000)
    asked.add_argument("player", metavar="PLAYER", nargs="?", default="lowest-risk", choices=names())
    asked.add_argument("jobs", metavar="JOBS", type=int, nargs="?", default=2)
    given = asked.parse_args()
    path = os.environ.get("SAPPER_COMPILED_PATH", str(SOURCE))
    command = [sys.executable, "-m", "sapper", "simulate", "beginner", "-n", str(given.games), "--player", given.player]
    command += ["--jobs", str(given.jobs), "--seed", "1", "--json"]
    seen = []
    start = time.monotonic()
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE) as process:
        while process.poll() is None:
            seen.append((time.monotonic() - start, *memory(process.pid)))
            time.sleep(EVERY_S)
        assert process.stdout is not None
        answer = json.loads(process.stdout.read())
    length = seen[-1][0] / PARTS
    rows = []
    for part in range(PARTS):
        here = [sample for sample in seen if part <= sample[0] / length < part + 1]
        if here:
            sizes = [size for _, _, size in here]
            rows.append(
                [
                    f"{part * length:.0f} to {(part + 1) * length:.0f} s",
                    str(max(processes for _, processes, _ in here)),
                    f"{min(sizes):.1f} to {max(sizes):.1f} MB",
                ]
            )
    print(f"{answer['games']:,} games of {given.player}, {answer['wins']:,} won")
    print(table(["time", "processes", "memory together"], rows))


if __name__ == "__main__":
    main()
