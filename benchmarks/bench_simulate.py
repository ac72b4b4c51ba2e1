"""Games a second of the players, compiled and pure, beside a player on ms_toollib; CPU time, in turn in one run.

SAPPER_COMPILED_PATH=... python -m benchmarks.bench_simulate [PLAYER...]

`scripts/test` says how a compiled copy is made; without one the kernel that is there plays alone.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.asked import parser
from benchmarks.timing import table
from sapper.core.params import LEVELS

SOURCE = Path(__file__).resolve().parents[1] / "src"
PLAYERS = ["lowest-risk", "logic", "random"]
LEVEL_NAMES = ["beginner", "intermediate", "expert"]
ROUNDS = 5
SECONDS = 0.3


def ours(path: str, player: str, level: str) -> Callable[[], float]:
    """Games a second of a player as the command counts them, the seeds going on from call to call."""
    state = {"games": 20, "seed": 0}

    def rate() -> float:
        state["seed"] += state["games"]
        wish = ["simulate", level, "--policy", "safe", "--first", "0,0", "--player", player, "--json"]
        command = [sys.executable, "-m", "sapper", *wish, "-n", str(state["games"]), "--seed", str(state["seed"])]
        environment = {**os.environ, "PYTHONPATH": path}
        answer = json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
        state["games"] = max(int(SECONDS * state["games"] / max(answer["seconds"], 0.001)), 20)
        return float(answer["games"] / answer["seconds"])

    return rate


def toollib(level: str) -> Callable[[], float]:
    """Games a second of `lowest-risk` as one writes it in Python with ms_toollib's calls."""
    peer = importlib.import_module("ms_toollib")
    params = LEVELS[level]

    def game() -> None:
        board = peer.laymine(params.height, params.width, params.mines, 0, 0)
        seen = peer.refresh_board(board, [[10] * params.width for _ in range(params.height)], [(0, 0)])
        while sum(row.count(10) for row in seen) > params.mines:
            risks = peer.cal_probability_onboard(seen, params.mines)[0]
            closed = [(y, x) for y in range(params.height) for x in range(params.width) if seen[y][x] >= 10]
            safe = [(y, x) for y, x in closed if risks[y][x] == 0]
            chosen = safe or [min(closed, key=lambda cell: risks[cell[0]][cell[1]])]
            if any(board[y][x] == -1 for y, x in chosen):
                return
            seen = peer.refresh_board(board, seen, chosen)

    def rate() -> float:
        games, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            game()
            games += 1
        return games / spent

    return rate


def main() -> None:
    """Prints the table."""
    asked = parser(__doc__)
    asked.add_argument("players", metavar="PLAYER", nargs="*")
    players = asked.parse_args().players or PLAYERS
    copies = {"pure": str(SOURCE)}
    if "SAPPER_COMPILED_PATH" in os.environ:
        copies = {"compiled": os.environ["SAPPER_COMPILED_PATH"], **copies}
    else:
        print("SAPPER_COMPILED_PATH is not set: the pure kernel alone")
    jobs: dict[tuple[str, str], Callable[[], float]] = {}
    for level in LEVEL_NAMES:
        for player in players:
            jobs |= {(level, f"{player}, {kind}"): ours(path, player, level) for kind, path in copies.items()}
        try:
            jobs[level, "lowest-risk with ms_toollib"] = toollib(level)
        except ImportError:
            print("ms_toollib is not installed: left out")
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in jobs}
    for job in jobs.values():
        job()
    for _ in range(ROUNDS):
        for key, job in jobs.items():
            rates[key].append(job())
    rows = []
    for (level, name), found in rates.items():
        own = rates[level, f"{players[0]}, {next(iter(copies))}"]
        ratios = sorted(one / other for one, other in zip(own, found, strict=True))
        spread = f"{statistics.median(ratios):.3g} ({ratios[0]:.3g} to {ratios[-1]:.3g})"
        rows.append([level, name, f"{statistics.median(found):,.0f}", spread])
    print("safe, first cell 0,0; games a CPU second, median of five; the first line's ratio to each: median (spread)")
    print(table(["level", "player", "games/s", "first line is faster by"], rows))


if __name__ == "__main__":
    main()
