"""How the benchmarks time and print: CPU time, several rounds in turn, the median and the spread of ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence


def rounds(jobs: Mapping[str, Callable[[], object]], *, count: int = 5) -> dict[str, list[float]]:
    """CPU seconds of each job, measured in turn so that all meet the same machine; each job runs once before."""
    for job in jobs.values():
        job()
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(count):
        for name, job in jobs.items():
            seconds[name].append(_once(job))
    return seconds


def _once(job: Callable[[], object]) -> float:
    """CPU seconds of one call, taken over as many calls as a timer needs to see them."""
    calls, start = 0, time.process_time()
    while True:
        job()
        calls += 1
        spent = time.process_time() - start
        if spent > 0.02:
            return spent / calls


def ratio(seconds: Sequence[float], base: Sequence[float]) -> tuple[float, float, float]:
    """The least, median and greatest ratio of two jobs, round by round."""
    ratios = sorted(one / other for one, other in zip(seconds, base, strict=True))
    return ratios[0], statistics.median(ratios), ratios[-1]


def show(seconds: float) -> str:
    """A duration in the unit that suits it."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}"
    raise AssertionError


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table with its columns aligned."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )
