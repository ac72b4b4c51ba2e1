"""Has things worked out in the background while the window stays alive. Knows nothing of what they are."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from sapper.errors import SapperError
from sapper.showing.background import Background
from sapper.window.timers import Timers

_LOOK_MS = 20
"""How often answers are looked for: tkinter is to be called in its own thread alone."""


class _Asked(NamedTuple):
    future: Future[Any]
    then: Callable[[Any], None]
    failed: Callable[[], None]


class Asking:
    """What has been asked for, each under a name."""

    def __init__(self, root: tk.Misc, *, explain: Callable[[SapperError], None]) -> None:
        """Asks for nothing yet.

        Args:
            root: whose thread is told.
            explain: tells the player why there is no answer.
        """
        self._timers = Timers(root)
        self._explain = explain
        self._background: Background | None = None
        self._asked: dict[str, _Asked] = {}

    def ask(
        self,
        group: str,
        work: Callable[..., Any],
        *arguments: object,
        then: Callable[[Any], None],
        failed: Callable[[], None],
        progress: Callable[[Any], None] | None = None,
    ) -> None:
        """Has a function called elsewhere; `progress`, where it is given, is called in another thread."""
        self.cancel(group)
        if self._background is None:
            self._background = Background()
        future = self._background.submit(work, *arguments, progress=progress)
        self._asked[group] = _Asked(future, then, failed)
        self._timers.after("", _LOOK_MS, self._look)

    def cancel(self, *groups: str) -> None:
        """Wants no answer any more."""
        for group in groups:
            self._timers.stop(f"later {group}")
            if group in self._asked:
                self._asked.pop(group).future.cancel()

    def is_busy(self, group: str) -> bool:
        """Whether an answer is still to come."""
        return group in self._asked

    def later(self, group: str, ms: int, action: Callable[[], None]) -> None:
        """Does something after so many milliseconds, unless no answer is wanted by then."""
        self._timers.after(f"later {group}", ms, action)

    def close(self) -> None:
        """Ends everything."""
        self._timers.stop()
        self._asked.clear()
        if self._background is not None:
            self._background.close()

    def _look(self) -> None:
        for group in [group for group, asked in self._asked.items() if asked.future.done()]:
            # An answer may have led to another question.
            if group in self._asked and self._asked[group].future.done():
                self._answer(self._asked.pop(group))
        if self._asked:
            self._timers.after("", _LOOK_MS, self._look)

    def _answer(self, asked: _Asked) -> None:
        try:
            found = asked.future.result()
        except SapperError as error:
            self._explain(error)
            asked.failed()
        else:
            asked.then(found)
