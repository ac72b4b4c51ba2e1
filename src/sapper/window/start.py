"""Opens the window, or says in a sentence why there can be none. Knows nothing of what is in it."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from sapper.errors import N_, SapperError

if TYPE_CHECKING:
    import tkinter as tk
    from collections.abc import Callable

_LOOK_MS = 200
"""How often signals are looked for, which reach Python only when it runs."""


class NoWindowError(SapperError):
    """There is nothing to open a window with, or nowhere to open it."""


def open_root() -> tk.Tk:
    """An empty window.

    Raises:
        NoWindowError: Tk or a display is missing.
    """
    try:
        import tkinter as tk
    except ImportError:
        raise NoWindowError(
            N_("this Python has no Tk to open a window with (on Debian and Ubuntu: apt install python3-tk)")
        ) from None
    try:
        return tk.Tk(className="sapper")
    except tk.TclError:
        raise NoWindowError(
            N_("there is no display to open a window on; in a terminal there is: sapper play")
        ) from None


def run(root: tk.Tk, *, leave: Callable[[], None]) -> int:
    """Shows the window until it is closed; a signal that ends programs leaves it in good order.

    Returns:
        The exit status: 0, or 128 and the number of the signal.
    """
    status = 0

    def look() -> None:
        root.after(_LOOK_MS, look)

    def ended(number: int, _: object) -> None:
        nonlocal status
        status = 128 + number
        root.after(0, leave)  # not when idle: a callback that brings the window up to date would lose it halfway

    for number in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, ended)
    look()
    root.mainloop()
    return status
