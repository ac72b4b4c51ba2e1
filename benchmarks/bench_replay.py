"""Replays read, played and measured per second, beside ms-toollib in the same run.

    python -m benchmarks.bench_replay FOLDER [ROUNDS]

Both do the whole of it for every file that both can read: parse, play every event, clicks, effective clicks, 3BV,
solved 3BV, both ZiNis, path. CPU time; the two take turns file by file, so that a noisy machine is noisy for both.
Prints a row a format and, for each, the median over the rounds and the least and greatest ratio.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.asked import Wanted, parser
from sapper.replay.measure import measure
from sapper.replay.player import play
from sapper.replay.reading import read_contents

KINDS = {".avf": "AvfVideo", ".evf": "EvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo"}


def theirs(toollib: Any, path: str) -> Any:
    """Everything by ms-toollib."""
    video = getattr(toollib, KINDS[path[-4:]])(path)
    video.parse()
    video.analyse()
    video.current_time = 1e9
    return video.left, video.ce, video.bbbv_solved, video.zini, video.hzini, video.path


def ours(path: str) -> Any:
    """Everything by sapper."""
    with open(path, "rb") as file:
        contents = read_contents(file.read(), path)
    return [measure(play(record)) for record in contents.records]


def readable(path: str) -> bool:
    """Whether ms-toollib gets through the file; tried in a process of its own, because it may abort."""
    code = f"import sys, ms_toollib; sys.path[:] = {[os.path.abspath(entry) for entry in sys.path]!r}\n"
    code += f"from benchmarks.bench_replay import theirs; theirs(ms_toollib, {path!r})"
    # In a folder of its own: ms-toollib leaves a log where it stands when it aborts.
    with TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=folder)
    return done.returncode == 0


def main() -> None:
    """Measures and prints the table."""
    asked = parser(__doc__)
    asked.add_argument("folder", metavar="FOLDER", type=Path)
    asked.add_argument("rounds", metavar="ROUNDS", type=int, nargs="?", default=15)
    given = asked.parse_args()
    with Wanted(__doc__):
        import ms_toollib

    rounds = given.rounds
    files = [str(path) for path in sorted(given.folder.resolve().rglob("*")) if path.suffix in KINDS]
    files = [path for path in files if "malformed" not in path and readable(path)]
    times: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for path in files:
        ours(path), theirs(ms_toollib, path)  # warm
    for _ in range(rounds):
        spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for path in files:
            start = time.process_time()
            ours(path)
            middle = time.process_time()
            theirs(ms_toollib, path)
            end = time.process_time()
            for key in (path[-3:], "all"):
                spent[key][0] += middle - start
                spent[key][1] += end - middle
        for key, (mine, other) in spent.items():
            times[key].append((mine, other))
    print(f"{'format':<8}{'files':>6}{'sapper /s':>11}{'ms-toollib /s':>15}{'sapper is':>12}  least to greatest")
    for key, pairs in sorted(times.items(), key=lambda item: item[0] == "all"):
        count = sum(key in (path[-3:], "all") for path in files)
        ratios = sorted(other / mine for mine, other in pairs)
        print(
            f"{key:<8}{count:>6}{count / median(mine for mine, _ in pairs):>11.0f}"
            f"{count / median(other for _, other in pairs):>15.0f}{median(ratios):>10.2f} x"
            f"  {ratios[0]:.2f} to {ratios[-1]:.2f}"
        )


if __name__ == "__main__":
    main()
