"""The real bot in this process, over loopback HTTP against a Telegram with its limits in another process."""

from __future__ import annotations

import asyncio
import cProfile
import gc
import logging
import multiprocessing
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from crowd import BEGIN, END, OVER, Asked, Report, serve
from pydantic import SecretStr

from bot.chat.application import running
from bot.chat.desk import Desk
from bot.chat.tokens import encode
from bot.garbage import collect_rarely
from bot.host import events as ev
from bot.host import intents as do
from bot.host.house import House
from bot.host.table import Phase, Table
from bot.settings import Settings
from bot.views.message import Press
from engine.actions import HU

TOKEN = "4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr"  # noqa: S105 - the playground's


@dataclass(frozen=True)
class Ran:
    """What a run showed, besides the crowd's report. `memory`: bytes for each table; `cpu`: seconds of processor time
    of the bot's process during the `seconds` that were measured."""

    tables: int
    report: Report
    seconds: float
    cpu: float
    memory: float
    moves: int


def _resident() -> int:
    """Bytes of this process in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def _asked(table: Table, chance: random.Random) -> Asked:
    """What the people of a table press next: 胡 if they can, else anything."""
    if table.phase is Phase.BETWEEN:
        press = encode(Press("next", table.id, table.moment))
        return {person.user_id: press for person in table.people if person.user_id not in table.ready}
    asked = {}
    for person in table.waiting_for:
        seat = table.seat_of(person.user_id)
        if table.game is not None and seat is not None:
            options = table.game.view(seat).options
            index = options.index(HU) if HU in options else chance.randrange(len(options))
            asked[person.user_id] = encode(Press("sure", table.id, table.moment, str(index)))
    return asked


class _Listening:
    """Stands before the presenter and tells the crowd what is asked."""

    def __init__(self, inner: Any, pipe: Connection) -> None:
        self._inner = inner
        self._pipe = pipe
        self._chance = random.Random(1)
        self.moves = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def show(self, table: Table, events: Sequence[ev.Event], *, last: bool) -> None:
        await self._inner.show(table, events, last=last)
        self.moves += len(events)
        if last:
            self._pipe.send((table.id, _asked(table, self._chance)))


async def _open(desk: Desk, groups: list[tuple[int, list[int]]], pictures: bool) -> None:
    """Open a table in each group, seat its people, and begin."""
    for chat_id, people in groups:
        await desk.store.groups.remember(chat_id, "麻友")
        for user_id, name in zip(people, ("阿明", "小红", "老王"), strict=True):
            await desk.store.people.remember(user_id, name, None, "zh-hans")
            await desk.store.people.set_can_message(user_id, True)
        house = House(rounds=0).data()
        table, _ = await desk.service.open(ev.Opened(chat_id, None, people[0], house))
        for user_id, name in zip(people, ("阿明", "小红", "老王"), strict=True):
            await desk.service.do(table.id, do.Sit(user_id, name))
        await desk.service.do(table.id, do.Begin(people[0]))


async def _run(
    pipe: Connection,
    tables: int,
    seconds: float,
    warm_up: float,
    pictures: bool,
    profile: cProfile.Profile | None,
) -> Ran:
    base_url, file_url, groups = pipe.recv()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]
            token=SecretStr(TOKEN),
            db=Path(folder) / "load.db",
            api_base_url=base_url,
            api_file_url=file_url,
            pictures=pictures,
            log_level="WARNING",
        )
        async with running(settings) as desk:
            listening = _Listening(desk.presenter, pipe)
            desk.service._listener = listening
            before = _resident()
            await _open(desk, groups, pictures)
            await asyncio.sleep(warm_up)
            pipe.send(BEGIN)
            cpu, begun, moves = time.process_time(), time.perf_counter(), listening.moves
            if profile is not None:
                profile.enable()
            await asyncio.sleep(seconds)
            if profile is not None:
                profile.disable()
            cpu, took = time.process_time() - cpu, time.perf_counter() - begun
            pipe.send(END)
            moves = listening.moves - moves
            report = await asyncio.to_thread(pipe.recv)
            memory = (_resident() - before) / tables
        pipe.send(OVER)
        return Ran(tables, report, took, cpu, memory, moves)


def run(
    tables: int,
    every: float,
    seconds: float,
    warm_up: float,
    *,
    pictures: bool,
    profile: cProfile.Profile | None,
) -> Ran:
    """Run a bot with so many tables, at each of which something happens every so many seconds."""
    collect_rarely()
    logging.getLogger("telegram").setLevel(logging.CRITICAL)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    crowd = context.Process(target=serve, args=(theirs, TOKEN, tables, every), daemon=True)
    crowd.start()
    try:
        return asyncio.run(_run(ours, tables, seconds, warm_up, pictures, profile))
    finally:
        crowd.join(10)
        crowd.terminate()
