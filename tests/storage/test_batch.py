"""Changes that come at the same moment share a transaction, and each is carried out or refused by itself."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage import Conflict, Store, StoreError


async def tables(store: Store, count: int) -> list[int]:
    return [await store.journal.create_table(-1 - n, None, [("opened", {})], 0.0) for n in range(count)]


async def test_changes_of_many_tables_at_once_are_all_kept(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.db") as store:
        ids = await tables(store, 30)
        await asyncio.gather(*(store.journal.append(t, 1, [("played", {"t": t})], 5.0) for t in ids))
        for t in ids:
            assert [event.data for event in await store.journal.events(t)] == [{}, {"t": t}]
    assert await _stored(tmp_path / "a.db") == 60


async def _stored(path: Path) -> int:
    async with await Store.open(path) as store:
        return sum([len(await store.journal.events(t)) for t in range(1, 31)])


async def test_a_refused_change_takes_no_other_along(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.db") as store:
        one, two, three = await tables(store, 3)
        outcomes = await asyncio.gather(
            store.journal.append(one, 1, [("a", {})], 5.0),
            store.journal.append(two, 7, [("b", {})], 5.0),
            store.journal.append(99, 1, [("c", {})], 5.0),
            store.journal.append(three, 1, [("d", {})], 5.0, close=True),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, StoreError, type(None)]
        assert [len(await store.journal.events(t)) for t in (one, two, three)] == [2, 1, 2]
        assert [row.id for row in await store.journal.open_tables()] == [one, two]


async def test_of_two_changes_after_the_same_event_one_is_refused(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.db") as store:
        (table,) = await tables(store, 1)
        outcomes = await asyncio.gather(
            *(store.journal.append(table, 1, [(kind, {})], 5.0) for kind in "ab"), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]
        assert [event.kind for event in await store.journal.events(table)] == ["opened", "a"]


async def test_what_fails_half_way_is_undone(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.db") as store:
        (table,) = await tables(store, 1)

        def half(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET closed_at = 1 WHERE id = ?", (table,))
            connection.execute("INSERT INTO nowhere VALUES (1)")

        with pytest.raises(StoreError, match="nowhere"):
            await store._database.write(half)
        assert [row.id for row in await store.journal.open_tables()] == [table]


async def test_who_does_not_wait_for_the_answer_stops_nothing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.db") as store:
        (table,) = await tables(store, 1)
        gone = asyncio.create_task(store.journal.append(table, 1, [("a", {})], 5.0))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        await store._database.write(lambda _: None)  # comes after what was under way
        last = len(await store.journal.events(table))
        await store.journal.append(table, last, [("b", {})], 5.0)
        assert [event.kind for event in await store.journal.events(table)][-1] == "b"


async def test_nothing_is_written_after_the_end(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "a.db")
    (table,) = await tables(store, 1)
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.journal.append(table, 1, [("a", {})], 5.0)
