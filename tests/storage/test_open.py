"""Files that cannot be opened: one sentence each, and nothing is changed."""

# ruff: noqa: ASYNC240 - nothing else runs in the loop while these tests look at their files

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.migrate import migrations
from tests.storage.data import open_table


async def test_a_new_file_gets_the_settings_that_make_it_safe(store: Store, path: Path) -> None:
    await open_table(store)
    database = store._database
    async with database.transaction() as change:
        assert await change.read("PRAGMA journal_mode") == [("wal",)]
        assert await change.read("PRAGMA foreign_keys") == [(1,)]
        assert await change.read("PRAGMA synchronous") == [(2,)]
        assert await change.read("PRAGMA busy_timeout") == [(5000,)]
        assert await change.read("PRAGMA user_version") == [(len(migrations()),)]
        tables = await change.read("SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict")
    assert {name for (name,) in tables} == {"sqlite_schema", "sqlite_temp_schema", "sqlite_sequence"}


async def test_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    async with await Store.open(path) as store:
        await open_table(store)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    await _refused(
        path, f"it is of version {len(migrations()) + 1}, but this program knows only versions up to"
    )


async def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
        other.commit()
    await _refused(path, "it is the database of another program")


@pytest.mark.parametrize(
    "content", [b"no database at all", b"x" * 5000, b"SQLite format 3\0" + b"\xff" * 5000]
)
async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    await _refused(path, "file is not a database")


async def test_a_damaged_database_is_refused_and_left_alone(path: Path) -> None:
    async with await Store.open(path) as store:
        await open_table(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    await _refused(path, "malformed")


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    async with await Store.open(path) as store:
        assert await open_table(store) == 1


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refusal:
        await Store.open(tmp_path)
    assert str(refusal.value) == f"Cannot open {tmp_path}: it is a folder."
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refusal:
        await Store.open(tmp_path / "no" / "bot.db")
    assert (
        str(refusal.value)
        == f"Cannot open {tmp_path / 'no' / 'bot.db'}: there is no folder {tmp_path / 'no'}."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which even root cannot write")
async def test_a_path_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(StoreError, match=r"^Cannot open /proc/bot.db: unable to open database file.$"):
        await Store.open("/proc/bot.db")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
async def test_a_file_that_cannot_be_written_is_refused_at_once(path: Path) -> None:
    async with await Store.open(path) as store:
        await open_table(store)
    path.chmod(0o400)
    await _refused(path, "it cannot be written")
    path.chmod(0o600)
    path.parent.chmod(0o500)
    await _refused(path, f"the folder {path.parent} cannot be written")
    path.parent.chmod(0o700)


async def test_a_second_instance_is_refused_until_the_first_one_ends(path: Path) -> None:
    async with await Store.open(path) as first:
        with pytest.raises(StoreError) as refusal:
            await Store.open(path)
        assert str(refusal.value) == f"Cannot open {path}: another instance of the bot uses it."
        await open_table(first)
    async with await Store.open(path) as second:
        assert len(await second.journal.open_tables()) == 1


async def _refused(path: Path, sentence: str) -> None:
    before = path.read_bytes()
    with pytest.raises(StoreError) as refusal:
        await Store.open(path)
    assert str(refusal.value).startswith(f"Cannot open {path}: ")
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} <= {"bot.db", "bot.db-lock"}
