"""A playground, its bot through python-telegram-bot, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.playground import Person, Playground, Room


@dataclass(frozen=True)
class Scene:
    """阿明 and 小红 in a group with the bot, START pressed; a stranger, who has not, outside."""

    ming: Person
    hong: Person
    stranger: Person
    group: Room


@pytest.fixture(autouse=True)
def timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the client give `retry_after` as a timedelta: its plain numbers come with a warning."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    """An empty playground."""
    async with await Playground.start() as running:
        yield running


@pytest.fixture
async def bot(server: Playground) -> AsyncIterator[Bot]:
    """The real client."""
    async with Bot(server.token, server.base_url, server.file_url) as real:
        yield real


@pytest.fixture
async def hasty(server: Playground) -> AsyncIterator[Bot]:
    """The real client with a read time-out of 0.3 s."""
    request = HTTPXRequest(read_timeout=0.3)
    async with Bot(server.token, server.base_url, server.file_url, request=request) as real:
        yield real


@pytest.fixture
def scene(server: Playground) -> Scene:
    """The usual people, with nothing pending for the bot."""
    ming, hong = server.person("阿明", username="ming"), server.person("小红", "李", username="hong")
    group = server.group("麻友", members=[ming, hong])
    ming.start()
    hong.start()
    server.world.updates.clear()
    return Scene(ming, hong, server.person("路人"), group)
