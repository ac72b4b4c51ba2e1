"""The playback screen: a recorded game, played, paused, stepped and sought."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from sapper.controls.actions import ACTIONS, Context, Name
from sapper.session import Entry, Game
from sapper.showing.figures import exact
from sapper.showing.reel import Projector, Reel
from sapper.showing.rows import Scene
from sapper.showing.tallies import RESULT_WORDS
from sapper.showing.words import board_words
from sapper.store import GameRecord
from sapper.tui.board_screen import BoardScreen
from sapper.tui.line import Line, Look, Part

_FRAME_S = 1 / 20
_KEYS = (
    Name.PLAY,
    Name.STEP_BACK,
    Name.STEP,
    Name.SLOWER,
    Name.FASTER,
    Name.SEEK_BACK,
    Name.SEEK_FORWARD,
    Name.BACK,
    Name.HELP,
)


class Track(Line):
    """The line of time; a click goes there."""

    class Sought(Message):
        """A place was clicked, as a part of the whole."""

        def __init__(self, part: float) -> None:
            super().__init__()
            self.part = part

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Goes where the click is."""
        event.stop()
        self.post_message(self.Sought(event.x / max(self.size.width - 1, 1)))


class PlaybackScreen(BoardScreen, inherit_bindings=False):
    """A recorded game."""

    CONTEXT: ClassVar[Context] = Context.PLAYBACK
    UNDER: ClassVar[tuple[str, ...]] = ("track",)

    def __init__(self, record: GameRecord, game: Game, entries: Sequence[Entry]) -> None:
        """Shows a game from its start.

        Args:
            record: what the history says of it.
            game: the game before its first move, dealt.
            entries: what was done.
        """
        super().__init__()
        self._record = record
        self._projector = Projector(Reel(game, entries))
        self._timer: Timer | None = None

    def _line(self, name: str) -> Line:
        return Track(lambda: self.sapper.palette, id=name) if name == "track" else super()._line(name)

    def on_mount(self) -> None:
        """Shows the start and begins to play."""
        self.board.takes_moves = False
        self.place()
        self.board.begin(self.scene(), cursor=(0, 0))
        self._projector.play(time.monotonic())
        self._show()

    def scene(self) -> Scene:
        """The moment shown."""
        return self._projector.reel.scene

    def _show(self) -> None:
        self._follow()
        frame = self._projector.reel.frame
        if frame.at is not None:
            self.board.point(*frame.at)
        self.board.show(self.scene())
        self.describe()

    def describe(self) -> None:
        """Writes the lines."""
        record, glyphs = self._record, self.sapper.glyphs
        board = board_words(record.setup.params, times=glyphs.times, translate=self.sapper.translator.gettext)
        result = self._(RESULT_WORDS[record.result])
        ending = f"{result} {exact(record.time_ms)} s "
        self.title_line.say(
            [
                Part(" "),
                Part(self._("Playback"), Look.STRONG),
                Part(f" {glyphs.dot} {board}", Look.MUTED),
            ],
            (),
            [Part(ending, Look.MUTED)],
        )
        reel = self._projector.reel
        playing = self._projector.is_playing
        speed = f"{self._projector.speed:g}{glyphs.times}"
        word = self._("playing") if playing else self._("paused")
        self.status_line.say(
            [Part(f" {glyphs.flag} {reel.frame.position.counter:>3} ", Look.CHIP)],
            [
                Part(
                    f" {word} {speed} ",
                    Look.GOOD if playing else Look.WARNING,
                    Name.PLAY,
                )
            ],
            [Part(f" {exact(reel.ms):>7} / {exact(reel.length_ms)} s ", Look.CHIP)],
        )
        width = max(self.under_lines[0].size.width, 10)
        done = round(width * reel.part)
        full, rest = glyphs.bar
        self.under_lines[0].say([Part(full * done, Look.ACCENT), Part(rest * (width - done), Look.MUTED)])
        self.footer_line.say(
            [
                part
                for name in _KEYS
                for part in (
                    Part(f" {self.sapper.key(name)} ", Look.ACCENT, name),
                    Part(f"{self._(ACTIONS[name].label)} ", Look.MUTED, name),
                )
            ]
        )

    def on_track_sought(self, message: Track.Sought) -> None:
        """A click on the line of time."""
        reel = self._projector.reel
        reel.seek(message.part * reel.length_ms)
        self._show()

    def perform(self, name: Name) -> None:
        """Carries out an action of playback."""
        projector = self._projector
        match name:
            case Name.PLAY:
                if projector.is_playing:
                    projector.stop()
                else:
                    projector.play(time.monotonic())
            case Name.STEP | Name.STEP_BACK:
                projector.step(1 if name is Name.STEP else -1)
            case Name.FASTER | Name.SLOWER:
                projector.change_speed(1 if name is Name.FASTER else -1)
            case Name.SEEK_FORWARD | Name.SEEK_BACK:
                projector.seek_tenth(1 if name is Name.SEEK_FORWARD else -1)
            case Name.SEEK_START:
                projector.reel.seek_start()
            case Name.SEEK_END:
                projector.reel.step(len(projector.reel.frames))
            case _:
                super().perform(name)
                return
        self._show()

    def _follow(self) -> None:
        """The timer runs while the recording does."""
        if self._projector.is_playing and self._timer is None:
            self._timer = self.set_interval(_FRAME_S, self._advance)
        elif not self._projector.is_playing and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        self._projector.tick(time.monotonic())
        self._show()
