"""Looks for differences: the rules and measures from a slow reference's, the pure kernels from the compiled ones.

    python -m benchmarks.fuzz_differential rules [SECONDS] [SEED]
    SAPPER_COMPILED_PATH=... python -m benchmarks.fuzz_differential kernels [SECONDS] [SEED]

Random games, positions and deals for so many seconds (600), from a seed on (0); `scripts/test` says how a compiled copy
is made. Prints the runs, or the first difference as a case to run again, with exit status 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import IO

from benchmarks.asked import Wanted, parser

with Wanted(__doc__):
    from tests.fuzz.games import UNDO, fault, random_case, shortened
    from tests.fuzz.kernels import TASKS, same

ROOT = Path(__file__).resolve().parents[1]


def rules(until: float, seed: int) -> str:
    """Plays games on the rules and on the reference until then; the first difference, or nothing."""
    runs = moves = undone = 0
    for number in count(seed):
        if time.monotonic() >= until:
            break
        case = random_case(Random(number))
        if fault(case):
            case = shortened(case)
            return f"Game {number}: {fault(case)}\nfrom tests.fuzz.games import Case, check\ncheck({case!r})"
        actions = case.actions.split()
        runs, moves, undone = runs + 1, moves + len(actions), undone + actions.count(UNDO)
    print(f"{runs} games, {moves - undone} moves, {undone} undone: no difference")
    return ""


class Worker:
    """A process that does tasks with one kind of kernel."""

    def __init__(self, path: Path, *, compiled: bool) -> None:
        command = [sys.executable, "-m", "tests.fuzz.kernels"]
        environment = {**os.environ, "PYTHONPATH": str(path)}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests: IO[str] = self.process.stdin
        self.results: IO[str] = self.process.stdout
        if self.result() is not compiled:
            raise SystemExit(f"the kernels in {path} are {'not ' * compiled}compiled")

    def result(self) -> object:
        """What it answers; it never ends by itself."""
        line = self.results.readline()
        return json.loads(line) if line else f"ended with status {self.process.wait()}"

    def ask(self, task: str, seed: int) -> None:
        """Gives it a task."""
        self.requests.write(f"{task} {seed}\n")
        self.requests.flush()

    def close(self) -> None:
        """Ends it."""
        self.requests.close()
        self.process.wait()
        self.results.close()


def kernels(until: float, seed: int) -> str:
    """Does tasks both ways until then; the first difference, or nothing."""
    if "SAPPER_COMPILED_PATH" not in os.environ:
        raise SystemExit("SAPPER_COMPILED_PATH must name a directory with a compiled copy")
    workers = [Worker(ROOT / "src", compiled=False), Worker(Path(os.environ["SAPPER_COMPILED_PATH"]), compiled=True)]
    runs = refused = 0
    try:
        for number in count(seed):
            if time.monotonic() >= until:
                break
            for task in TASKS:
                for worker in workers:
                    worker.ask(task, number)
                pure, compiled = (worker.result() for worker in workers)
                if not same(pure, compiled):
                    again = f"from tests.fuzz.kernels import told\nprint(told({task!r}, {str(number)!r}))"
                    return f"{again}\n# pure: {pure}\n# compiled: {compiled}"
                refused += task == "answers" and "PositionError" in str(pure)
            runs += 1
    finally:
        for worker in workers:
            worker.close()
    print(f"{runs} runs of each of {', '.join(TASKS)} ({refused} positions without a layout): no difference")
    return ""


def main() -> None:
    """Runs one of the two."""
    parts = {"rules": rules, "kernels": kernels}
    asked = parser(__doc__)
    asked.add_argument("part", choices=list(parts))
    asked.add_argument("seconds", metavar="SECONDS", type=float, nargs="?", default=600)
    asked.add_argument("seed", metavar="SEED", type=int, nargs="?", default=0)
    given = asked.parse_args()
    found = parts[given.part](time.monotonic() + given.seconds, given.seed)
    print(found, end="\n" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
