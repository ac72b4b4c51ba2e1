"""What the full-screen game costs in a real pseudo-terminal, beside the least that Textual itself can do.

    python -m benchmarks.bench_tui [--rounds N]

The other program, `bare_app`, draws one digit of one label at every input and at every second. Both run in turn, on the
same machine at the same time, so that a ratio tells what the game adds, whatever a millisecond is worth there. Times
are processor time of all threads. How many functions are called tells the same without any noise. Linux only.
"""

from __future__ import annotations

import os
import signal
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmarks.asked import parser
from benchmarks.terminal import MARK, Cost, Terminal, cores_awake
from benchmarks.timing import table

COUNTED = str(Path(__file__).with_name("counted.py"))
BARE = str(Path(__file__).with_name("bare_app.py"))
IMPORT = "from textual.app import App; print(chr(0x25a0), flush=True); input()"
BOARDS = {"30x16/99": (120, 40), "100x100/2000": (220, 60), "1000x1000/150000": (220, 60)}
"""Boards, and the windows they are measured in."""

QUICK_S, PAUSE_S = 0.02, 0.3
BURST = 10
IDLE_S = 10


def first_paint(arguments: Sequence[str], profile: str) -> float:
    """CPU milliseconds until the mark is on the screen."""
    terminal = Terminal(arguments, size=(80, 24), profile=profile)
    terminal.read(quiet_s=1, until=MARK)
    spent = terminal.cpu_ms()
    terminal.kill()
    return spent


