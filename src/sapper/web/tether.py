"""Ends a game whose server is gone, however that ended. Knows neither the game nor the server."""

from __future__ import annotations

import os
import signal
import threading
import time

WEB_VARIABLE = "SAPPER_WEB"
"""Tells a game that it is played in a browser: the number of the server's process."""

_LOOK_S = 2.0


def server() -> int | None:
    """The process that shows this game in a browser; None where none does."""
    told = os.environ.get(WEB_VARIABLE, "")
    return int(told) if told.isascii() and told.isdecimal() else None


def tie(to: int) -> None:
    """Has a signal end this process, as a server would end it, once it is no longer that one's child."""

    def watch() -> None:
        while os.getppid() == to:
            time.sleep(_LOOK_S)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="tether", daemon=True).start()
