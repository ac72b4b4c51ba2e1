"""One visitor's game: a process of its own, its environment, and its certain end. Knows no requests.

textual-serve speaks to the process; how it is started, how large its terminal is and how it ends is decided here.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from textual_serve.app_service import AppService

from sapper.config import PROFILE_VARIABLE
from sapper.web.messages import clamped
from sapper.web.tether import WEB_VARIABLE

GAME: Sequence[str] = (sys.executable, "-m", "sapper", "play")
_INHERITED = ("PATH", "PYTHONPATH", "SYSTEMROOT", "TMPDIR", "VIRTUAL_ENV")
_OWNERS = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
_PATIENCE_S = 3.0
_SETTLING_S = 0.2
_FRAME_BYTES = 400
"""More than the process says before it draws."""


def environment(profile: str | None, language: str, *, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the process is told of this machine: as little as it needs.

    Args:
        profile: the directory of the visitor's games; None for the owner's own.
        language: `en` or `zh`.
        environ: this process's environment.
    """
    environ = os.environ if environ is None else environ
    names = _INHERITED if profile is not None else (*_INHERITED, *_OWNERS, PROFILE_VARIABLE)
    kept = {name: environ[name] for name in names if name in environ}
    if profile is not None:
        kept[PROFILE_VARIABLE] = profile
    locale = "zh_CN.UTF-8" if language == "zh" else "en_US.UTF-8"
    return kept | {"LANG": locale, "PYTHONUTF8": "1", "TERM": "xterm-256color", WEB_VARIABLE: str(os.getpid())}


class Service(AppService):
    """A game's process and the pipes to it."""

    game_environment: Mapping[str, str]
    command_line: Sequence[str] = GAME

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        told: dict[str, str] = super()._build_environment(width, height)
        wanted = ("TEXTUAL_DRIVER", "TEXTUAL_FPS", "TEXTUAL_COLOR_SYSTEM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")
        return dict(self.game_environment) | {name: told[name] for name in (*wanted, "COLUMNS", "ROWS")}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        # No shell, and out of reach of the Ctrl-C that ends the server: it ends its games itself.
        process = await asyncio.create_subprocess_exec(
            *self.command_line,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
        )
        self._process, self._stdin = process, process.stdin
        return process

    async def start(self, width: int, height: int) -> None:
        """Starts the process with a terminal of this size."""
        self._told = self._wanted = (width, height)
        self._drawn = asyncio.Event()
        self._is_ready = False
        await super().start(width, height)
        self._settling = asyncio.create_task(self._settle())

    async def run(self) -> None:
        """Passes on what the process says until it ends, of itself or by force; then the connection ends too."""
        await super().run()
        if self._task is not None:
            await self.remote_close()

    async def on_data(self, payload: bytes) -> None:
        """Passes on what the process draws."""
        if len(payload) >= _FRAME_BYTES:
            self._drawn.set()
        await super().on_data(payload)

    async def _settle(self) -> None:
        """Tells the size that the browser has by now, once the first frame is there.

        A resize that reaches Textual before its first layout is answered with layouts of both sizes, for ever.
        """
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._drawn.wait(), _PATIENCE_S)
        await asyncio.sleep(_SETTLING_S)
        self._is_ready = True
        await self.set_terminal_size(*self._wanted)

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tells the process the size of its terminal, within bounds, when it has another."""
        self._wanted = clamped(width, height)
        if self._is_ready and self._wanted != self._told:
            self._told = self._wanted
            await super().set_terminal_size(*self._wanted)

    async def stop(self) -> None:
        """Ends the process: by asking, then by force; returns when it is gone."""
        task, self._task = self._task, None
        process = self._process
        if task is None or process is None:
            return
        self._settling.cancel()
        with contextlib.suppress(OSError, RuntimeError, asyncio.TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self.send_meta({"type": "quit"})
        ends: tuple[Callable[[], None] | None, ...] = (None, process.terminate, process.kill)
        for end in ends:
            with contextlib.suppress(ProcessLookupError):
                if end is not None:
                    end()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), _PATIENCE_S)
                break
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
