"""Has help for the play screen worked out by Textual's workers. What help is and says is `showing.counsel`'s."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sapper.errors import SapperError

if TYPE_CHECKING:
    from sapper.tui.screens.play import PlayScreen


class Asking:
    """Asks in the background for a screen; whatever it waits for ends with it."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen

    def ask(
        self,
        group: str,
        work: Callable[..., Any],
        *arguments: object,
        then: Callable[[Any], None],
        failed: Callable[[], None],
    ) -> None:
        """As `showing.counsel.Asks` has it."""

        async def answer() -> None:
            try:
                found = await asyncio.wrap_future(self._screen.sapper.background.submit(work, *arguments))
            except SapperError as error:
                self._screen.sapper.explain(error)
                failed()
            else:
                then(found)

        self._screen.run_worker(answer(), group=group, exclusive=True)

    def cancel(self, *groups: str) -> None:
        """As `showing.counsel.Asks` has it."""
        for group in groups:
            self._screen.workers.cancel_group(self._screen, group)

    def is_busy(self, group: str) -> bool:
        """As `showing.counsel.Asks` has it."""
        return any(worker.group == group and worker.is_running for worker in self._screen.workers)

    def later(self, group: str, ms: int, action: Callable[[], None]) -> None:
        """As `showing.counsel.Asks` has it."""
        self._screen.set_timer(ms / 1000, action)
