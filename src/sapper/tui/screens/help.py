"""The help screen, from the registry: all keys of where the player was, or the few that a first game needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import events
from textual.widget import Widget
from textual.widgets import Static

from sapper.controls.actions import Context, Name
from sapper.controls.help import MOUSE, Section, first_section, sections
from sapper.errors import N_
from sapper.tui.base import key_of
from sapper.tui.line import Line
from sapper.tui.page import Page

_GOAL = (
    N_("Open every cell that is no mine."),
    N_("A number says how many mines touch its cell: flag those, and open the rest."),
)


_STAY = (Name.LANGUAGE, Name.THEME, Name.SUSPEND, Name.LEAVE)
"""What can be asked for without leaving the first-run help."""


class HelpScreen(Page):
    """Help."""

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK, Name.LANGUAGE, Name.THEME)
    DEFAULT_CSS = "HelpScreen #body { padding: 0 1; }"

    def __init__(self, context: Context | None, *, first: bool = False) -> None:
        """Help for a context; for the first game any key closes it."""
        super().__init__()
        self._told = context or Context.BOARD
        self._first = first

    def heading(self) -> str:
        """The title."""
        return self._("Welcome to sapper") if self._first else self._("Help")

    def aside(self) -> str:
        """How to get on."""
        return self._("any key starts the game") if self._first else ""

    def body(self) -> Iterable[Widget]:
        """One text, laid out for the width of the window."""
        yield Static(self._text(), id="help-text", markup=False)

    def on_resize(self) -> None:
        """Lays the text out anew."""
        self.fill()

    def fill(self) -> None:
        """Writes the text."""
        for text in self.query(Static):
            text.update(self._text())

    def typed(self, event: events.Key) -> None:
        """The first-run help goes away at any key that means nothing more than that."""
        action = self.sapper.keymap.action(self.CONTEXT, key_of(event))
        stays = event.key == "ctrl+c" or (action is not None and action.name in _STAY)
        if self._first and not stays:
            event.stop()
            event.prevent_default()
            self.sapper.perform(Name.BACK)
        else:
            super().typed(event)

    def on_click(self, event: events.Click) -> None:
        """And at any click but those on its lines, which ask for something."""
        if self._first and not isinstance(event.widget, Line):
            self.sapper.perform(Name.BACK)

    def _text(self) -> Text:
        width = max(self.app.size.width - 3, 26)
        text = Text()
        if self._first:
            for sentence in _GOAL:
                text.append(f"{self._(sentence)}\n")
            told = [first_section(self.sapper.keymap), MOUSE]
        else:
            told = sections(self.sapper.keymap, self._told)
        blocks = [self._section(section) for section in told]
        if self._first:
            text.append("\n")
        for line in _beside(blocks, width):
            text.append_text(line)
            text.append("\n")
        return text

    def _section(self, section: Section) -> list[Text]:
        accent, muted = self.sapper.palette.accent, self.sapper.palette.muted
        lines = [Text(self._(section.title), style=f"bold {accent}")]
        names = [self.sapper.spelled(row.keys) for row in section.rows]
        wide = min(max(map(cell_len, names)), 17)
        for name, row in zip(names, section.rows, strict=True):
            line = Text()
            line.append(
                set_cell_size(name, wide) if cell_len(name) <= wide else name,
                style="bold",
            )
            line.append("  " + self._(row.text), style=muted)
            lines.append(line)
        return lines


def _beside(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """The blocks in two columns of about the same height, none of them torn; in one where the window is narrow."""
    total = sum(map(len, blocks))
    left: list[Text] = []
    right: list[Text] = []
    for block in blocks:
        (left if not right and len(left) + len(block) // 2 <= total / 2 else right).extend(block)
    wide = max(cell_len(line.plain) for line in left)
    if wide + 3 + max((cell_len(line.plain) for line in right), default=0) > width:
        return left + right
    lines = []
    for number in range(max(len(left), len(right))):
        line = Text()
        if number < len(left):
            line.append_text(left[number])
        if number < len(right):
            line.append(" " * (wide + 3 - cell_len(line.plain)))
            line.append_text(right[number])
        lines.append(line)
    return lines
