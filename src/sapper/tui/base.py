"""What all screens share: keys become actions of the registry, and what no screen knows goes to the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from sapper.controls.actions import Context, Name
from sapper.tui.frames import Frames
from sapper.tui.line import Line
from sapper.tui.tight import TightCompositor

if TYPE_CHECKING:
    from sapper.tui.app import SapperApp


_PLAIN = Style.null()


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
        # Said at every release of the mouse, and there is no text to select.
        self.disable_messages(events.TextSelected)
        self._is_styled = False
        self._frames: Frames | None = None

    def update_node_styles(self, animate: bool = True) -> None:
        """Styles everything again: not when the screen is shown for the first time, styled only just now."""
        if self._is_styled:
            super().update_node_styles(animate)
        self._is_styled = True

    def get_style_at(self, x: int, y: int) -> Style:
        """No style: Textual draws a line anew for every event of the mouse, to find links in it, and there are none."""
        return _PLAIN

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Nothing, which is only asked for to select text."""
        return None, None

    @property
    def _update_timer(self) -> Timer:
        """What Textual asks to have the screen drawn."""
        if self._frames is None:
            self._frames = Frames(self)
        return self._frames

    @property
    def sapper(self) -> SapperApp:
        """The app, as what it is."""
        return cast("SapperApp", self.app)

    def _(self, text: str) -> str:
        """The text in the player's language."""
        return self.sapper.translator.gettext(text)

    def _screen_resized(self, size: Size) -> None:
        """Lays out for the size that the window has now.

        Textual answers every size that it has laid out with one more layout for that size: two of them on their way at
        once, as by a resize before the first layout, would replace each other for ever.
        """
        super()._screen_resized(self.app.size)

    def update_pointer_shape(self) -> None:
        """The pointer keeps its shape: no widget here asks for another, and looking costs at every click."""

    def on_key(self, event: events.Key) -> None:
        """A key that was typed while this screen closed, or another opened, goes to the one in front now."""
        if self.app.screen is self and not self.app._exit:
            self.typed(event)
        else:
            event.stop()
            event.prevent_default()
            self.app.post_message(events.Key(event.key, event.character))

    def typed(self, event: events.Key) -> None:
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
        """Writes everything again where it stands: the language, the glyphs or the colours have changed."""
        raise NotImplementedError

    def suspend_play(self) -> None:
        """Another screen comes over this one, or the program goes to sleep."""
