"""The screen of the board of the day: what it is, how it went, and the line to share."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.widget import Widget
from textual.widgets import Static

from sapper.controls.actions import Name
from sapper.daily import DailyResult, daily, share
from sapper.showing.words import board_words
from sapper.store import GameRecord, Result, StoreError
from sapper.tui.line import Look, Part
from sapper.tui.page import Page


class DailyScreen(Page):
    """The board of the day."""

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK,)

    def __init__(self) -> None:
        super().__init__()
        self._day: date = datetime.now(UTC).date()
        self._record: GameRecord | None = None

    def heading(self) -> str:
        """The title."""
        return self._("Daily board {day}").format(day=self._day)

    def aside(self) -> str:
        """What happens to the game on the table."""
        table = self.sapper.table
        leaves = table.has_something_to_lose and table.day != self._day
        return self._("the game on the table will be given up") if leaves else ""

    def hints(self) -> list[Part]:
        """Play, and copy the line."""
        parts = [
            Part(" " + self._("Enter") + " ", Look.ACCENT, Name.PLAY),
            Part(self._("Start") + " ", Look.MUTED, Name.PLAY),
        ]
        if self._record is not None:
            parts += [
                Part(" c ", Look.ACCENT, Name.CHORD),
                Part(self._("Copy the line") + " ", Look.MUTED, Name.CHORD),
            ]
        return parts

    def body(self) -> Iterable[Widget]:
        """One text."""
        yield Static("", id="daily", markup=False)

    def on_mount(self) -> None:
        """Looks whether the day has been played."""
        store = self.sapper.table.profile.store
        if store is not None:
            try:
                self._record = store.first_of_day(self._day.isoformat())
            except StoreError as error:
                self.sapper.explain(error)
        super().on_mount()
        self.fill()

    def typed(self, event: events.Key) -> None:
        """Enter plays, c copies."""
        if event.key in ("enter", "space"):
            event.stop()
            self.perform(Name.PLAY)
        elif event.key == "c" and self._record is not None:
            event.stop()
            self.perform(Name.CHORD)
        else:
            super().typed(event)

    def perform(self, name: Name) -> None:
        """Plays, or copies the line."""
        if name is Name.PLAY:
            self.sapper.perform(Name.BACK)
            self.sapper.play_screen.start(lambda: self.sapper.table.start_daily(self._day))
        elif name is Name.CHORD and self._record is not None:
            self.app.copy_to_clipboard(self._line(self._record))
            self.tell(self._("Copied, if the terminal allows it."))
        else:
            super().perform(name)

    def _line(self, record: GameRecord) -> str:
        result = DailyResult(
            self._day,
            record.result is Result.WON,
            record.time_ms,
            record.bbbv,
            record.solved_bbbv,
            record.clicks.total,
            given_up=record.result is Result.ABANDONED,
        )
        return self.sapper.translator.tell(share(result))

    def fill(self) -> None:
        """Writes the text."""
        palette, glyphs = self.sapper.palette, self.sapper.glyphs
        text = Text()
        board = board_words(
            daily(self._day).params,
            times=glyphs.times,
            translate=self.sapper.translator.gettext,
        )
        text.append(f"{board}\n", style=f"bold {palette.accent}")
        about = self._("The same board for everybody on this date (UTC). Its centre is opened for you.")
        text.append(f"{about}\n\n", style=palette.muted)
        if self._record is None:
            text.append(self._("Not played yet. The first game that ends counts."))
        else:
            text.append(self._("The line to share:") + "\n", style=palette.muted)
            text.append(f"\n  {self._line(self._record)}\n\n", style="bold")
            text.append(
                self._("Played today already: another game is unranked."),
                style=palette.muted,
            )
        for widget in self.query("#daily").results(Static):
            widget.update(text)
