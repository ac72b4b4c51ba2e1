"""The window of the statistics: each kind of game in a table, and all about the chosen one. It counts nothing."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from typing import ClassVar

from sapper.controls.actions import Context, Name
from sapper.errors import N_
from sapper.showing.figures import exact
from sapper.showing.tallies import counts_of, day_and_time, times_of
from sapper.showing.words import SHORT_POLICIES, board_words, timed
from sapper.store import Best, Store, StoreError, Summary
from sapper.window.charts import Bar, histogram, trend
from sapper.window.dialog import Desk, Dialog
from sapper.window.lists import Column, Rows

_BINS, _POINTS, _FASTEST = 10, 40, 5
_CHART = (330, 120)


class StatisticsDialog(Dialog):
    """Statistics."""

    CONTEXT: ClassVar[Context] = Context.STATISTICS
    TITLE: ClassVar[str] = N_("Statistics")

    def __init__(self, desk: Desk, store: Store | None, summaries: Sequence[Summary], *, at: int) -> None:
        """Shows what games add up to.

        Args:
            desk: where it lies.
            store: asked for more about one kind of game.
            summaries: one a kind of game.
            at: the one to begin with.
        """
        super().__init__(desk)
        self._store, self._summaries, self._at = store, summaries, at
        self._rows: Rows | None = None
        self.open()

    def build(self) -> None:
        """The table, and room for the kind that is chosen."""
        if not self._summaries:
            text = self._("No game has ended yet. Win or lose one, and it is counted here.")
            if self._store is None:
                text = self._("Games cannot be kept here, so there is nothing to count.")
            self.label(self, text).pack(anchor="w")
        else:
            columns = (
                *(Column(self._("board")), Column(self._("First click")), Column(self._("played"), "e")),
                *(Column(self._("win rate"), "e"), Column(self._("best time"), "e"), Column(self._("best 3BV/s"), "e")),
            )
            rows = [*map(self._row, self._summaries)]
            self._rows = Rows(self, columns, rows, palette=self.palette, most=5)
            self._rows.pack(fill="x")
            self._details = self.room(self)
            self._details.pack(fill="both", pady=(12, 0))
            self._rows.choose(self._at)
            self._tell()
            self._rows.on({"<<TreeviewSelect>>": self._moved})
        history = (self._("History"), lambda: self.give_way(Name.HISTORY))
        self.buttons((self._("Close"), self.close), history).pack(anchor="e", pady=(12, 0))

    def perform(self, name: Name) -> bool:
        """The history comes in its place."""
        if name is Name.HISTORY:
            self.give_way(name)
            return True
        return super().perform(name)

    def take_keys(self) -> None:
        """The table has them."""
        super().take_keys()
        if self._rows is not None:
            self._rows.table.focus_force()

    def _moved(self) -> None:
        if self._rows is not None and self._rows.at not in (-1, self._at):
            self._at = self._rows.at
            self._tell()

    def _row(self, summary: Summary) -> tuple[str, tuple[str, ...]]:
        counts, times = dict(counts_of(summary, translate=self._)), dict(times_of(summary, translate=self._))
        return "text", (
            board_words(summary.params, translate=self._),
            self._(SHORT_POLICIES[summary.policy]),
            counts["played"],
            counts["win rate"],
            times["best time"],
            times["best 3BV/s"],
        )

    def _tell(self) -> None:
        """All about the kind that is chosen."""
        for child in self._details.winfo_children():
            child.destroy()
        summary, palette = self._summaries[self._at], self.palette
        figures = self.room(self._details)
        figures.grid(row=0, column=0, sticky="nw", rowspan=4)
        tables = counts_of(summary, translate=self._), times_of(summary, translate=self._)
        for column, rows in enumerate(tables):
            for row, (word, value) in enumerate(rows):
                label = self.label(figures, self._(word), palette.muted)
                label.grid(row=row, column=2 * column, sticky="w", padx=(0, 10), pady=1)
                self.label(figures, value).grid(row=row, column=2 * column + 1, sticky="e", padx=(0, 28), pady=1)
        if self._store is None or not summary.ranked_wins:
            return
        try:
            self._more(self._store, summary, figures)
        except StoreError as error:
            text = self.desk.manner.translator.explain(error)
            self.label(self._details, text, palette.bad, wraplength=_CHART[0]).grid(row=0, column=1, sticky="nw")

    def _more(self, store: Store, summary: Summary, figures: tk.Frame) -> None:
        kind, palette = (summary.params, summary.policy), self.palette
        bins = store.histogram(*kind, bins=_BINS)
        points = [point.median_ms for point in store.trend(*kind, points=_POINTS)]
        best = store.fastest(*kind, limit=_FASTEST)
        self._heading(self._details, N_("Times of ranked wins")).grid(row=0, column=1, sticky="w")
        bars = [Bar(each.games, f"{each.low_ms / 1000:g}") for each in bins]
        histogram(self._details, bars, size=_CHART, palette=palette).grid(row=1, column=1, sticky="w", pady=(2, 10))
        if len(points) > 1:
            self._heading(self._details, N_("Trend, oldest first (lower is faster)")).grid(row=2, column=1, sticky="w")
            slowest, fastest = (timed(exact(round(ms)), translate=self._) for ms in (max(points), min(points)))
            drawn = trend(self._details, points, words=(slowest, fastest), size=_CHART, palette=palette)
            drawn.grid(row=3, column=1, sticky="w")
        row = len(counts_of(summary, translate=self._))
        self._heading(figures, N_("Fastest")).grid(row=row, column=0, columnspan=4, sticky="w", pady=(12, 2))
        for number, each in enumerate(best, row + 1):
            self._record(figures, each, number)

    def _heading(self, parent: tk.Misc, text: str) -> tk.Label:
        return self.label(parent, self._(text), self.palette.accent)

    def _record(self, parent: tk.Misc, best: Best, row: int) -> None:
        self.label(parent, timed(exact(best.time_ms), translate=self._)).grid(row=row, column=0, sticky="w", pady=1)
        text = f"3BV {best.bbbv} · {day_and_time(best.finished)}"
        label = self.label(parent, text, self.palette.muted)
        label.grid(row=row, column=1, columnspan=3, sticky="w", pady=1)
