"""The application around recordings: the playback screen and nothing under it, no game and no profile."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from sapper.config import Loaded
from sapper.controls.actions import Name
from sapper.showing.programme import Programme, Shown
from sapper.showing.table import Table
from sapper.tui.app import SapperApp
from sapper.tui.screens.playback import PlaybackScreen


class WatchApp(SapperApp, inherit_bindings=False):
    """A player for replays."""

    def __init__(
        self, loaded: Loaded, table: Table, *, shown: Shown, programme: Programme, speed: float = 1, **more: Any
    ) -> None:
        """Makes the app.

        Args:
            loaded: the settings, keys and what was wrong with them.
            table: nothing is played on it.
            shown: what to begin with.
            programme: what comes after it.
            speed: one of `showing.reel.SPEEDS`.
            more: as for `SapperApp`.
        """
        super().__init__(loaded, table, **more)
        self._first = PlaybackScreen(shown, programme, speed=speed)

    def get_default_screen(self) -> Screen[Any]:
        """The recording."""
        return self._first

    def _open_profile(self) -> None:
        """Nothing is kept of watching."""

    def perform(self, name: Name) -> None:
        """Carries out an action; from the recording itself the way back leads out."""
        if name is Name.BACK and len(self.screen_stack) == 1:
            self.leave()
        else:
            super().perform(name)
