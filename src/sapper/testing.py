"""Doubles for tests of sapper and of programs built on it: a clock to turn by hand, a terminal to script."""

from __future__ import annotations

import io

from sapper.consoles.terminal import Terminal


class FakeClock:
    """A clock that stands until it is told to go on, or goes on by itself whenever it is looked at.

    Attributes:
        ms: the time it tells, in milliseconds.
        step: by how many it goes on at every look, before it tells the time.
    """

    def __init__(self, ms: int = 0, *, step: int = 0) -> None:
        self.ms = ms
        self.step = step

    def __call__(self) -> int:
        """The time it tells."""
        self.ms += self.step
        return self.ms

    def advance(self, ms: int) -> None:
        """Lets time pass."""
        self.ms += ms


class ScriptedTerminal(Terminal):
    """A console's terminal whose input is given beforehand and whose output is kept."""

    def __init__(self, script: str | bytes) -> None:
        data = script.encode("utf-8") if isinstance(script, str) else script
        self._written = io.BytesIO()
        super().__init__(io.BytesIO(data), self._written)

    @property
    def output(self) -> str:
        """All that was written so far."""
        return self._written.getvalue().decode("utf-8")
