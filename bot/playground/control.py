"""The playground's own face over HTTP: JSON under /control/, for pages and scripts on the same machine.

Reading is GET with parameters in the query, acting is POST with a JSON object. Refusals are 400 with
`{"error": sentence}`. What an act is called is what the method of Person, Room or Playground is called.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.playground import acts, looks

if TYPE_CHECKING:
    from bot.playground.playground import Playground

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
MAX_WAIT_SECONDS = 50.0


class Control:
    """The handlers under /control/."""

    def __init__(self, server: Playground) -> None:
        self._server = server

    def add_routes(self, app: web.Application) -> None:
        """Put the handlers into an application."""
        app.router.add_get("/control/changes", self._guarded(self.changes))
        app.router.add_get("/control/{look}", self._guarded(self.look))
        app.router.add_post("/control/{act}", self._guarded(self.act))

    def _guarded(
        self, handler: Callable[[web.Request], Awaitable[web.Response]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def guarded(request: web.Request) -> web.Response:
            # A page from elsewhere must not reach in: neither by a name for loopback nor by a plain form.
            if urlsplit(f"//{request.host}").hostname not in _LOOPBACK:
                return _refusal(403, "The control interface answers on loopback names only.")
            if request.method == "POST" and request.content_type != "application/json":
                return _refusal(415, "Acts are sent as application/json.")
            try:
                return await handler(request)
            except KeyError as error:
                return _refusal(400, f"The field {error} is missing.")
            except (ValueError, LookupError, TypeError) as error:
                return _refusal(400, str(error))

        return guarded

    async def look(self, request: web.Request) -> web.Response:
        """GET /control/state, messages, popups, log or calls."""
        look = looks.LOOKS.get(request.match_info["look"])
        if look is None:
            return _refusal(404, f"There is nothing to look at by the name {request.match_info['look']!r}.")
        return web.json_response(look(self._server, request.query))

    async def act(self, request: web.Request) -> web.Response:
        """POST /control/person, group, send, start, press, … (see acts)."""
        act = acts.ACTS.get(request.match_info["act"])
        if act is None:
            return _refusal(404, f"There is no act by the name {request.match_info['act']!r}.")
        body: Any = await request.json()
        if not isinstance(body, Mapping):
            return _refusal(400, "Acts are JSON objects.")
        return web.json_response(act(self._server, body))

    async def changes(self, request: web.Request) -> web.Response:
        """GET /control/changes?after=ID&timeout=SECONDS&person=ID: what happened since, waiting if need be.

        With a person, only what that person can see, which may be nothing; `last` tells where to go on.
        """
        after = int(request.query.get("after", "0"))
        timeout = min(float(request.query.get("timeout", "0")), MAX_WAIT_SECONDS)
        person = self._server.somebody(int(request.query["person"])) if "person" in request.query else None
        changes = await self._server.feed.wait_after(after, timeout)
        last = changes[-1].id if changes else after
        if person:
            changes = [change for change in changes if looks.visible(self._server, change, person)]
        return web.json_response({"last": last, "changes": [looks.change_json(change) for change in changes]})


def _refusal(status: int, sentence: str) -> web.Response:
    return web.json_response({"error": sentence}, status=status)
