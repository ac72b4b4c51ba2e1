"""Games as the store keeps them, made up: every field anything it may be."""

from __future__ import annotations

import random

from sapper.core.params import LEVELS, Params, Policy
from sapper.store import Clicks, GameRecord, Played, Result, Setup, Source

Full = tuple[GameRecord, Played]


def made_up(chance: random.Random, *, finished: int | None = None) -> Full:
    """A game of a few kinds, so that there are several of each."""
    params = chance.choice([*LEVELS.values(), Params(3, 2, 1)])
    source = chance.choice([Source.NORMAL, Source.NORMAL, Source.DAILY, Source.BOARD])
    result = chance.choice([Result.WON, Result.WON, Result.LOST, Result.ABANDONED])
    left, right, chord = chance.randrange(1, 200), chance.randrange(50), chance.randrange(50)
    clicks = Clicks(
        left,
        right,
        chord,
        effective_left=chance.randrange(left + 1),
        effective_right=chance.randrange(right + 1),
        effective_chord=chance.randrange(chord + 1),
    )
    setup = Setup(
        f"{chance.getrandbits(128):032x}",
        params,
        chance.choice([Policy.OPENING, Policy.SAFE]),
        None if source is Source.BOARD else chance.choice([0, 2**64 - 1, chance.getrandbits(64)]),
        source,
        f"2026-0{chance.randrange(1, 10)}-1{chance.randrange(10)}" if source is Source.DAILY else "",
        rules=chance.choice([(), ("question-marks",), ("flag-limit", "question-marks")]),
        dealer=chance.choice([1, 2]),
        started=chance.randrange(2**41),
    )
    bbbv = chance.randrange(1, 300)
    record = GameRecord(
        setup,
        None if source is Source.BOARD else (chance.randrange(params.width), chance.randrange(params.height)),
        result,
        time_ms=chance.choice([0, 1, chance.randrange(300_000), chance.randrange(300_000)]),
        bbbv=bbbv,
        solved_bbbv=bbbv if result is Result.WON else chance.randrange(bbbv + 1),
        openings=chance.randrange(20),
        clicks=clicks,
        unranked=chance.choice([(), (), (), ("again",), ("hint",), ("again", "undo"), ("imported",)]),
        finished=chance.randrange(2**41) if finished is None else finished,
    )
    mined = sum(1 << cell for cell in chance.sample(range(params.cells), params.mines))
    log = tuple(f"{350 * turn} {chance.choice('ofcqu')}{turn},{turn}" for turn in range(chance.randrange(30)))
    return record, Played(mined, log)


def several(games: int, *, seed: int) -> list[Full]:
    """So many games, some of them ended at the same time."""
    chance = random.Random(seed)
    return [made_up(chance, finished=chance.randrange(games) * 1000) for _ in range(games)]


def of_time(game: Full, time_ms: int, finished: int) -> Full:
    """A ranked win of beginner in this time."""
    record, played = game
    setup = record.setup._replace(params=LEVELS["beginner"], policy=Policy.OPENING, source=Source.NORMAL, daily="")
    setup = setup._replace(seed=1)
    won = record._replace(setup=setup, first=(0, 0), result=Result.WON, unranked=(), time_ms=time_ms, finished=finished)
    return won, played._replace(mined=(1 << 10) - 1)
