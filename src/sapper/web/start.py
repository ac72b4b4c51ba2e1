"""Starts the server as the command line asks for it: where it listens, who may come in, what is printed."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sapper.errors import N_, Reason, SapperError, UsageError, system_reason
from sapper.web.guard import Guard, is_everywhere, is_loopback, origins_of
from sapper.web.server import GameServer, Limits, serve


class ServeError(SapperError):
    """The server cannot be started as asked."""


class UnsafeError(ServeError, UsageError):
    """It would let in who is not meant to be."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for.

    Args:
        host: where to listen.
        port: 0 for any that is free.
        public_url: the address that browsers use, where a proxy stands in front.
        limits: how much is given away.
    """

    host: str
    port: int
    public_url: str | None
    limits: Limits


def start(asked: Asked, *, say: Callable[[str], None]) -> int:
    """Serves until a signal ends it; returns the exit status.

    Raises:
        UnsafeError: what is asked for would not be safe.
        ServeError: the place is taken.
    """
    family = socket.AF_INET6 if ":" in asked.host else socket.AF_INET
    place, host = _resolved(asked, family)
    address = place[0]
    if is_everywhere(address) and asked.public_url is None:
        raise UnsafeError(N_("a server on every address needs --public-url: the address that browsers will use"))
    public = asked.public_url is not None and not is_loopback(urlsplit(asked.public_url).hostname or "")
    alone = is_loopback(address) and not public
    if asked.limits.own_profile and not alone:
        raise UnsafeError(N_("--profile is for this machine alone: leave out --host and --public-url"))
    try:
        listening = socket.create_server(place, family=family)
    except OSError as error:
        raise _refused(asked, system_reason(error)) from error
    port: int = listening.getsockname()[1]
    token = None if alone else secrets.token_urlsafe(24)
    origins = origins_of(host, port, public_url=asked.public_url)
    guard = Guard(origins, token, secure=(asked.public_url or "").startswith("https:"))
    named = asked.public_url.rstrip("/") if asked.public_url is not None else _address(host, port)

    def ready() -> None:
        say(f"{named}/?token={token}" if token is not None else f"{named}/")

    try:
        server = GameServer(guard, asked.limits, host=host, port=port)
        return asyncio.run(serve(server, sock=listening, on_ready=ready))
    finally:
        listening.close()


def _resolved(asked: Asked, family: socket.AddressFamily) -> tuple[tuple[Any, ...], str]:
    """The place to listen at, its numeric address first, and what browsers call the host.

    An address has many spellings, of which `0` and `000.0.0.0` are two: what is safe is decided on the address, and
    browsers write it in one way.
    """
    if not asked.host:
        raise UnsafeError(N_("--host names an address or a machine, and it is empty"))
    try:
        place = socket.getaddrinfo(asked.host, asked.port, family, socket.SOCK_STREAM)[0][4]
    except (OSError, UnicodeError) as error:
        raise _refused(asked, Reason(N_("no machine has this name"))) from error
    try:
        socket.getaddrinfo(asked.host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return place, asked.host.lower()
    return place, str(place[0])


def _refused(asked: Asked, why: Reason) -> ServeError:
    return ServeError(N_("cannot listen on {host} port {port}: {why}"), host=asked.host, port=asked.port, why=why)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
