"""The least that Textual can do, to compare with: one label, another digit at every input and, if asked, every second.

python benchmarks/bare_app.py [clock]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from textual.app import App
from textual.widget import Widget
from textual.widgets import Static


class BareApp(App[None]):
    """A label."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> Iterable[Widget]:
        """The label alone."""
        self._number = 0
        self._label = Static("■ 0")
        yield self._label

    def on_mount(self) -> None:
        """Starts the clock."""
        if sys.argv[1:] == ["clock"]:
            self.set_interval(1, self._next)

    def on_key(self) -> None:
        """A key gives the next digit."""
        self._next()

    def on_click(self) -> None:
        """So does a click."""
        self._next()

    def _next(self) -> None:
        self._number += 1
        self._label.update(f"■ {self._number % 10}")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["clock"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    BareApp().run()
