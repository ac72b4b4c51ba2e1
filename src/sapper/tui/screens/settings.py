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

from sapper.controls.actions import Name
from sapper.showing.options import OPTIONS, turned, value_words
from sapper.tui.choice_list import ChoiceList
from sapper.tui.line import Look, Part
from sapper.tui.page import Page


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
            Part(f" {self._('Enter')}/{self.sapper.spelled(['→'])} ", Look.ACCENT),
            Part(self._("next value") + " ", Look.MUTED),
        ]

    def body(self) -> Iterable[Widget]:
        """The list."""
        rows = ChoiceList(
            *(Option(self._row(name), id=name) for name in OPTIONS),
            id="settings",
            markup=False,
        )
        rows.highlighted = 0
        yield rows

    def on_mount(self) -> None:
        """The list takes the keys."""
        super().on_mount()
        self.query_one(OptionList).focus()

    def fill(self) -> None:
        """Writes the rows."""
        rows = self.query_one(OptionList)
        for number, name in enumerate(OPTIONS):
            rows.replace_option_prompt_at_index(number, self._row(name))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._turn(str(event.option.id), 1)

    def typed(self, event: events.Key) -> None:
        """Left and right turn the value."""
        rows = self.query_one(OptionList)
        if event.key in ("left", "right", "space") and rows.highlighted is not None:
            event.stop()
            event.prevent_default()
            self._turn(list(OPTIONS)[rows.highlighted], -1 if event.key == "left" else 1)
        else:
            super().typed(event)

    def _turn(self, name: str, step: int) -> None:
        self.sapper.change(**{name: turned(self.sapper.settings, name, step)})
        self.retell()

    def _row(self, name: str) -> Text:
        label = self._(OPTIONS[name])
        text = Text(f" {label}{' ' * max(34 - cell_len(label), 1)}")
        value = getattr(self.sapper.settings, name)
        text.append(value_words(name, value, translate=self.sapper.translator.gettext))
        return text
