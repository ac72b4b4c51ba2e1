"""The server: pages, sockets, and the games behind them, each for as long as its socket. Knows nothing of the game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket as Socket

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.server import Server

from sapper.web import pages
from sapper.web.guard import Guard, guarding
from sapper.web.messages import Focused, Keyboard, Pinged, Resized, Typed, clamped, read_message
from sapper.web.service import GAME, Service, environment
from sapper.web.visitors import Visitor, Visitors

VISITOR_COOKIE = "sapper-visitor"
SOCKET_PATH = "/ws"
FRAME_BYTES = 32 * 1024
"""A larger frame ends its connection."""

_SWEEP_S = 20.0
_CLOSING_S = 2.0
"""How long a browser may take to agree to an end: one that is gone never does."""
_log = logging.getLogger("sapper.web")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is given away.

    Args:
        sessions: games at a time.
        idle_s: seconds without a key or a click after which a connection is ended.
        own_profile: whether the games are the owner's, instead of each visitor's own.
        command: what is run for a visitor.
    """

    sessions: int = 16
    idle_s: float = 1800.0
    own_profile: bool = False
    command: Sequence[str] = field(default=GAME)


class GameServer(Server):
    """textual-serve, with a door."""

    def __init__(self, guard: Guard, limits: Limits, *, host: str = "127.0.0.1", port: int = 8000) -> None:
        super().__init__(command="sapper", host=host, port=port, title="sapper")
        self._guard, self._limits = guard, limits
        self._root = Path(tempfile.mkdtemp(prefix="sapper-web-"))
        self.visitors = Visitors(self._root, most=limits.sessions)
        self._connections: dict[str, _Connection] = {}

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[guarding(self._guard, socket_path=SOCKET_PATH)], client_max_size=1024)
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get(SOCKET_PATH, self.handle_websocket),
                web.get("/static/{name}", self._handle_file),
            ]
        )
        app.on_startup.append(self.on_startup)
        app.on_shutdown.append(self.on_shutdown)
        app.on_cleanup.append(self._on_cleanup)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Begins to forget visitors who stay away."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            self.visitors.sweep()

    async def on_shutdown(self, app: web.Application) -> None:
        """Ends every connection, and with it its game."""
        self._sweeper.cancel()
        await asyncio.gather(*(connection.end() for connection in tuple(self._connections.values())))

    async def _on_cleanup(self, app: web.Application) -> None:
        shutil.rmtree(self._root, ignore_errors=True)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page, with a cookie for whoever has none."""
        language = pages.language_of(request.headers.get("Accept-Language", ""))
        scheme = "wss" if self._guard.secure else "ws"
        text = pages.index(f"{scheme}://{request.host}{SOCKET_PATH}", language)
        response = web.Response(text=text, content_type="text/html")
        cookie = self.visitors.greet(request.cookies.get(VISITOR_COOKIE))
        response.set_cookie(VISITOR_COOKIE, cookie, httponly=True, samesite="Strict", secure=self._guard.secure)
        return response

    async def _handle_file(self, request: web.Request) -> web.Response:
        found = pages.content(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found[0], content_type=found[1])

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A connection: a game of its own until it ends."""
        cookie = request.cookies.get(VISITOR_COOKIE, "")
        visitor = self.visitors.find(cookie)
        if visitor is None:
            raise web.HTTPForbidden(text="load the page first")
        # Who comes again while an earlier connection still seems to stand, as when the network was gone, goes on with
        # the game that it holds, in the place that it takes.
        while (earlier := self._connections.get(cookie)) is not None:
            await earlier.end()
        if self.visitors.is_full:
            raise web.HTTPServiceUnavailable(text="all places are taken; try again later")
        # Taken before anything is waited for, or two could take the last place.
        self.visitors.enter(visitor)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=FRAME_BYTES, timeout=_CLOSING_S)
        connection = self._connections[cookie] = _Connection(socket)
        try:
            await socket.prepare(request)
            if not connection.is_unwanted:
                await self._serve(request, socket, visitor)
        finally:
            del self._connections[cookie]
            self.visitors.leave(visitor)
            connection.gone.set()
        return socket

    async def _serve(self, request: web.Request, socket: web.WebSocketResponse, visitor: Visitor) -> None:
        async def close() -> None:
            await socket.close()

        service = Service(
            "sapper",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        language = pages.language_of(request.headers.get("Accept-Language", ""))
        profile = None if self._limits.own_profile else str(visitor.directory)
        service.game_environment = environment(profile, language)
        service.command_line = self._limits.command
        width, height = (_number(request.query.get(name), usual) for name, usual in (("width", 80), ("height", 24)))
        session = _Session(socket, service, self._limits.idle_s)
        try:
            await service.start(*clamped(width, height))
            await session.run()
        except (ConnectionError, asyncio.CancelledError):
            _log.debug("a connection was lost")
        except OSError as error:
            _log.error("no game can be started: %s", error)
        finally:
            # A server that is stopping cancels this; the process must be gone before anything else is.
            await asyncio.shield(asyncio.ensure_future(service.stop()))
            with contextlib.suppress(ConnectionError):
                await socket.close()


class _Connection:
    """A socket, and whether its game has ended."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.gone = asyncio.Event()
        self.is_unwanted = False
        self._socket = socket

    async def end(self) -> None:
        """Closes it; returns when its process is gone."""
        self.is_unwanted = True
        if self._socket.prepared:
            await self._socket.close(code=WSCloseCode.GOING_AWAY)
        await self.gone.wait()


class _Session:
    """One connection's messages and its clock."""

    def __init__(self, socket: web.WebSocketResponse, service: Service, idle_s: float) -> None:
        self._socket, self._service, self._idle_s = socket, service, idle_s
        self._keyboard = Keyboard()
        self._active = time.monotonic()

    async def run(self) -> None:
        """Passes messages on until the connection ends."""
        watch = asyncio.create_task(self._watch())
        try:
            async for frame in self._socket:
                if frame.type is not WSMsgType.TEXT or not await self._take(frame.data):
                    await self._socket.close(code=WSCloseCode.POLICY_VIOLATION)
        finally:
            watch.cancel()

    async def _take(self, text: str) -> bool:
        service = self._service
        match read_message(text):
            case Typed(typed):
                self._active = time.monotonic()
                await service.send_bytes(self._keyboard.cleaned(typed).encode("utf-8", "replace"))
            case Resized(width, height):
                await service.set_terminal_size(width, height)
            case Pinged(sent):
                await self._socket.send_json(["pong", sent])
            case Focused(has):
                await (service.focus() if has else service.blur())
            case None:
                return False
        return True

    async def _watch(self) -> None:
        while (left := self._active + self._idle_s - time.monotonic()) > 0:
            await asyncio.sleep(left)
        await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"idle")


def _number(text: str | None, usual: int) -> int:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 6 else usual


async def serve(server: GameServer, *, sock: Socket, on_ready: Callable[[], None]) -> int:
    """Serves until a signal ends it, and returns when no process of a visitor is left.

    Args:
        server: the server.
        sock: a listening socket.
        on_ready: called once pages can be asked for.

    Returns:
        The exit status: 130 after an interrupt, 143 after SIGTERM.
    """
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def end(number: int) -> None:
        if not ended.done():
            ended.set_result(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, end, number)
    runner = web.AppRunner(await server._make_app(), access_log=None, shutdown_timeout=15)
    await runner.setup()
    try:
        await web.SockSite(runner, sock).start()
        on_ready()
        return await ended
    finally:
        await runner.cleanup()
