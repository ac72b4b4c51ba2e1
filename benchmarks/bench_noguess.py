"""No-guess boards a second beside ms_toollib and sgt-mines, in CPU time, in turn in one run; peers may be missing.

python -m benchmarks.bench_noguess
"""

from __future__ import annotations

import importlib
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable

from benchmarks.asked import parser
from benchmarks.timing import table
from sapper.core.params import Params
from sapper.deal.noguess import deal_no_guess
from sapper.deal.stream import Stream
from sapper.solver.kernel import COMPILED

SIZES = [Params(9, 9, 10), Params(16, 16, 40), Params(30, 16, 99)]
ROUNDS = 5


def spent() -> float:
    """CPU seconds of this process and of its children."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def rate(make: Callable[[int], None]) -> float:
    """Boards a CPU second, over at least half a second."""
    made, batch, start = 0, 1, spent()
    while spent() - start < 0.5:
        make(batch)
        made += batch
        batch *= 2
    return made / (spent() - start)


def makers(params: Params) -> dict[str, Callable[[int], None]]:
    """Each generator that is there, as a function that makes so many boards."""
    first = (params.width // 2, params.height // 2)
    stream = Stream(time.time_ns() & 0xFFFFFFFF)

    def ours(count: int) -> None:
        for _ in range(count):
            deal_no_guess(params, stream, first=first)

    found: dict[str, Callable[[int], None]] = {"sapper": ours}
    try:
        peer = importlib.import_module("ms_toollib")
    except ImportError:
        print("ms_toollib is not installed: left out")
    else:

        def toollib(count: int) -> None:
            for _ in range(count):
                peer.laymine_solvable(params.height, params.width, params.mines, first[1], first[0], 10**6)

        found["ms_toollib"] = toollib
    program = shutil.which("sgt-mines", path="/usr/games:/usr/bin:/usr/local/bin")
    if program is None:
        print("sgt-mines is not installed: left out")
    else:
        size = f"{params.width}x{params.height}n{params.mines}"

        def tatham(count: int) -> None:
            subprocess.run([program, "--generate", str(count), size], stdout=subprocess.DEVNULL, check=True)

        found["sgt-mines"] = tatham
    return found


def main() -> None:
    """Prints the table."""
    parser(__doc__).parse_args()
    print(f"kernel: {'compiled' if COMPILED else 'pure'}; boards a second, ratios: median (least to greatest)")
    rows = []
    for params in SIZES:
        jobs = makers(params)
        rates: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(ROUNDS):
            for name, make in jobs.items():
                rates[name].append(rate(make))
        for name, peer in rates.items():
            ratios = sorted(own / other for own, other in zip(rates["sapper"], peer, strict=True))
            middle = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            rows.append([str(params), name, f"{statistics.median(peer):.0f}", middle])
    print(table(["size", "generator", "boards/s", "sapper is faster by"], rows))


if __name__ == "__main__":
    main()
