"""Scenarios 29 to 32: one instance, a database that is busy, books that agree. Scenario 28 is in test_kill.py."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.books import go_over
from bot.playground import Person, Playground
from engine import Record
from storage import InUse, Store
from tests.e2e.house import house
from tests.e2e.playing import Players
from tests.e2e.strict import friends, in_round, table_of
from tests.test_program import TOKEN, ended, run, start

ANOTHER_RUNS = 3


async def greeted(person: Person) -> None:
    """The bot answers."""
    person.start()
    await person.sees("你好", within=30)


async def test_scenario_29_a_second_instance_with_the_same_token_says_so_and_leaves(tmp_path: Path) -> None:
    async with await Playground.start(token=TOKEN) as server:
        arguments = ("--api-base-url", server.base_url, "--api-file-url", server.file_url)
        first = await start(tmp_path, "--db", "first.db", *arguments)
        await greeted(server.person("阿明"))
        # It has heard in peace for long enough to be the one that was here before.
        polls = server.calls.polls
        await asyncio.sleep(10.5)
        assert server.calls.polls >= polls
        second = await run(tmp_path, "--db", "second.db", *arguments)
        assert second.code == ANOTHER_RUNS
        assert (
            second.lines[-1]
            == "paohuzi: another program runs with this token already; only one can at a time"
        )
        await greeted(server.person("小红"))
        first.terminate()
        end = await ended(first)
        assert end.code == 0
        assert "this bot was here first and stays" in end.err


async def test_scenario_29_a_second_instance_with_the_same_database_says_so_and_leaves(
    tmp_path: Path,
) -> None:
    async with await Playground.start(token=TOKEN) as server:
        arguments = ("--api-base-url", server.base_url, "--api-file-url", server.file_url)
        first = await start(tmp_path, *arguments)
        await greeted(server.person("阿明"))
        (tmp_path / "same.db").symlink_to("paohuzi.db")
        for name in ("paohuzi.db", "same.db"):
            second = await run(tmp_path, "--db", name, *arguments)
            assert second.code == ANOTHER_RUNS
            assert second.lines == [f"paohuzi: Cannot open {name}: another instance of the bot uses it."]
        await greeted(server.person("小红"))
        first.terminate()
        assert (await ended(first)).code == 0


async def test_scenario_29_a_database_in_use_is_told_from_one_that_cannot_be_used(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "paohuzi.db"):
        with pytest.raises(InUse):
            await Store.open(tmp_path / "paohuzi.db")


async def test_scenario_30_nobody_hears_of_a_database_that_is_busy(tmp_path: Path) -> None:
    db = tmp_path / "paohuzi.db"
    async with house(db, rounds=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        with closing(sqlite3.connect(db, isolation_level=None, check_same_thread=False)) as other:
            for _ in range(3):
                await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
                seq = table_of(home, people[0]).seq
                move = asyncio.create_task(players.move())
                await asyncio.sleep(0.4)
                assert table_of(home, people[0]).seq == seq
                other.execute("ROLLBACK")
                assert await move
                await home.server.wait_for(lambda now=seq: table_of(home, people[0]).seq > now)
        for popup in home.server.world.popups:
            assert "数据库" not in (popup.text or "")
            assert "再试" not in (popup.text or "")


async def test_scenario_30_a_backup_is_taken_during_play_and_holds_what_was_played(tmp_path: Path) -> None:
    db = tmp_path / "paohuzi.db"
    async with house(db, rounds=2, claim_clock=600, discard_clock=600) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        first = await players.round()
        await players.next_round(first)
        await players.move()
        before = table_of(home, people[0]).seq
        backup = asyncio.create_task(run(tmp_path, "backup", "copy.db", "--db", str(db), token=""))
        while not backup.done():
            if not await players.move():
                break
        end = await backup
        assert (end.code, end.err) == (0, "")
        assert re.fullmatch(r"copy\.db: \d+ bytes, checked\n", end.out)
    async with await Store.look(tmp_path / "copy.db") as copy:
        books = await go_over(copy)
        assert (books.tables, books.wrong) == (1, [])
        assert books.rounds in (1, 2)  # the second one may end while the copy is made
        events = await copy.journal.events(1)
        assert len(events) >= before
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert not (tmp_path / "copy.db-wal").exists()


async def test_scenario_31_every_settlement_sums_to_zero_and_every_total_follows_from_the_events(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "paohuzi.db", seed=5, rounds=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        for number in range(3):
            settlement = await players.round()
            if number < 2:
                await players.next_round(settlement)
        store = home.desk.store
        settlements = await store.ledger.settlements(group.id)
        assert len(settlements) == 3
        assert all(sum(beans for _, beans in each.postings) == 0 for each in settlements)
        await store.ledger.correct(
            group.id,
            [(people[0].id, 7), (people[1].id, -7)],
            reason="断线",
            author=people[0].id,
            at=time.time(),
        )
        books = await go_over(store)
        assert (books.tables, books.rounds, books.wrong) == (1, 3, [])


async def test_scenario_32_what_is_told_of_the_beans_is_what_the_ledger_holds(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=2, rounds=2) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        await players.next_round(await players.round())
        await players.round()
        store = home.desk.store
        points: dict[int, int] = dict.fromkeys((person.id for person in people), 0)
        for stored in await store.rounds.of_table(1):
            result = Record.parse(stored.round.record).replay().result
            assert result is not None
            for user_id, won in zip(stored.round.people, result.points, strict=True):
                points[user_id or 0] += won
        people[0].send("/beans", group)
        beans = await group.shows("📒")
        for person in people:
            text = "0" if not points[person.id] else f"{points[person.id]:+d}".replace("-", "−")
            assert re.search(rf"{person.name}\S*　{re.escape(text)} 豆　2 局", beans.text), beans.text
        practice = await store.rounds.history(group.id)
        assert not any(each.round.practice for each in practice)


async def test_scenario_32_practice_is_not_in_the_ledger(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", rounds=1) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        await home.table(group, ming)
        lobby = await group.shows("加电脑")
        for _ in range(2):
            await ming.tap(lobby, "加电脑")
        await ming.tap(await group.shows("开局"), "开局")
        await Players(home, [ming], group).round()
        assert await home.desk.store.ledger.balances(group.id) == []
        assert (await go_over(home.desk.store)).wrong == []
        ming.send("/beans", group)
        await group.shows("还没有账")
