"""A server that cannot begin says why, once."""

from __future__ import annotations

import socket

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("aiohttp")

from sapper.web.server import Limits
from sapper.web.start import Asked, ServeError, start


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
