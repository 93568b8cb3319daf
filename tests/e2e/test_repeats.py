"""Scenario 28: what was carried out when the bot was killed is not done again, although Telegram brings it again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.refused import Refused
from bot.host.table import Phase, Table
from bot.playground import Person, Press, Room
from bot.views.say import chinese
from bot.views.toasts import refusal
from tests.e2e.mortal import Mortal, mortal

OPEN_ALREADY = refusal(chinese, Refused("table_open"))


async def repeated(bot: Mortal, deed: Callable[[], object], done: Callable[[], bool]) -> None:
    """Kill the bot when it has committed a deed, before it can tell Telegram that the update came."""
    updates = bot.server.world.updates
    await bot.server.wait_for(lambda: not len(updates))
    bot.server.faults.drop(method="getUpdates", times=None)
    deed()
    await bot.until(done)
    bot.kill()
    await bot.dead()
    bot.server.faults.clear()
    assert len(updates) > 0
    await bot.start()
    await bot.server.wait_for(lambda: not len(updates), within=20)


def now(bot: Mortal) -> Table:
    """The first table as it is committed."""
    table = bot.journal.read()
    assert table is not None
    return table


def tables(bot: Mortal) -> int:
    """How many tables there ever were."""
    with closing(sqlite3.connect(bot.db)) as database:
        ((number,),) = database.execute("SELECT count(*) FROM tables")
    return int(number)


async def heard(person: Person, group: Room) -> None:
    """Everything that came before was worked on, in the lanes of the group and of its table."""
    newest = await group.shows("玩法", within=20)
    press = person.press(newest, "玩法")
    await press.answered(within=20)
    person.send("/beans", group)
    await group.shows("还没有账", within=20)


async def lobby(bot: Mortal, computers: int = 0) -> tuple[Person, Room]:
    """A table that 阿明 has opened, and at which computer players sit."""
    ming = bot.server.person("阿明")
    ming.start()
    await ming.sees("你好", within=20)
    group = bot.server.group("麻友", [ming])
    ming.send("/new", group)
    await bot.until(bot.journal.read)
    for _ in range(computers):
        await ming.tap(await group.shows("加电脑", within=20), "加电脑")
    await group.shows("撤电脑" if computers else "加电脑", within=20)
    return ming, group


@pytest.mark.parametrize(
    ("label", "computers", "people"), [("加电脑", 0, 2), ("撤电脑", 2, 2), ("换位", 1, 2)]
)
async def test_scenario_28_a_press_in_the_lobby_counts_once(
    tmp_path: Path, label: str, computers: int, people: int
) -> None:
    async with mortal(tmp_path, 1) as bot:
        ming, group = await lobby(bot, computers)
        before = now(bot)
        assert (before.seq, len(before.people)) == (2 + computers, 1 + computers)
        pressed: list[Press] = []
        message = await group.shows(label)
        await repeated(
            bot, lambda: pressed.append(ming.press(message, label)), lambda: now(bot).seq > before.seq
        )
        await heard(ming, group)
        assert (now(bot).seq, len(now(bot).people)) == (before.seq + 1, people)
        assert pressed[0].answer is not None


async def test_scenario_28_a_table_is_opened_once_and_who_opens_it_sits(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1) as bot:
        ming = bot.server.person("阿明")
        ming.start()
        await ming.sees("你好", within=20)
        group = bot.server.group("麻友", [ming])
        await repeated(bot, lambda: ming.send("/new", group), lambda: bot.journal.read() is not None)
        await heard(ming, group)
        assert (now(bot).seq, [person.name for person in now(bot).people]) == (2, ["阿明"])
        assert not [message for message in group.bot_messages if OPEN_ALREADY in message.text]


async def test_scenario_28_a_command_that_ended_a_table_does_not_end_the_next_one(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1) as bot:
        ming, group = await lobby(bot)

        def stop_and_open() -> None:
            ming.send("/stop", group)
            ming.send("/new", group)

        await repeated(bot, stop_and_open, lambda: tables(bot) == 2)
        await heard(ming, group)
        assert tables(bot) == 2
        assert now(bot).phase is Phase.CLOSED
