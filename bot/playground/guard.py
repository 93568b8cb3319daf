"""Who may reach the page and the control interface: programs of this machine, and the page itself.

A browser can be lured by any web page to send requests to 127.0.0.1. Such a request names a foreign origin, or
(after DNS rebinding) a foreign host; a plain form cannot send JSON. Each of these is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class Guard:
    """Lets requests through that name this server. `host` is the address on which it listens.

    On loopback only loopback names are right. On another address any address in digits is right too, and
    `host` itself: a name that somebody else controls never is.
    """

    def __init__(self, host: str) -> None:
        self._host = host.lower()
        self._open = self._host not in _LOOPBACK

    def why_not(self, request: web.Request) -> tuple[int, str] | None:
        """Status and sentence with which a request is refused, None if it may pass."""
        if not self.names_us(request.host):
            return 403, "The control interface answers on loopback names only."
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower() != f"http://{request.host}".lower():
            return 403, "Pages from elsewhere have no business here."
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return 403, "Pages from elsewhere have no business here."
        if request.method == "POST" and request.content_type != "application/json":
            return 415, "Acts are sent as application/json."
        return None

    def guarded(self, handler: Handler) -> Handler:
        """The handler behind the guard; what it raises for bad input becomes a 400 with a sentence."""

        async def run(request: web.Request) -> web.StreamResponse:
            refused = self.why_not(request)
            if refused is not None:
                return refusal(*refused)
            try:
                return await handler(request)
            except KeyError as error:
                return refusal(400, f"The field {error} is missing.")
            except (ValueError, LookupError, TypeError) as error:
                return refusal(400, str(error))

        return run

    def names_us(self, named: str) -> bool:
        """Whether a request's Host header is a name of this server."""
        try:
            name = urlsplit(f"//{named}").hostname or ""
        except ValueError:
            return False
        return name in _LOOPBACK or (self._open and (name == self._host or _is_address(name)))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def refusal(status: int, sentence: str) -> web.Response:
    """A refusal as JSON."""
    return web.json_response({"error": sentence}, status=status)
