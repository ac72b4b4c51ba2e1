"""The statistics screen: what the history adds up to, one level and first-click rule at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.widget import Widget
from textual.widgets import Static

from sapper.controls.actions import Context, Name
from sapper.showing.figures import exact
from sapper.showing.tallies import counts_of, day_and_time, times_of
from sapper.showing.words import SHORT_POLICIES, board_words, timed
from sapper.store import Best, Bin, Store, StoreError, Summary, TrendPoint
from sapper.tui import charts
from sapper.tui.columns import aligned
from sapper.tui.line import Look, Part
from sapper.tui.page import Page

_BINS = 10
_FASTEST = 5


class _Charts(NamedTuple):
    """What is drawn of one kind, as the store gives it."""

    bins: list[Bin]
    trend: list[TrendPoint]
    fastest: list[Best]


class StatisticsScreen(Page):
    """Statistics, as they were when the screen opened: a store is asked once for each kind that is looked at."""

    CONTEXT: ClassVar[Context] = Context.STATISTICS
    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK, Name.HISTORY)

    def __init__(self) -> None:
        super().__init__()
        self._summaries: list[Summary] = []
        self._shown = 0
        self._charts: dict[tuple[int, int], _Charts] = {}

    def heading(self) -> str:
        """The title."""
        return self._("Statistics")

    def aside(self) -> str:
        """Which of how many."""
        return f"{self._shown + 1}/{len(self._summaries)}" if len(self._summaries) > 1 else ""

    def hints(self) -> list[Part]:
        """Left and right go through the kinds."""
        if len(self._summaries) < 2:
            return []
        return [
            Part(f" {self.sapper.spelled(['←/→'])} ", Look.ACCENT),
            Part(self._("other levels") + " ", Look.MUTED),
        ]

    def body(self) -> Iterable[Widget]:
        """One text."""
        yield Static("", id="statistics", markup=False)

    def on_mount(self) -> None:
        """Reads the history; the kind being played comes first."""
        store = self.sapper.table.profile.store
        if store is not None:
            try:
                self._summaries = store.summaries()
            except StoreError as error:
                self.sapper.explain(error)
        game = self.sapper.table.game
        kinds = [(summary.params, summary.policy) for summary in self._summaries]
        playing = (game.params, game.switches.policy)
        self._shown = kinds.index(playing) if playing in kinds else 0
        super().on_mount()
        self.fill()

    def on_resize(self) -> None:
        """The bars are as long as there is room."""
        self.fill()

    def typed(self, event: events.Key) -> None:
        """Left and right go through the kinds."""
        if event.key in ("left", "right") and self._summaries:
            event.stop()
            event.prevent_default()
            self._shown = (self._shown + (1 if event.key == "right" else -1)) % len(self._summaries)
            self.retell()
        else:
            super().typed(event)

    def fill(self) -> None:
        """Writes the text."""
        for widget in self.query("#statistics").results(Static):
            widget.update(self._text() if self._summaries else self._nothing())

    def _nothing(self) -> str:
        if self.sapper.table.profile.store is None:
            return self._("Games cannot be kept here, so there is nothing to count.")
        return self._("No game has ended yet. Win or lose one, and it is counted here.")

    def _text(self) -> Text:
        summary = self._summaries[self._shown]
        palette = self.sapper.palette
        translate = self.sapper.translator.gettext
        text = Text()
        name = board_words(summary.params, times=self.sapper.glyphs.times, translate=translate)
        text.append(f"{name} ", style=f"bold {palette.accent}")
        text.append(
            f"{self.sapper.glyphs.dot} {self._(SHORT_POLICIES[summary.policy])}\n\n",
            style=palette.muted,
        )
        for left, right in zip(counts_of(summary, translate=self._), times_of(summary, translate=self._), strict=True):
            text.append_text(self._cell(*left))
            text.append_text(self._cell(*right))
            text.append("\n")
        store = self.sapper.table.profile.store
        if store is not None and summary.ranked_wins:
            try:
                self._draw_charts(text, store)
            except StoreError as error:
                text.append(self.sapper.translator.explain(error), style=palette.bad)
        return text

    def _ask(self, store: Store, *, points: int) -> _Charts:
        """What is drawn of the kind shown, with at most so many points of its trend; asked for once."""
        key = (self._shown, points)
        if key not in self._charts:
            summary = self._summaries[self._shown]
            kind = (summary.params, summary.policy)
            self._charts[key] = _Charts(
                store.histogram(*kind, bins=_BINS),
                store.trend(*kind, points=points),
                store.fastest(*kind, limit=_FASTEST),
            )
        return self._charts[key]

    def _cell(self, label: str, value: str) -> Text:
        word = self._(label)
        cell = Text(word + " " * max(18 - cell_len(word), 1), style=self.sapper.palette.muted)
        cell.append(aligned(value, 10), style=f"bold {self.sapper.palette.text}")
        cell.append("     ")
        return cell

    def _draw_charts(self, text: Text, store: Store) -> None:
        palette, glyphs = self.sapper.palette, self.sapper.glyphs
        accent, muted = f"bold {palette.accent}", palette.muted
        width = min(max(self.app.size.width - 30, 10), 50)
        asked = self._ask(store, points=min(width, 40))
        most = max((each.games for each in asked.bins), default=0)
        text.append("\n" + self._("Times of ranked wins") + "\n", style=accent)
        for each in asked.bins:
            end = "" if each.high_ms is None else f"{each.high_ms / 1000:g}"
            text.append(f"{each.low_ms / 1000:>7g}{glyphs.dash}{end:<7}", style=muted)
            text.append(
                charts.bar(each.games, most, width=width, glyphs=glyphs),
                style=palette.accent,
            )
            text.append(f" {each.games}\n" if each.games else "\n", style=muted)
        if len(asked.trend) > 1:
            text.append("\n" + self._("Trend, oldest first (lower is faster)") + "\n", style=accent)
            text.append(
                charts.line([point.median_ms for point in asked.trend], glyphs=glyphs),
                style=palette.accent,
            )
            text.append("\n")
        text.append("\n" + self._("Fastest") + "\n", style=accent)
        for best in asked.fastest:
            text.append(aligned(timed(exact(best.time_ms), translate=self._), 12), style=f"bold {palette.text}")
            text.append(f"   3BV {best.bbbv:<4}  {day_and_time(best.finished)}\n", style=muted)
