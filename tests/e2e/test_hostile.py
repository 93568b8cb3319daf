"""Random, hostile and reordered updates: nothing fails, nothing changes, nothing leaks, nothing piles up."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from telegram import Update

from bot.chat.application import running
from bot.chat.desk import App, Desk
from bot.host import events as ev
from bot.host import intents as do
from bot.host.house import House
from bot.host.table import Table
from bot.settings import Settings
from tests.e2e.hostile import Attacker
from tests.e2e.house import QUICK, TOKEN
from tests.e2e.offline import Offline, go_offline
from tests.e2e.secrets import leaks
from tests.e2e.strict import friends, in_round, settled, strict_house, table_of

GROUP, OTHER_GROUP = -100_1, -100_2
PEOPLE = (11, 12, 13)
UNHURRIED = House(claim_clock=0, discard_clock=0)
AT_ONCE = 100


async def table_in_play(desk: Desk) -> Table:
    """A table with a round in play, of the three people, in GROUP."""
    for user_id in PEOPLE:
        await desk.store.people.remember(user_id, f"人{user_id}")
        await desk.store.people.set_can_message(user_id, True)
    table, _ = await desk.service.open(ev.Opened(GROUP, None, PEOPLE[0], UNHURRIED.data()))
    for user_id in PEOPLE:
        await desk.service.do(table.id, do.Sit(user_id, f"人{user_id}"))
    return await desk.service.do(table.id, do.Begin(PEOPLE[0]))


async def lobby(desk: Desk) -> Table:
    """A table at which the first of the people waits for others, in OTHER_GROUP."""
    table, _ = await desk.service.open(ev.Opened(OTHER_GROUP, None, PEOPLE[0], UNHURRIED.data()))
    return await desk.service.do(table.id, do.Sit(PEOPLE[0], "人"))


async def journal(desk: Desk, tables: Sequence[Table]) -> list[list[tuple[str, Any]]]:
    return [
        [(event.kind, event.data) for event in await desk.store.journal.events(table.id)] for table in tables
    ]


async def attack(app: App, attacker: Attacker, number: int) -> None:
    """Let the application work on this many updates, out of order and many at a time."""
    for _ in range(number // AT_ONCE):
        made = [Update.de_json(attacker.update(), app.bot) for _ in range(AT_ONCE)]
        attacker.chance.shuffle(made)
        await asyncio.gather(*(app.update_processor.process_update(u, app.process_update(u)) for u in made))


def check_secrets(said: Sequence[tuple[str, dict[str, Any]]]) -> int:
    """Hands went to their owners only; how many calls were looked at."""
    for method, values in said:
        text = str(values.get("text", ""))
        if method in ("sendMessage", "editMessageText") and "你　手" in text:
            assert values["chat_id"] in PEOPLE, text
    return len(said)


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as a failure of the bot's own."""
    return [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def live_objects() -> int:
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.parametrize("number", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
async def test_hostile_updates_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    apps = go_offline(monkeypatch)
    settings = Settings(_env_file=None, token=SecretStr(TOKEN), db=tmp_path / "paohuzi.db", **QUICK)
    seeds = iter(range(1, 10**9))
    async with running(settings, lambda: random.Random(next(seeds)).getrandbits(256)) as desk:
        (app,) = apps
        assert isinstance(app.bot.request, Offline)
        tables = [await table_in_play(desk), await lobby(desk)]
        before = await journal(desk, tables)
        chance = random.Random(number)
        tokens = [
            f"{what}:{tables[0].id}:{tables[0].moment}:{arg}" for what in ("act", "sure") for arg in "0123"
        ]
        tokens += [
            f"{what}:{tables[1].id}:{tables[1].moment}:" for what in ("begin", "leave", "computer", "drop")
        ]
        ids = [table.id for table in tables]
        attacker = Attacker(chance, (GROUP, OTHER_GROUP), PEOPLE, ids, int(time.time()), tokens)

        live = []
        for _ in range(2):
            await attack(app, attacker, number // 2)
            assert await desk.outbox.idle(within=60)
            assert check_secrets(app.bot.request.said) > number // 20
            assert failures(caplog) == []
            app.bot.request.said.clear()
            caplog.clear()
            live.append(live_objects())

        after = await journal(desk, tables)
        assert [now[len(was) :] for now, was in zip(after, before, strict=True)] == [[], []]
        assert after == before
        assert [desk.service.table(table.id) for table in tables] == tables
        assert await desk.store.check() == ()
        assert app.update_processor.lanes == 0  # type: ignore[attr-defined]
        if number >= 100_000:
            assert live[1] < 1.02 * live[0]
    assert failures(caplog) == []


async def test_hostile_updates_over_http_change_nothing_and_the_round_goes_on(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, floods=True) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        await players.move()
        await settled(home)
        table = table_of(home, people[0])
        chance = random.Random(7)
        tokens = [
            button.data for p in people for m in p.private.bot_messages for button in m.buttons if button.data
        ]
        attacker = Attacker(chance, (group.id,), [p.id for p in people], [table.id], int(time.time()), tokens)
        for _ in range(200):
            update = attacker.update()
            (kind,) = set(update) - {"update_id"}
            home.server.world.updates.push(kind, update[kind])
        await home.server.wait_for(lambda: not len(home.server.world.updates), within=60)
        people[0].send("/help", group)
        await group.shows(lambda m: m.reply_to is not None and m.reply_to.text == "/help", within=30)
        assert home.desk.service.table(table.id) == table
        settlement = await players.round()
        assert "本局" in settlement.text
        stored = await home.desk.store.rounds.of_match(table.id, 1)
        found, looked = leaks(home.server, stored, group.id)
        assert found == []
        assert looked > 20
