"""The screen where level, size and first-click rule of a new game are chosen; every fault of a size is named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from sapper.controls.actions import Name
from sapper.core.params import LEVELS, Params, Policy, level_name
from sapper.errors import N_, ParamsError
from sapper.showing.sizes import FIELDS, size_of
from sapper.showing.words import LEVEL_WORDS, POLICY_WORDS, size_words
from sapper.tui.choice_list import ChoiceList
from sapper.tui.columns import padded
from sapper.tui.line import Look, Part
from sapper.tui.page import Page

_LEVELS = (*LEVELS, "custom")
_HEADINGS = (("level", N_("Level")), ("rule", N_("First click")), ("size", N_("Custom")))


class NewGameScreen(Page):
    """Level, size, first click."""

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK,)
    DEFAULT_CSS = """
    NewGameScreen #levels { width: 36; height: 7; }
    NewGameScreen #rules { width: 1fr; height: 7; }
    NewGameScreen Horizontal { height: auto; }
    NewGameScreen Vertical { height: auto; }
    NewGameScreen .label { width: auto; padding: 0 1 0 0; }
    NewGameScreen Input { width: 9; margin: 0 3 0 0; }
    NewGameScreen .narrow { layout: vertical; }
    NewGameScreen .narrow > Vertical { width: 1fr; }
    NewGameScreen #faults { margin: 1 0 0 0; }
    """

    def heading(self) -> str:
        """The title."""
        return self._("New game")

    def aside(self) -> str:
        """What happens to the game on the table."""
        return self._("the game on the table will be given up") if self.sapper.table.has_something_to_lose else ""

    def reads(self) -> bool:
        """The lists take the keys."""
        return False

    def hints(self) -> list[Part]:
        """The keys of lists and fields."""
        start, fields = self._("Start"), self._("next field")
        return [
            Part(" " + self._("Enter") + " ", Look.ACCENT, Name.NEW),
            Part(f"{start} ", Look.MUTED, Name.NEW),
            Part(" Tab ", Look.ACCENT),
            Part(f"{fields} ", Look.MUTED),
        ]

    def body(self) -> Iterable[Widget]:
        """Two lists, three fields."""
        game = self.sapper.table.game
        level_list = ChoiceList(*(Option("", id=name) for name in _LEVELS), id="level-list", markup=False)
        rule_list = ChoiceList(*(Option("", id=policy.value) for policy in Policy), id="rule-list", markup=False)
        level_list.highlighted = _LEVELS.index(level_name(game.params))
        rule_list.highlighted = list(Policy).index(game.switches.policy)
        with Horizontal(id="lists"):
            with Vertical(id="levels"):
                yield Static(id="level-heading", classes="heading")
                yield level_list
            with Vertical(id="rules"):
                yield Static(id="rule-heading", classes="heading")
                yield rule_list
        yield Static(id="size-heading", classes="heading")
        with Horizontal(id="fields"):
            for field, _ in FIELDS:
                yield Static(id=f"{field}-label", classes="label", markup=False)
                value = str(getattr(game.params, field))
                yield Input(value, id=field, max_length=9, select_on_focus=True)
        yield Static("", id="faults", classes="fault", markup=False)

    def fill(self) -> None:
        """Writes the words of lists and fields, and of the fault that was named."""
        for heading, word in _HEADINGS:
            self.query_one(f"#{heading}-heading", Static).update(self._(word))
        for field, word in FIELDS:
            self.query_one(f"#{field}-label", Static).update(f" {self._(word)}")
        levels, rules = self.query_one("#level-list", OptionList), self.query_one("#rule-list", OptionList)
        for number, name in enumerate(_LEVELS):
            params = LEVELS.get(name)
            size = self._("your own size") if params is None else size_words(params, times=self.sapper.glyphs.times)
            levels.replace_option_prompt_at_index(number, f" {padded(self._(LEVEL_WORDS[name]), 18)}{size}")
        for number, policy in enumerate(Policy):
            rules.replace_option_prompt_at_index(number, f" {self._(POLICY_WORDS[policy])}")
        if self.query_one("#faults", Static).content:
            self._custom()

    def on_mount(self) -> None:
        """The level first."""
        super().on_mount()
        self.fill()
        self.query_one("#level-list").focus()

    def on_resize(self) -> None:
        """Side by side where there is room."""
        self.query_one("#lists").set_class(self.app.size.width < 80, "narrow")

    def perform(self, name: Name) -> None:
        """Enter starts, wherever it is pressed."""
        if name is Name.NEW:
            self._start()
        else:
            super().perform(name)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "custom":
            self.query_one("#width", Input).focus()
        else:
            self._start()

    def focused_field(self) -> bool:
        """Whether a field of the custom size has the focus."""
        return isinstance(self.focused, Input)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._start()

    @on(Input.Changed)
    def _typed(self) -> None:
        """What is typed is a custom size, and its faults are named while it is typed."""
        if self.focused_field():
            self.query_one("#level-list", OptionList).highlighted = len(_LEVELS) - 1
            self._custom()

    def _custom(self) -> Params | None:
        faults = self.query_one("#faults", Static)
        try:
            params = size_of([self.query_one(f"#{field}", Input).value for field, _ in FIELDS])
        except ParamsError as error:
            faults.update("\n".join(map(self.sapper.translator.tell, error.reasons)))
            # Where the window is low, it would be named out of sight.
            self.call_after_refresh(faults.scroll_visible, animate=False)
            return None
        faults.update("")
        return params

    def _start(self) -> None:
        level = _LEVELS[self.query_one("#level-list", OptionList).highlighted or 0]
        policy = list(Policy)[self.query_one("#rule-list", OptionList).highlighted or 0]
        params = LEVELS.get(level) or self._custom()
        if params is None:
            return
        self.sapper.perform(Name.BACK)
        self.sapper.change(level=level if level in LEVELS else str(params), policy=policy.value)
        table = self.sapper.table
        self.sapper.play_screen.start(lambda: table.start(params, policy))
