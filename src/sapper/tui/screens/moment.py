"""A moment of a judged game: the board as the player saw it, the risks, what was clicked and what was better."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from sapper.analysis.judgement import Judgement
from sapper.controls.actions import Context, Name
from sapper.core.layout import Layout
from sapper.core.view import CLOSED, view
from sapper.errors import N_, SapperError
from sapper.showing import thinking
from sapper.showing.moments import moment_columns, moment_marks, moment_words
from sapper.showing.rows import MARKED, Mark, Scene
from sapper.showing.words import after
from sapper.tui.board_screen import BoardScreen
from sapper.tui.captions import risk_legend
from sapper.tui.columns import cut_in_two
from sapper.tui.key_parts import key_parts
from sapper.tui.line import Look, Part

_BEST = N_("least risk")
_KEYS = (Name.STEP_BACK, Name.STEP, Name.BACK, Name.HELP)


class MomentScreen(BoardScreen, inherit_bindings=False):
    """One of some moments."""

    CONTEXT: ClassVar[Context] = Context.VERDICT
    UNDER: ClassVar[tuple[str, ...]] = ("info", "more", "last")

    def __init__(self, layout: Layout, judgements: Sequence[Judgement], shown: int) -> None:
        """Shows a moment.

        Args:
            layout: the mines.
            judgements: the moments.
            shown: which of them.
        """
        super().__init__()
        self._layout = layout
        self._judgements = judgements
        self._shown = shown
        self._risks: bytes | None = None
        self._elsewhere: float | None = None

    @property
    def _judgement(self) -> Judgement:
        return self._judgements[self._shown]

    def scene(self) -> Scene:
        """The board before the click."""
        judgement = self._judgement
        return Scene(judgement.before, self._layout, risks=self._risks, marks=moment_marks(judgement))

    def on_mount(self) -> None:
        """Shows the chosen one."""
        self.board.takes_moves = False
        self._go(self._shown)

    def _go(self, shown: int) -> None:
        self._shown = min(max(shown, 0), len(self._judgements) - 1)
        self._risks = self._elsewhere = None
        judgement = self._judgement
        self.place()
        at = judgement.before.geometry.xy(judgement.targets[0])
        self.board.begin(self.scene(), cursor=at)
        # In sight, but without the sign that would hide the mark.
        self.board.point(*at, shown=False)
        self.describe()
        self.run_worker(self._weigh(judgement), group="moment", exclusive=True)

    async def _weigh(self, judgement: Judgement) -> None:
        if not judgement.before.opened:
            return
        asked = self.sapper.background.submit(thinking.risks, view(judgement.before, self._layout))
        try:
            found = await asyncio.wrap_future(asked)
        except SapperError as error:
            self.tell(self.sapper.translator.explain(error), warning=True)
            return
        self._risks, _, self._elsewhere = found
        self.board.show(self.scene())
        self.describe()

    def perform(self, name: Name) -> None:
        """Goes to the next moment, or the one before."""
        match name:
            case Name.STEP | Name.STEP_BACK:
                self._go(self._shown + (1 if name is Name.STEP else -1))
            case _:
                super().perform(name)

    def describe(self) -> None:
        """Writes the lines."""
        app, judgement = self.sapper, self._judgement
        when, word, risk = moment_columns(judgement, translate=self._)
        self.title_line.say(
            [Part(" "), Part(self._("Verdict"), Look.STRONG), Part(f" {app.glyphs.dot} {self._(word)}", Look.MUTED)],
            (),
            [Part(f"{self._shown + 1}/{len(self._judgements)} ", Look.MUTED)],
        )
        self.status_line.say(
            [Part(f" {app.glyphs.flag} {judgement.before.counter:>3} ", Look.CHIP)],
            [Part(f" {risk} ", Look.BAD if judgement.exploded else Look.WARNING)],
            [Part(f" {when} ", Look.CHIP)],
        )
        told = app.translator.tell(moment_words(judgement))
        if judgement.exploded:
            told = after(told, self._("It was a mine."), translate=self._)
        first, rest = cut_in_two(told, self.under_lines[0].size.width)
        lines = [[Part(first, Look.ACCENT)]]
        if rest:
            lines.append([Part(rest, Look.ACCENT)])
        lines.append(self._legend())
        for line, parts in zip(self.under_lines, [*lines, [], []], strict=False):
            line.say(parts)
        self.footer_line.say(key_parts(app, _KEYS))

    def _legend(self) -> list[Part]:
        sign, word = self.board.painter.text(MARKED * Mark.CLICKED + CLOSED), self._("clicked")
        columns = self.board.painter.columns
        best = []
        if Mark.BEST in moment_marks(self._judgement).values():
            best = [Part(self.sapper.glyphs.best, Look.WARNING), Part(f" {self._(_BEST)}  ", Look.MUTED)]
        return [
            Part(sign, Look.WARNING),
            Part(f" {word}  ", Look.MUTED),
            *best,
            *(risk_legend(self.sapper, columns, self._elsewhere) if self._risks is not None else ()),
        ]
