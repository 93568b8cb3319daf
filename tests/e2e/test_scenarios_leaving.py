"""Players who leave the group, and tables that nobody touches any more."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bot.chat import keeper
from tests.e2e.strict import due, friends, in_round, seated, settled, strict_house, table_of


@pytest.mark.parametrize("bot", ["member", "admin"])
async def test_a_player_who_leaves_the_group_frees_the_seat_and_the_group_is_told_once(
    tmp_path: Path, bot: Any
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home, bot=bot)
        lobby = await seated(home, group, people)
        people[2].leave(group)
        told = await group.shows("退群了，位子空出来了")
        assert "老王" in told.text
        await home.server.wait_for(lambda: "老王" not in lobby.text)
        await settled(home)
        assert sum("退群了" in m.text for m in group.bot_messages) == 1
        assert home.desk.service.tables_of(people[2].id) == ()


@pytest.mark.parametrize("bot", ["member", "admin"])
async def test_a_player_who_leaves_the_group_in_a_round_keeps_the_seat_till_it_is_over(
    tmp_path: Path, bot: Any
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home, bot=bot)
        players = await in_round(home, group, people)
        people[2].leave(group)
        await group.shows("这一局打完，位子就空出来")
        assert table_of(home, people[0]).departed == {people[2].id}
        settlement = await players.round()
        assert "老王" in settlement.text
        assert [person.name for person in table_of(home, people[0]).people] == ["阿明", "小红"]
        await settled(home)
        assert sum("退群了" in m.text for m in group.bot_messages) == 1


async def test_who_comes_back_in_the_round_keeps_the_seat(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        people[2].leave(group)
        await group.shows("退群了")
        people[2].join(group)
        await home.server.wait_for(lambda: True)
        people[0].send("/help", group)
        await group.shows(lambda m: m.reply_to is not None)
        assert table_of(home, people[0]).departed == frozenset()


async def test_an_idle_lobby_closes_and_says_so(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", idle_lobby_after=600) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        lobby = await seated(home, group, [ming])
        now = time.monotonic()
        await keeper.tidy(home.desk, now + 590, time.time())
        assert len(home.desk.service.tables) == 1
        await keeper.tidy(home.desk, now + 610, time.time())
        await home.server.wait_for(lambda: "太久没人动，这一桌收了" in lobby.text)
        assert lobby.buttons == ()
        assert home.desk.service.tables == ()
        ming.send("/new", group)
        await group.shows(lambda m: m.id > lobby.id and "坐下" in m.labels[0][0] if m.labels else False)


async def test_a_table_in_play_that_nobody_touches_for_a_day_closes_with_nothing_paid(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        await settled(home)
        board, now = group.find("第 1 局"), time.monotonic()
        assert board is not None
        await keeper.tidy(home.desk, now + 23 * 3600, time.time())
        assert len(home.desk.service.tables) == 1
        assert due(home, people)
        await keeper.tidy(home.desk, now + 25 * 3600, time.time())
        told = await group.shows("太久没人动")
        assert "没打完的这一局不算" in told.text
        await people[1].sees("没打完的这一局不算")
        await home.server.wait_for(lambda: board.buttons == ())
        assert await home.desk.store.ledger.settlements(group.id) == []
