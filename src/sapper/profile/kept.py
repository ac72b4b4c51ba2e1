"""One game that is kept: saved move by move, put into the history at its end, whatever the disk does."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sapper.profile.records import first_of, new_uuid, record_of, words_of
from sapper.session import Game
from sapper.store import GameRecord, Played, RunningGame, Setup, Source, Store, StoreError

if TYPE_CHECKING:
    from sapper.profile.profile import Profile


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

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen in it: it is over, or was left for another."""
        return self.record is not None or self._abandoned

    def save(self, *, force: bool = False) -> None:
        """Saves what is new: moves, the clock, the end. Never raises; `trouble` tells whether it worked.

        Args:
            force: tries even though a save failed a moment ago.
        """
        if self._profile.rests and not force:
            self.trouble = self._profile.trouble
            self._conclude()
            self._profile.owe(self)
            return
        try:
            self._save(self._profile.ready())
        except StoreError as error:
            self._conclude()
            self.trouble = error
            self._profile.failed(self, error)
        else:
            self.trouble = None
            self._profile.worked()

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
            self._setup = self._setup._replace(uuid=new_uuid(), started=self._profile.now())
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
            self.record = record_of(self.game, self._setup, finished=self._profile.now())

    def _save_running(self, store: Store) -> None:
        game = self.game
        unranked = words_of(game.unranked)
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
                dealt=None if mined is None or self._dealt else (first_of(game), mined),
            )
            if not there:
                self._slot = None
        if self._slot is None:
            log = tuple(map(str, game.log))
            running = RunningGame(self._setup, first_of(game), mined, unranked, game.elapsed_ms, log)
            self._slot = store.begin(running)
        self._written = len(game.log)
        self._dealt = mined is not None

    def _played(self) -> Played:
        assert self.game.layout is not None
        return Played(self.game.layout.mined, tuple(map(str, self.game.log)))
