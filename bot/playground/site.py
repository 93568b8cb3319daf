"""The page: plain files from the folder `page`, which load nothing from anywhere else."""

from __future__ import annotations

from importlib.resources import files

from aiohttp import web

from bot.playground.guard import Guard

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Site:
    """The handlers of `/` and `/page/…`."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._files = {
            entry.name: entry.read_bytes()
            for entry in files("bot.playground").joinpath("page").iterdir()
            if entry.name.rpartition(".")[2] in _TYPES
        }

    def add_routes(self, app: web.Application) -> None:
        """Put the handlers into an application."""
        app.router.add_get("/", self.page)
        app.router.add_get("/page/{name}", self.page)

    async def page(self, request: web.Request) -> web.Response:
        """GET / is the page, /page/NAME a part of it."""
        if not self._guard.names_us(request.host):
            return web.Response(status=403, text="This page answers on loopback names only.")
        name = request.match_info.get("name", "index.html")
        content = self._files.get(name)
        if content is None:
            return web.Response(status=404, text="Not Found")
        kind = _TYPES[name.rpartition(".")[2]]
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=_HEADERS)
