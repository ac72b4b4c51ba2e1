"""The history screen: every game that ended, the last first; each can be watched again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sapper.controls.actions import Context, Name
from sapper.errors import SapperError
from sapper.session import Entry, Game
from sapper.showing.figures import exact
from sapper.showing.table import monotonic_ms
from sapper.showing.tallies import RESULT_WORDS, day_and_time, remark
from sapper.showing.words import board_words, timed
from sapper.store import GameRecord, Result
from sapper.tui.choice_list import ChoiceList
from sapper.tui.columns import aligned, padded
from sapper.tui.line import Look, Part
from sapper.tui.page import Page

_AT_ONCE = 100
"""So many games are listed at first, and so many more whenever the cursor comes near the end."""


class HistoryScreen(Page):
    """History."""

    CONTEXT: ClassVar[Context] = Context.HISTORY
    KEYS: ClassVar[tuple[Name, ...]] = (Name.VERDICT, Name.BACK, Name.HELP)

    DEFAULT_CSS = "HistoryScreen #body { padding: 1 0; }"

    def __init__(self) -> None:
        super().__init__()
        self._wide = 0
        self._records: list[GameRecord] = []
        self._total = 0

    def heading(self) -> str:
        """The title."""
        return self._("History")

    def aside(self) -> str:
        """How many games there are."""
        text = self.sapper.translator.ngettext("{shown} of {total} game", "{shown} of {total} games", self._total)
        return text.format(shown=len(self._records), total=self._total)

    def reads(self) -> bool:
        """The list takes the keys."""
        return False

    def keys(self) -> tuple[Name, ...]:
        """Where there is no game, none can be judged."""
        return tuple(name for name in self.KEYS if self._records or name is not Name.VERDICT)

    def hints(self) -> list[Part]:
        """The key of the list."""
        if not self._records:
            return []
        return [
            Part(" " + self._("Enter") + " ", Look.ACCENT),
            Part(self._("Watch") + " ", Look.MUTED),
        ]

    def body(self) -> Iterable[Widget]:
        """The list, or why it is empty."""
        store = self.sapper.table.profile.store
        try:
            if store is not None:
                self._records, self._total = store.newest(limit=_AT_ONCE), store.count()
        except SapperError as error:
            self.call_after_refresh(self.sapper.explain, error)
        self._measure()
        if self._records:
            games = ChoiceList(*map(self._row, self._records), id="games", markup=False)
            games.highlighted = 0
            yield games
        else:
            yield Static(self._nothing(), markup=False)

    def fill(self) -> None:
        """Writes the list again, the cursor where it was; or why it is empty."""
        for games in self.query(OptionList):
            at = games.highlighted
            self._measure()
            games.clear_options()
            games.add_options(map(self._row, self._records))
            games.highlighted = at
        for text in self.query(Static):
            text.update(self._nothing())

    def _measure(self) -> None:
        self._wide = max((cell_len(self._board(record)) for record in self._records), default=0) + 2

    def _nothing(self) -> str:
        return self._("No game has ended yet. Those that do can be watched again here.")

    def on_mount(self) -> None:
        """The list takes the keys."""
        super().on_mount()
        for games in self.query(OptionList):
            games.focus()

    @on(OptionList.OptionHighlighted)
    def _go_on(self, event: OptionList.OptionHighlighted) -> None:
        """Lists more games before the cursor comes to the last one listed."""
        known = len(self._records)
        store = self.sapper.table.profile.store
        if store is None or known >= self._total or event.option_index < known - _AT_ONCE // 2:
            return
        try:
            more = store.newest(limit=_AT_ONCE, offset=known)
        except SapperError as error:
            self.sapper.explain(error)
            return
        self._records += more
        event.option_list.add_options(map(self._row, more))
        self.describe()

    @on(OptionList.OptionSelected)
    def _watch(self, event: OptionList.OptionSelected) -> None:
        from sapper.showing.film import film_of_game
        from sapper.showing.programme import Shown
        from sapper.tui.screens.playback import PlaybackScreen

        record = self._records[event.option_index]
        found = self._found(record)
        if found is not None:
            self.app.push_screen(PlaybackScreen(Shown(film_of_game(*found), RESULT_WORDS[record.result])))

    def perform(self, name: Name) -> None:
        """Judges the game under the cursor."""
        if name is not Name.VERDICT:
            super().perform(name)
            return
        games = self.query(OptionList)
        at = games.first().highlighted if games else None
        record = None if at is None else self._records[at]
        found = None if record is None else self._found(record)
        if record is not None and found is not None:
            from sapper.tui.screens.verdict import judge_game

            ending = f"{self._(RESULT_WORDS[record.result])} {timed(exact(record.time_ms), translate=self._)}"
            judge_game(self.sapper, *found, ending=ending)

    def _found(self, record: GameRecord) -> tuple[Game, tuple[Entry, ...]] | None:
        """The game with its moves; None, and a sentence, where they cannot be had."""
        try:
            found = self.sapper.table.profile.playback(record.uuid, clock=monotonic_ms)
        except SapperError as error:
            self.sapper.explain(error)
            return None
        except ValueError as error:
            self.tell(str(error), warning=True)
            return None
        if found is None:
            self.tell(self._("The moves of this game are not there any more."), warning=True)
        return found

    def _board(self, record: GameRecord) -> str:
        app = self.sapper
        return board_words(record.setup.params, times=app.glyphs.times, translate=app.translator.gettext)

    def _row(self, record: GameRecord) -> Option:
        palette = self.sapper.palette
        look = {
            Result.WON: palette.good,
            Result.LOST: palette.bad,
            Result.ABANDONED: palette.muted,
        }[record.result]
        board = self._board(record)
        text = Text(f" {day_and_time(record.finished)}  ", no_wrap=True, overflow="ellipsis")
        text.append(padded(self._(RESULT_WORDS[record.result]), 9), style=look)
        text.append(f"{aligned(timed(exact(record.time_ms), translate=self._), 10)}  {padded(board, self._wide)}")
        done = f"3BV {record.solved_bbbv}/{record.bbbv}"
        text.append(padded(done, 13))
        if special := remark(record):
            text.append(self._(special))
        return Option(text)
