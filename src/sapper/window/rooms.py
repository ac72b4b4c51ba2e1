"""What opens over the game: statistics, history, settings, help, questions, and what they show. It plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sapper.config import Settings
from sapper.controls.actions import Context
from sapper.core.params import Params
from sapper.core.position import Outcome
from sapper.errors import N_, SapperError
from sapper.session import Entry, Game
from sapper.showing.figures import exact
from sapper.showing.film import film_of_game
from sapper.showing.reel import Reel
from sapper.showing.table import monotonic_ms
from sapper.showing.tallies import RESULT_WORDS
from sapper.showing.words import timed
from sapper.store import GameRecord
from sapper.window.asking import Asking
from sapper.window.dialog import Desk
from sapper.window.dialogs import KeysDialog, Question, SizeDialog
from sapper.window.history import HistoryDialog
from sapper.window.play import Play
from sapper.window.playback import PlaybackDialog
from sapper.window.settings import SettingsDialog
from sapper.window.statistics import StatisticsDialog
from sapper.window.verdict import VerdictDialog

_MOST = 2000
"""So many games are listed."""


class Rooms:
    """The ways from the game to other windows; each pauses a game whose clock runs."""

    def __init__(self, desk: Desk, play: Play, *, asking: Asking, explain: Callable[[SapperError], None]) -> None:
        """Opens nothing yet.

        Args:
            desk: where the windows lie.
            play: the game.
            asking: has games judged.
            explain: tells what went wrong.
        """
        self._desk, self._play, self._asking, self._explain = desk, play, asking, explain

    def statistics(self) -> None:
        """What the history adds up to; the kind being played comes first."""
        self._play.suspend()
        store, game = self._play.table.profile.store, self._play.game
        try:
            found = [] if store is None else store.summaries()
        except SapperError as error:
            self._explain(error)
            return
        kinds = [(summary.params, summary.policy) for summary in found]
        playing = (game.params, game.switches.policy)
        StatisticsDialog(self._desk, store, found, at=kinds.index(playing) if playing in kinds else 0)

    def history(self, side: int) -> None:
        """The games that ended, to be watched with cells of this size."""
        self._play.suspend()
        store = self._play.table.profile.store
        try:
            records = [] if store is None else store.newest(limit=_MOST)
            total = 0 if store is None else store.count()
        except SapperError as error:
            self._explain(error)
            return

        def watch(record: GameRecord, game: Game, entries: Sequence[Entry]) -> None:
            PlaybackDialog(self._desk, record, Reel(film_of_game(game, entries)), side=side)

        def judge(record: GameRecord, game: Game, entries: Sequence[Entry]) -> None:
            self._judge(game, entries, RESULT_WORDS[record.result], record.time_ms, side=side)

        HistoryDialog(
            self._desk,
            records,
            total=total,
            on_watch=lambda record: self._open(record, watch),
            on_judge=lambda record: self._open(record, judge),
        )

    def _open(self, record: GameRecord, show: Callable[[GameRecord, Game, Sequence[Entry]], None]) -> str:
        """Shows a game of the past; says why when its moves cannot be had."""
        translator = self._desk.manner.translator
        try:
            found = self._play.table.profile.playback(record.uuid, clock=monotonic_ms)
            if found is None:
                return translator.gettext(N_("The moves of this game are not there any more."))
            show(record, *found)
        except SapperError as error:
            return translator.explain(error)
        except ValueError as error:
            return str(error)
        return ""

    def verdict(self, side: int) -> None:
        """The verdict on the game, which is over."""
        game = self._play.game
        word = N_("Won") if game.position.outcome is Outcome.WON else N_("Lost")
        self._judge(game, game.log, word, game.elapsed_ms, side=side)

    def _judge(self, game: Game, entries: Sequence[Entry], word: str, ms: int, *, side: int) -> None:
        assert game.layout is not None

        def ending() -> str:
            translate = self._desk.manner.translator.gettext
            return f"{translate(word)} {timed(exact(ms), translate=translate)}"

        VerdictDialog(
            self._desk,
            self._asking,
            (game.layout, entries, game.switches),
            ending=ending,
            side=side,
        )

    def settings(self, settings: Callable[[], Settings], *, on_change: Callable[[str, Any], None]) -> None:
        """The settings."""
        self._play.suspend()
        SettingsDialog(self._desk, settings, on_change=on_change)

    def help(self) -> None:
        """The keys of what is on top."""
        self._play.suspend()
        top = self._desk.top
        if not isinstance(top, KeysDialog):
            KeysDialog(self._desk, Context.WINDOW if top is None else top.CONTEXT)

    def size(self, *, on_size: Callable[[Params], None]) -> None:
        """A size of the player's own."""
        self._play.suspend()
        SizeDialog(self._desk, self._play.game.params, on_size=on_size)

    def give_up(self, *, on_yes: Callable[[], None]) -> None:
        """Whether a game is to be left for another."""
        self._play.suspend()
        Question(self._desk, N_("The game is not over. Give it up?"), yes=N_("Give up"), on_yes=on_yes)
