"""A session's game as what the store keeps of it, and back: pure translation, nothing is stored here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date

from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics, solved_bbbv
from sapper.core.notation import DEALER_VERSION, GameId
from sapper.core.rules import Switches
from sapper.deal import deal
from sapper.session import Clock, Dealer, Game, Unranked, parse_entry
from sapper.store import GameRecord, Result, RunningGame, Setup, Source


def rebuilt(running: RunningGame, *, clock: Clock, dealer: Dealer = deal) -> Game:
    """The game that was saved, as it was then: paused, or over.

    Raises:
        SapperError: what was saved makes no game.
        ValueError: the mines do not fit the board.
    """
    game = fresh(running, clock=clock, dealer=dealer)
    game.rebuild(map(parse_entry, running.log), elapsed_ms=running.elapsed_ms)
    return game


def fresh(running: RunningGame, *, clock: Clock, dealer: Dealer) -> Game:
    """The game that was saved as it was before its first move, its layout in place."""
    setup = running.setup
    layout = None if running.mined is None else Layout(setup.params, running.mined)
    switches = Switches(setup.policy, **{name.replace("-", "_"): True for name in setup.rules if name in _RULES})
    if setup.seed is None:
        game = Game(setup.params, clock=clock, layout=layout, switches=switches, dealer=dealer)
    else:
        game = Game(setup.params, clock=clock, seed=setup.seed, switches=switches, dealer=dealer)
        if layout is not None:
            # Not dealt again: a later dealer may deal another.
            game.supply(layout, GameId(setup.params, setup.policy, setup.seed, running.first, setup.dealer))
    game.unranked.update(word for word in Unranked if word.value in running.unranked)
    return game


def record_of(game: Game, setup: Setup, *, finished: int) -> GameRecord:
    """What the history keeps of a game that is over or abandoned.

    Args:
        game: the game, dealt.
        setup: what was settled before its first move.
        finished: the time of day in milliseconds since 1970 UTC.
    """
    assert game.layout is not None
    metrics = board_metrics(game.layout)
    position = game.position
    return GameRecord(
        setup,
        first_of(game),
        Result(position.outcome.value) if position.is_over else Result.ABANDONED,
        game.elapsed_ms,
        metrics.bbbv,
        solved_bbbv(game.layout, position.opened, bbbv=metrics.bbbv),
        metrics.openings,
        game.counts.clicks,
        words_of(game.unranked),
        finished,
    )


def new_uuid() -> str:
    """A name that no other game has."""
    return os.urandom(16).hex()


_RULES = ("flag-limit", "flood-through-flags", "question-marks")


def setup_of(game: Game, *, day: date | None, started: int) -> Setup:
    """What is settled before a game's first move, under a new name.

    Args:
        game: the game.
        day: the date of a daily board; None for others.
        started: the time of day in milliseconds since 1970 UTC.
    """
    switches = game.switches
    source = Source.DAILY if day is not None else Source.NORMAL if game.id is not None else Source.BOARD
    return Setup(
        new_uuid(),
        game.params,
        switches.policy,
        None if game.id is None else game.id.seed,
        source,
        "" if day is None else day.isoformat(),
        tuple(name for name in _RULES if getattr(switches, name.replace("-", "_"))),
        DEALER_VERSION if game.id is None else game.id.version,
        started,
    )


def first_of(game: Game) -> tuple[int, int] | None:
    """The first cell's column and row, once dealt."""
    return None if game.id is None else game.id.first


def words_of(unranked: Iterable[Unranked]) -> tuple[str, ...]:
    """Why a game is unranked, as the store has it."""
    return tuple(sorted(word.value for word in unranked))
