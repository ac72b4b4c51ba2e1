"""The playback screen: a recorded game, played, paused, stepped and sought, and the hand that plays it."""

from __future__ import annotations

import time
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from sapper.controls.actions import ACTIONS, Context, Name
from sapper.controls.watching import directed
from sapper.core.geometry import cells_of
from sapper.core.position import Outcome
from sapper.core.rules import chord_targets
from sapper.errors import plain
from sapper.showing import film
from sapper.showing.advice import percent
from sapper.showing.figures import Figures, exact, measure
from sapper.showing.programme import Programme, Shown
from sapper.showing.reel import Frame, Projector, Reel
from sapper.showing.rows import Scene
from sapper.showing.words import board_words, timed
from sapper.tui.board_screen import BoardScreen
from sapper.tui.key_parts import key_parts
from sapper.tui.line import Line, Look, Part
from sapper.tui.weighing import Weighed, Weigher

_FRAME_S = 1 / 20
_REST_S = 2
"""How long a finished game stays before the next one begins by itself."""

_KEYS = (
    Name.PLAY,
    Name.STEP_BACK,
    Name.STEP,
    Name.SLOWER,
    Name.FASTER,
    Name.FILM_RISKS,
    Name.NEXT_FILM,
    Name.BACK,
    Name.HELP,
    Name.SEEK_BACK,
    Name.SEEK_FORWARD,
    Name.PREVIOUS_FILM,
)
"""What the footer names, the most useful first: as many as there is room for."""

_OUTCOMES = {Outcome.WON: Look.GOOD, Outcome.LOST: Look.BAD, Outcome.PLAYING: Look.WARNING}
_BOTH = film.LEFT | film.RIGHT


