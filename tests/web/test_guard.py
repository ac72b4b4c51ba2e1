"""The door: everything that must be refused, asked of the real server with aiohttp's own client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("aiohttp")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError, web
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from sapper.web.guard import TOKEN_COOKIE, Guard, is_loopback, origins_of
from sapper.web.messages import MOST, Focused, Keyboard, Pinged, Resized, Typed, clamped, read_message
from sapper.web.pages import FILES, language_of
from sapper.web.server import FRAME_BYTES, SOCKET_PATH, VISITOR_COOKIE, GameServer, Limits
from sapper.web.service import environment
from sapper.web.visitors import KEPT_S, Visitors
from tests.web.serving import PATIENCE_S

ALIVE_S = 5
"""More often than the server asks whether a socket still has another end."""
PONG = b"\x8a\x80\0\0\0\0"
"""That it has one, masked with zeros."""


class Site:
    """A running server and somebody who asks it."""

    def __init__(self, server: GameServer, base: str, session: ClientSession) -> None:
        self.server, self.base, self.session = server, base, session
        self.sockets: list[ClientWebSocketResponse | Silent] = []
        """To be closed at the end: a connection that is only forgotten is a warning in some later test."""

    async def status(self, path: str = "/", **headers: str) -> int:
        async with self.session.get(self.base + path, headers=headers, allow_redirects=False) as answer:
            return answer.status

    async def socket(self, **headers: str) -> ClientWebSocketResponse:
        opened = await self.session.ws_connect(self.base + SOCKET_PATH, headers={"Origin": self.base} | headers)
        self.sockets.append(opened)
        return opened

    async def refused(self, **headers: str) -> int:
        with pytest.raises(WSServerHandshakeError) as refusal:
            await self.socket(**headers)
        return refusal.value.status


@contextlib.asynccontextmanager
async def site(*, token: str | None = None, **limits: Any) -> AsyncIterator[Site]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        server = GameServer(Guard(origins_of("127.0.0.1", port), token), Limits(**limits), port=port)
        runner = web.AppRunner(await server._make_app(), shutdown_timeout=10)
        await runner.setup()
        await web.SockSite(runner, listening).start()
        try:
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
                there = Site(server, f"http://127.0.0.1:{port}", session)
                try:
                    yield there
                finally:
                    for opened in there.sockets:
                        await opened.close()
        finally:
            await runner.cleanup()
    assert not server._root.exists()
    assert not children()


def children() -> list[int]:
    """The processes of games that this process has."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                command = path.with_name("cmdline").read_bytes()
                found += [int(path.parent.name)] * (b"sapper" in command and b"play" in command)
    return found


