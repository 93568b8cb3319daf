"""The HTTP face of the Bot API: /bot<token>/<method> and /file/bot<token>/<path>."""

from __future__ import annotations

import asyncio
import json
import math
import re
from typing import Any

from aiohttp import web

from bot.playground import webhook
from bot.playground.calls import Call
from bot.playground.errors import ApiError, bad_request, too_many_requests
from bot.playground.faults import Fault, FaultKind
from bot.playground.methods import METHODS, Method
from bot.playground.params import Params, Upload
from bot.playground.polling import get_updates
from bot.playground.world import World

_BEFORE = (FaultKind.TIME_OUT_BEFORE, FaultKind.DROP_BEFORE)
_AFTER = (FaultKind.TIME_OUT_AFTER, FaultKind.DROP_AFTER)
_SYNC: dict[str, Method] = {**METHODS, **{name.lower(): method for name, method in webhook.METHODS.items()}}


class Api:
    """The handlers; `close` lets go of the requests that hang on purpose."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._closing = asyncio.Event()

    def add_routes(self, app: web.Application) -> None:
        """Put the handlers into an application."""
        app.router.add_route("*", "/bot{token:[^/]*}/{method}", self.call)
        app.router.add_get("/file/bot{token:[^/]*}/{path:.+}", self.download)

    def close(self) -> None:
        """End the requests that hang."""
        self._closing.set()

    async def call(self, request: web.Request) -> web.StreamResponse:
        """Answer a call of a method."""
        method = request.match_info["method"]
        try:
            self._check_token(request)
            params = await read_params(request)
        except ApiError as error:
            return _error(error)
        chat_id = params.integer("chat_id") or None
        fault = self._world.faults.take(method, chat_id)
        if fault and fault.kind in _BEFORE:
            self._log(method, chat_id, params, 0, fault.kind.value)
            return await self._leave_open(request, fault)
        try:
            await _fail(fault, self._world.now())
            result = await self._run(method, params)
        except ApiError as error:
            self._log(method, chat_id, params, error.code, error.description)
            return _error(error)
        if fault and fault.kind in _AFTER:
            self._log(method, chat_id, params, 0, fault.kind.value)
            return await self._leave_open(request, fault)
        self._log(method, chat_id, params, 200)
        return _json(200, {"ok": True, "result": result})

    async def download(self, request: web.Request) -> web.Response:
        """Answer with a stored file."""
        try:
            self._check_token(request)
        except ApiError as error:
            return _error(error)
        for file in self._world.files.values():
            if file.path == request.match_info["path"]:
                return web.Response(
                    body=file.content, content_type=file.mime_type or "application/octet-stream"
                )
        return _error(ApiError(404, "Not Found"))

    async def _run(self, method: str, params: Params) -> Any:
        if method.lower() == "getupdates":
            return await get_updates(self._world, params)
        handler = _SYNC.get(method.lower())
        if handler is None:
            raise ApiError(404, "Not Found: method not found")
        return handler(self._world, params)

    def _check_token(self, request: web.Request) -> None:
        token = request.match_info["token"]
        if not re.fullmatch(r"[0-9]{1,15}:[A-Za-z0-9_-]+", token):
            raise ApiError(404, "Not Found")
        if token != self._world.token:
            raise ApiError(401, "Unauthorized")

    async def _leave_open(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        if fault.kind in (FaultKind.TIME_OUT_BEFORE, FaultKind.TIME_OUT_AFTER):
            await self._closing.wait()
        if request.transport:
            request.transport.abort()
        return web.Response()

    def _log(
        self, method: str, chat_id: int | None, params: Params, code: int, description: str = ""
    ) -> None:
        if method.lower() != "getupdates":
            call = Call(self._world.now(), method, chat_id, code, description, params.values)
            self._world.calls.add(call)
            chat = self._world.chats.get(chat_id or 0)
            self._world.tell("call", {"method": method, "code": code, "description": description}, chat)


async def _fail(fault: Fault | None, now: float) -> None:
    if fault is None:
        return
    if fault.kind is FaultKind.SLOW:
        await asyncio.sleep(fault.seconds)
    elif fault.kind is FaultKind.FLOOD:
        raise too_many_requests(math.ceil(fault.until - now))
    elif fault.kind is FaultKind.ERROR:
        raise ApiError(fault.code, fault.description)


async def read_params(request: web.Request) -> Params:
    """Return the parameters of a request: from the query, a form, a multipart form or a JSON object."""
    values = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        try:
            body = await request.json()
        except ValueError:
            raise bad_request("can't parse JSON object") from None
        if not isinstance(body, dict):
            raise bad_request("can't parse JSON object")
        values |= {key: _as_text(value) for key, value in body.items() if value is not None}
    else:
        for name, part in (await request.post()).items():
            if isinstance(part, web.FileField):
                with part.file:
                    uploads[name] = Upload(
                        part.filename, part.content_type.partition(";")[0], part.file.read()
                    )
            else:
                values[name] = part if isinstance(part, str) else bytes(part).decode()
    return Params(values, uploads)


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _json(status: int, data: dict[str, Any], headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response(data, status=status, headers=headers)


def _error(error: ApiError) -> web.Response:
    data: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
    headers = {}
    if error.parameters:
        data["parameters"] = error.parameters
    if "retry_after" in error.parameters:
        headers["Retry-After"] = str(error.parameters["retry_after"])
    return _json(error.code, data, headers)
