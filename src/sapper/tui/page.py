"""A screen that is read or filled in: a title, a body that scrolls, and the keys that work here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget

from sapper.controls.actions import Name
from sapper.tui.base import SapperScreen
from sapper.tui.key_parts import key_parts
from sapper.tui.line import Line, Look, Part


class Page(SapperScreen, inherit_bindings=True):
    """A page.

    Attributes:
        KEYS: the actions that the bottom line names.
    """

    KEYS: ClassVar[tuple[Name, ...]] = (Name.BACK, Name.HELP)
    BINDINGS: ClassVar[list[BindingType]] = [("tab", "app.focus_next"), ("shift+tab", "app.focus_previous")]
    DEFAULT_CSS = """
    Page { layout: vertical; overflow: hidden; align: center top; }
    Page #page-title { dock: top; margin: 0; }
    Page #page-footer { dock: bottom; }
    Page #body { width: 1fr; height: 1fr; padding: 1 2; background: $background; scrollbar-size: 1 1;
        scrollbar-color: $frame; scrollbar-background: $background;
    }
    Page .heading { color: $accent; text-style: bold; height: 1; }
    Page .fault { color: $error; height: auto; }
    Page .muted { color: $muted; height: auto; }
    Page OptionList {
        border: none; background: $background; padding: 0; height: auto; max-height: 100%; scrollbar-size: 1 1;
        scrollbar-color: $frame; scrollbar-background: $background;
    }
    Page OptionList > .option-list--option-highlighted { background: $frame; color: $foreground; text-style: bold; }
    Page OptionList:focus > .option-list--option-highlighted { background: $accent; color: $background; }
    Page OptionList:focus { border: none; background-tint: $background 0%; }
    Page Input { border: none; height: 1; padding: 0 1; background: $panel; }
    Page Input:focus { border: none; background: $frame; }
    """

    def heading(self) -> str:
        """What the page is called, translated."""
        return ""

    def aside(self) -> str:
        """What stands at the right end of the title, translated."""
        return ""

    def body(self) -> Iterable[Widget]:
        """The widgets of the page."""
        return ()

    def fill(self) -> None:
        """Writes the words of the body, in the language and colours of the moment."""

    def keys(self) -> tuple[Name, ...]:
        """Those of the actions that there is something for now."""
        return self.KEYS

    def hints(self) -> list[Part]:
        """More of the bottom line, before the keys that every page has."""
        return []

    def compose(self) -> ComposeResult:
        """Title, body, keys."""
        app = self.sapper
        self._title = Line(lambda: app.palette, id="page-title")
        self._footer = Line(lambda: app.palette, id="page-footer")
        yield self._title
        with VerticalScroll(id="body", can_focus=self.reads()):
            yield from self.body()
        yield self._footer

    def reads(self) -> bool:
        """Whether the page itself takes the keys for scrolling, having nothing else to do with them."""
        return True

    def on_mount(self) -> None:
        """Writes the lines; a page that is read takes the keys for scrolling."""
        self.describe()
        if self.reads():
            self.query_one("#body").focus()

    def describe(self) -> None:
        """Writes title and keys."""
        self._title.say(
            [Part(" "), Part(self.heading(), Look.STRONG)],
            (),
            [Part(self.aside(), Look.MUTED), Part(" ")],
        )
        self._footer.say([*self.hints(), *key_parts(self.sapper, self.keys())])

    def redraw_lines(self) -> None:
        """Writes title and keys again, and draws them even where the words are the same: colours may have changed."""
        self.describe()
        self._title.refresh()
        self._footer.refresh()

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Shows a sentence in the bottom line until something else is shown there; where there is none yet, later."""
        if not self.is_mounted:
            self.call_after_refresh(self.tell, text, warning=warning)
            return
        self._footer.say([Part(" "), Part(text, Look.WARNING if warning else Look.ACCENT)])

    def retell(self) -> None:
        """Writes everything again; whoever has the keys keeps them."""
        self.redraw_lines()
        self.fill()
