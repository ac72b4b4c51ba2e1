"""What all windows over the game share: their place, language, colours and keys. Knows nothing of what is in them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from sapper.controls.actions import Context, Name
from sapper.controls.keys import Keymap
from sapper.i18n import Translator
from sapper.showing.palettes import Palette
from sapper.window.keys import pressed


class Manner(NamedTuple):
    """The language, colours and keys of the moment."""

    translator: Translator
    palette: Palette
    keymap: Keymap


class Desk:
    """What lies over the game's window: dialogs, one over another.

    Attributes:
        root: the game's window.
    """

    def __init__(
        self,
        root: tk.Tk,
        manner: Callable[[], Manner],
        *,
        perform: Callable[[Name], None],
        on_clear: Callable[[], None],
    ) -> None:
        """Nothing lies there yet.

        Args:
            root: the game's window.
            manner: tells the language, colours and keys.
            perform: carries out an action that is no dialog's own.
            on_clear: called when the last dialog has gone.
        """
        self.root = root
        self.perform = perform
        self._manner = manner
        self._on_clear = on_clear
        self._dialogs: list[Dialog] = []

    @property
    def manner(self) -> Manner:
        """The language, colours and keys of the moment."""
        return self._manner()

    @property
    def top(self) -> Dialog | None:
        """The dialog that has the keys."""
        return self._dialogs[-1] if self._dialogs else None

    def laid(self, dialog: Dialog) -> None:
        """A dialog comes over everything."""
        self._dialogs.append(dialog)

    def taken(self, dialog: Dialog) -> None:
        """A dialog has gone."""
        self._dialogs.remove(dialog)
        if self.top is None:
            self._on_clear()
        else:
            self.top.take_keys()

    def retell(self) -> None:
        """Language or colours have changed."""
        for dialog in self._dialogs:
            dialog.retell()


class Dialog(tk.Toplevel):
    """A window over the game's, which the keys for going back close.

    A subclass says in `build` what is in it, and calls `open` once it knows everything that this needs.
    """

    CONTEXT: ClassVar[Context] = Context.PAGE
    TITLE: ClassVar[str] = "sapper"
    """To be translated."""
    GROWS: ClassVar[bool] = False
    """Whether the player may give it another size."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.root, padx=16, pady=12)
        self.withdraw()
        self.desk = desk
        self._over: tk.Misc = desk.top or desk.root

    @property
    def palette(self) -> Palette:
        """The colours of the moment."""
        return self.desk.manner.palette

    def _(self, text: str) -> str:
        return self.desk.manner.translator.gettext(text)

    def build(self) -> None:
        """Puts everything in it."""
        raise NotImplementedError

    def open(self) -> None:
        """Shows it; it has all keys until it is closed."""
        over = self._over.winfo_toplevel()
        self.resizable(width=self.GROWS, height=self.GROWS)
        self.bind("<Key>", self._key)
        self.protocol("WM_DELETE_WINDOW", self.close)
        self.retell()
        self.update_idletasks()
        # Over the one that it belongs to, but with all of it on the screen.
        left = min(over.winfo_rootx() + 40, self.winfo_screenwidth() - self.winfo_reqwidth() - 10)
        top = min(over.winfo_rooty() + 40, self.winfo_screenheight() - self.winfo_reqheight() - 40)
        self.geometry(f"+{max(left, 0)}+{max(top, 0)}")
        if over.winfo_viewable():
            self.transient(over)
        self.deiconify()
        self.desk.laid(self)
        # A key that closes it, or the whole program, may come before it is seen.
        with suppress(tk.TclError):
            self.wait_visibility()
            if self.desk.top is self:
                self.take_keys()

    def retell(self) -> None:
        """Builds it anew, in the language and colours of the moment."""
        for child in self.winfo_children():
            child.destroy()
        self.title(self._(self.TITLE))
        self.configure(background=self.palette.ground)
        self.build()

    def take_keys(self) -> None:
        """Gets all keys and clicks."""
        self.grab_set()
        # Where no window manager gives the focus away, nothing else would bring the keys here.
        self.focus_force()

    def close(self) -> None:
        """Closes it."""
        self.destroy()
        self.desk.taken(self)

    def give_way(self, name: Name) -> None:
        """Closes it for another."""
        self.close()
        self.desk.perform(name)

    def perform(self, name: Name) -> bool:
        """Carries out an action of its own; False for all others."""
        if name is Name.BACK:
            self.close()
        return name is Name.BACK

    def _key(self, event: tk.Event[Any]) -> str | None:
        key = pressed(event)
        # What is typed into a field is text.
        if not key or (isinstance(event.widget, tk.Entry) and len(key) == 1):
            return None
        action = self.desk.manner.keymap.action(self.CONTEXT, key)
        if action is None:
            return None
        if not self.perform(action.name):
            self.desk.perform(action.name)
        return "break"

    # What dialogs are made of

    def label(self, parent: tk.Misc, text: str, colour: str = "", **options: Any) -> tk.Label:
        """A word or a sentence, still to be placed."""
        made = tk.Label(parent, text=text, anchor="w", justify="left", borderwidth=0, **options)
        made.configure(background=self.palette.ground, foreground=colour or self.palette.text)
        return made

    def room(self, parent: tk.Misc) -> tk.Frame:
        """Room for something, still to be placed."""
        return tk.Frame(parent, background=self.palette.ground, borderwidth=0)

    def button(self, parent: tk.Misc, text: str, action: Callable[[], object], **options: Any) -> tk.Button:
        """A button, still to be placed."""
        palette = self.palette
        made = tk.Button(parent, text=text, command=action, padx=12, **options)
        made.configure(background=palette.closed, foreground=palette.text, highlightbackground=palette.ground)
        made.configure(activebackground=palette.accent, activeforeground=palette.ground)
        made.configure(highlightcolor=palette.accent, highlightthickness=2, relief="flat", borderwidth=1)
        return made

    def buttons(self, *made: tuple[str, Callable[[], None]]) -> tk.Frame:
        """A row of buttons, still to be placed; the first one is also for Enter."""
        frame = self.room(self)
        for text, action in made:
            self.button(frame, text, action).pack(side="left", padx=(8, 0))
        self.bind("<Return>", lambda _: made[0][1]())
        return frame