class Track(Line):
    """The line of time; a click or a drag goes there."""

    class Sought(Message):
        """A place was chosen, as a part of the whole."""

        def __init__(self, part: float) -> None:
            super().__init__()
            self.part = part

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Goes where the click is."""
        event.stop()
        self.capture_mouse()
        self._seek(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follows a button that is held."""
        if event.button:
            event.stop()
            self._seek(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Lets go."""
        event.stop()
        self.release_mouse()

    def _seek(self, event: events.MouseEvent) -> None:
        self.post_message(self.Sought(min(max(event.x / max(self.size.width - 1, 1), 0), 1)))


class PlaybackScreen(BoardScreen, inherit_bindings=False):
    """A recorded game, or several one after another."""

    CONTEXT: ClassVar[Context] = Context.PLAYBACK
    UNDER: ClassVar[tuple[str, ...]] = ("track", "figures")

    def __init__(self, shown: Shown, programme: Programme | None = None, *, speed: float = 1) -> None:
        """Shows a game from its start.

        Args:
            shown: the game.
            programme: what comes after it.
            speed: one of `showing.reel.SPEEDS`.
        """
        super().__init__()
        self._programme = programme
        self._timer: Timer | None = None
        self._rest: Timer | None = None
        self._weigher = Weigher(self, self._show)
        self._put_in(shown, speed)

    def _put_in(self, shown: Shown, speed: float) -> None:
        self._shown = shown
        self._projector = Projector(Reel(shown.film), speed=speed)
        self._frame = self._projector.reel.frame
        self._weighed: Weighed | None = None
        self._weigher.begin()
        self._progress = measure(shown.film.layout)

    def _line(self, name: str) -> Line:
        return Track(lambda: self.sapper.palette, id=name) if name == "track" else super()._line(name)

    def on_mount(self) -> None:
        """Shows the start and begins to play."""
        self.board.takes_moves = False
        self._begin()

    def _begin(self) -> None:
        self.place()
        self.board.begin(self.scene(), cursor=(0, 0))
        self._projector.play(time.monotonic())
        self._show()

    def on_screen_suspend(self) -> None:
        """Something comes over it: nobody would see it play."""
        self.suspend_play()

    def suspend_play(self) -> None:
        """Stops."""
        self._wait_no_more()
        self._projector.stop()
        self._show()

    # What is shown

    def scene(self) -> Scene:
        """The frame shown."""
        scene = self._projector.reel.scene
        return scene if self._weighed is None else scene._replace(risks=self._weighed.shares)

    def _show(self) -> None:
        self._follow()
        layout, before = self._shown.film.layout, (self._frame.position, self._weighed)
        frame = self._frame = self._projector.reel.frame
        self._weighed = self._weigher.weighed(frame.position, layout)
        geometry = frame.position.geometry
        if frame.at is None:
            self.board.point(*self.board.cursor, shown=False)
        else:
            self.board.point(*frame.at)
        if frame.position is not before[0] or self._weighed is not before[1]:
            self.board.show(self.scene())
        trail = (geometry.cell(x, y) for x, y in frame.trail if (x, y) != frame.at)
        self.board.trace(trail, pressed=_pressed(frame), sign=self._sign(frame.held))
        self.describe()

    def _sign(self, held: int) -> str:
        left, right, both, middle = self.sapper.glyphs.held
        if held & film.MIDDLE:
            return middle
        return {0: "", film.LEFT: left, film.RIGHT: right}.get(held, both)

    def describe(self) -> None:
        """Writes the lines."""
        self._describe_title()
        self._describe_status()
        self._describe_track()
        self._describe_figures()
        several = self._programme is not None and self._programme.has_several
        names = [name for name in _KEYS if several or name not in (Name.NEXT_FILM, Name.PREVIOUS_FILM)]
        leaves = len(self.app.screen_stack) == 1
        labels = {Name.BACK: ACTIONS[Name.QUIT].label} if leaves else {}
        self.footer_line.say(key_parts(self.sapper, names, labels=labels))

    def _describe_title(self) -> None:
        glyphs, layout = self.sapper.glyphs, self._shown.film.layout
        board = board_words(layout.params, times=glyphs.times, translate=self.sapper.translator.gettext)
        right = [Part(f"{self._shown.name} ", Look.PLAIN)] if self._shown.name else []
        if self._programme is not None and self._programme.place[1] > 1:
            number, count = self._programme.place
            right.append(Part(f"{number}/{count} ", Look.MUTED))
        left = [Part(" "), Part(self._("Playback"), Look.STRONG), Part(f" {glyphs.dot} {board}", Look.MUTED)]
        self.title_line.say(left, (), right)

    def _describe_status(self) -> None:
        glyphs, frame, projector = self.sapper.glyphs, self._frame, self._projector
        playing = projector.is_playing
        word = self._("playing") if playing else self._("paused")
        look = Look.GOOD if playing else Look.WARNING
        whole = timed(exact(self._shown.film.end_ms), translate=self._)
        self.status_line.say(
            [Part(f" {glyphs.flag} {frame.position.counter:>3} ", Look.CHIP)],
            [Part(f" {word} {projector.speed:g}{glyphs.times} ", look, Name.PLAY)],
            [Part(f" {exact(frame.clock_ms):>7} / {whole} ", Look.CHIP)],
        )

    def _describe_track(self) -> None:
        track = self.under_lines[0]
        width = max(track.size.width, 10)
        done = round(width * self._projector.reel.part)
        full, rest = self.sapper.glyphs.bar
        track.say([Part(full * done, Look.ACCENT), Part(rest * (width - done), Look.MUTED)])

    def _describe_figures(self) -> None:
        frame = self._frame
        held = frame.held
        both = bool(held & film.MIDDLE) or held == _BOTH
        down = (held == film.LEFT, held == film.RIGHT, both)
        buttons = []
        for name, count, pressed in zip("LRB", frame.clicks, down, strict=True):
            text = f"[{name}]{count}" if pressed else f" {name} {count}"
            buttons += [Part(f"{text} ", Look.ALERT if pressed else Look.CHIP), Part(" ")]
        self.under_lines[1].say(buttons, self._ending() or self._risk(), self._figures())

    def _ending(self) -> list[Part]:
        if not self._projector.reel.is_at_end:
            return []
        return [Part(self._(self._shown.result), _OUTCOMES[self._frame.position.outcome])]

    def _risk(self) -> list[Part]:
        """The risk of the cell under the pointer, or else of those that touch no number."""
        if self._weighed is None:
            return []
        at, position, elsewhere = self._frame.at, self._frame.position, self._weighed.elsewhere
        if at is not None and not position.is_opened(position.geometry.cell(*at)):
            chance = self._weighed.chances[position.geometry.cell(*at)]
            return [Part(self._("risk {percent} %").format(percent=percent(chance)), Look.WARNING)]
        if elsewhere is None:
            return []
        return [Part(self._("elsewhere {percent} %").format(percent=percent(elsewhere)), Look.MUTED)]

    def _figures(self) -> list[Part]:
        if self._progress is None:
            return []
        frame = self._frame
        done = self._progress.done(frame.position.opened)
        figures = Figures(frame.clock_ms, done, self._progress.total, sum(frame.clicks))
        text = self._("3BV {done}/{total} · {speed} 3BV/s · {efficiency} %").replace("·", self.sapper.glyphs.dot)
        values = {"speed": f"{figures.speed:.2f}", "efficiency": f"{figures.efficiency:.0f}"}
        return [Part(text.format(done=done, total=figures.total, **values), Look.MUTED)]

    # What is asked for

    def on_track_sought(self, message: Track.Sought) -> None:
        """A click on the line of time."""
        self._wait_no_more()
        reel = self._projector.reel
        reel.seek(message.part * reel.length_ms)
        self._show()

    def on_board_view_touched(self) -> None:
        """A click on the board plays, or pauses."""
        self.perform(Name.PLAY)

    def perform(self, name: Name) -> None:
        """Carries out an action of playback."""
        self._wait_no_more()
        if directed(name, self._projector, now=time.monotonic()):
            self._show()
        elif name is Name.FILM_RISKS:
            self._weigher.toggle(self._shown.film.layout)
            self._show()
            if self._weigher.is_on and self._frame.position.is_over:
                self.tell(self._("The game is over here: its risks are seen before its end."))
        elif name in (Name.NEXT_FILM, Name.PREVIOUS_FILM):
            self._turn(back=name is Name.PREVIOUS_FILM)
        else:
            super().perform(name)

    def _turn(self, *, back: bool = False) -> None:
        """Puts in the next game, or the one before."""
        self._wait_no_more()
        shown = None
        if self._programme is not None:
            known = len(self._programme.faults)
            shown = self._programme.turn(back=back)
            for path, fault in list(self._programme.faults.items())[known:]:
                self.tell(f"{plain(path.name)}: {self.sapper.translator.explain(fault)}", warning=True)
        if shown is None:
            self.tell(self._("There is no other recording."))
            return
        self._put_in(shown, self._projector.speed)
        self._begin()

    # Time

    def _follow(self) -> None:
        """The timer runs while the recording does."""
        if self._projector.is_playing and self._timer is None:
            self._timer = self.set_interval(_FRAME_S, self._advance)
        elif not self._projector.is_playing and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        self._projector.tick(time.monotonic())
        if not self._projector.is_playing and self._programme is not None and self._programme.has_more:
            self._rest = self.set_timer(_REST_S, self._turn)
        self._show()

    def _wait_no_more(self) -> None:
        if self._rest is not None:
            self._rest.stop()
            self._rest = None


def _pressed(frame: Frame) -> tuple[int, ...]:
    """The closed cells that look pressed in under the buttons that are down."""
    position, held = frame.position, frame.held
    if frame.at is None or not held or held == film.RIGHT or position.is_over:
        return ()
    cell = position.geometry.cell(*frame.at)
    own = position.closed & ~position.flagged & 1 << cell
    return tuple(cells_of(own if held == film.LEFT else own | chord_targets(position, cell)))
