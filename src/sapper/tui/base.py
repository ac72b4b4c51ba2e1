"""What all screens share: keys become actions of the registry, and what no screen knows goes to the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.screen import Screen

from sapper.controls.actions import Context, Name
from sapper.tui.line import Line
from sapper.tui.tight import TightCompositor

if TYPE_CHECKING:
    from sapper.tui.app import SapperApp


def key_of(event: events.Key) -> str:
    """A key as `controls.keys` writes it."""
    character = event.character
    if character is not None and len(character) == 1 and character.isprintable() and character != " ":
        return character
    return event.key


class SapperScreen(Screen[None], inherit_bindings=False):
    """A screen of the game."""

    CONTEXT: ClassVar[Context] = Context.PAGE
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._compositor = TightCompositor()

    @property
    def sapper(self) -> SapperApp:
        """The app, as what it is."""
        return cast("SapperApp", self.app)

    def _(self, text: str) -> str:
        """The text in the player's language."""
        return self.sapper.translator.gettext(text)

    def on_key(self, event: events.Key) -> None:
        """A key that means something here is carried out."""
        key = key_of(event)
        if key == "ctrl+c":
            event.stop()
            self.tell(self._("Ctrl+C does not leave: press {key}").format(key=self.sapper.key(Name.LEAVE)))
            return
        action = self.sapper.keymap.action(self.CONTEXT, key)
        if action is not None:
            event.stop()
            event.prevent_default()
            self.perform(action.name)

    def on_line_chosen(self, message: Line.Chosen) -> None:
        """A click on a line asks for an action."""
        message.stop()
        self.perform(message.name)

    def perform(self, name: Name) -> None:
        """Carries out an action: those of this screen first."""
        self.sapper.perform(name)

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Shows a sentence for a while."""
        self.notify(text, severity="warning" if warning else "information", markup=False)

    def retell(self) -> None:
        """Writes everything again: the language, the glyphs or the colours have changed."""
        self.refresh(recompose=True)

    def suspend_play(self) -> None:
        """Another screen comes over this one, or the program goes to sleep."""
