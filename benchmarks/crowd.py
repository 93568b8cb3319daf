"""The other side of a real run, in a process of its own: Telegram with its limits, and people who press.

They press what the bot's process says is asked (by a pipe), so that they play on at their pace even while the limits
keep their views waiting.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from bot.playground import Playground
from bot.playground.model import Content, Message, Popup
from bot.playground.posting import post
from bot.playground.pressing import press

Asked = dict[int, str]
"""Who is asked at a table, and the data of the button that they press."""

BEGIN, END, OVER = "begin", "end", "over"
"""What the bot's process says besides: count from now on, report, and go home."""


@dataclass
class Report:
    """What the people saw: seconds from each press to its answer, calls by method, and refused ones by chat."""

    answers: list[float]
    unanswered: int
    calls: dict[str, int]
    refused: dict[str, int]
    toasts: dict[str, int]


@dataclass
class _Popups(list[Popup]):
    """The list of all pop-ups, which notes when each came."""

    pressed: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    texts: Counter[str] = field(default_factory=Counter)

    def append(self, popup: Popup) -> None:
        begun = self.pressed.pop(popup.query_id, None)
        if begun is not None:
            self.seconds.append(time.perf_counter() - begun)
            self.texts[popup.text[:12]] += 1


class Crowd:
    """The people at `tables` tables, each of which gets a press every `every` seconds."""

    def __init__(self, server: Playground, pipe: Connection, tables: int, every: float) -> None:
        self._server = server
        self._pipe = pipe
        self._every = every
        self._asked: dict[int, Asked] = {}
        self._popups = _Popups()
        self._chance = random.Random(1)
        self._begun = 0
        self._over = asyncio.Event()
        server.world.popups = self._popups
        self.groups = [self._group(number) for number in range(tables)]

    def _group(self, number: int) -> tuple[int, list[int]]:
        people = [self._server.person(name) for name in ("阿明", "小红", "老王")]
        for person in people:
            person.user.started = True
            self._hand(person.id)
        return self._server.group(f"麻友 {number}", people).id, [person.id for person in people]

    def _hand(self, user_id: int) -> Message:
        world = self._server.world
        return post(world, world.chats[user_id], world.bot, Content("手牌"))

    def _heard(self) -> None:
        """The bot's process says what is asked at a table, or that counting begins or ends."""
        while self._pipe.poll():
            word = self._pipe.recv()
            if word == BEGIN:
                self._begun = len(self._server.calls)
                self._popups.seconds.clear()
                self._popups.texts.clear()
            elif word == END:
                self._pipe.send(self._report())
            elif word == OVER:
                self._over.set()
            else:
                table, asked = word
                self._asked[table] = asked

    async def _table(self, table: int) -> None:
        await asyncio.sleep(self._chance.uniform(0, self._every))
        world = self._server.world
        while not self._over.is_set():
            asked = self._asked.get(table)
            if asked:
                user_id, data = asked.popitem()
                message = next(iter(world.chats[user_id].messages.values()))
                query = press(world, world.users[user_id], message, data)
                self._popups.pressed[query.id] = time.perf_counter()
            await asyncio.sleep(self._every)

    async def play(self) -> None:
        """Press until it is over."""
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._heard)
        playing = [asyncio.create_task(self._table(number + 1)) for number in range(len(self.groups))]
        await self._over.wait()
        asyncio.get_running_loop().remove_reader(self._pipe.fileno())
        for task in playing:
            task.cancel()

    def _report(self) -> Report:
        calls = list(self._server.calls)[self._begun :]
        return Report(
            list(self._popups.seconds),
            len(self._popups.pressed),
            dict(Counter(call.method for call in calls)),
            dict(Counter(call.method for call in calls if call.code == 429)),
            dict(self._popups.texts.most_common(8)),
        )


def serve(pipe: Connection, token: str, tables: int, every: float) -> None:
    """Be Telegram and its people: tell the addresses and groups, then play until it is over."""

    async def run() -> None:
        async with await Playground.start(token=token) as server:
            crowd = Crowd(server, pipe, tables, every)
            server.world.updates.clear()
            pipe.send((server.base_url, server.file_url, crowd.groups))
            await crowd.play()

    asyncio.run(run())
