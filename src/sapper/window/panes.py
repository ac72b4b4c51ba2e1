"""What is in the window: header, board, lines and menus, kept in step with the game. It asks nothing of the game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from sapper.controls.cursor import left_at
from sapper.controls.gestures import Manners
from sapper.showing.rows import Scene
from sapper.showing.spread import STEP_S, Spread
from sapper.window import telling
from sapper.window.board import BAR, USUAL_SIDE, Board, fitting_side
from sapper.window.footer import Footer
from sapper.window.header import Header
from sapper.window.menus import Choices, Menus, State
from sapper.window.play import Play
from sapper.window.preferences import Preferences
from sapper.window.telling import Helped, Told, Tone
from sapper.window.timers import Timers

_NOTICE_MS = 6000
_SCREEN_PART = 0.9
"""How much of the screen the window may take by itself."""
_LEAST_WIDTH = 360
_BESIDE = 16
"""What is left and right of the board, in pixels."""


class Panes:
    """Everything in the window.

    Attributes:
        board: the board.
        flag_mode: whether left marks.
        usual: the size of a cell that is not zoomed, in pixels: smaller where a board is to fit on the screen.
    """

    def __init__(
        self,
        root: tk.Tk,
        own: Preferences,
        play: Play,
        *,
        choices: Choices,
        timers: Timers,
        on_face: Callable[[], None],
    ) -> None:
        """Puts everything in its place.

        Args:
            root: an empty window.
            own: what the player has set.
            play: the game.
            choices: what the menus call.
            timers: for what is shown for a while.
            on_face: called when the face is pressed.
        """
        self.flag_mode = False
        self._root, self._own, self._play, self._timers = root, own, play, timers
        self._notice: tuple[str, Tone] | None = None
        self._spread = Spread()
        self._lines_high = 10**6
        self._sharp = self.usual = round(USUAL_SIDE * max(root.winfo_fpixels("1i") / 96, 1.0))
        self._header = Header(root, on_face=on_face)
        self.board = Board(root, self._scene, shades=own.shades, side=self.usual)
        self._footer = Footer(root)
        self._header.pack(side="top", fill="x", padx=8, pady=(8, 6))
        self._footer.pack(side="bottom", fill="x")
        self.board.pack(side="top", fill="both", expand=True, padx=8)
        self.board.on_scroll = self.title
        self._menus = Menus(root, choices)
        self.wear()

    def _(self, text: str) -> str:
        return self._own.translator.gettext(text)

    @property
    def _scene(self) -> Scene:
        scene = self._play.scene
        # What the marks tell comes once the mines are there.
        return scene if self._spread.ring is None else scene._replace(truth=self._spread.ring, marks={})

    # The game

    def begin(self) -> None:
        """Another game, from its start or from where it was left."""
        game = self._play.game
        self.skip()
        self._notice = None
        self.behave()
        self.board.begin(self._scene, cursor=left_at(game))
        # The menu bar first: put in later, it would take its height from the board where a window manager is.
        self.describe()
        is_zoomed = self.board.side != self.usual
        self.usual = fitting_side(game.params, self._room(), usual=self._sharp)
        if not is_zoomed:
            self.board.resize(self.usual)
        self.fit()
        self.title()

    def move(self, changed: int | None) -> None:
        """These cells have changed, or any of them, and the game goes on; what was said of it before is over."""
        if self._notice is not None and self._notice[1] is not Tone.WARNING:
            self._notice = None
        self.board.show(self._scene, changed=changed)
        self._header.counter.show(self._play.game.position.counter)
        self.look_up()
        self.lines()

    def advise(self) -> None:
        """Help has something else to say: the cursor goes to the nearest cell that it names."""
        self._notice = None
        if (target := self._play.counsel.target_near(*self.board.cursor)) is not None:
            self.board.point(*target)
        self.board.show(self._scene)
        self.lines()

    def point(self, x: int, y: int) -> None:
        """Puts the cursor on a cell."""
        self.board.point(x, y)
        if self._play.counsel.shows_risks:
            self.lines()

    def turn(self) -> None:
        """All of it may look different."""
        self._notice = None
        self.board.mouse.let_go()
        self._spread.stop()
        self.behave()
        self.board.show(self._scene)
        self.describe()

    def explode(self) -> None:
        """The game has just been lost: the mines open outward from the one that exploded."""
        self._notice = None
        self._spread.begin(self._play.game.position, window=self.board.cells_in_sight())
        self.board.mouse.let_go()
        self.behave()
        self.board.show(self._scene)
        self.describe()
        self._timers.after("spread", round(STEP_S * 1000), self._explode_on)

    def _explode_on(self) -> None:
        going = self._spread.step()
        self.board.show(self._scene)
        if going:
            self._timers.after("spread", round(STEP_S * 1000), self._explode_on)
        else:
            self.lines()

    def skip(self) -> bool:
        """Ends the animation, if there is one."""
        going = self._spread.ring is not None
        if going:
            self._timers.stop("spread")
            self._spread.stop()
            self.board.show(self._scene)
            self.lines()
        return going

    def behave(self) -> None:
        """The mouse follows settings and game."""
        mouse = self.board.mouse
        mouse.pointer.manners = Manners(
            left_chords=self._own.settings.left_click_chords,
            flag_mode=self.flag_mode,
            switches=self._play.game.switches,
        )
        mouse.takes_moves = self._play.takes_moves

    # Looks

    def wear(self) -> None:
        """Puts the palette on everything."""
        palette = self._own.palette
        self._root.configure(background=palette.ground)
        self._header.colour(palette)
        self._footer.colour(palette)
        self.board.colour(ground=palette.ground, bar=palette.closed, groove=palette.panel, cursor=palette.cursor)
        self.board.restyle(self._own.shades)

    def zoom(self, side: int) -> None:
        """Cells of another size."""
        self.board.resize(side)
        self.fit()
        self.title()

    def _room(self) -> tuple[int, int]:
        """The width and height that the screen has for the board."""
        self._root.update_idletasks()
        wide = int(self._root.winfo_screenwidth() * _SCREEN_PART)
        tall = int(self._root.winfo_screenheight() * _SCREEN_PART)
        return wide - _BESIDE, tall - self._around

    @property
    def _around(self) -> int:
        """The height of what is over and under the board."""
        return self._header.winfo_reqheight() + self._footer.winfo_reqheight() + 14

    def fit(self) -> None:
        """Gives the window the size of what is in it, as far as the screen has room."""
        (wide, tall), room = self.board.full_size, self._room()
        # A bar takes room where the board does not go in the other way.
        wide, tall = wide + BAR * (tall > room[1]), tall + BAR * (wide > room[0])
        wide, tall = min(max(wide, _LEAST_WIDTH - _BESIDE), room[0]), min(tall, room[1])
        self._lines_high = self._footer.winfo_reqheight()
        self._root.geometry(f"{wide + _BESIDE}x{tall + self._around}")
        self._root.minsize(min(_LEAST_WIDTH, room[0] + _BESIDE), self._around + 80)

    # Words

    def describe(self) -> None:
        """Writes everything that is not the board."""
        game, own = self._play.game, self._own
        self._header.counter.show(game.position.counter)
        self.look_at_clock()
        self.look_up()
        self.title()
        self.lines()
        state = State(game.params, game.switches.policy, own.settings, self.flag_mode)
        self._menus.show(state, translator=own.translator, palette=own.palette, keymap=own.keymap)

    def look_at_clock(self) -> None:
        """Shows the second that it is."""
        self._header.clock.show(self._play.game.elapsed_ms // 1000)

    def tick(self) -> None:
        """Another second."""
        self.look_at_clock()
        if self._own.settings.live_statistics:
            self.lines()

    def look_up(self) -> None:
        """The face follows the game and the mouse."""
        self._header.face.show(telling.mood(self._play.game, held=bool(self.board.mouse.pointer.held)))

    def title(self) -> None:
        """The title says which part is shown."""
        self._root.title(telling.title(self._told(), self.board.part_in_sight(), translate=self._))

    def lines(self) -> None:
        """The lines under the board."""
        told = self._told()
        self._footer.explain(telling.signs(told, translate=self._), shades=self._own.shades)
        text, tone = self._notice or telling.sentence(told, keymap=self._own.keymap, translator=self._own.translator)
        self._footer.say(text, colour=getattr(self._own.palette, tone), aside=telling.aside(told, translate=self._))
        self._root.update_idletasks()
        if self._footer.winfo_reqheight() > self._lines_high:
            # Words that need more lines are not to take them from the board.
            self.fit()

    def _told(self) -> Told:
        play, counsel, live = self._play, self._play.counsel, self._own.settings.live_statistics
        helped = Helped(
            None if self._spread.ring is not None else counsel.words,
            counsel.is_thinking,
            counsel.shows_risks,
            counsel.risk_at(*self.board.cursor),
            counsel.elsewhere,
            counsel.has_missed,
        )
        return Told(
            play.game, play.progress, play.standing, play.table.day, play.is_dealing, self.flag_mode, live, helped
        )

    def say(self, text: str, tone: Tone) -> None:
        """Shows a sentence for a while."""
        self._notice = (text, tone)
        self._timers.after("notice", _NOTICE_MS * (1 + (tone is Tone.WARNING)), self._unsay)
        self.lines()

    def _unsay(self) -> None:
        self._notice = None
        self.lines()
