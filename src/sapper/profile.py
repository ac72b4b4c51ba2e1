"""Keeps the games of a session in the store and brings them back. It must not know SQL, screens or words for people.

A front end opens a profile, begins or resumes a game through it, and calls `Kept.save` after every move and every few
seconds. Nothing here raises because a disk does not do its part: the game goes on, and `trouble` says what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics, solved_bbbv
from sapper.core.notation import DEALER_VERSION, GameId
from sapper.core.rules import Switches
from sapper.deal import deal
from sapper.errors import Reason, SapperError
from sapper.session import Clock, Dealer, Entry, Game, Unranked, parse_entry
from sapper.store import (
    Clicks,
    GameRecord,
    Played,
    Result,
    RunningGame,
    Setup,
    Source,
    Store,
    StoreError,
    Upkeep,
    open_store,
    time_of_day,
)
from sapper.store.store import Now

_RETRY_MS = 10_000
"""How long no save is tried after one that failed: each may wait for another program, and so would the player."""


class Profile:
    """A player's games.

    Attributes:
        store: where they are; None when it could not be opened.
    """

    def __init__(self, store: Store | None, *, trouble: StoreError | None = None, now: Now = time_of_day) -> None:
        """Made by `open_profile`."""
        self.store = store
        self._now = now
        self._trouble = trouble
        self._upkeep: Upkeep | None = None

    @property
    def trouble(self) -> StoreError | None:
        """Why there is no store; None when there is one."""
        return self._trouble

    @property
    def notices(self) -> list[Reason]:
        """What the player should know: that a damaged database was set aside, say."""
        return [] if self.store is None else self.store.notices

    def begin(
        self, game: Game, *, source: Source | None = None, day: date | None = None, save_now: bool = True
    ) -> Kept:
        """Keeps a new game from now on.

        Args:
            game: the game, with or without moves.
            source: where its board came from; told from the game by default.
            day: the date of a daily board.
            save_now: False to wait for the first `save`.
        """
        if source is None:
            source = Source.DAILY if day is not None else Source.NORMAL if game.id is not None else Source.BOARD
        kept = Kept(self, game, _setup_of(game, source=source, day=day, started=self._now()))
        if save_now:
            kept.save()
        return kept

    def resume(self, *, clock: Clock, dealer: Dealer = deal, uuid: str | None = None) -> Kept | None:
        """Takes up the game that was left last, paused; None when there is none that another copy does not play.

        A game that cannot be rebuilt stays where it is and is passed over.
        """
        if self.store is None:
            return None
        try:
            wanted = [uuid] if uuid is not None else [game.setup.uuid for game in self.store.waiting()]
            for candidate in wanted:
                taken = self.store.resume(candidate)
                if taken is not None and (kept := self._taken_up(*taken, clock=clock, dealer=dealer)) is not None:
                    return kept
        except StoreError as error:
            self._trouble = error
        return None

    def _taken_up(self, slot: int, running: RunningGame, *, clock: Clock, dealer: Dealer) -> Kept | None:
        try:
            game = rebuilt(running, clock=clock, dealer=dealer)
        except (SapperError, ValueError):
            assert self.store is not None
            self.store.release(running.setup.uuid)
            return None
        return Kept(self, game, running.setup, slot=slot, written=len(running.log))

    def begin_daily(self, day: date, *, clock: Clock, dealer: Dealer = deal) -> Kept:
        """The game of a date: the one that was left, or else a new one, unranked if the date had one before.

        The front end plays `daily.opening_move` when it shows a game that has not started.

        Raises:
            DealError: the layout cannot be dealt.
        """
        from sapper.daily import daily

        text, seen = day.isoformat(), False
        if self.store is not None:
            try:
                for left in self.store.waiting():
                    if left.setup.daily == text:
                        kept = self.resume(clock=clock, dealer=dealer, uuid=left.setup.uuid)
                        if kept is not None:
                            return kept
                seen = self.store.has_daily(text)
            except StoreError as error:
                self._trouble = error
        game = Game.of_id(daily(day), clock=clock, dealer=dealer, ranked=True)
        if seen:
            game.unranked.add(Unranked.AGAIN)
        return self.begin(game, day=day)

    def playback(self, uuid: str, *, clock: Clock) -> tuple[Game, tuple[Entry, ...]] | None:
        """A game that is over as it was before its first move, with what was done; None when its log is lost.

        Raises:
            StoreError: the store cannot be read.
            SapperError: what was stored makes no game.
        """
        if self.store is None:
            return None
        record, played = self.store.find(uuid), self.store.played(uuid)
        if record is None or played is None or not played.log:
            return None
        running = RunningGame(record.setup, record.first, played.mined, record.unranked, 0, ())
        return _fresh(running, clock=clock, dealer=deal), tuple(map(parse_entry, played.log))

    def start_upkeep(self) -> None:
        """Begins the day's check and backup in the background, unless they were made today."""
        if self.store is not None and self._upkeep is None:
            self._upkeep = Upkeep(self.store.path, now=self._now)
            self._upkeep.start()

    def close(self) -> None:
        """Ends the background work and closes the store; the games that are kept can be resumed by others."""
        if self._upkeep is not None:
            self._upkeep.stop()
        if self.store is not None:
            self.store.close()


def open_profile(path: Path | None = None, *, now: Now = time_of_day) -> Profile:
    """Opens a player's games; never fails: `Profile.trouble` says why nothing is kept.

    Args:
        path: the database; that of `config.places` by default.
        now: tells the time of day.
    """
    try:
        return Profile(open_store(path, now=now), now=now)
    except StoreError as error:
        return Profile(None, trouble=error, now=now)


