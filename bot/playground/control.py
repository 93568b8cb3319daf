"""The playground's own face over HTTP: JSON under /control/, for pages and scripts on the same machine.

Reading is GET with parameters in the query, acting is POST with a JSON object. Refusals are 400 with
`{"error": sentence}`. What an act is called is what the method of Person, Room or Playground is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.playground import acts, looks
from bot.playground.guard import Guard, refusal
from bot.playground.images import picture_type

if TYPE_CHECKING:
    from bot.playground.playground import Playground

MAX_WAIT_SECONDS = 50.0
UNREAD_MAY_WAIT = 25.0
"""Seconds without a change after which a live connection is asked whether somebody is still there."""


class Control:
    """The handlers under /control/."""

    def __init__(self, server: Playground, guard: Guard) -> None:
        self._server = server
        self._guard = guard

    def add_routes(self, app: web.Application) -> None:
        """Put the handlers into an application."""
        guarded = self._guard.guarded
        app.router.add_get("/control/changes", guarded(self.changes))
        app.router.add_get("/control/live", guarded(self.live))
        app.router.add_get("/control/file/{path:.+}", guarded(self.file))
        app.router.add_get("/control/{look}", guarded(self.look))
        app.router.add_post("/control/{act}", guarded(self.act))

    async def look(self, request: web.Request) -> web.Response:
        """GET /control/state, world, messages, popups, log or calls."""
        look = looks.LOOKS.get(request.match_info["look"])
        if look is None:
            return refusal(404, f"There is nothing to look at by the name {request.match_info['look']!r}.")
        return web.json_response(look(self._server, request.query))

    async def act(self, request: web.Request) -> web.Response:
        """POST /control/person, group, send, start, press, … (see acts)."""
        act = acts.ACTS.get(request.match_info["act"])
        if act is None:
            return refusal(404, f"There is no act by the name {request.match_info['act']!r}.")
        body: Any = await request.json()
        if not isinstance(body, Mapping):
            return refusal(400, "Acts are JSON objects.")
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

    async def live(self, request: web.Request) -> web.StreamResponse:
        """GET /control/live?after=ID&run=RUN: a WebSocket with all changes, as lists, while they happen.

        `run` and ID come from the state. An ID of another run, or of what is no longer kept, is answered by
        closing with the code 4000: look at the world again.
        """
        after, feed = int(request.query["after"]), self._server.feed
        socket = web.WebSocketResponse(heartbeat=UNREAD_MAY_WAIT)
        await socket.prepare(request)
        if request.query.get("run") != self._server.run or not feed.keeps(after):
            await socket.close(code=4000, message=b"look again")
            return socket
        listening = self._server.spawn(_hear(socket))
        try:
            while not listening.done():
                changes = await feed.wait_after(after, MAX_WAIT_SECONDS)
                if changes:
                    after = changes[-1].id
                    await socket.send_json([looks.change_json(change) for change in changes])
        except ConnectionError:
            pass  # the page went away
        finally:
            listening.cancel()
        return socket

    async def file(self, request: web.Request) -> web.Response:
        """GET /control/file/PATH: a picture to be shown, anything else to be saved."""
        path = request.match_info["path"]
        found = next((file for file in self._server.world.files.values() if file.path == path), None)
        if found is None:
            return refusal(404, f"There is no file {path!r}.")
        headers = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
        kind = picture_type(found.content) if found.width else None
        if kind is not None:
            headers["Cache-Control"] = "private, max-age=86400, immutable"
            return web.Response(body=found.content, content_type=kind, headers=headers)
        headers["Content-Disposition"] = "attachment"
        return web.Response(body=found.content, content_type="application/octet-stream", headers=headers)


async def _hear(socket: web.WebSocketResponse) -> None:
    """Read until the other side closes; what it says does not matter."""
    async for _ in socket:
        pass
