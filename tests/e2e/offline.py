"""A Telegram without a network: takes every call of the bot, answers as Telegram would, and remembers what was said."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram.ext import ApplicationBuilder
from telegram.request import BaseRequest, RequestData

from bot.chat import application
from bot.chat.desk import App
from bot.chat.ordering import TableOrder
from bot.settings import Settings

BOT = {"id": 4242, "is_bot": True, "first_name": "跑胡子", "username": "paohuzi_bot", "can_join_groups": True}


class Offline(BaseRequest):
    """Answers calls by itself. `said` are the newest of them: method and parameters."""

    def __init__(self) -> None:
        self.said: deque[tuple[str, dict[str, Any]]] = deque(maxlen=200_000)
        self._next = 1000

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: object, **__: object
    ) -> tuple[int, bytes]:
        name = url.rpartition("/")[2]
        if name == "getUpdates":
            await asyncio.Event().wait()
        values = dict(request_data.parameters) if request_data is not None else {}
        self.said.append((name, values))
        return 200, json.dumps({"ok": True, "result": self._result(name, values)}).encode()

    def _result(self, name: str, values: dict[str, Any]) -> object:
        match name:
            case "getMe":
                return BOT
            case "getChatMember":
                return {
                    "status": "member",
                    "user": {"id": values["user_id"], "is_bot": False, "first_name": "x"},
                }
            case "sendMessage" | "editMessageText":
                self._next += 1
                chat = {"id": values["chat_id"], "type": "private"}
                return {
                    "message_id": values.get("message_id", self._next),
                    "date": 1,
                    "chat": chat,
                    "text": "x",
                }
        return True


@contextlib.asynccontextmanager
async def _application(_: Settings) -> AsyncIterator[App]:
    builder = ApplicationBuilder().token("4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr")
    builder = builder.request(Offline()).get_updates_request(Offline())
    async with builder.concurrent_updates(TableOrder()).build() as app:
        yield app


def go_offline(monkeypatch: pytest.MonkeyPatch) -> list[App]:
    """Let a bot that is started from now on have no network; the list gets its application."""
    apps: list[App] = []
    register = application.lifecycle.register

    def registered(app: App) -> None:
        apps.append(app)
        register(app)

    monkeypatch.setattr(application, "_application", _application)
    monkeypatch.setattr(application.lifecycle, "register", registered)
    return apps
