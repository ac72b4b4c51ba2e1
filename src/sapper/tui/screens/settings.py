"""The settings screen: a row a setting, changed where it stands, in force at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sapper.config import choices
from sapper.controls.actions import Name
from sapper.core.params import LEVELS, Policy
from sapper.errors import N_
from sapper.i18n import LANGUAGES
from sapper.showing.words import LEVEL_WORDS, SHORT_POLICIES
from sapper.tui.line import Look, Part
from sapper.tui.page import Page

_ROWS = (
    ("language", N_("Language")),
    ("theme", N_("Theme")),
    ("glyphs", N_("Signs")),
    ("cells", N_("Cells")),
    ("level", N_("Level of a new game")),
    ("policy", N_("First click")),
    ("question_marks", N_("Question marks")),
    ("left_click_chords", N_("Left click on a number chords")),
    ("mouse", N_("Mouse")),
    ("live_statistics", N_("Figures during the game")),
    ("loss_animation", N_("Mines open one after another")),
)
_WORDS = {
    "auto": N_("automatic"),
    "unicode": N_("Unicode"),
    "ascii": N_("ASCII"),
    "narrow": N_("one column"),
    "wide": N_("two columns"),
    "dark": N_("dark"),
    "light": N_("light"),
    "classic": N_("classic"),
    "high-contrast": N_("high contrast"),
    "colour-blind": N_("colour-blind safe"),
}


class SettingsScreen(Page):
    """Settings."""

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK,)

    def heading(self) -> str:
        """The title."""
        return self._("Settings")

    def reads(self) -> bool:
        """The list takes the keys."""
        return False

    def hints(self) -> list[Part]:
        """The keys of the list."""
        return [
            Part(" " + self._("Enter") + "/→ ", Look.ACCENT),
            Part(self._("next value") + " ", Look.MUTED),
        ]

    def body(self) -> Iterable[Widget]:
        """The list."""
        rows = OptionList(
            *(Option(self._row(name), id=name) for name, _ in _ROWS),
            id="settings",
            markup=False,
        )
        rows.highlighted = 0
        yield rows

    def on_mount(self) -> None:
        """The list takes the keys."""
        super().on_mount()
        self.query_one(OptionList).focus()

    def retell(self) -> None:
        """Writes the rows again where they stand."""
        rows = self.query_one(OptionList)
        for number, (name, _) in enumerate(_ROWS):
            rows.replace_option_prompt_at_index(number, self._row(name))
        self.redraw_lines()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._turn(str(event.option.id), 1)

    def on_key(self, event: events.Key) -> None:
        """Left and right turn the value."""
        rows = self.query_one(OptionList)
        if event.key in ("left", "right", "space") and rows.highlighted is not None:
            event.stop()
            event.prevent_default()
            self._turn(_ROWS[rows.highlighted][0], -1 if event.key == "left" else 1)
        else:
            super().on_key(event)

    def _turn(self, name: str, step: int) -> None:
        value = getattr(self.sapper.settings, name)
        if isinstance(value, bool):
            self.sapper.change(**{name: not value})
        else:
            words = choices(name)
            at = words.index(value) if value in words else -1
            self.sapper.change(**{name: words[(at + step) % len(words)]})
        self.retell()

    def _row(self, name: str) -> Text:
        label = self._(dict(_ROWS)[name])
        text = Text(f" {label}{' ' * max(34 - cell_len(label), 1)}")
        text.append(self._value(name))
        return text

    def _value(self, name: str) -> str:
        value = getattr(self.sapper.settings, name)
        if isinstance(value, bool):
            return self._("on") if value else self._("off")
        if name == "language":
            return LANGUAGES.get(value) or self._("as the system")
        if name == "level":
            return self._(LEVEL_WORDS[value]) if value in LEVELS else str(value)
        if name == "policy":
            return self._(SHORT_POLICIES[Policy(value)])
        return self._(_WORDS[value])
