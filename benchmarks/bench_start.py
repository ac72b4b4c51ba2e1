"""What it costs to start a console, in processor time above a bare interpreter and in modules loaded.

Run with `python -m benchmarks.bench_start`.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys

from benchmarks.asked import parser
from benchmarks.timing import table

COUNT = "import sys; from sapper.cli import main; main(sys.argv[1:]); print(len(sys.modules), file=sys.stderr)"


def cpu(*arguments: str) -> float:
    """Milliseconds of processor time of one run of the interpreter, to the end of an empty input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def loaded(*arguments: str) -> int:
    """How many modules a console has loaded when it ends."""
    command = [sys.executable, "-c", COUNT, *arguments]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return int(ended.stderr)


def main() -> None:
    """Prints a row a console."""
    parser(__doc__).parse_args()
    # Compiled files must exist, or it is the compiler that is measured.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rows = []
    for name in ("menu", "quick", "chinese"):
        command = ("-m", "sapper", "console", name)
        cpu(*command)
        pairs = [(cpu("-c", "pass"), cpu(*command)) for _ in range(15)]
        above = sorted(console - bare for bare, console in pairs)
        bare = statistics.median(bare for bare, _ in pairs)
        spread = f"{above[0]:.0f}-{above[-1]:.0f}"
        rows.append(
            [name, f"{bare:.0f} ms", f"{statistics.median(above):.0f} ms", spread, str(loaded("console", name))]
        )
    print(table(["console", "bare interpreter", "above it", "spread", "modules"], rows))


if __name__ == "__main__":
    main()
