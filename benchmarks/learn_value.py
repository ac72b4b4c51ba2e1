"""Makes `sapper.players.learned`: plays games, notes positions and how the games ended, and fits a small network.

    python -m benchmarks.learn_value play FILE [LEVEL] [--policy safe] [--games 500000] [--seed 1000000000]
    python -m benchmarks.learn_value fit FILE... > src/sapper/players/learned.py

`play` appends to FILE and wants the compiled kernels; `fit` wants numpy, and says on stderr how well it predicts games
that it did not see.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Sequence
from pathlib import Path

from benchmarks.asked import parser
from sapper.core.geometry import geometry
from sapper.core.params import Params, Policy, parse_level
from sapper.deal.endings import ASK, STUCK, WON
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.players.careful import mind as careful
from sapper.players.openings import first_cell

EXPLORED = 0.1
"""How often another candidate is taken than the player's choice, so that what follows it is known too."""
LIKELY = 6
"""How many candidates, the safest, it is drawn from."""


class Pupil:
    """Plays games of one kind like `careful`, and notes positions as a thought meets them."""

    def __init__(self, params: Params, policy: Policy) -> None:
        self.playout = Playout(params.width, params.height, params.mines)
        self.mind = careful(params.width, params.height)
        self.mines = params.mines
        self.first = first_cell(params, policy)
        around = geometry(params.width, params.height).neighbours(self.first) if policy is Policy.OPENING else []
        self.playout.promise([self.first], list(around))

    def play(self, seed: int) -> array[float]:
        """Plays a game; for each position noted its figures, and 1 if the game was won, else 0."""
        playout, mind = self.playout, self.mind
        playout.stream = Stream(seed).state
        playout.deal()
        luck = Stream(~seed & (1 << 64) - 1)
        noted = []
        outcome = playout.play(self.first, ASK)
        while outcome == STUCK:
            place = mind.choose(playout.view(), self.mines)
            if place < 0:
                break
            if mind.candidates > 1 and luck.below(1000) < 1000 * EXPLORED:
                place = mind.candidate[luck.below(min(mind.candidates, LIKELY))]
            if not playout.mined[place] and self.think(place, 1 + luck.below(len(mind.engines) - 1)):
                noted.append(array("f", mind.estimate.figure))
            outcome = playout.go_on(mind.here.board.cell(place), ASK)
        rows = array("f")
        for figures in noted:
            rows.extend(figures)
            rows.append(outcome == WON)
        return rows

    def think(self, place: int, moves: int) -> bool:
        """Follows a thought that comes true and describes where it ends; false when nothing is left to estimate."""
        mind, playout = self.mind, self.playout
        level = 0
        while mind.suppose(place, playout.numbers[place], level):
            level += 1
            engine = mind.engines[level]
            if engine.board.unknown_left == engine.board.mines_left or engine.weigher.layouts < 1.5:
                return False
            place = mind.safest(level)
            if place < 0:
                mind.gather(level, 1.0, 1.0)
                place = mind.candidate[level * mind.cells]
            if level == moves or playout.mined[place]:
                mind.estimate.describe(engine)
                return True
        return False


def play(path: Path, level: str, *, policy: Policy, games: int, seed: int) -> None:
    """Appends the positions of so many games to a file."""
    pupil = Pupil(parse_level(level), policy)
    start = time.monotonic()
    with path.open("ab") as file:
        for number in range(1, games + 1):
            pupil.play(seed + number).tofile(file)
            if number % 1000 == 0:
                rate = number / (time.monotonic() - start)
                print(f"\r{number} of {games} games, {rate:.0f} a second ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs it."""
    asked = parser(__doc__)
    orders = asked.add_subparsers(dest="order", required=True)
    playing = orders.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("level", nargs="?", default="expert")
    playing.add_argument("--policy", type=Policy, default=Policy.SAFE)
    playing.add_argument("--games", type=int, default=500_000)
    playing.add_argument("--seed", type=int, default=10**9)
    fitting = orders.add_parser("fit")
    fitting.add_argument("files", nargs="+", type=Path)
    given = asked.parse_args(arguments)
    if given.order == "play":
        play(given.file, given.level, policy=given.policy, games=given.games, seed=given.seed)
    else:
        from benchmarks.fit_value import fit

        print(fit(given.files))


if __name__ == "__main__":
    main()
