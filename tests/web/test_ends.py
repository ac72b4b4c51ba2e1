"""The real server ended in every way, with visitors in the midst of their games: no process, no directory is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("aiohttp")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from tests.web.serving import PATIENCE_S, serving

_ENDS = (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING)
pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")


@contextlib.asynccontextmanager
async def visitor(base: str) -> AsyncIterator[ClientWebSocketResponse]:
    """A visitor with a game on the screen."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        async with session.get(base) as page:
            assert page.status == 200
        yield await session.ws_connect(base + "ws", headers={"Origin": base.rstrip("/")})


async def seen(socket: ClientWebSocketResponse, *needles: bytes) -> None:
    """Waits until the game has drawn one of these."""
    drawn = b""
    async with asyncio.timeout(PATIENCE_S):
        while not any(needle in drawn for needle in needles):
            message = await socket.receive()
            assert message.type is not WSMsgType.CLOSED
            if message.type is WSMsgType.BINARY:
                drawn += message.data


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that these have."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def parent(pid: int) -> int:
    """The process that started a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def lives(pid: int) -> bool:
    """Whether a process runs; one that only waits to be asked how it ended does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.05)


async def helped(socket: ClientWebSocketResponse, server: int) -> set[int]:
    """Asks for a hint and for the risks; the processes of this game, with the one that thinks."""
    await seen(socket, b"Welcome")
    before = descendants(server)
    # The board is any board: after one opening in sixty, all that can be said is that nothing is certain, in two lines.
    hints = b"Look ", b"Nothing is certain"
    for typed, needles in (("q", (b"OPEN",)), (" ", (b"s ",)), ("i", hints), ("x", (b"risk in %",))):
        await socket.send_json(["stdin", typed])
        await seen(socket, *needles)
    game = descendants(server)
    assert len(game - before) == 1
    return game


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
async def test_however_the_server_ends_no_game_outlives_it(tmp_path: Path, number: int, status: int) -> None:
    with serving(tmp_path) as (base, process):
        async with visitor(base) as first, visitor(base) as second:
            await seen(first, b"Welcome")
            games = await helped(second, process.pid)
            assert len(games) == 3
            process.send_signal(number)
            assert await asyncio.to_thread(process.wait, PATIENCE_S) == status
            await until(lambda: not any(map(lives, games)), "the games end")
            if number != signal.SIGKILL:
                assert not list(tmp_path.glob("sapper-web-*"))


@pytest.mark.parametrize("way", ["closed", "lost", "killed"])
async def test_what_thinks_for_a_visitor_ends_with_the_game_and_the_game_with_its_connection(
    tmp_path: Path, way: str
) -> None:
    with serving(tmp_path) as (base, process):
        async with visitor(base) as socket:
            processes = await helped(socket, process.pid)
            assert len(processes) == 2
            match way:
                case "closed":
                    await socket.close()
                case "lost":
                    socket._writer.transport.abort()
                case _:
                    (game,) = (pid for pid in processes if parent(pid) == process.pid)
                    os.kill(game, signal.SIGKILL)
                    async with asyncio.timeout(PATIENCE_S):
                        while (await socket.receive()).type not in _ENDS:
                            pass
            await until(lambda: not descendants(process.pid) and not any(map(lives, processes)), "nothing is left")
