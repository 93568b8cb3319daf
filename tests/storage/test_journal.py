"""Tables and their events."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Conflict, Store, StoredEvent, StoreError, TableRow
from storage.database import Database
from storage.journal import Journal
from tests.storage.data import GROUP, OPENED, PLAYED, finished, open_table


async def test_events_come_back_in_order_with_what_they_held(store: Store) -> None:
    table = await store.journal.create_table(
        GROUP,
        7,
        [("opened", {"name": "阿<明>😀", "id": 2**53 + 1}), ("sat", {"seats": [1, None, 2.5]})],
        1.25,
    )
    await store.journal.append(table, 2, [("left", {})], 2.5)
    assert await store.journal.events(table) == [
        StoredEvent(1, "opened", {"name": "阿<明>😀", "id": 2**53 + 1}, 1.25),
        StoredEvent(2, "sat", {"seats": [1, None, 2.5]}, 1.25),
        StoredEvent(3, "left", {}, 2.5),
    ]
    assert await store.journal.events(table, after_seq=2) == [StoredEvent(3, "left", {}, 2.5)]
    assert await store.journal.table(table) == TableRow(table, GROUP, 7, 1.25, None)


async def test_events_outlive_the_store(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(store)
        before = await store.journal.events(table)
    async with await Store.open(path) as store:
        assert await store.journal.events(table) == before
        assert await store.journal.open_tables() == [TableRow(table, GROUP, None, 1000.0, None)]


async def test_append_after_another_event_than_the_last_is_a_conflict(store: Store) -> None:
    table = await open_table(store)
    await store.journal.append(table, 1, [("a", {}), ("b", {})], 2.0)
    for known in (0, 1, 2, 4):
        with pytest.raises(Conflict, match=f"^Table {table} is at event 3, not {known}.$"):
            await store.journal.append(table, known, PLAYED, 3.0, finished=finished(1), close=True)
    assert [event.kind for event in await store.journal.events(table)] == ["opened", "a", "b"]
    assert await store.rounds.history(GROUP) == []
    assert [row.id for row in await store.journal.open_tables()] == [table]


async def test_of_two_appends_at_once_after_the_same_event_one_is_stored(store: Store) -> None:
    table = await open_table(store)
    answers = await asyncio.gather(
        *(store.journal.append(table, 1, [(f"by {n}", {})], 2.0) for n in range(10)), return_exceptions=True
    )
    assert sum(answer is None for answer in answers) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 9
    assert len(await store.journal.events(table)) == 2


async def test_appends_to_two_tables_at_once_do_not_mix(store: Store) -> None:
    tables = [await open_table(store), await open_table(store)]

    async def fill(table: int) -> None:
        for seq in range(1, 40):
            await store.journal.append(table, seq, [("n", {"table": table, "n": seq + 1})], 2.0)

    await asyncio.gather(*(fill(table) for table in tables))
    for table in tables:
        events = await store.journal.events(table)
        assert [event.seq for event in events] == list(range(1, 41))
        assert [event.data for event in events[1:]] == [{"table": table, "n": n} for n in range(2, 41)]


async def test_a_closed_table_is_no_open_table_and_takes_no_event(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await store.journal.append(first, 1, [("stopped", {})], 9.0, close=True)
    assert [row.id for row in await store.journal.open_tables()] == [second]
    assert await store.journal.table(first) == TableRow(first, GROUP, None, 1000.0, 9.0)
    with pytest.raises(StoreError, match="the table is closed"):
        await store.journal.append(first, 2, PLAYED, 10.0)
    with pytest.raises(StoreError, match="a closed table stays closed"):
        async with store._database.transaction() as change:
            await change.write("UPDATE tables SET closed_at = NULL")
    assert len(await store.journal.events(first)) == 2


async def test_a_table_that_does_not_exist(store: Store) -> None:
    assert await store.journal.events(5) == []
    assert await store.journal.table(5) is None
    with pytest.raises(StoreError, match=r"^There is no table 5.$"):
        await store.journal.append(5, 0, PLAYED, 1.0)


async def test_a_change_without_events_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="at least one event"):
        await store.journal.create_table(GROUP, None, [], 1.0)
    assert await store.journal.open_tables() == []


async def test_data_that_json_cannot_hold_changes_nothing(store: Store) -> None:
    table = await open_table(store)
    for data in ({"set": {1}}, {"nan": float("nan")}):
        with pytest.raises((TypeError, ValueError)):
            await store.journal.append(table, 1, [("good", {}), ("bad", data)], 2.0)
    assert len(await store.journal.events(table)) == 1


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("UPDATE events SET data = '{}'", "events are append-only"),
        ("DELETE FROM events WHERE seq = 2", "events are append-only"),
        ("INSERT INTO events VALUES (1, 2, 'again', '{}', 0)", "numbered 1, 2, 3 without a gap"),
        ("INSERT OR REPLACE INTO events VALUES (1, 2, 'again', '{}', 0)", "numbered 1, 2, 3 without a gap"),
        ("INSERT INTO events VALUES (1, 4, 'gap', '{}', 0)", "numbered 1, 2, 3 without a gap"),
        ("INSERT INTO events VALUES (1, 3, 'no JSON', '{', 0)", "CHECK constraint failed"),
        ("INSERT INTO events VALUES (1, 3, 'no object', '[]', 0)", "CHECK constraint failed"),
        (
            "INSERT INTO events VALUES (1, 3, 'no time', '{}', 'now')",
            "cannot store TEXT value in REAL column",
        ),
        ("INSERT INTO events VALUES (2, 1, 'no table', '{}', 0)", "FOREIGN KEY constraint failed"),
        ("DELETE FROM tables", "FOREIGN KEY constraint failed"),
        ("DELETE FROM groups", "FOREIGN KEY constraint failed"),
    ],
)
async def test_the_database_itself_keeps_the_journal(path: Path, sql: str, sentence: str) -> None:
    async with await Store.open(path) as store:
        table = await store.journal.create_table(GROUP, None, [*OPENED, ("sat", {})], 1.0)
        before = await store.journal.events(table)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match=sentence):
            other.execute(sql)
        other.rollback()
    async with await Store.open(path) as store:
        assert await store.journal.events(table) == before


async def test_the_id_of_a_table_never_comes_back(path: Path) -> None:
    async with await Store.open(path) as store:
        first = await open_table(store)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER events_are_not_deleted")
        other.execute("DELETE FROM events")
        other.execute("DELETE FROM tables")
    async with await Store.open(path) as store:
        assert await open_table(store) == first + 1


async def test_a_reader_sees_nothing_of_a_transaction_that_is_open_and_does_not_wait_for_it(
    path: Path,
) -> None:
    database = await Database.open(path)
    journal = Journal(database)
    table = await journal.create_table(GROUP, None, OPENED, 1.0)
    async with database.transaction() as change:
        await change.write("INSERT INTO events VALUES (?, 2, 'half', '{}', 0)", (table,))
        assert [event.seq for event in await journal.events(table)] == [1]
    assert [event.seq for event in await journal.events(table)] == [1, 2]
    await database.close()


async def test_a_transaction_that_is_cancelled_is_undone_and_the_next_one_works(path: Path) -> None:
    database = await Database.open(path)
    journal = Journal(database)
    table = await journal.create_table(GROUP, None, OPENED, 1.0)
    written = asyncio.Event()

    async def never_ends() -> None:
        async with database.transaction() as change:
            await change.write("INSERT INTO events VALUES (?, 2, 'half', '{}', 0)", (table,))
            written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(never_ends())
    await written.wait()
    waiting = asyncio.create_task(journal.append(table, 1, [("whole", {})], 2.0))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await waiting
    assert [event.kind for event in await journal.events(table)] == ["opened", "whole"]
    await database.close()


async def test_an_append_that_is_cancelled_at_any_await_is_whole_or_nothing(store: Store) -> None:
    table = await open_table(store)
    outcomes = set()
    for awaits in range(200):
        seq = len(await store.journal.events(table))
        task = asyncio.create_task(
            store.journal.append(table, seq, [("a", {}), ("b", {})], 2.0, finished=finished(awaits + 1))
        )
        for _ in range(awaits):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        added = len(await store.journal.events(table)) - seq
        assert added in (0, 2)
        assert len(await store.rounds.history(GROUP)) * 2 == seq + added - 1
        outcomes.add((added, task.cancelled()))
    assert (0, True) in outcomes
    assert await store.check() == ()


async def test_a_closed_store_says_so_and_may_be_closed_again(path: Path) -> None:
    store = await Store.open(path)
    table = await open_table(store)
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match=r"^The database is closed.$"):
        await store.journal.events(table)
    with pytest.raises(StoreError, match=r"^The database is closed.$"):
        await store.journal.append(table, 1, PLAYED, 2.0)