def start_up(rounds: int) -> list[list[str]]:
    """Rows: the start of each, in turn."""
    names = "import textual.app", "the bare app", "sapper, resuming", "sapper play expert"
    spent: dict[str, list[float]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as old:
        first_paint(["-m", "sapper", "play", "expert"], old)
        first_paint([BARE], old)
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as new:
                commands = ["-c", IMPORT], [BARE], ["-m", "sapper"], ["-m", "sapper", "play", "expert"]
                for name, command, profile in zip(names, commands, (old, old, old, new), strict=True):
                    spent[name].append(first_paint(command, profile))
    rows = []
    for name in names:
        ratios = sorted(one / other for one, other in zip(spent[name], spent[names[0]], strict=True))
        best = min(spent[name]) / min(spent[names[0]])
        rows.append(
            [name, f"{min(spent[name]):.0f}", f"{statistics.median(spent[name]):.0f}", f"{best:.2f}", _ratio(ratios)]
        )
    return rows


def click(size: tuple[int, int], button: int) -> bytes:
    """A press and a release in the middle of a window, as a terminal reports them."""
    place = f"{button};{size[0] // 2};{size[1] // 2}"
    return f"\x1b[<{place}M\x1b[<{place}m".encode()


def opened(level: str, size: tuple[int, int], profile: str) -> Terminal:
    """A new game on the screen, and nothing going on."""
    Path(profile, "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
    game = Terminal(["-m", "sapper", "play", level], size=size, profile=profile)
    game.read(quiet_s=1.5, until=MARK)
    game.read(quiet_s=1)
    return game


def inputs(level: str, size: tuple[int, int], *, rounds: int) -> list[list[str]]:
    """Rows: keys and clicks on one board, each beside one on the bare app."""
    rows = []
    with tempfile.TemporaryDirectory() as profile:
        game = opened(level, size, profile)
        bare = Terminal([BARE], size=size, profile=profile)
        bare.read(quiet_s=1.5, until=MARK)
        bare.read(quiet_s=1)
        flag, key = click(size, 2), (b"f", b"f")
        pairs: dict[str, tuple[tuple[bytes, bytes], tuple[bytes, bytes]]] = {
            "cursor": ((b"l", b"h"), key),
            "flag by key": ((b"f", b"f"), key),
            "flag by mouse": ((flag, flag), (flag, flag)),
        }
        for name, (ours, theirs) in pairs.items():
            rows.append([level, name, *_compare(game, bare, ours, theirs, rounds=rounds)])
        # The first click deals; after it the clock runs.
        game.send(b" ")
        game.read(quiet_s=0.5)
        rows.append([level, "cursor, running", *_compare(game, bare, (b"l", b"h"), key, rounds=rounds)])
        rows[-1].append(f"{game.memory_mb():.0f} MB")
        game.kill()
        bare.kill()
    return rows


def _compare(
    game: Terminal, bare: Terminal, ours: tuple[bytes, bytes], theirs: tuple[bytes, bytes], *, rounds: int
) -> list[str]:
    """One input of the game beside one of the bare app: in a row, and after pauses."""
    found: list[str] = []
    sizes: list[int] = []
    for pause, burst in ((QUICK_S, BURST), (PAUSE_S, 2)):
        costs: list[tuple[Cost, Cost]] = []
        for _ in range(rounds + 1):
            one = game.cost(*ours * (burst // 2), quiet_s=pause)
            costs.append((one, bare.cost(*theirs * (burst // 2), quiet_s=pause)))
        del costs[0]  # what happens for the first time is another matter
        times = sorted(one.ms for one, _ in costs)
        ratios = sorted(one.ms / other.ms for one, other in costs)
        found += [f"{statistics.median(times):.1f} ({times[0]:.1f} to {times[-1]:.1f})", _ratio(ratios)]
        sizes += [one.size for one, _ in costs]
    return [*found, str(max(sizes))]


def _ratio(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def calls(level: str, size: tuple[int, int], *, rounds: int) -> list[list[str]]:
    """Rows: how many functions a key or a click calls, in the game and in the bare app."""
    flag = click(size, 2)
    with tempfile.TemporaryDirectory() as profile:
        game = Counted(["-m", "sapper", "play", level], size=size, profile=profile)
        bare = Counted([BARE], size=size, profile=profile)
        theirs = {data: bare.calls(data, data, rounds=rounds) for data in (b"f", flag)}
        ours = {
            "cursor": game.calls(b"l", b"h", rounds=rounds),
            "flag by key": game.calls(b"f", b"f", rounds=rounds),
            "flag by mouse": game.calls(flag, flag, rounds=rounds),
        }
        game.kill()
        bare.kill()
    rows = []
    for name, count in ours.items():
        other = theirs[flag if "mouse" in name else b"f"]
        rows.append([level, name, str(count), str(other), f"{count / other:.2f}"])
    return rows


class Counted:
    """A program whose calls are counted."""

    def __init__(self, arguments: Sequence[str], *, size: tuple[int, int], profile: str) -> None:
        Path(profile, "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
        self._path = Path(profile, f"{Path(arguments[-1]).stem}.calls")
        self._told = 0
        self._terminal = Terminal([COUNTED, str(self._path), *arguments], size=size, profile=profile)
        self._terminal.read(quiet_s=3, until=MARK)
        self._terminal.read(quiet_s=3)

    def calls(self, one: bytes, other: bytes, *, rounds: int) -> int:
        """The median number of calls that an input leads to, beyond those while nothing is typed."""
        found = []
        for _ in range(rounds + 1):
            for data in (one, other):
                start = self._count()
                self._terminal.read(quiet_s=0.3)
                rest = self._count()
                self._terminal.answer(data, quiet_s=0.3)
                found.append(self._count() - rest - (rest - start))
        return round(statistics.median(found[2:]))

    def _count(self) -> int:
        os.kill(self._terminal.pid, signal.SIGUSR1)
        self._told += 1
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            lines = self._path.read_text(encoding="ascii").split("\n")[:-1] if self._path.exists() else []
            if len(lines) == self._told:
                return int(lines[-1])
            time.sleep(0.01)
        raise TimeoutError("the program does not tell its calls")

    def kill(self) -> None:
        """Ends it."""
        self._terminal.kill()


def idle(level: str, size: tuple[int, int], *, rounds: int) -> list[list[str]]:
    """Rows: a running clock and nothing else, cores asleep between two ticks and kept awake."""
    rows = []
    with tempfile.TemporaryDirectory() as profile:
        game = opened(level, size, profile)
        game.send(b" ")
        programs = {"game": game, "bare": Terminal([BARE, "clock"], size=size, profile=profile)}
        for name, context in (("by themselves", nullcontext), ("kept awake", cores_awake)):
            with context():
                shares = [_shares(programs) for _ in range(rounds)]
            ratios = sorted(one / other for one, other in shares)
            ours, theirs = (f"{statistics.median(share):.2f} %" for share in zip(*shares, strict=True))
            rows.append([level, name, ours, theirs, _ratio(ratios)])
        for program in programs.values():
            program.kill()
    return rows


def _shares(programs: Mapping[str, Terminal]) -> tuple[float, float]:
    """The percentage of a core that each of two programs takes while nobody touches them."""
    for program in programs.values():
        program.read(quiet_s=0.2)
    before = [program.cpu_ms() for program in programs.values()]
    start = time.monotonic()
    while time.monotonic() - start < IDLE_S:
        for program in programs.values():
            program.read(quiet_s=0.3)
    spent = (time.monotonic() - start) * 10
    game, bare = (program.cpu_ms() - ms for program, ms in zip(programs.values(), before, strict=True))
    return game / spent, bare / spent


def main() -> None:
    """Prints four tables."""
    asked = parser(__doc__)
    asked.add_argument("--rounds", type=int, default=8)
    rounds = asked.parse_args().rounds
    print("Start, CPU ms to the first picture\n")
    header = ["", "least", "median", "ratio of the least", "ratio round by round"]
    print(table(header, start_up(rounds)))
    print("\nAn input, CPU ms to the end of the repaint, and its ratio to one digit of the bare app\n")
    header = ["board", "input", f"{QUICK_S * 1000:.0f} ms apart", "ratio"]
    header += [f"{PAUSE_S * 1000:.0f} ms apart", "ratio", "bytes", "memory"]
    rows = [row for board, size in BOARDS.items() for row in inputs(board, size, rounds=rounds)]
    print(table(header, [row + [""] * (len(header) - len(row)) for row in rows]))
    print("\nFunctions called by an input, median\n")
    rows = [row for board, size in BOARDS.items() for row in calls(board, size, rounds=rounds)]
    print(table(["board", "input", "game", "bare app", "ratio"], rows))
    print("\nThe clock running and nothing else, share of a core, beside the bare app counting seconds\n")
    rows = [row for board, size in BOARDS.items() for row in idle(board, size, rounds=max(rounds // 3, 1))]
    print(table(["board", "cores", "game", "bare app", "ratio"], rows))


if __name__ == "__main__":
    main()
