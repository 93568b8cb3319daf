"""The order of updates: one after another at a table, side by side at different tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.chat.tokens import decode
from storage import Cause

MOST_AT_ONCE = 64
"""How many updates are worked on at the same time at most."""

MOST_KNOWN = 100_000
"""How many updates may wait; beyond it the library itself holds back."""


def key_of(update: object) -> Hashable | None:
    """What an update must not overtake: the table that its button names, else its chat; None: nothing."""
    if not isinstance(update, Update):
        return None
    query = update.callback_query
    press = decode(query.data) if query is not None else None
    if press is not None and press.table:
        return "table", press.table
    chat = update.effective_chat
    return ("chat", chat.id) if chat is not None else None


def cause_of(update: Update) -> Cause | None:
    """The update as what it changes is stored with: the one of this id among those with the same key."""
    match key_of(update):
        case (str(kind), int(number)):
            return Cause(f"{kind}:{number}", update.update_id)
    return None


@dataclass(slots=True)
class _Lane:
    """The updates of one key: who holds the lock is worked on, `users` counts them all."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class TableOrder(BaseUpdateProcessor):
    """Works on updates with the same key strictly in the order in which they came, on others side by side.

    An update that waits for its table takes no place from other tables: only those that run are counted.
    """

    __slots__ = ("_lanes", "_running")

    def __init__(self, most_at_once: int = MOST_AT_ONCE) -> None:
        super().__init__(MOST_KNOWN)
        self._lanes: dict[Hashable, _Lane] = {}
        self._running = asyncio.Semaphore(most_at_once)

    @property
    def lanes(self) -> int:
        """How many keys have updates at this moment."""
        return len(self._lanes)

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Await the coroutine when it is the update's turn."""
        key = key_of(update)
        try:
            if key is None:
                await self._run(coroutine)
            else:
                await self._run_in_lane(key, coroutine)
        finally:
            if isinstance(coroutine, Coroutine):
                coroutine.close()  # if the wait for its turn was broken off, it never began

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to give back."""

    async def _run(self, coroutine: Awaitable[Any]) -> None:
        async with self._running:
            await coroutine

    async def _run_in_lane(self, key: Hashable, coroutine: Awaitable[Any]) -> None:
        lane = self._lanes.setdefault(key, _Lane())
        lane.users += 1
        try:
            async with lane.lock:
                await self._run(coroutine)
        finally:
            lane.users -= 1
            if not lane.users:
                del self._lanes[key]