class Kept:
    """A game that is kept.

    Attributes:
        game: the game.
        record: what went into the history when it ended; None before.
        trouble: why the last save did not work; None when it did.
    """

    def __init__(
        self, profile: Profile, game: Game, setup: Setup, *, slot: int | None = None, written: int = 0
    ) -> None:
        """Made by `Profile`.

        Args:
            profile: where it is kept.
            game: the game.
            setup: what was settled before its first move.
            slot: where it is stored already.
            written: how many entries of its log are stored already.
        """
        self.game = game
        self.record: GameRecord | None = None
        self.trouble: StoreError | None = profile.trouble
        self._profile = profile
        self._setup = setup
        self._slot = slot
        self._written = written
        self._dealt = slot is not None and game.layout is not None
        self._abandoned = False
        self._recorded = False
        self._retry_at = 0

    @property
    def uuid(self) -> str:
        """What names the game everywhere and for ever."""
        return self._setup.uuid

    @property
    def source(self) -> Source:
        """Where its board came from."""
        return self._setup.source

    @property
    def day(self) -> date | None:
        """The date of a daily board; None for others."""
        return date.fromisoformat(self._setup.daily) if self._setup.daily else None

    def save(self, *, force: bool = False) -> None:
        """Saves what is new: moves, the clock, the end. Never raises; `trouble` tells whether it worked.

        Args:
            force: tries even though a save failed a moment ago.
        """
        store = self._profile.store
        if store is None:
            self._conclude()
            return
        if self.trouble is not None and not force and self._profile._now() < self._retry_at:
            self._conclude()
            return
        try:
            self._save(store)
            self.trouble = None
        except StoreError as error:
            self.trouble = error
            self._retry_at = self._profile._now() + _RETRY_MS

    def abandon(self) -> None:
        """Ends the game for another: abandoned if a cell was opened, or else as if it had not been."""
        self._abandoned = True
        self.save(force=True)

    def leave(self) -> None:
        """Saves the game and lets it go, to be resumed another time."""
        self.save(force=True)
        store = self._profile.store
        if store is not None and self.record is None:
            try:
                store.release(self.uuid)
            except StoreError as error:
                self.trouble = error
            self._slot = None

    def _save(self, store: Store) -> None:
        if self.record is not None and self._recorded and not self.game.position.is_over and not self._abandoned:
            # Undone after its end, which stays in the history: what follows is another game.
            self._setup = self._setup._replace(uuid=new_uuid(), started=self._profile._now())
            self.record, self._slot, self._recorded = None, None, False
        self._conclude()
        if self.record is not None:
            if not self._recorded:
                store.finish(self.record, self._played())
                self._recorded = True
        elif self._abandoned:
            store.discard(self.uuid)
        else:
            self._save_running(store)

    def _conclude(self) -> None:
        """Makes the record once the game is over."""
        if self.record is None and (self.game.position.is_over or self._abandoned) and self.game.has_started:
            self.record = record_of(self.game, self._setup, finished=self._profile._now())

    def _save_running(self, store: Store) -> None:
        game = self.game
        unranked = _words(game.unranked)
        entries = [str(entry) for entry in game.log[self._written :]]
        mined = None if game.layout is None else game.layout.mined
        if self._slot is not None:
            there = store.save(
                self._slot,
                uuid=self.uuid,
                entries=entries,
                start=self._written,
                elapsed_ms=game.elapsed_ms,
                unranked=unranked,
                dealt=None if mined is None or self._dealt else (_first_of(game), mined),
            )
            if not there:
                self._slot = None
        if self._slot is None:
            log = tuple(map(str, game.log))
            running = RunningGame(self._setup, _first_of(game), mined, unranked, game.elapsed_ms, log)
            self._slot = store.begin(running)
        self._written = len(game.log)
        self._dealt = mined is not None

    def _played(self) -> Played:
        assert self.game.layout is not None
        return Played(self.game.layout.mined, tuple(map(str, self.game.log)))


def rebuilt(running: RunningGame, *, clock: Clock, dealer: Dealer = deal) -> Game:
    """The game that was saved, as it was then: paused, or over.

    Raises:
        SapperError: what was saved makes no game.
        ValueError: the mines do not fit the board.
    """
    game = _fresh(running, clock=clock, dealer=dealer)
    game.rebuild(map(parse_entry, running.log), elapsed_ms=running.elapsed_ms)
    return game


def _fresh(running: RunningGame, *, clock: Clock, dealer: Dealer) -> Game:
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
    position, counts = game.position, game.counts
    return GameRecord(
        setup,
        _first_of(game),
        Result(position.outcome.value) if position.is_over else Result.ABANDONED,
        game.elapsed_ms,
        metrics.bbbv,
        solved_bbbv(game.layout, position.opened, bbbv=metrics.bbbv),
        metrics.openings,
        Clicks(
            counts.left,
            counts.right,
            counts.chord,
            effective_left=counts.effective_left,
            effective_right=counts.effective_right,
            effective_chord=counts.effective_chord,
        ),
        _words(game.unranked),
        finished,
    )


def new_uuid() -> str:
    """A name that no other game has."""
    return os.urandom(16).hex()


_RULES = ("flag-limit", "flood-through-flags", "question-marks")


def _setup_of(game: Game, *, source: Source, day: date | None, started: int) -> Setup:
    switches = game.switches
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


def _first_of(game: Game) -> tuple[int, int] | None:
    return None if game.id is None else game.id.first


def _words(unranked: Iterable[Unranked]) -> tuple[str, ...]:
    return tuple(sorted(word.value for word in unranked))
