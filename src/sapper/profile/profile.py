"""Keeps the games of a session in the store and brings them back. It must not know SQL, screens or words for people.

A front end opens a profile, begins or resumes a game through it, and calls `Kept.save` after every move and every few
seconds. Nothing here raises because a disk does not do its part: the game goes on, and `trouble` says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from sapper.deal import deal
from sapper.errors import Reason, SapperError
from sapper.profile.kept import Kept
from sapper.profile.records import fresh, rebuilt, setup_of
from sapper.session import Clock, Dealer, Entry, Game, Unranked, parse_entry
from sapper.store import Fault, RunningGame, Store, StoreError, Upkeep, open_store, time_of_day
from sapper.store.store import Now

_REST_MS = 10_000
"""How long no save is tried after one that failed."""

_LEFT_ALONE = (Fault.NEWER, Fault.FOREIGN)
"""What stays as it is as long as the program runs."""


class Profile:
    """A player's games.

    Attributes:
        store: where they are; None when it could not be opened.
        now: tells the time of day.
    """

    def __init__(
        self,
        store: Store | None,
        *,
        trouble: StoreError | None = None,
        now: Now = time_of_day,
        opener: Callable[[], Store] | None = None,
    ) -> None:
        """Made by `open_profile`.

        Args:
            store: where the games are.
            trouble: why there is no store.
            now: tells the time of day.
            opener: opens the store later, when it could not be opened now, and waits for nobody.
        """
        self.store = store
        self.now = now
        self._trouble = trouble
        self._opener = opener
        self._failed_at = now() if trouble is not None else None
        self._owed: list[Kept] = []
        self._upkeep: Upkeep | None = None
        self._wants_upkeep = False

    @property
    def trouble(self) -> StoreError | None:
        """Why nothing can be kept now; None when all is well."""
        return self._trouble

    @property
    def owes(self) -> bool:
        """Whether games have ended that could not be put into the history yet."""
        return bool(self._owed)

    @property
    def rests(self) -> bool:
        """Whether a save failed a moment ago; the clock may have been set back since."""
        return self._failed_at is not None and self._failed_at <= self.now() < self._failed_at + _REST_MS

    def ready(self) -> Store:
        """The store, opened now if it could not be opened before.

        Raises:
            StoreError: there is still none.
        """
        if self.store is None and self._opener is not None:
            if self._trouble is not None and self._trouble.fault in _LEFT_ALONE:
                raise self._trouble
            self.store = self._opener()
            if self._wants_upkeep:
                self.start_upkeep()
        if self.store is None:
            assert self._trouble is not None
            raise self._trouble
        return self.store

    def failed(self, kept: Kept, error: StoreError) -> None:
        """Takes note that a game could not be saved."""
        self._trouble = error
        self._failed_at = self.now()
        self.owe(kept)

    def owe(self, kept: Kept) -> None:
        """Keeps in mind a game that was not saved, if it has ended: nobody else will come back to it."""
        if kept.has_ended and kept not in self._owed:
            self._owed.append(kept)

    def worked(self) -> None:
        """Takes note that a game was saved, and saves those that could not be before."""
        self._trouble = self._failed_at = None
        owed, self._owed = self._owed, []
        for kept in owed:
            kept.save(force=True)

    @property
    def notices(self) -> list[Reason]:
        """What the player should know: that a damaged database was set aside, say."""
        return [] if self.store is None else self.store.notices

    def begin(self, game: Game, *, day: date | None = None, save_now: bool = True) -> Kept:
        """Keeps a new game from now on.

        Args:
            game: the game, with or without moves.
            day: the date of a daily board.
            save_now: False to wait for the first `save`.
        """
        kept = Kept(self, game, setup_of(game, day=day, started=self.now()))
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
            SapperError, ValueError: what was stored makes no game.
        """
        if self.store is None:
            return None
        record, played = self.store.find(uuid), self.store.played(uuid)
        if record is None or played is None or not played.log:
            return None
        running = RunningGame(record.setup, record.first, played.mined, record.unranked, 0, ())
        return fresh(running, clock=clock, dealer=deal), tuple(map(parse_entry, played.log))

    def start_upkeep(self) -> None:
        """Begins the day's check and backup in the background, unless they were made today."""
        self._wants_upkeep = True
        if self.store is not None and self._upkeep is None:
            self._upkeep = Upkeep(self.store.path, now=self.now)
            self._upkeep.start()

    def close(self) -> None:
        """Ends the background work and closes the store; the games that are kept can be resumed by others."""
        if self._upkeep is not None:
            self._upkeep.stop()
        for kept in tuple(self._owed):
            kept.save(force=True)
        if self.store is not None:
            self.store.close()


def open_profile(path: Path | None = None, *, now: Now = time_of_day) -> Profile:
    """Opens a player's games; never fails: `Profile.trouble` says why nothing is kept.

    Args:
        path: the database; that of `config.places` by default.
        now: tells the time of day.
    """

    def opener() -> Store:
        return open_store(path, now=now, patient=False)

    try:
        return Profile(open_store(path, now=now), now=now)
    except StoreError as error:
        return Profile(None, trouble=error, now=now, opener=opener)
