"""Runs every target of the fuzzer for a while, each in a process of its own, and prints a row for each.

    python -m benchmarks.fuzz_parsers CORPUS [SECONDS] [TARGET ...]

CORPUS is a folder for what the fuzzer finds; each target begins with the tests' own files of its format, and with what
is already in its part of that folder. SECONDS are for each target (600). Needs atheris. The exit status is 1 when a
target failed; the input that did it is then in the folder, named `crash-...`, `timeout-...` or `oom-...`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.asked import Wanted, parser

with Wanted(__doc__):
    from tests.fuzz.seeds import seeds_of
    from tests.fuzz.targets import TARGETS

LONGEST = 65_536
"""The most bytes of an input: more make the fuzzer slower, not cleverer."""

TIMEOUT_S, MOST_MB = 30, 2048
"""Instrumented code on a shared machine: ten times what a run may take and hold otherwise."""


def fuzz(name: str, corpus: Path, seconds: int) -> tuple[bool, str]:
    """Runs one target; whether nothing was found, and the row to print."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds_of(name)):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = {
        **{"max_total_time": seconds, "max_len": LONGEST, "timeout": TIMEOUT_S, "rss_limit_mb": MOST_MB},
        **{"artifact_prefix": f"{corpus.parent / name}-", "print_final_stats": 1},
    }
    command = [sys.executable, "-m", "tests.fuzz.one", name]
    command += [*(f"-{option}={value}" for option, value in options.items()), str(corpus)]
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    log = done.stderr
    (corpus.parent / f"{name}.log").write_text(log)
    runs = re.search(r"number_of_executed_units: (\d+)", log)
    slowest = re.search(r"slowest_unit_time_sec: +(\d+)", log)
    peak = re.search(r"peak_rss_mb: +(\d+)", log)
    covered = re.findall(r"cov: (\d+)", log)
    figures = [found[1] if found else "?" for found in (runs, slowest, peak)]
    row = f"{name:<10}{time.monotonic() - start:>7.0f} s{figures[0]:>12}{covered[-1] if covered else '?':>9}"
    row += f"{figures[1]:>9} s{figures[2]:>9}  {'nothing' if done.returncode == 0 else 'FAILED'}"
    return done.returncode == 0, row


def main() -> None:
    """Runs the targets and prints their rows."""
    asked = parser(__doc__)
    asked.add_argument("corpus", metavar="CORPUS", type=Path)
    asked.add_argument("seconds", metavar="SECONDS", type=int, nargs="?", default=600)
    asked.add_argument("targets", metavar="TARGET", nargs="*")
    given = asked.parse_args()
    corpus, seconds, names = given.corpus, given.seconds, given.targets or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        asked.error(f"no target is called {unknown[0]}; there are {', '.join(TARGETS)}")
    with Wanted(__doc__):
        import atheris  # noqa: F401 -- the targets want it, each in a process of its own
    print(f"{'target':<10}{'time':>9}{'runs':>12}{'edges':>9}{'slowest':>11}{'peak MB':>9}  found")
    fine = True
    for name in names:
        passed, row = fuzz(name, corpus / name, seconds)
        fine &= passed
        print(row, flush=True)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
