"""Databases of every earlier version, with data in them, brought up to date.

`samples/N.sql` puts the data of one small group into a database of version N, in the way that version stored
it. A new migration needs a new sample; then the tests below cover every version before it as they are.
"""

# ruff: noqa: ASYNC240 - nothing else runs in the loop while these tests look at their files

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from storage import Balance, Group, Link, MessagePlace, Person, Store, StoredEvent, TableRow
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
async def test_a_database_of_every_version_is_brought_up_to_date_with_its_data(
    path: Path, version: int
) -> None:
    build(path, version)
    async with await Store.open(path) as store:
        assert await store._database.read("PRAGMA user_version") == [(NEWEST,)]
        assert await store.ledger.balances(-100) == [
            Balance(12, "小红", 30, 1),
            Balance(11, "阿明", -15, 1),
            Balance(13, "老王", -15, 1),
        ]
        assert await recomputed(store, -100) == {11: -15, 12: 30, 13: -15}
        assert await store.ledger.match_totals(1, 1) == {11: -16, 12: 32, 13: -16}
        assert [(r.round.people, r.round.practice) for r in await store.rounds.history(-100)] == [
            ((11, None, -1), True),
            ((11, 12, 13), False),
        ]
        assert [s.reason for s in await store.ledger.settlements(-100)] == [None, "断线"]
        assert await store.groups.get(-100) == Group(-100, "麻友群", {"base": 3})
        assert await store.people.get(11) == Person(11, "阿明", "ming", "zh-hans", None, True)
        assert await store.people.get(12) == Person(12, "小红", None, "en", "zh_Hant", False)
        assert await store.people.hints_of(11) == {"bi"}
        assert await store.journal.open_tables() == [TableRow(1, -100, None, 1.5, None)]
        assert await store.journal.events(2) == [
            StoredEvent(1, "opened", {"by": 12}, 1.5),
            StoredEvent(2, "stopped", {}, 9.5),
        ]
        assert await store.carried.since(3.5) == {"table:1": 70}
        assert await store.links.get("token") == Link("token", 1, 12, 100.0)
        assert await store.messages.of(1) == {"board": MessagePlace(-100, 55)}
        assert await store.check() == ()


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
async def test_a_database_of_every_version_has_the_schema_of_a_new_one_afterwards(
    tmp_path: Path, version: int
) -> None:
    build(tmp_path / "old.db", version)
    for name in ("old.db", "new.db"):
        await (await Store.open(tmp_path / name)).close()
    assert schema(tmp_path / "old.db") == schema(tmp_path / "new.db")


async def test_opening_again_changes_nothing(path: Path) -> None:
    await (await Store.open(path)).close()
    before = path.read_bytes()
    await (await Store.open(path)).close()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("CREATE TABLE extra (x) STRICT;\n", sqlite3.OperationalError),
        (
            "CREATE TABLE extra (x INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n",
            sqlite3.OperationalError,
        ),
        ("CREATE TABLE extra (x INTEGER) STRICT;\nUPDATE events SET at = 0;\n", sqlite3.IntegrityError),
        ("INSERT INTO hints VALUES (999, 'to nobody');\n", NotOurs),
    ],
)
async def test_a_migration_that_fails_leaves_the_version_before_it(
    path: Path, script: str, error: type[Exception]
) -> None:
    build(path, NEWEST)
    before = dump(path)
    with pytest.raises(error):
        await run(path, [*migrations(), script])
    assert dump(path) == before
    await run(path, [*migrations(), "CREATE TABLE extra (x INTEGER) STRICT;\n"])
    assert dump(path) == sorted([*before, "CREATE TABLE extra (x INTEGER) STRICT;"])


async def test_of_several_migrations_those_before_the_one_that_fails_stay(path: Path) -> None:
    good = "CREATE TABLE good (x INTEGER) STRICT;\n"
    with pytest.raises(sqlite3.OperationalError):
        await run(path, [*migrations(), good, "CREATE TABLE bad (x INTEGER) STRICT;\nNONSENSE;\n"])
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (NEWEST + 1,)
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
    assert "good" in names and "bad" not in names


def test_a_script_is_cut_at_the_ends_of_its_statements() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n    SELECT 1;\n    SELECT ';';\nEND;\n"
    script = f"-- a remark; with a semicolon\nCREATE TABLE a (b);\n\n{trigger}-- the end\n"
    assert list(statements(script)) == [
        "-- a remark; with a semicolon\nCREATE TABLE a (b);\n",
        f"\n{trigger}",
    ]


async def run(path: Path, scripts: Sequence[str]) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as database:
        await migrate(database, scripts)


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return sorted(database.iterdump())


def schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as database:
        return sorted(database.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema"))
