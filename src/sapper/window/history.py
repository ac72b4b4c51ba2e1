"""The window of the history: every game that ended, the last first. Watching one is not its affair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from sapper.controls.actions import Context, Name
from sapper.errors import N_
from sapper.showing.figures import exact
from sapper.showing.tallies import RESULT_WORDS, day_and_time, remark
from sapper.showing.words import board_words, timed
from sapper.store import GameRecord, Result
from sapper.window.dialog import Desk, Dialog
from sapper.window.lists import Column, Rows

_COLOURS = {Result.WON: "good", Result.LOST: "bad", Result.ABANDONED: "muted"}


class HistoryDialog(Dialog):
    """History."""

    CONTEXT: ClassVar[Context] = Context.HISTORY
    TITLE: ClassVar[str] = N_("History")

    def __init__(
        self,
        desk: Desk,
        records: Sequence[GameRecord],
        *,
        total: int,
        on_watch: Callable[[GameRecord], str],
        on_judge: Callable[[GameRecord], str],
    ) -> None:
        """Lists games.

        Args:
            desk: where it lies.
            records: the games, the last first.
            total: how many there are in all.
            on_watch: called with the game to watch; returns a sentence when it cannot be watched, or else nothing.
            on_judge: the same for its verdict.
        """
        super().__init__(desk)
        self._records, self._total = records, total
        self._on_watch, self._on_judge = on_watch, on_judge
        self._at = 0
        self._rows: Rows | None = None
        self.open()

    def build(self) -> None:
        """The list, or why it is empty."""
        if not self._records:
            text = self._("No game has ended yet. Those that do can be watched again here.")
            self.label(self, text).pack(anchor="w")
            self.buttons((self._("Close"), self.close)).pack(anchor="e", pady=(12, 0))
            return
        columns = (
            Column(self._("ended")),
            Column(self._("result")),
            Column(self._("time"), "e"),
            Column(self._("board")),
            Column("3BV", "e"),
            Column(""),
        )
        self._rows = Rows(self, columns, [*map(self._row, self._records)], palette=self.palette)
        self._rows.pack(fill="both")
        self._rows.on({"<Double-1>": self._watch, "<<TreeviewSelect>>": self._moved})
        translator = self.desk.manner.translator
        text = translator.ngettext("{shown} of {total} game", "{shown} of {total} games", self._total)
        text = text.format(shown=len(self._records), total=self._total)
        self._said = self.label(self, text, self.palette.muted, wraplength=460)
        self._said.pack(side="left", anchor="w", pady=(12, 0))
        statistics = (self._("Statistics"), lambda: self.give_way(Name.STATISTICS))
        verdict = (self._("Verdict"), self._judge)
        buttons = self.buttons((self._("Watch"), self._watch), verdict, statistics, (self._("Close"), self.close))
        buttons.pack(side="right", pady=(12, 0))
        self._rows.choose(self._at)

    def take_keys(self) -> None:
        """The list has them."""
        super().take_keys()
        if self._rows is not None:
            self._rows.table.focus_force()

    def _moved(self) -> None:
        if self._rows is not None and self._rows.at >= 0:
            self._at = self._rows.at

    def perform(self, name: Name) -> bool:
        """The verdict on the game that is chosen."""
        if name is Name.VERDICT:
            self._judge()
            return True
        return super().perform(name)

    def _watch(self) -> None:
        self._tell(self._on_watch(self._records[self._at]))

    def _judge(self) -> None:
        if self._records:
            self._tell(self._on_judge(self._records[self._at]))

    def _tell(self, said: str) -> None:
        if said:
            self._said.configure(text=said, foreground=self.palette.warning)

    def _row(self, record: GameRecord) -> tuple[str, tuple[str, ...]]:
        special = remark(record)
        return _COLOURS[record.result], (
            day_and_time(record.finished),
            self._(RESULT_WORDS[record.result]),
            timed(exact(record.time_ms), translate=self._),
            board_words(record.setup.params, translate=self._),
            f"{record.solved_bbbv}/{record.bbbv}",
            self._(special) if special else "",
        )
