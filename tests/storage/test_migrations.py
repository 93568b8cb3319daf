"""Databases of every earlier version, with data in them, brought up to date.

`samples/N.sql` puts the data of one small group into a database of version N, in the way that version stored it. A new
migration needs a new sample; then every version before it is covered by the tests below without a change.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from storage import Balance, Store, StoredEvent
from storage.errors import NotOurs
from storage.migrate import migrate, migrations, statements
from tests.storage.data import recomputed

SAMPLES = Path(__file__).with_name("samples")
NEWEST = len(migrations())


def build(path: Path, version: int) -> None:
    """A database as the program of that version left it, with its sample data."""
    with closing(sqlite3.connect(path)) as database:
        for script in migrations()[:version]:
            database.executescript(script)
        database.executescript((SAMPLES / f"{version:04}.sql").read_text(encoding="utf-8"))
        database.execute(f"PRAGMA user_version = {version}")


def test_every_version_has_its_sample() -> None:
    assert sorted(file.name for file in SAMPLES.iterdir()) == [f"{n:04}.sql" for n in range(1, NEWEST + 1)]


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
async def test_a_database_of_every_version_is_brought_up_to_date_with_its_data(path: Path, version: int) -> None:
    build(path, version)
    async with await Store.open(path) as store:
        assert await store._database.read("PRAGMA user_version") == [(NEWEST,)]
        assert await store.ledger.balances(-100) == [
            Balance(12, "小红", 30, 1),
            Balance(13, "老王", -15, 1),
            Balance(11, "阿明", -15, 1),
        ] or await store.ledger.balances(-100) == [
            Balance(12, "小红", 30, 1),
            Balance(11, "阿明", -15, 1),
            Balance(13, "老王", -15, 1),
        ]
