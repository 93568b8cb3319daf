"""A Telegram that enforces nothing but counts what it would have refused, and how long each view was out of date."""

from __future__ import annotations

import asyncio
import math
import random
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.chat.outbox import Importance, Outbox
from bot.chat.waiting import Making
from bot.views.message import Message

GROUP, PRIVATE, OVERALL = (20, 60.0), (5, 5.0), (30, 1.0)
"""Telegram's limits: calls in so many seconds."""


_Look = tuple[str, object, tuple[tuple[str, str], ...]]


class Watch:
    """Notes when a view was to change, and when it did: seconds by kind of view, since `begin`."""

    def __init__(self) -> None:
        self.delays: dict[str, list[float]] = {}
        self._waiting: dict[tuple[int, str], deque[tuple[float, str, _Look]]] = {}
        self._newest: dict[tuple[int, str], _Look] = {}
        self._shown: dict[tuple[int, str], _Look] = {}
        self._slots: dict[int, set[str]] = {}

    def asked(self, chat_id: int, slot: str, kind: str, message: Message, *, new: bool, now: float) -> None:
        """A slot is to show a message from now on."""
        key = chat_id, slot
        waiting = self._waiting.setdefault(key, deque())
        look = _look(message)
        if not new and self._shown.get(key) == look:
            waiting.clear()
        elif not (waiting and waiting[-1][2] == look) and (new or self._newest.get(key) != look):
            waiting.append((now, kind, look))
        self._newest[key] = look
        self._slots.setdefault(chat_id, set()).add(slot)

    def shown(self, chat_id: int, message: Message, now: float) -> None:
        """A chat shows a message now, and with it all that was to be seen there before it."""
        look = _look(message)
        for slot in self._slots.get(chat_id, ()):
            waiting = self._waiting[chat_id, slot]
            seen = max((index for index, each in enumerate(waiting, 1) if each[2] == look), default=0)
            if seen:
                self._shown[chat_id, slot] = look
            for _ in range(seen):
                since, kind, _ = waiting.popleft()
                self.delays.setdefault(kind, []).append(now - since)


def _look(message: Message) -> _Look:
    """What people see of a message; a button's moment may be a later one than that for which it was put."""
    presses = tuple(
        (b.label, b.press.what if b.press is not None else "") for row in message.keyboard for b in row
    )
    return str(message.text), message.picture, presses


class WatchedOutbox(Outbox):
    """The outbox, telling a watch what is put into it."""

    def __init__(self, watch: Watch, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._watch = watch

    def put(self, chat_id: int, slot: str, message: Message | Making, **options: Any) -> None:
        seen = message if isinstance(message, Message) else message()
        importance = options["importance"]
        kind = slot.partition(":")[2].partition(":")[0]
        if kind == "hand":
            kind = "asked" if asks(seen) else "not asked"
        elif importance is Importance.SETTLEMENT:
            kind = "settlement"
        now = asyncio.get_running_loop().time()
        self._watch.asked(chat_id, slot, kind, seen, new=options.get("new", False), now=now)
        super().put(chat_id, slot, message, **options)


def asks(message: Message) -> bool:
    """Whether a message asks for a move."""
    return any(
        b.press is not None and b.press.what in ("act", "sure") for row in message.keyboard for b in row
    )


@dataclass
class CountingTelegram:
    """A sender: notes each call as it is heard, `latency` seconds (on average) for a call there and back."""

    watch: Watch
    on_shown: Callable[[int, Message], None]
    latency: float = 0.1
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    calls: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    busiest: int = 0
    last_id: int = 0
    _heard: dict[object, deque[float]] = field(default_factory=dict)

    async def send(
        self, chat_id: int, message: Message, *, thread_id: int | None, reply_to: int | None
    ) -> int:
        self.last_id += 1
        message_id = self.last_id
        await self._carry("send", chat_id, message)
        return message_id

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        await self._carry("edit", chat_id, message)

    async def clear_keyboard(self, chat_id: int, message_id: int) -> None:
        await self._carry("clear", chat_id, None)

    async def delete(self, chat_id: int, message_id: int) -> None:
        await self._carry("delete", chat_id, None)

    async def _carry(self, what: str, chat_id: int, message: Message | None) -> None:
        there, back = (self.latency * self.chance.uniform(0.2, 0.8) for _ in range(2))
        await asyncio.sleep(there)
        where = "group" if chat_id < 0 else "private"
        self.calls[f"{what}, {where}"] += 1
        now = asyncio.get_running_loop().time()
        self._count(chat_id, *(GROUP if chat_id < 0 else PRIVATE), where, now)
        self._count(None, *OVERALL, "overall", now)
        if message is not None:
            self.watch.shown(chat_id, message, now)
            self.on_shown(chat_id, message)
        await asyncio.sleep(back)

    def _count(self, key: object, most: int, seconds: float, name: str, now: float) -> None:
        heard = self._heard.setdefault(key, deque())
        while heard and heard[0] <= now - seconds:
            heard.popleft()
        heard.append(now)
        if key is None:
            self.busiest = max(self.busiest, len(heard))
        if len(heard) > most:
            self.refused[name] += 1

    def forget_counts(self) -> None:
        """Begin to count anew."""
        self.calls.clear()
        self.refused.clear()
        self.busiest = 0


def share(values: list[float], part: float) -> float:
    """The value that this part (0 to 1) of the values does not exceed; nan for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else math.nan
