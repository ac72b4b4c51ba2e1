"""Programs that tests run in processes of their own: they play and keep games until they are done or killed.

Each line they print was saved before it was printed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from sapper.core.params import Params
from sapper.profile import open_profile
from sapper.session import Game
from tests.games import careless_move, play_to_win


def clock() -> int:
    return time.monotonic_ns() // 1_000_000


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def many(path: Path, games: int, seed: int) -> None:
    """Plays so many games, each saved at each move, and prints the name of each."""
    profile = open_profile(path)
    for number in range(games):
        kept = profile.begin(Game(Params(4, 4, 3), clock=clock, seed=seed + number))
        play_to_win(kept.game, (1, 1), after_each=kept.save)
        while kept.record is None or kept.trouble is not None:
            kept.save(force=True)
        tell(kept.uuid)
    profile.close()


def endless(path: Path, seed: int) -> None:
    """Takes up the game that was left and plays on and on; prints the game, the length of its log and its clock."""
    chance = random.Random(seed)
    profile = open_profile(path)
    kept = profile.resume(clock=clock) or profile.begin(new_game(chance))
    kept.game.resume()
    while True:
        kept.game.play(careless_move(kept.game, chance))
        elapsed = kept.game.elapsed_ms
        kept.save()
        assert kept.trouble is None, kept.trouble
        tell(kept.uuid, len(kept.game.log), elapsed)
        if kept.record is not None:
            kept = profile.begin(new_game(chance))


def new_game(chance: random.Random) -> Game:
    return Game(Params(16, 16, 20), clock=clock, seed=chance.randrange(2**32))


if __name__ == "__main__":
    what, where, *numbers = sys.argv[1:]
    if what == "many":
        many(Path(where), *map(int, numbers))
    else:
        endless(Path(where), *map(int, numbers))
