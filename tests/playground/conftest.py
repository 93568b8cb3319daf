"""A playground, its bot through python-telegram-bot, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.playground import Person, Playground


@dataclass(frozen=True)
class People:
    """The people of the tests; everybody but `stranger` has pressed START."""

    ming: Person
    hong: Person
    stranger: Person


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    """An empty playground."""
    async with await Playground.start() as running:
        yield running


@pytest.fixture
async def bot(server: Playground) -> AsyncIterator[Bot]:
    """The real client with a short patience."""
    request = HTTPXRequest(read_timeout=2.0)
    async with Bot(server.token, server.base_url, server.file_url, request=request) as real:
        yield real


@pytest.fixture
def people(server: Playground) -> People:
    """Two players and a stranger."""
    ming, hong = server.person("阿明", username="ming"), server.person("小红", "李", username="hong")
    ming.start()
    hong.start()
    return People(ming, hong, server.person("路人"))
