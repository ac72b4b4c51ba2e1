"""The verdict on a game that is over: what it shows as a whole, and the moments that decided it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sapper.analysis.judgement import Judgement
from sapper.analysis.verdict import Verdict, sentences
from sapper.controls.actions import Name
from sapper.core.layout import Layout
from sapper.core.rules import Switches
from sapper.errors import SapperError
from sapper.session import Entry, Game
from sapper.showing import thinking
from sapper.showing.figures import exact
from sapper.showing.moments import moment_columns, moments
from sapper.showing.words import board_words
from sapper.tui.choice_list import ChoiceList
from sapper.tui.columns import aligned, padded
from sapper.tui.line import Look, Part
from sapper.tui.page import Page

if TYPE_CHECKING:
    from sapper.tui.app import SapperApp

_LOOK_S = 0.15
"""How often it is told how far the judging has come."""


class VerdictScreen(Page):
    """The verdict."""

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK,)
    DEFAULT_CSS = """
    VerdictScreen #verdict { height: auto; margin-bottom: 1; }
    VerdictScreen #moments { height: 1fr; min-height: 4; }
    """

    def __init__(self, layout: Layout, entries: Sequence[Entry], switches: Switches, *, ending: str = "") -> None:
        """Judges a game.

        Args:
            layout: its mines.
            entries: its log.
            switches: its rules.
            ending: how it ended, to be shown at the right of the title.
        """
        super().__init__()
        self._game = layout, tuple(entries), switches
        self._ending = ending
        self._progress = (0, 0)
        self._judged: tuple[list[Judgement], Verdict] | None = None
        self._moments: list[Judgement] = []
        self._trouble: SapperError | None = None

    def heading(self) -> str:
        """The title, with the board."""
        app = self.sapper
        board = board_words(self._game[0].params, times=app.glyphs.times, translate=app.translator.gettext)
        return f"{self._('Verdict')} {app.glyphs.dot} {board}"

    def aside(self) -> str:
        """How the game ended."""
        return self._ending

    def reads(self) -> bool:
        """The list takes the keys."""
        return False

    def hints(self) -> list[Part]:
        """The key of the list."""
        if not self._moments:
            return []
        return [Part(" " + self._("Enter") + " ", Look.ACCENT), Part(self._("Look at it") + " ", Look.MUTED)]

    def body(self) -> Iterable[Widget]:
        """The verdict, and the list of moments once they are known."""
        yield Static("", id="verdict", markup=False)
        yield ChoiceList(id="moments", markup=False)

    def on_mount(self) -> None:
        """Begins to judge."""
        super().on_mount()
        self.fill()
        self._timer = self.set_interval(_LOOK_S, self.fill)
        self.run_worker(self._judge(), group="verdict", exclusive=True)

    async def _judge(self) -> None:
        def heard(progress: tuple[int, int]) -> None:
            self._progress = progress

        work = self.sapper.background.submit(thinking.judge, *self._game, progress=heard)
        try:
            self._judged = await asyncio.wrap_future(work)
            self._moments = moments(self._judged[0])
        except SapperError as error:
            self._trouble = error
        self._timer.stop()
        self.fill()

    def fill(self) -> None:
        """Writes the text and the list."""
        self.query_one("#verdict", Static).update(self._text())
        games = self.query_one(OptionList)
        games.display = bool(self._moments)
        if self._moments:
            at = games.highlighted or 0
            games.clear_options()
            games.add_options(map(self._row, self._moments))
            games.highlighted = at
            games.focus()
        self.describe()

    def _text(self) -> Text:
        palette, translator = self.sapper.palette, self.sapper.translator
        if self._trouble is not None:
            return Text(translator.explain(self._trouble), style=palette.bad)
        if self._judged is None:
            done, most = self._progress
            words = self._("Judging click {number} of at most {most} … {key} gives up.")
            key = self.sapper.key(Name.BACK)
            return Text(words.format(number=done + 1, most=max(most, 1), key=key), style=palette.muted)
        verdict = self._judged[1]
        text = Text()
        told = [translator.tell(reason) for reason in sentences(verdict)]
        text.append("\n".join(told or [self._("The first click decided it: there is nothing to judge.")]) + "\n")
        if verdict.idle_ms:
            idle = self._("Thought while a safe cell was there: {seconds} s.")
            text.append(idle.format(seconds=exact(verdict.idle_ms)) + "\n")
        if self._moments:
            text.append("\n" + self._("Moments"), style=f"bold {palette.accent}")
        return text

    def _row(self, judgement: Judgement) -> Option:
        palette = self.sapper.palette
        when, word, risk = moment_columns(judgement, translate=self._)
        text = Text(f" {aligned(when, 11)}  ", no_wrap=True, overflow="ellipsis")
        text.append(padded(self._(word), 16))
        text.append(f"{aligned(risk, 9)}  ", style="bold")
        if judgement.exploded:
            text.append(self._("lost here"), style=palette.bad)
        elif self._judged is not None and judgement is self._judged[1].decisive:
            text.append(self._("the greatest risk"), style=palette.warning)
        return Option(text)

    @on(OptionList.OptionSelected)
    def _look(self, event: OptionList.OptionSelected) -> None:
        from sapper.tui.screens.moment import MomentScreen

        self.app.push_screen(MomentScreen(self._game[0], self._moments, event.option_index))


def judge_game(app: SapperApp, game: Game, entries: Sequence[Entry], *, ending: str) -> None:
    """Opens the verdict on a game that was dealt."""
    assert game.layout is not None
    app.push_screen(VerdictScreen(game.layout, entries, game.switches, ending=ending))
