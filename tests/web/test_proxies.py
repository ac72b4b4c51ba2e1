"""The proxies of the documentation, with TLS, in front of the real server: page, token, socket, and what is refused."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("aiohttp")

from aiohttp import ClientSession, CookieJar, TCPConnector, WSMsgType, WSServerHandshakeError
from aiohttp.abc import AbstractResolver, ResolveResult

from tests.e2e.program import COMMAND, SOURCE, environment
from tests.web.serving import PATIENCE_S

DOCUMENT = SOURCE.parent / "docs" / "window-and-browser.md"
NAME = "play.example.org"


class ToThisMachine(AbstractResolver):
    """Every name is here."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0),
        ]

    async def close(self) -> None:
        """Nothing to close."""


def blocks() -> dict[str, str]:
    """The configurations that the document shows, by the proxy's name."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = {}
    for name in ("Caddy", "nginx"):
        told = re.search(rf"[Ww]ith {name}.*?:?\n\n((?:    .*\n|\n)+)", text)
        assert told is not None, name
        found[name.lower()] = re.sub("(?m)^    ", "", told[1])
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for the name, signed by itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    place = tmp_path_factory.mktemp("tls")
    made, key = place / "cert.pem", place / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


def nginx(place: Path, config: str, port: int, certificate: tuple[Path, Path]) -> list[str]:
    """A command that runs nginx with a location of the document."""
    text = f"""
daemon off; pid {place}/pid; error_log {place}/error.log;
events {{}}
http {{
  access_log off; client_body_temp_path {place}/a; proxy_temp_path {place}/b; fastcgi_temp_path {place}/c;
  uwsgi_temp_path {place}/d; scgi_temp_path {place}/e;
  server {{
    listen 127.0.0.1:{port} ssl; server_name {NAME};
    ssl_certificate {certificate[0]}; ssl_certificate_key {certificate[1]};
    {config}
  }}
}}
"""
    (place / "nginx.conf").write_text(text)
    return ["nginx", "-p", str(place), "-c", str(place / "nginx.conf"), "-e", str(place / "error.log")]


def caddy(place: Path, config: str, port: int, certificate: tuple[Path, Path]) -> list[str]:
    """A command that runs Caddy with a site of the document."""
    site = config.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n    tls {certificate[0]} {certificate[1]}", 1)
    text = f"{{\n    admin off\n    auto_https disable_redirects\n    storage file_system {place}\n}}\n{site}"
    (place / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(place / "Caddyfile")]


COMMANDS = {"nginx": nginx, "caddy": caddy}


@contextlib.contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


@contextlib.asynccontextmanager
async def site(name: str, tmp_path: Path, certificate: tuple[Path, Path]) -> AsyncIterator[tuple[str, str, int]]:
    """The address with its token, the address without, and the port of the server behind."""
    outside, inside = free_port(), free_port()
    config = blocks()[name].replace("127.0.0.1:8000", f"127.0.0.1:{inside}")
    place = tmp_path / name
    place.mkdir()
    public = f"https://{NAME}:{outside}"
    env = environment(SAPPER_PROFILE=str(tmp_path / "owner"), TMPDIR=str(tmp_path))
    serve = [*COMMAND, "serve", "--port", str(inside), "--public-url", public]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    proxy_env = environment(HOME=str(place), XDG_DATA_HOME=str(place), XDG_CONFIG_HOME=str(place))
    with running(serve, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith(f"{public}/?token=")
        with running(COMMANDS[name](place, config, outside, certificate), env=proxy_env, **quiet) as proxy:
            deadline = time.monotonic() + PATIENCE_S
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", outside), timeout=1):
                    break
                assert proxy.poll() is None, [path.read_text() for path in place.glob("*.log")]
                assert time.monotonic() < deadline
                await asyncio.sleep(0.05)
            yield address, public, inside


@contextlib.asynccontextmanager
async def browser(certificate: tuple[Path, Path]) -> AsyncIterator[ClientSession]:
    """Somebody who trusts the certificate."""
    trust = ssl.create_default_context(cafile=str(certificate[0]))
    connector = TCPConnector(ssl=trust, resolver=ToThisMachine())
    async with ClientSession(connector=connector, cookie_jar=CookieJar()) as session:
        yield session


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_game_is_played_through_the_proxy_and_strangers_are_refused(
    tmp_path: Path, certificate: tuple[Path, Path], name: str
) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    async with site(name, tmp_path, certificate) as (address, public, inside), browser(certificate) as session:

        async def status(url: str, **headers: str) -> int:
            async with session.get(url, headers=headers, allow_redirects=False) as answer:
                return answer.status

        async def refused(**headers: str) -> int:
            with pytest.raises(WSServerHandshakeError) as refusal:
                await session.ws_connect(f"{public}/ws", headers=headers)
            return refusal.value.status

        assert await status(f"{public}/") == 403
        assert await status(f"{public}/?token=wrong") == 403
        assert await refused(Origin=public) == 403
        async with session.get(address) as page:
            assert page.status == 200
            text = await page.text()
            assert f"wss://{public.removeprefix('https://')}/ws" in text
            assert f"wss://{public.removeprefix('https://')}" in page.headers["Content-Security-Policy"]
        cookies = [cookie for cookie in session.cookie_jar if cookie.key.startswith("sapper-")]
        assert len(cookies) == 2
        assert all(cookie["secure"] and cookie["httponly"] for cookie in cookies)
        # Known by its cookie from now on.
        assert await status(f"{public}/") == 200
        assert await status(f"{public}/static/page.js") == 200
        assert await status(f"{public}/static/..%2f..%2fserver.py") in (400, 404)
        for origin in ("https://evil.example", public.replace("https:", "http:"), "null"):
            assert await refused(Origin=origin) == 403
        # Past the proxy, by the name of the server itself, there is no token.
        assert await status(f"http://127.0.0.1:{inside}/") == 403
        played = await session.ws_connect(f"{public}/ws?width=80&height=24", headers={"Origin": public})
        async with asyncio.timeout(PATIENCE_S):
            for needle, key in ((b"Welcome", "q"), (b"OPEN", "f"), ("⚑   9".encode(), "")):
                seen = b""
                while needle not in seen:
                    message = await played.receive()
                    assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
                    if message.type is WSMsgType.BINARY:
                        seen += message.data
                if key:
                    await played.send_json(["stdin", key])
        await played.close()
