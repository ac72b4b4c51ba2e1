"""Things to be done later, each under a name: asking again under the same name puts it off. Knows nothing of them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable


class Timers:
    """What is still to be done."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._waiting: dict[str, str] = {}

    def after(self, name: str, ms: int, action: Callable[[], None]) -> None:
        """Does something in so many milliseconds, in place of what was to be done under that name."""
        self.stop(name)

        def act() -> None:
            del self._waiting[name]
            action()

        self._waiting[name] = self._root.after(ms, act)

    def stop(self, *names: str) -> None:
        """Does not do these any more; without a name none at all."""
        for name in names or tuple(self._waiting):
            if name in self._waiting:
                self._root.after_cancel(self._waiting.pop(name))
