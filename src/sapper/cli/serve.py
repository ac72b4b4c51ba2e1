"""`sapper serve`: the full-screen game in a browser."""

from __future__ import annotations

import argparse
import re

from sapper.cli.arguments import positive, wrong
from sapper.cli.speech import say, told
from sapper.core.params import whole_number
from sapper.errors import N_, SapperError


class NoServerError(SapperError):
    """What serving needs is not installed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sapper serve`."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help=N_("where to listen; this machine alone by default")
    )
    parser.add_argument(
        "--port", type=_port, default=8000, metavar="N", help=N_("the port, 8000 by default; 0 for a free one")
    )
    parser.add_argument(
        "--public-url", type=_url, metavar="URL", help=N_("the address that browsers use, behind a proxy")
    )
    parser.add_argument("--sessions", type=positive, default=16, metavar="N", help=N_("games at a time, 16 by default"))
    parser.add_argument(
        "--idle",
        type=positive,
        default=30,
        metavar="MINUTES",
        help=N_("ends a connection without keys or clicks, 30 by default"),
    )
    parser.add_argument("--profile", action="store_true", help=N_("play your own games; on this machine alone"))


def run(arguments: argparse.Namespace) -> int:
    """Serves until a signal ends it.

    Raises:
        NoServerError: textual-serve is not installed.
        SapperError: it cannot be served as asked.
    """
    try:
        from sapper.web.server import Limits
        from sapper.web.start import Asked, start
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "sapper":
            raise
        raise NoServerError(
            N_("serving needs textual-serve (pip install 'sapper[web]'); without it there is: sapper play")
        ) from None
    limits = Limits(arguments.sessions, arguments.idle * 60.0, own_profile=arguments.profile)
    asked = Asked(arguments.host, arguments.port, arguments.public_url, limits)
    return start(asked, say=_say)


def _say(address: str) -> None:
    print(address, flush=True)
    say(told(N_("Ctrl-C ends it.")))


def _port(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text, re.ASCII) is None or (number := whole_number(text)) > 65535:
        raise wrong(N_("a port is a number from 0 to 65535, not {found}"), text)
    return number


def _url(text: str) -> str:
    if re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+/?", text, re.ASCII) is None:
        raise wrong(N_("an address is like https://play.example.org, without a path, not {found}"), text)
    return text.lower().rstrip("/")
