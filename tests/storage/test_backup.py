"""Copies taken during play (scenario 30)."""

# ruff: noqa: ASYNC240 - nothing else runs in the loop while these tests look at their files

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.database import Database
from storage.journal import Journal
from tests.storage.data import GROUP, MING, balances, finished, open_table, play


async def test_a_backup_is_one_file_that_opens_with_everything_in_it(store: Store, tmp_path: Path) -> None:
    table = await open_table(store)
    await play(store, table, finished(1))
    await store.backup(tmp_path / "copy.db")
    await play(store, table, finished(2))
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.db"]
    async with await Store.open(tmp_path / "copy.db") as copy:
        assert await copy.journal.events(table) == (await store.journal.events(table))[:2]
        assert (await balances(copy))[MING] == -16
        assert await copy.check() == ()
    assert (await balances(store))[MING] == -32


async def test_play_and_reading_go_on_during_backups(store: Store, tmp_path: Path) -> None:
    table = await open_table(store)
    filling = [("filler", {"text": "x" * 2000})] * 1000
    await store.journal.append(table, 1, filling, 2.0)
    done = asyncio.Event()
    during = 0

    async def go_on() -> None:
        nonlocal during
        while not done.is_set():
            seq = 1001 + during
            await store.journal.append(table, seq, [("n", {"n": seq + 1})], 2.0)
            during += 1
            assert (await store.journal.events(table, after_seq=seq))[0].data == {"n": seq + 1}

    playing = asyncio.create_task(go_on())
    copies: list[Path] = []
    while len(copies) < 3 or during < 3:
        copies.append(tmp_path / f"{len(copies)}.db")
        await store.backup(copies[-1])
    done.set()
    await playing
    whole = await store.journal.events(table)
    for path in copies:
        async with await Store.open(path) as copy:
            events = await copy.journal.events(table)
            assert 1001 <= len(events) <= len(whole)
            assert events == whole[: len(events)]
            assert await copy.check() == ()


async def test_a_backup_has_nothing_of_a_transaction_that_is_open(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(store)
        async with store._database.transaction() as change:
            await change.write("INSERT INTO events VALUES (?, 2, 'half', '{}', 0)", (table,))
            await store.backup(tmp_path / "copy.db")
    database = await Database.open(tmp_path / "copy.db")
    assert [event.kind for event in await Journal(database).events(table)] == ["opened"]
    await database.close()


@pytest.mark.parametrize("there", ["copy.db", "copy.db.part"])
async def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path, there: str) -> None:
    await open_table(store)
    (tmp_path / there).write_text("precious")
    with pytest.raises(StoreError, match=f"{there} exists already, and a backup overwrites nothing"):
        await store.backup(tmp_path / "copy.db")
    assert [(file.name, file.read_text()) for file in tmp_path.glob("copy*")] == [(there, "precious")]


async def test_a_backup_onto_the_database_itself_is_refused(store: Store, path: Path) -> None:
    await open_table(store)
    with pytest.raises(StoreError, match="exists already"):
        await store.backup(path)
    assert len(await store.journal.open_tables()) == 1


async def test_a_backup_into_a_folder_that_is_not_there_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^Cannot write the backup .*: No such file or directory.$"):
        await store.backup(tmp_path / "no" / "copy.db")


async def test_a_copy_of_a_damaged_database_is_not_kept(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        await open_table(store, thread_id=7)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'group_id', 'thread_id') WHERE name = ?",
            ("tables_by_group",),
        )
        database.commit()
    async with await Store.open(path) as store:
        with pytest.raises(StoreError, match=r"^The backup of .* is damaged: row 1 missing from index"):
            await store.backup(tmp_path / "copy.db")
    assert list(tmp_path.glob("copy*")) == []


async def test_a_copy_of_a_torn_database_is_not_kept(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        await store.journal.create_table(GROUP, None, [("filler", {"text": "x" * 1000})] * 100, 1.0)
    content = path.read_bytes()
    path.write_bytes(content[:-4096] + b"\xff" * 4096)  # the last events, which opening does not read
    async with await Store.open(path) as store:
        with pytest.raises(
            StoreError, match=r"^The backup of .* is damaged: .*invalid page number.*\.$"
        ) as refusal:
            await store.backup(tmp_path / "copy.db")
    assert "\n" not in str(refusal.value)
    assert list(tmp_path.glob("copy*")) == []
