"""The verdict on a game in windows: what it shows as a whole, and the moments that decided it. They judge nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from sapper.analysis.judgement import Judgement
from sapper.analysis.verdict import Verdict, sentences
from sapper.controls.actions import Context, Name
from sapper.core.layout import Layout
from sapper.core.rules import Switches
from sapper.core.view import CLOSED, view
from sapper.errors import N_
from sapper.session import Entry
from sapper.showing import thinking
from sapper.showing.advice import percent
from sapper.showing.figures import exact
from sapper.showing.moments import moment_columns, moment_marks, moment_words, moments
from sapper.showing.rows import MARKED, RISK, Mark, Scene
from sapper.showing.words import after, board_words
from sapper.window.asking import Asking
from sapper.window.dialog import Desk, Dialog
from sapper.window.lists import Column, Rows
from sapper.window.stage import Stage, legend

_WIDE = 560
"""Where a sentence is broken, in pixels."""
_LOOK_MS = 150
"""How often it is told how far the judging has come."""


class VerdictDialog(Dialog):
    """The verdict."""

    TITLE: ClassVar[str] = N_("Verdict")

    def __init__(
        self,
        desk: Desk,
        asking: Asking,
        game: tuple[Layout, Sequence[Entry], Switches],
        *,
        ending: Callable[[], str],
        side: int,
    ) -> None:
        """Judges a game.

        Args:
            desk: where it lies.
            asking: has it judged.
            game: its mines, log and rules.
            ending: tells how it ended.
            side: the size of a cell in pixels, where a moment is looked at.
        """
        super().__init__(desk)
        self._asking, self._game, self._ending, self._side = asking, game, ending, side
        self._progress = (0, 0)
        self._judged: Verdict | None = None
        self._failed = False
        self._moments: list[Judgement] = []
        self._rows: Rows | None = None
        self._timer = ""

        def heard(progress: tuple[int, int]) -> None:
            self._progress = progress

        layout, entries, switches = game
        asking.ask(
            *("verdict", thinking.judge, layout, tuple(entries), switches),
            then=self._found,
            failed=self._not_found,
            progress=heard,
        )
        self.open()

    def build(self) -> None:
        """What is known by now."""
        head = f"{board_words(self._game[0].params, translate=self._)} · {self._ending()}"
        self.label(self, head, self.palette.muted).pack(anchor="w")
        text = "\n".join(self._sentences())
        self._said = self.label(self, text, wraplength=_WIDE)
        self._said.pack(anchor="w", pady=(8, 0))
        made = [(self._("Close"), self.close)]
        self._rows = None
        if self._moments:
            self.label(self, self._("Moments"), self.palette.accent).pack(anchor="w", pady=(10, 4))
            columns = Column(self._("time"), "e"), Column(""), Column(self._("risk"), "e"), Column("")
            self._rows = Rows(self, columns, [*map(self._row, self._moments)], palette=self.palette, most=8)
            self._rows.pack(fill="x")
            self._rows.choose(len(self._moments) - 1)
            self._rows.on({"<Double-1>": self._look})
            made.insert(0, (self._("Look at it"), self._look))
        self.buttons(*made).pack(anchor="e", pady=(12, 0))
        if self._judged is None and not self._failed and not self._timer:
            self._timer = self.after(_LOOK_MS, self._tick)

    def take_keys(self) -> None:
        """The list has them."""
        super().take_keys()
        if self._rows is not None:
            self._rows.table.focus_force()

    def close(self) -> None:
        """Judges no further."""
        if self._timer:
            self.after_cancel(self._timer)
        self._asking.cancel("verdict")
        super().close()

    def _tick(self) -> None:
        self._timer = ""
        if self._judged is None and not self._failed:
            self._said.configure(text="\n".join(self._sentences()))
            self._timer = self.after(_LOOK_MS, self._tick)

    def _found(self, found: tuple[list[Judgement], Verdict]) -> None:
        judgements, self._judged = found
        self._moments = moments(judgements)
        self.retell()
        self.take_keys()

    def _not_found(self) -> None:
        self._failed = True
        self.retell()

    def _sentences(self) -> list[str]:
        translator = self.desk.manner.translator
        if self._failed:
            return [self._("This game cannot be judged.")]
        if self._judged is None:
            done, most = self._progress
            text = self._("Judging click {number} of at most {most} …")
            return [text.format(number=done + 1, most=max(most, 1))]
        told = [translator.tell(reason) for reason in sentences(self._judged)]
        told = told or [self._("The first click decided it: there is nothing to judge.")]
        if self._judged.idle_ms:
            idle = self._("Thought while a safe cell was there: {seconds} s.")
            told.append(idle.format(seconds=exact(self._judged.idle_ms)))
        return told

    def _row(self, judgement: Judgement) -> tuple[str, tuple[str, ...]]:
        when, word, risk = moment_columns(judgement, translate=self._)
        if judgement.exploded:
            return "bad", (when, self._(word), risk, self._("lost here"))
        decisive = self._judged is not None and judgement is self._judged.decisive
        return "text", (when, self._(word), risk, self._("the greatest risk") if decisive else "")

    def _look(self) -> None:
        if self._rows is not None and self._rows.at >= 0:
            MomentDialog(self.desk, self._asking, self._game[0], self._moments, at=self._rows.at, side=self._side)


class MomentDialog(Dialog):
    """One of some moments: the board as the player saw it, the risks, what was clicked, what was better."""

    CONTEXT: ClassVar[Context] = Context.VERDICT
    TITLE: ClassVar[str] = N_("Verdict")
    GROWS: ClassVar[bool] = True

    def __init__(
        self, desk: Desk, asking: Asking, layout: Layout, judgements: Sequence[Judgement], *, at: int, side: int
    ) -> None:
        """Shows a moment.

        Args:
            desk: where it lies.
            asking: finds the risks.
            layout: the mines.
            judgements: the moments.
            at: which of them.
            side: the size of a cell in pixels.
        """
        super().__init__(desk)
        self._asking, self._layout, self._judgements = asking, layout, judgements
        self._at, self._side = at, side
        self._risks: bytes | None = None
        self._elsewhere: float | None = None
        self._go(at, first=True)
        self.open()

    def build(self) -> None:
        """The board under what is said of it, and the signs."""
        self._head = self.label(self, "", wraplength=_WIDE)
        self._head.pack(side="top", anchor="w", pady=(0, 8))
        row = self.room(self)
        for name, sign in ((Name.STEP_BACK, "‹"), (Name.STEP, "›")):
            button = self.button(row, sign, lambda name=name: self.perform(name))  # type: ignore[misc]  # mypy infers none
            button.configure(takefocus=False, highlightthickness=0)
            button.pack(side="left", padx=(0, 4))
        self._foot = self.label(row, "", self.palette.muted)
        self._foot.pack(side="right")
        row.pack(side="bottom", fill="x", pady=(8, 0))
        signs = (
            (MARKED * Mark.CLICKED + CLOSED, self._("clicked")),
            (RISK + 30, self._("risk in %")),
            (RISK, self._("safe")),
            (RISK + 100, self._("mine")),
        )
        legend(self, signs).pack(side="bottom", anchor="w", pady=(8, 0))
        self._stage = Stage(self, self._scene(), side=self._side)
        self._stage.pack(side="top", fill="both", expand=True)
        self._tell()

    def close(self) -> None:
        """Asks no further."""
        self._asking.cancel("moment")
        super().close()

    def perform(self, name: Name) -> bool:
        """Goes to the next moment, or the one before."""
        if name in (Name.STEP, Name.STEP_BACK):
            self._go(self._at + (1 if name is Name.STEP else -1))
            return True
        return super().perform(name)

    def _scene(self) -> Scene:
        judgement = self._judgements[self._at]
        return Scene(judgement.before, self._layout, risks=self._risks, marks=moment_marks(judgement))

    def _go(self, at: int, *, first: bool = False) -> None:
        self._at = min(max(at, 0), len(self._judgements) - 1)
        self._risks = self._elsewhere = None
        before = self._judgements[self._at].before
        if before.opened:
            seen = view(before, self._layout)
            self._asking.ask("moment", thinking.risks, seen, then=self._weighed, failed=lambda: None)
        if not first:
            self._tell()

    def _weighed(self, found: tuple[bytes, bytes, float | None]) -> None:
        self._risks, _, self._elsewhere = found
        self._tell()

    def _tell(self) -> None:
        judgement = self._judgements[self._at]
        when, word, risk = moment_columns(judgement, translate=self._)
        told = self.desk.manner.translator.tell(moment_words(judgement))
        if judgement.exploded:
            told = after(told, self._("It was a mine."), translate=self._)
        self._head.configure(text=f"{when} · {self._(word)} · {risk}\n{told}")
        place = f"{self._at + 1}/{len(self._judgements)}"
        if self._elsewhere is not None:
            place = self._("elsewhere {percent} %").format(percent=percent(self._elsewhere)) + " · " + place
        self._foot.configure(text=place)
        self._stage.board.point(*judgement.before.geometry.xy(judgement.targets[0]))
        self._stage.board.show(self._scene())
