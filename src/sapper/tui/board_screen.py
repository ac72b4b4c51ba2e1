"""What the screens with a board share: the board between lines, placed for the window, or a word where it is too small.

It knows no game: its subclasses say what is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.widget import Widget

from sapper.core.params import Params
from sapper.showing.rows import Scene
from sapper.tui.base import SapperScreen
from sapper.tui.board_view import BoardView
from sapper.tui.line import Line
from sapper.tui.painter import Painter
from sapper.tui.plan import LEAST_HEIGHT, LEAST_WIDTH, Plan, make_plan

_PANEL = 62
"""The lines around a small board are as wide as those around an Expert board."""


class TooSmall(Widget):
    """Stands for everything where the window has no room for a game."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(id="small")
        self.text = ""

    def render(self) -> str:
        """What the game needs."""
        return self.text


class BoardScreen(SapperScreen, inherit_bindings=False):
    """A board, a line at the top, one over it, some under it, one at the bottom.

    Attributes:
        UNDER: the ids of the lines under the board, the most important first.
        plan: where everything is; None while the window is too small.
    """

    UNDER: ClassVar[tuple[str, ...]] = ()
    DEFAULT_CSS = """
    BoardScreen { align: center middle; layout: vertical; overflow: hidden; }
    BoardScreen #title { dock: top; }
    BoardScreen #footer { dock: bottom; }
    BoardScreen #board { background: $background; }
    BoardScreen .framed { border: round $frame; }
    BoardScreen #small { display: none; width: 1fr; height: 1fr; content-align: center middle; text-align: center; }
    """

    def scene(self) -> Scene:
        """What the board shows now."""
        raise NotImplementedError

    def describe(self) -> None:
        """Writes every line; those that say the same as before cost nothing."""
        raise NotImplementedError

    def board_params(self) -> Params:
        """The size of the board."""
        return self.scene().position.params

    def compose(self) -> ComposeResult:
        """The lines and the board."""
        self.plan: Plan | None = None
        self._placed_for: tuple[object, ...] = ()
        self.title_line, self.status_line, self.footer_line = map(self._line, ("title", "status", "footer"))
        self.under_lines: Sequence[Line] = [self._line(name) for name in self.UNDER]
        self.board = BoardView(
            self.scene(),
            self._painter(2),
            id="board",
        )
        self._small = TooSmall()
        # Placed before anything is laid out, so that it is laid out once.
        self.place()
        yield from (
            self.title_line,
            self.status_line,
            self.board,
            *self.under_lines,
            self.footer_line,
            self._small,
        )

    def _line(self, name: str) -> Line:
        return Line(lambda: self.sapper.palette, id=name)

    def place(self) -> None:
        """Gives everything its place in the window."""
        size, params = self.app.size, self.board_params()
        window = size.width, size.height
        key = (window, params, self.sapper.settings.cells, self.sapper.translator.language)
        if key == self._placed_for:
            return
        self._placed_for = key
        cells, lines = self.sapper.settings.cells, len(self.UNDER)
        plan = make_plan(window, (params.width, params.height), cells=cells, lines=lines)
        self.plan = plan
        self._small.display = plan is None
        for widget in (self.title_line, self.status_line, self.board):
            widget.display = plan is not None
        for number, line in enumerate(self.under_lines):
            line.display = plan is not None and plan.info > number
        self.footer_line.display = plan is not None and plan.footer
        if plan is None:
            need = self._("sapper needs {width}x{height}; this window is {now}. Your game is safe.")
            self._small.text = need.format(
                width=LEAST_WIDTH,
                height=LEAST_HEIGHT,
                now=f"{size.width}x{size.height}",
            )
            self._small.refresh(layout=True)
            return
        wide = plan.width + 2 * plan.frame
        panel = min(max(wide, _PANEL), size.width)
        for line in (self.status_line, *self.under_lines):
            line.styles.width = panel
        self.board.set_class(plan.frame, "framed")
        self.board.styles.width = wide
        self.board.styles.height = plan.height + 2 * plan.frame
        self.board.styles.margin = (0, 0, 0, (panel - wide) // 2)
        if plan.columns != self.board.painter.columns:
            self.repaint()

    def _painter(self, columns: int) -> Painter:
        return Painter(self.sapper.glyphs, self.sapper.palette, columns, colourless=self.sapper.no_color)

    def repaint(self) -> None:
        """Draws the board with the glyphs, colours and columns of the moment."""
        columns = self.plan.columns if self.plan is not None else self.board.painter.columns
        self.board.restyle(self._painter(columns))

    def on_resize(self) -> None:
        """Places everything anew; what the mouse was about to do is off."""
        self.board.let_go()
        self.place()
        self.describe()
        self.call_after_refresh(self._settled)

    def _settled(self) -> None:
        self.board.reveal_cursor()
        self.describe()

    def retell(self) -> None:
        """Writes and draws everything again."""
        self.place()
        self.repaint()
        for line in self.query(Line):
            line.refresh()
        self.describe()
