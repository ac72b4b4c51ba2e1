"""Who may ask for a page or a socket: hosts, origins, the token, headers. Knows neither games nor visitors.

Any page that is open in the player's browser can send requests to this machine. So a request must name this server
as its host (or a name that another site made point here would do), and a socket must come from one of its pages.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

TOKEN_COOKIE = "sapper-token"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Guard:
    """What is let in.

    Args:
        origins: the addresses of this server, as `http://host:port`, in lower case.
        token: what the address must have once; None where none is asked for.
        secure: whether cookies are for TLS only.
    """

    origins: frozenset[str]
    token: str | None = None
    secure: bool = False

    @property
    def hosts(self) -> frozenset[str]:
        """What the Host header may say."""
        return frozenset(origin.partition("://")[2] for origin in self.origins)

    def refusal(self, host: str | None, origin: str | None, *, socket: bool) -> str:
        """Why a request is refused, from its Host and Origin; empty when it is not. A socket must name its origin."""
        if (host or "").lower() not in self.hosts:
            return "this server has another name"
        if origin is None:
            return "a socket needs an origin" if socket else ""
        return "" if origin.lower() in self.origins else "that origin is another site"

    def knows(self, offered: str | None) -> bool:
        """Whether this is the token, or none is asked for."""
        if self.token is None:
            return True
        return offered is not None and secrets.compare_digest(
            offered.encode("utf-8", "surrogatepass"), self.token.encode()
        )

    def headers(self) -> dict[str, str]:
        """What every answer says: nothing from elsewhere, in no frame, kept by nobody."""
        # `self` covers sockets in new browsers only; an IPv6 address cannot be written in a policy.
        named = (origin.replace("http", "ws", 1) for origin in self.origins if "[" not in origin)
        sockets = " ".join(sorted(named))
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            f"font-src 'self' data:; connect-src 'self' {sockets}; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Cache-Control": "no-store",
        }


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server at this host."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(address: str) -> bool:
    """Whether a server at this numeric address can be reached at every address of this machine."""
    found = ipaddress.ip_address(address)
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_unspecified


def origins_of(host: str, port: int, *, public_url: str | None = None) -> frozenset[str]:
    """The addresses by which browsers reach a server."""
    if public_url is not None:
        parts = urlsplit(public_url)
        named = {f"{parts.scheme}://{parts.netloc}".lower()}
    else:
        named = {_origin(host, port)}
    return frozenset(named | ({_origin(name, port) for name in LOOPBACK} if is_loopback(host) else set()))


def _origin(host: str, port: int) -> str:
    bracketed = f"[{host}]" if ":" in host else host
    return f"http://{bracketed}" + ("" if port == 80 else f":{port}")


def guarding(guard: Guard, *, socket_path: str) -> Middleware:
    """The middleware that lets in what the guard lets in."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            response = await _guarded(request, handler)
        except web.HTTPException as error:
            error.headers.update(guard.headers())
            raise
        if not response.prepared:
            response.headers.update(guard.headers())
        return response

    async def _guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        headers = request.headers
        reason = guard.refusal(headers.get("Host"), headers.get("Origin"), socket=request.path == socket_path)
        if reason:
            raise web.HTTPForbidden(text=reason)
        if not guard.knows(request.cookies.get(TOKEN_COOKIE)):
            if request.path == "/" and "token" in request.query and guard.knows(request.query["token"]):
                # Out of the address it goes, where others could read it over a shoulder or in a history.
                answer = web.HTTPSeeOther("/")
                answer.set_cookie(
                    TOKEN_COOKIE, request.query["token"], httponly=True, samesite="Strict", secure=guard.secure
                )
                raise answer
            raise web.HTTPForbidden(text="the address lacks the token that the server printed when it started")
        return await handler(request)

    return middleware
