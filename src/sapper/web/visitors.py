"""The visitors: a cookie, a place for their games, and how long they are remembered. Knows no requests."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

KEPT_S = 600.0
"""How long games are kept after a visitor's last connection."""

_MOST = 1000
"""How many visitors are remembered; each is a line of memory and, once connected, a small directory."""


@dataclass(slots=True)
class Visitor:
    """Somebody who has asked for the page.

    Args:
        directory: where their games are; made at their first connection.
        seen: when they were last connected, on the clock of `Visitors`.
        connections: how many sockets they have open.
    """

    directory: Path
    seen: float
    connections: int = 0


class Visitors:
    """All visitors of a server."""

    def __init__(self, root: Path, *, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Knows nobody yet.

        Args:
            root: where the directories are made.
            most: how many connections there may be at a time.
            clock: tells the time in seconds.
        """
        self._root, self._most, self._clock = root, most, clock
        self._visitors: dict[str, Visitor] = {}
        self._connections = 0

    @property
    def connections(self) -> int:
        """How many sockets are open."""
        return self._connections

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another connection."""
        return self._connections >= self._most

    def greet(self, cookie: str | None) -> str:
        """The cookie of a visitor who asks for the page: the one they have, if it is known, or a new one."""
        if cookie is not None and cookie in self._visitors:
            self._visitors[cookie].seen = self._clock()
            return cookie
        if len(self._visitors) >= _MOST:
            idle = [name for name, visitor in self._visitors.items() if not visitor.connections]
            for name in sorted(idle, key=lambda name: self._visitors[name].seen)[: max(len(idle) // 10, 1)]:
                self._forget(name)
        fresh = secrets.token_urlsafe(24)
        # The directory is named by the server: nothing that a browser says becomes a path.
        self._visitors[fresh] = Visitor(self._root / secrets.token_hex(12), self._clock())
        return fresh

    def find(self, cookie: str | None) -> Visitor | None:
        """The visitor with this cookie."""
        return None if cookie is None else self._visitors.get(cookie)

    def enter(self, visitor: Visitor) -> None:
        """A connection begins."""
        visitor.directory.mkdir(mode=0o700, exist_ok=True)
        visitor.connections += 1
        self._connections += 1

    def leave(self, visitor: Visitor) -> None:
        """A connection has ended."""
        visitor.connections -= 1
        visitor.seen = self._clock()
        self._connections -= 1

    def sweep(self) -> int:
        """Forgets whoever was not connected for `KEPT_S`, games and all; tells how many."""
        now = self._clock()
        gone = [
            name for name, visitor in self._visitors.items() if not visitor.connections and now - visitor.seen >= KEPT_S
        ]
        for name in gone:
            self._forget(name)
        return len(gone)

    def _forget(self, name: str) -> None:
        shutil.rmtree(self._visitors.pop(name).directory, ignore_errors=True)