class Silent:
    """A socket whose other end is lost: while nobody looks, nothing that comes is answered, not even its end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, there: Site) -> Silent:
        address = URL(there.base)
        assert address.host is not None
        reader, writer = await asyncio.open_connection(address.host, address.port)
        cookies = there.session.cookie_jar.filter_cookies(address)
        lines = (
            f"GET {SOCKET_PATH} HTTP/1.1",
            f"Host: {address.host}:{address.port}",
            f"Origin: {there.base}",
            "Cookie: " + "; ".join(f"{name}={cookie.value}" for name, cookie in cookies.items()),
            *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        writer.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")
        opened = cls(reader, writer)
        there.sockets.append(opened)
        return opened

    async def see(self, needle: bytes) -> None:
        seen = b""
        async with asyncio.timeout(PATIENCE_S):
            while needle not in seen:
                self._writer.write(PONG)
                with contextlib.suppress(TimeoutError):
                    got = await asyncio.wait_for(self._reader.read(65536), ALIVE_S)
                    assert got
                    seen += got

    def say(self, message: object) -> None:
        text = json.dumps(message).encode()
        # A frame of text, masked with zeros.
        self._writer.write(bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text)

    async def close(self) -> None:
        self._writer.close()


async def drawn(socket: ClientWebSocketResponse, *needles: bytes) -> bytes:
    # A new visitor may be shown the welcome before the board behind it was drawn.
    seen, needles = b"", needles or (b"Welcome", b"Beginner")
    async with asyncio.timeout(PATIENCE_S):
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                seen += message.data
                if any(needle in seen for needle in needles):
                    return bytes(seen)
    raise AssertionError(f"closed after {seen[-200:]!r}")


async def closed(socket: ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(PATIENCE_S):
        async for _ in socket:
            pass
        code = socket.close_code
        await socket.close()  # where the other end only began to, it is not yet
    return code


async def test_the_page_comes_with_everything_it_needs_and_a_strict_policy() -> None:
    async with site() as there:
        async with there.session.get(there.base + "/") as page:
            text = await page.text()
            assert page.status == 200
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
            assert "HttpOnly" in page.headers["Set-Cookie"]
            assert "SameSite=Strict" in page.headers["Set-Cookie"]
        assert "http://" not in text
        assert "https://" not in text
        for name in FILES:
            assert await there.status(f"/static/{name}") == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", "127.0.0.1.nip.io"]
)
async def test_another_host_is_refused(host: str) -> None:
    async with site() as there:
        assert await there.status(Host=host) == 403
        assert await there.status("/static/page.js", Host=host) == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1"])
async def test_another_origin_is_refused(origin: str) -> None:
    async with site() as there:
        assert await there.status() == 200
        assert await there.status(Origin=origin) == 403
        assert await there.refused(Origin=origin) == 403


async def test_a_socket_without_an_origin_or_without_a_page_is_refused() -> None:
    async with site() as there:
        assert await there.refused() == 403
        assert await there.status() == 200
        with pytest.raises(WSServerHandshakeError):
            await there.session.ws_connect(there.base + SOCKET_PATH)
        assert there.server.visitors.connections == 0


async def test_a_server_for_others_wants_its_token_once() -> None:
    async with site(token="a-secret") as there:
        for path in ("/", "/?token=", "/?token=b-secret", "/static/page.js", "/static/page.js?token=a-secret"):
            assert await there.status(path) == 403
        assert await there.refused() == 403
        assert await there.status("/?token=a-secret") == 303
        assert await there.status("/") == 200
        there.session.cookie_jar.clear()
        assert await there.status("/", Cookie=f"{TOKEN_COOKIE}=b-secret") == 403
        assert await there.status("/", Cookie=f"{TOKEN_COOKIE}=a-secret") == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/../server.py",
        "/static/..%2f..%2fserver.py",
        "/static/%2e%2e/page.js",
        "/static//etc/passwd",
        "/static/textual.js/../../x",
        "/download/x",
        "/page/page.js",
    ],
)
async def test_paths_lead_nowhere(path: str) -> None:
    async with site() as there, there.session.get(URL(there.base + path, encoded=True)) as answer:
        assert answer.status == 404


async def test_two_visitors_have_games_of_their_own_and_the_third_has_no_place() -> None:
    async with site(sessions=2) as there:
        await there.status()
        first = await there.socket()
        there.session.cookie_jar.clear()
        await there.status()
        second = await there.socket()
        await drawn(first)
        await drawn(second)
        assert len({path.name for path in there.server._root.iterdir()}) == 2
        assert len(children()) == 2
        there.session.cookie_jar.clear()
        await there.status()
        assert await there.refused() == 503
        await first.close()
        async with asyncio.timeout(PATIENCE_S):
            while there.server.visitors.is_full:
                await asyncio.sleep(0.05)
        third = await there.socket()
        await drawn(third)


async def test_a_connection_that_comes_again_goes_on_with_its_game() -> None:
    async with site() as there:
        await there.status()
        opened = await there.socket()
        await drawn(opened, b"Welcome")
        await opened.send_json(["stdin", "q"])
        await drawn(opened, b"OPEN")
        await opened.send_json(["stdin", "f"])
        await drawn(opened, "⚑   9".encode())
        await opened.close()
        again = await there.socket()
        await drawn(again, "⚑   9".encode())


async def test_a_connection_that_was_lost_without_a_word_gives_its_game_and_its_place_to_the_next() -> None:
    async with site(sessions=1) as there:
        await there.status()
        lost = await Silent.connect(there)
        await lost.see(b"Welcome")
        lost.say(["stdin", "q"])
        await lost.see(b"OPEN")
        lost.say(["stdin", "f"])
        await lost.see("⚑   9".encode())
        before = children()
        again = await there.socket()
        await drawn(again, "⚑   9".encode())
        assert len(children()) == 1
        assert children() != before


async def test_of_two_pages_of_one_visitor_the_one_that_came_last_has_the_game() -> None:
    async with site() as there:
        await there.status()
        first = await there.socket()
        await drawn(first)
        ends = [asyncio.create_task(closed(first)), asyncio.create_task(closed(await there.socket()))]
        last = await there.socket()
        assert await asyncio.gather(*ends) == [1001, 1001]
        await drawn(last)
        assert there.server.visitors.connections == 1


async def test_frames_that_are_too_large_or_make_no_sense_end_the_connection() -> None:
    async with site() as there:
        await there.status()
        for frame in ("x" * (FRAME_BYTES + 1), "{", "[]", '["stdin"]', '["download", "x"]', "[" * 20_000):
            opened = await there.socket()
            await opened.send_str(frame)
            assert await closed(opened) in (1008, 1009)
        opened = await there.socket()
        await opened.send_bytes(b"x")
        assert await closed(opened) == 1008


async def test_a_game_that_cannot_be_started_is_told_and_takes_no_place(caplog: pytest.LogCaptureFixture) -> None:
    async with site(sessions=1, command=("/nowhere/python",)) as there:
        await there.status()
        for _ in range(2):
            assert await closed(await there.socket()) == 1000
        async with asyncio.timeout(PATIENCE_S):
            while there.server.visitors.connections:
                await asyncio.sleep(0.05)
    assert [record.exc_info for record in caplog.records] == [None, None]
    assert all("/nowhere/python" in record.getMessage() for record in caplog.records)


async def test_who_does_nothing_is_let_go() -> None:
    async with site(idle_s=0.5) as there:
        await there.status()
        assert await closed(await there.socket()) == 1001


async def test_a_large_size_is_clamped_however_it_is_told() -> None:
    async with site() as there:
        await there.status()
        opened = await there.session.ws_connect(
            f"{there.base}{SOCKET_PATH}?width=5000&height=5000", headers={"Origin": there.base}
        )
        there.sockets.append(opened)
        await opened.send_json(["resize", {"width": 5000, "height": 5000}])
        for part in ("\x1b", "[48;5000", ";5000;1;1t"):
            await opened.send_json(["stdin", part])
        seen = await drawn(opened)
        await asyncio.sleep(0.5)
        await opened.close()
        assert b"\x1b[101;" not in seen


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_frame_is_a_message_or_nothing(text: str) -> None:
    assert isinstance(read_message(text), Typed | Resized | Pinged | Focused | None)


@pytest.mark.parametrize(("wanted", "given_"), [((5000, 5000), MOST), ((-1, 0), (20, 6)), ((80, 24), (80, 24))])
def test_sizes_stay_within_bounds(*, wanted: tuple[int, int], given_: tuple[int, int]) -> None:
    assert clamped(*wanted) == given_
    assert read_message(json.dumps(["resize", {"width": wanted[0], "height": wanted[1]}])) == Resized(*given_)


@given(st.lists(st.text(alphabet="\x1b[48;5t", max_size=8)))
def test_no_report_of_a_size_gets_through_however_it_is_cut(parts: list[str]) -> None:
    keyboard = Keyboard()
    assert "\x1b[48;" not in "".join(map(keyboard.cleaned, parts))


@given(st.text())
def test_what_else_is_typed_gets_through(text: str) -> None:
    if "\x1b[48;" not in text:
        assert Keyboard().cleaned(text) == text


def test_visitors_are_kept_for_a_while_and_then_forgotten(tmp_path: Path) -> None:
    now = 0.0
    visitors = Visitors(tmp_path, most=2, clock=lambda: now)
    cookie = visitors.greet("made-up")
    assert cookie != "made-up"
    visitor = visitors.find(cookie)
    assert visitor is not None
    visitors.enter(visitor)
    (visitor.directory / "games.db").touch()
    now += 10 * KEPT_S
    assert visitors.sweep() == 0
    visitors.leave(visitor)
    now += KEPT_S - 1
    assert visitors.greet(cookie) == cookie
    now += KEPT_S - 1
    assert visitors.sweep() == 0
    now += 1
    assert visitors.sweep() == 1
    assert not visitor.directory.exists()
    assert visitors.find(cookie) is None


def test_a_game_learns_little_of_this_machine() -> None:
    environ = {"HOME": "h", "SECRET_KEY": "s", "PATH": "p", "SAPPER_PROFILE": "own"}
    told = environment("theirs", "zh", environ=environ)
    assert told["SAPPER_WEB"] == str(os.getpid())
    assert set(told) <= {"PATH", "SAPPER_PROFILE", "LANG", "PYTHONUTF8", "TERM", "SAPPER_WEB"}
    assert told["SAPPER_PROFILE"] == "theirs"
    assert environment(None, "en", environ=environ)["SAPPER_PROFILE"] == "own"


def test_addresses_and_languages_are_read() -> None:
    assert origins_of("192.168.1.5", 80) == {"http://192.168.1.5"}
    assert origins_of("0.0.0.0", 1, public_url="https://play.example.org") == {"https://play.example.org"}
    assert "http://localhost:8000" in origins_of("127.0.0.1", 8000, public_url="https://play.example.org")
    assert [is_loopback(host) for host in ("127.0.0.2", "::1", "localhost", "10.0.0.1", "x")] == [1, 1, 1, 0, 0]
    assert language_of("fr, zh-CN;q=0.8, en") == "zh"
    assert language_of("") == "en"
    assert VISITOR_COOKIE != TOKEN_COOKIE
