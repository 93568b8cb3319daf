"""Tables of computer-assisted people on a fake clock: the real outbox, presenter and table service, a fake Telegram."""

from __future__ import annotations

import asyncio
import itertools
import random
from dataclasses import dataclass, field
from typing import Any, cast

from fake_clock import FakeClockLoop, LoopTime
from memory_store import MemoryStore
from watched import CountingTelegram, Watch, WatchedOutbox

import bot.host.service
from bot.chat.outbox import Limits
from bot.chat.presenter import Presenter
from bot.chat.readers import Readers
from bot.chat.slots import named
from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.house import House
from bot.host.service import Pace, TableService
from bot.views.message import Message
from engine.players import steady


@dataclass(frozen=True)
class Case:
    """What is simulated. Times in seconds: `think` for a move, on average (half to one and a half of it)."""

    tables: int
    think: float = 5.0
    pictures: bool = False
    latency: float = 0.1
    warm_up: float = 180.0
    seconds: float = 600.0
    seed: int = 1


@dataclass
class Found:
    """What came out: rounds finished, calls by kind, delays by kind of view, refused calls by limit."""

    case: Case
    rounds: int
    calls: dict[str, int]
    delays: dict[str, list[float]]
    refused: dict[str, int]
    busiest: int
    moves: int

    @property
    def calls_a_round(self) -> float:
        """API calls for each finished round."""
        return sum(self.calls.values()) / max(1, self.rounds)


@dataclass
class _Play:
    case: Case
    chance: random.Random = field(init=False)
    thinking: set[tuple[int, int]] = field(default_factory=set)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    moves: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.case.seed)
        seeds = itertools.count(self.case.seed * 1_000_000)
        self.watch = Watch()
        self.telegram = CountingTelegram(self.watch, self.shown, self.case.latency)
        self.store = MemoryStore(self.case.pictures)
        store = cast(Any, self.store)
        clock = asyncio.get_running_loop().time
        self.outbox = WatchedOutbox(
            self.watch, self.telegram, Limits(), line_of=lambda slot: named(slot)[0], clock=clock
        )
        presenter = Presenter(
            store, self.outbox, Readers(store), "https://t.me/x", pictures=self.case.pictures
        )
        self.service = TableService(
            store, presenter, Pace(), lambda: random.Random(next(seeds)).getrandbits(256)
        )

    def shown(self, chat_id: int, message: Message) -> None:
        """Somebody sees a message, and begins to think if it asks something."""
        press = next(
            (
                b.press
                for row in message.keyboard
                for b in row
                if b.press is not None and b.press.what in ("act", "sure", "next")
            ),
            None,
        )
        if chat_id < 0 or press is None or (chat_id, press.moment) in self.thinking:
            return
        self.thinking.add((chat_id, press.moment))
        task = asyncio.get_running_loop().create_task(self.answer(chat_id, press.table, press.moment))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, user_id: int, table_id: int, moment: int) -> None:
        """Think, then press a button."""
        await asyncio.sleep(self.case.think * self.chance.uniform(0.5, 1.5))
        self.thinking.discard((user_id, moment))
        table = self.service.table(table_id)
        if table is None or table.moment != moment:
            return
        try:
            if table.game is None:
                await self.service.do(table_id, do.NextRound(user_id, moment))
                return
            view = table.game.view(table.seat_of(user_id))
            if view.options:
                pick = view.options.index(steady(view, table.game.rules))
                self.moves += 1
                await self.service.do(table_id, do.Play(user_id, moment, str(pick), sure=True))
        except Refused:
            pass

    async def table(self, number: int) -> None:
        """One table, from its opening on."""
        await asyncio.sleep(self.chance.uniform(0, min(120.0, self.case.warm_up)))
        people = [number * 10 + place for place in (1, 2, 3)]
        house = House(rounds=0).data()
        table, _ = await self.service.open(ev.Opened(-number, None, people[0], house))
        for user_id, name in zip(people, ("阿明", "小红", "老王"), strict=True):
            await self.service.do(table.id, do.Sit(user_id, name))
        await self.service.do(table.id, do.Begin(people[0]))

    async def run(self) -> Found:
        """Play, and count after the warm-up."""
        await asyncio.gather(
            *(self.table(number + 1) for number in range(self.case.tables)), asyncio.sleep(self.case.warm_up)
        )
        self.telegram.forget_counts()
        self.watch.delays.clear()
        rounds, moves = self.store.rounds, self.moves
        await asyncio.sleep(self.case.seconds)
        found = Found(
            self.case,
            self.store.rounds - rounds,
            dict(self.telegram.calls),
            dict(self.watch.delays),
            dict(self.telegram.refused),
            self.telegram.busiest,
            self.moves - moves,
        )
        for task in self.tasks:
            task.cancel()
        await self.service.close()
        await self.outbox.close()
        return found


def simulate(case: Case) -> Found:
    """Simulate; nothing is written anywhere."""
    bot.host.service.time = cast(Any, LoopTime)

    async def whole() -> Found:
        return await _Play(case).run()

    with asyncio.Runner(loop_factory=FakeClockLoop) as runner:
        return runner.run(whole())
