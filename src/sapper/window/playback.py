"""The window in which a recorded game is watched: played, paused, stepped, sought. It reads no history."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from typing import ClassVar

from sapper.controls.actions import Context, Name
from sapper.controls.watching import directed
from sapper.errors import N_
from sapper.showing.figures import exact
from sapper.showing.reel import Projector, Reel
from sapper.showing.tallies import RESULT_WORDS
from sapper.showing.words import board_words, timed
from sapper.store import GameRecord
from sapper.window.dialog import Desk, Dialog
from sapper.window.stage import Stage

_FRAME_MS = 50
_SIGNS = {
    Name.SEEK_START: "|«",
    Name.SEEK_BACK: "«",
    Name.STEP_BACK: "‹",
    Name.PLAY: "",
    Name.STEP: "›",
    Name.SEEK_FORWARD: "»",
    Name.SEEK_END: "»|",
    Name.SLOWER: "−",
    Name.FASTER: "+",
}
"""The buttons; what stands on the one for playing depends."""
_TRACK = 14


class Track(tk.Canvas):
    """The line of time; a click or a drag goes there."""

    def __init__(self, parent: tk.Misc, *, on_seek: Callable[[float], None]) -> None:
        super().__init__(parent, height=_TRACK, borderwidth=0, highlightthickness=0, cursor="hand2")
        self._done = self.create_rectangle(0, 0, 0, _TRACK, width=0)
        self._part = 0.0
        for event in ("<ButtonPress-1>", "<B1-Motion>"):
            self.bind(event, lambda event: on_seek(min(max(event.x / max(self.winfo_width() - 1, 1), 0.0), 1.0)))
        self.bind("<Configure>", lambda _: self.show(self._part))

    def colour(self, done: str, rest: str) -> None:
        """Colours it."""
        self.configure(background=rest)
        self.itemconfigure(self._done, fill=done)

    def show(self, part: float) -> None:
        """So much is over, from 0 to 1."""
        self._part = part
        self.coords(self._done, 0, 0, self.winfo_width() * part, _TRACK)


class PlaybackDialog(Dialog):
    """A recorded game."""

    CONTEXT: ClassVar[Context] = Context.PLAYBACK
    TITLE: ClassVar[str] = N_("Playback")
    GROWS: ClassVar[bool] = True

    def __init__(self, desk: Desk, record: GameRecord, reel: Reel, *, side: int) -> None:
        """Begins to play a game.

        Args:
            desk: where it lies.
            record: what the history says of it.
            reel: the game.
            side: the size of a cell in pixels.
        """
        super().__init__(desk)
        self._record, self._side = record, side
        self._projector = Projector(reel)
        self._timer = ""
        self._projector.play(time.monotonic())
        self.open()

    def build(self) -> None:
        """The board, the line of time over its buttons, and what is told of both."""
        palette = self.palette
        head = self.room(self)
        words = board_words(self._record.setup.params, translate=self._)
        result = f"{self._(RESULT_WORDS[self._record.result])} {timed(exact(self._record.time_ms), translate=self._)}"
        self.label(head, f"{words} · {result}").pack(side="left")
        self._counter = self.label(head, "", palette.accent)
        self._counter.pack(side="right")
        head.pack(side="top", fill="x", pady=(0, 8))
        self._buttons().pack(side="bottom", fill="x", pady=(8, 0))
        self._track = Track(self, on_seek=self._seek)
        self._track.colour(palette.accent, palette.closed)
        self._track.pack(side="bottom", fill="x", pady=(8, 0))
        stage = Stage(self, self._projector.reel.scene, side=self._side)
        stage.pack(side="top", fill="both", expand=True)
        self.board = stage.board
        self.board.mouse.on_touch = lambda: self._act(Name.PLAY)
        self._show()

    def _buttons(self) -> tk.Frame:
        row = self.room(self)
        for name, sign in _SIGNS.items():
            button = self.button(row, sign, lambda name=name: self._act(name))  # type: ignore[misc]  # mypy infers none
            # Keys mean the same whatever was clicked last.
            button.configure(takefocus=False, highlightthickness=0, padx=8)
            button.pack(side="left", padx=(0, 4))
            if name is Name.PLAY:
                self._play_button = button
        self._clock = self.label(row, "", self.palette.muted)
        self._clock.pack(side="right")
        return row

    def close(self) -> None:
        """Stops, and closes it."""
        if self._timer:
            self.after_cancel(self._timer)
        super().close()

    def perform(self, name: Name) -> bool:
        """Carries out an action of playback."""
        if not directed(name, self._projector, now=time.monotonic()):
            return super().perform(name)
        self._show()
        return True

    def _act(self, name: Name) -> None:
        self.perform(name)

    def _seek(self, part: float) -> None:
        self._projector.reel.seek(part * self._projector.reel.length_ms)
        self._show()

    def _show(self) -> None:
        """The moment that has come."""
        reel = self._projector.reel
        frame = reel.frame
        if frame.at is not None:
            self.board.point(*frame.at)
        self.board.show(reel.scene)
        self._track.show(reel.part)
        playing = self._projector.is_playing
        word = self._("playing") if playing else self._("paused")
        self._counter.configure(text=f"{frame.position.counter} · {word} {self._projector.speed:g}×")
        self._clock.configure(text=f"{exact(reel.ms)} / {timed(exact(reel.length_ms), translate=self._)}")
        self._play_button.configure(text="||" if playing else "▶")
        if playing and not self._timer:
            self._timer = self.after(_FRAME_MS, self._tick)

    def _tick(self) -> None:
        self._timer = ""
        self._projector.tick(time.monotonic())
        self._show()
