"""A server that cannot begin says why, once."""

from __future__ import annotations

import socket
from typing import Any

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("aiohttp")

from sapper.web import start as starting
from sapper.web.server import Limits
from sapper.web.start import Asked, ServeError, UnsafeError, start


def refusal(host: str, port: int) -> str:
    with pytest.raises(ServeError) as caught:
        start(Asked(host, port, None, Limits()), say=lambda text: None)
    return str(caught.value)


def test_a_port_in_use_is_told_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refusal("127.0.0.1", port)
    assert told.startswith(f"cannot listen on 127.0.0.1 port {port}: ")
    assert (told.count(str(port)), told.count("127.0.0.1")) == (1, 1)


def test_an_address_of_another_machine_is_told_once() -> None:
    told = refusal("192.0.2.1", 0)
    assert told.startswith("cannot listen on 192.0.2.1 port 0: ")
    assert told.count("192.0.2.1") == 1


EVERYWHERE = ("", "0", "0x0", "00", "0.0", "000.0.0.0", "0.0.0.0", "::", "0::0", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0")


@pytest.mark.parametrize("host", EVERYWHERE)
def test_no_spelling_of_every_address_is_served_without_its_public_name(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "create_server", lambda *_, **__: pytest.fail("it listens"))
    with pytest.raises(UnsafeError):
        start(Asked(host, 0, None, Limits()), say=lambda text: None)


@pytest.mark.parametrize("host", ["x" * 70, "no machine", "a..b", "<broadcast>"])
def test_a_host_that_is_none_is_told(host: str) -> None:
    assert refusal(host, 0) == f"cannot listen on {host} port 0: no machine has this name"


@pytest.mark.parametrize(
    ("host", "named"), [("127.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("LocalHost", "localhost")]
)
def test_the_address_that_is_told_is_the_one_that_browsers_write(
    host: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def serve(server: Any, *, sock: socket.socket, on_ready: Any) -> int:
        on_ready()
        told.append(f"http://{named}:{sock.getsockname()[1]}/")
        return 0

    monkeypatch.setattr(starting, "serve", serve)
    assert start(Asked(host, 0, None, Limits()), say=told.append) == 0
    assert told[0] == told[1]
