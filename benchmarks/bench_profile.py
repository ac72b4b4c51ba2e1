"""Measures a profile with very many games: opening, listing, statistics, one more game, and the screens that show them.

    python -m benchmarks.bench_profile [--games N] [--keep DIRECTORY]

CPU time, the median of several rounds with the least and the greatest, beside the same with an empty profile; a command
counts from its start. The profile is made up in the shape of a player's: mostly two kinds of board, real logs. `--keep`
leaves it in a directory, and takes it from there the next time. Linux only.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.asked import parser
from benchmarks.terminal import MARK, SOURCE, Terminal
from benchmarks.timing import show, table
from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.params import LEVELS, Policy
from sapper.profile import record_of
from sapper.session import Game
from sapper.store import GameRecord, Played, Result, Setup, Source, Store, open_store

KINDS = (
    (LEVELS["beginner"], Policy.OPENING),
    (LEVELS["expert"], Policy.OPENING),
    (LEVELS["expert"], Policy.NO_GUESS),
    (LEVELS["intermediate"], Policy.OPENING),
    (LEVELS["ranked-beginner"], Policy.SAFE),
)
OFTEN = (30, 55, 9, 5, 1)
START = 1_500_000_000_000
FULL = tuple[GameRecord, Played]


def patterns(chance: random.Random) -> list[list[FULL]]:
    """Some games really played of each kind, which the others are made after."""
    found = []
    for params, policy in KINDS:
        games = []
        for seed in range(12):
            now = [0]
            switches_policy = Policy.OPENING if policy is Policy.NO_GUESS else policy
            game = Game(params, clock=lambda now=now: now[0], seed=seed)  # type: ignore[misc]  # bound here and now
            game.play(Move(MoveKind.OPEN, params.width // 2, params.height // 2))
            assert game.layout is not None
            cells = cells_of(game.layout.safe & ~game.position.opened)
            until = len(cells) if seed % 3 == 0 else chance.randrange(len(cells))
            for cell in cells[:until]:
                now[0] += chance.randrange(100, 900)
                game.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cell)))
            if until < len(cells):
                game.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cells_of(game.layout.mined)[0])))
            setup = Setup("0" * 32, params, switches_policy, seed, Source.NORMAL, "", (), 1, 0)
            record = record_of(game, setup._replace(policy=policy), finished=0)
            games.append((record, Played(game.layout.mined, tuple(map(str, game.log)))))
        found.append(games)
    return found


def made_up(games: int) -> Iterator[FULL]:
    """So many games, ended one after another."""
    chance = random.Random(1)
    kinds = patterns(chance)
    finished = START
    for number in range(games):
        record, played = chance.choice(chance.choices(kinds, OFTEN)[0])
        finished += chance.randrange(5_000, 900_000)
        setup = record.setup._replace(uuid=f"{number:032x}", seed=number, started=finished - record.time_ms)
        if number % 400 == 0:
            day = time.strftime("%Y-%m-%d", time.gmtime(finished / 1000))
            setup = setup._replace(source=Source.DAILY, daily=day)
        unranked = ("hint",) if chance.random() < 0.05 else ()
        slower = chance.uniform(0.6, 1.6)
        yield (
            record._replace(setup=setup, time_ms=int(record.time_ms * slower), unranked=unranked, finished=finished),
            played,
        )


def cpu(job: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    job()
    return time.process_time() - start


def child_cpu(*arguments: str, profile: Path) -> float:
    """CPU seconds of a command from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "SAPPER_PROFILE": str(profile), "PYTHONPATH": str(SOURCE)}
    subprocess.run([sys.executable, "-m", "sapper", *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(name: str, job: Callable[[], float], *, base: Callable[[], float] | None = None, rounds: int = 5) -> list[str]:
    """Rounds of a job, in turn with what it is compared with."""
    job()
    values, bases = [], []
    for _ in range(rounds):
        values.append(job())
        if base is not None:
            bases.append(base())
    beside = show(statistics.median(bases)) if bases else ""
    return [name, show(statistics.median(values)), f"{show(min(values))} - {show(max(values))}", beside]


def calls(store: Store) -> dict[str, Callable[[], object]]:
    """What screens and commands ask of the store."""
    kind = LEVELS["expert"], Policy.OPENING
    return {
        "the last 500 games, and how many there are": lambda: (store.newest(limit=500), store.count()),
        "statistics of every kind": store.summaries,
        "best time and streak beside a game": lambda: store.standing(*kind),
        "histogram": lambda: store.histogram(*kind),
        "trend": lambda: store.trend(*kind),
        "fastest": lambda: store.fastest(*kind),
        "records as they fell": lambda: store.improvements(*kind),
        "daily boards": store.days,
    }


def opened(path: Path) -> float:
    """CPU seconds of opening and closing."""
    return cpu(lambda: open_store(path).close())


def finish(store: Store, *, late: bool) -> float:
    """CPU seconds of adding a game that is the last of its kind, or that was finished before the others."""
    (record, played) = next(made_up(1))
    finished = START + 10**13 if late else START - 1
    setup = record.setup._replace(uuid=os.urandom(16).hex(), daily="", source=Source.NORMAL)
    changed = record._replace(setup=setup, result=Result.LOST, finished=finished)
    return cpu(lambda: store.finish(changed, played))


def screen(key: bytes, profile: Path) -> float:
    """CPU seconds from a key to the screen that it opens, the screen's module loaded already."""
    terminal = Terminal(["-m", "sapper", "play", "expert"], size=(120, 40), profile=str(profile))
    try:
        terminal.read(quiet_s=1, until=MARK)
        terminal.read(quiet_s=0.6)
        for again in (True, False):
            before = terminal.cpu_ms()
            terminal.send(key)
            terminal.read(quiet_s=0.6)
            spent = terminal.cpu_ms() - before
            if again:
                terminal.send(b"q")
                terminal.read(quiet_s=0.4)
        return spent / 1000
    finally:
        terminal.kill()


def measure(profile: Path, empty: Path, games: int) -> str:
    """The table."""
    path = profile / "games.db"
    rows = [row("open and close", lambda: opened(path), base=lambda: opened(empty / "games.db"))]
    store, nothing = open_store(path), open_store(empty / "games.db")
    bare = calls(nothing)
    for name, call in calls(store).items():
        rows.append(row(name, lambda call=call: cpu(call), base=lambda name=name: cpu(bare[name])))  # type: ignore[misc]
    rows.append(row("one more game", lambda: finish(store, late=True)))
    rows.append(row("one more, older than the others", lambda: finish(store, late=False), rounds=3))
    store.close()
    nothing.close()
    for arguments in (("stats",), ("stats", "--json"), ("stats", "--level", "expert")):
        name = " ".join(["sapper", *arguments])
        job = lambda arguments=arguments: child_cpu(*arguments, profile=profile)  # noqa: E731
        rows.append(row(name, job, base=lambda arguments=arguments: child_cpu(*arguments, profile=empty)))  # type: ignore[misc]
    for key, name in ((b"H", "history screen"), (b"t", "statistics screen")):
        job = lambda key=key: screen(key, profile)  # noqa: E731
        rows.append(row(name, job, base=lambda key=key: screen(key, empty), rounds=3))  # type: ignore[misc]
    return table([f"{games} games, CPU time", "median", "least - greatest", "empty profile"], rows)


def main() -> None:
    """Makes the profile and prints the table."""
    asked = parser(__doc__)
    asked.add_argument("--games", type=int, default=200_000)
    asked.add_argument("--keep", type=Path)
    arguments = asked.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        profile = arguments.keep or Path(scratch, "full")
        empty = Path(scratch, "empty")
        for directory in (profile, empty):
            directory.mkdir(parents=True, exist_ok=True)
            (directory / "settings.toml").write_text("help_seen = true\n", encoding="utf-8")
        with open_store(profile / "games.db") as store:
            if store.count() == 0:
                spent = cpu(lambda: store.add_all(made_up(arguments.games)))
                print(f"made in {spent:.0f} s of CPU time", file=sys.stderr)
        print(f"{(profile / 'games.db').stat().st_size / 2**20:.0f} MB\n", file=sys.stderr)
        print(measure(profile, empty, arguments.games))


if __name__ == "__main__":
    main()
