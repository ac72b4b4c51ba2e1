"""Starts the server as the command line asks for it: where it listens, who may come in, what is printed."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sapper.errors import N_, Reason, SapperError, UsageError, system_reason
from sapper.web.guard import Guard, is_loopback, origins_of
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
    public = asked.public_url is not None and not is_loopback(urlsplit(asked.public_url).hostname or "")
    alone = is_loopback(asked.host) and not public
    if asked.limits.own_profile and not alone:
        raise UnsafeError(N_("--profile is for this machine alone: leave out --host and --public-url"))
    family = socket.AF_INET6 if ":" in asked.host else socket.AF_INET
    try:
        listening = socket.create_server((asked.host, asked.port), family=family)
    except OSError as error:
        raise ServeError(
            N_("cannot listen on {host} port {port}: {why}"),
            host=asked.host,
            port=asked.port,
            why=Reason(N_("no machine has this name")) if isinstance(error, socket.gaierror) else system_reason(error),
        ) from error
    port: int = listening.getsockname()[1]
    token = None if alone else secrets.token_urlsafe(24)
    origins = origins_of(asked.host, port, public_url=asked.public_url)
    guard = Guard(origins, token, secure=(asked.public_url or "").startswith("https:"))
    named = asked.public_url.rstrip("/") if asked.public_url is not None else _address(asked.host, port)

    def ready() -> None:
        say(f"{named}/?token={token}" if token is not None else f"{named}/")

    try:
        server = GameServer(guard, asked.limits, host=asked.host, port=port)
        return asyncio.run(serve(server, sock=listening, on_ready=ready))
    finally:
        listening.close()


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
