"""The playback screen: a recorded game, played, paused, stepped and sought."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from sapper.controls.actions import ACTIONS, Context, Name
from sapper.core.position import Outcome
from sapper.session import Entry, Game
from sapper.showing.figures import exact
from sapper.showing.rows import Scene
from sapper.showing.words import board_words
from sapper.store import GameRecord
from sapper.tui.board_screen import BoardScreen
from sapper.tui.line import Line, Look, Part
from sapper.tui.reel import Reel
from sapper.tui.screens.history import RESULT_WORDS

_FRAME_S = 1 / 20
_SPEEDS = (0.125, 0.25, 0.5, 1, 2, 4, 8, 16)
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
        self._reel = Reel(game, entries)
        self._speed = _SPEEDS.index(1)
        self._timer: Timer | None = None
        self._seen_at = 0.0

    def _line(self, name: str) -> Line:
        return Track(lambda: self.sapper.palette, id=name) if name == "track" else super()._line(name)

    def on_mount(self) -> None:
        """Shows the start and begins to play."""
        self.board.takes_moves = False
        self.place()
        self.board.begin(self.scene(), cursor=(0, 0))
        self._show()
        self._play()

    def scene(self) -> Scene:
        """The moment shown."""
        frame = self._reel.frame
        lost = frame.position.outcome is Outcome.LOST
        return Scene(frame.position, self._reel.game.layout, truth=lost)

    def _show(self) -> None:
        frame = self._reel.frame
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
        reel = self._reel
        playing = self._timer is not None
        speed = f"{_SPEEDS[self._speed]:g}{glyphs.times}"
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
        done = round(width * (reel.ms / reel.length_ms if reel.length_ms else 1))
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
        self._reel.seek(message.part * self._reel.length_ms)
        self._show()

    def perform(self, name: Name) -> None:
        """Carries out an action of playback."""
        reel, tenth = self._reel, max(self._reel.length_ms / 10, 1)
        match name:
            case Name.PLAY:
                if self._timer is not None:
                    self._stop()
                else:
                    if reel.is_at_end:
                        reel.seek_start()
                    self._play()
            case Name.STEP | Name.STEP_BACK:
                self._stop()
                reel.step(1 if name is Name.STEP else -1)
            case Name.FASTER | Name.SLOWER:
                change = 1 if name is Name.FASTER else -1
                self._speed = min(max(self._speed + change, 0), len(_SPEEDS) - 1)
            case Name.SEEK_FORWARD | Name.SEEK_BACK:
                reel.seek(reel.ms + (tenth if name is Name.SEEK_FORWARD else -tenth))
            case Name.SEEK_START:
                reel.seek_start()
            case Name.SEEK_END:
                reel.step(len(reel.frames))
            case _:
                super().perform(name)
                return
        self._show()

    def _play(self) -> None:
        self._seen_at = time.monotonic()
        if self._timer is None:
            self._timer = self.set_interval(_FRAME_S, self._advance)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        now = time.monotonic()
        self._reel.advance((now - self._seen_at) * 1000 * _SPEEDS[self._speed])
        self._seen_at = now
        if self._reel.is_at_end:
            self._stop()
        self._show()
