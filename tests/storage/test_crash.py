"""Scenario 28: `kill -9` at any moment, then the store is opened again: all of a move, or nothing of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from storage import Store
from tests.storage.data import GROUP, HONG, MING, PLAYED, WANG, balances, finished, recomputed

ROOT = Path(__file__).parents[2]
LAST_STATEMENT = 7  # events, people, seats, round, postings, settlement, closing the table


def killed(path: Path, statement: int, size: int = 0) -> tuple[str, int]:
    """Play a round in another process, kill it after that many statements; where it stood, and the table."""
    with subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, "-m", "tests.storage.crasher", str(path), str(statement), str(size)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        place, table_id = process.stdout.readline().split()
        process.kill()
    return place, int(table_id)


@pytest.mark.parametrize("statement", range(1, LAST_STATEMENT + 1))
async def test_killed_between_statements_nothing_of_the_move_is_there(path: Path, statement: int) -> None:
    place, table = killed(path, statement)
    assert place == "statement"
    await nothing_is_there(path, table)


async def test_killed_when_part_of_the_transaction_is_in_the_log_already_nothing_is_there(path: Path) -> None:
    size = 8_000_000  # more than SQLite's cache
    place, table = killed(path, LAST_STATEMENT, size)
    assert place == "statement"
    assert path.with_name("bot.db-wal").stat().st_size > size // 2
    await nothing_is_there(path, table)


async def test_killed_after_the_commit_everything_is_there(path: Path) -> None:
    place, table = killed(path, LAST_STATEMENT + 1)
    assert place == "returned"
    async with await Store.open(path) as store:
        assert [event.kind for event in await store.journal.events(table)] == ["opened", "played", "settled"]
        assert [stored.round for stored in await store.rounds.history(GROUP)] == [finished(1)]
        assert await balances(store) == {MING: -16, HONG: 32, WANG: -16} == await recomputed(store)
        assert await store.journal.open_tables() == []
        assert await store.check() == ()


async def nothing_is_there(path: Path, table: int) -> None:
    """The state before the move, from which play goes on."""
    async with await Store.open(path) as store:
        assert [event.kind for event in await store.journal.events(table)] == ["opened"]
        assert await store.rounds.history(GROUP) == []
        assert await store.ledger.settlements(GROUP) == []
        assert await balances(store) == {}
        assert await store.check() == ()
        await store.journal.append(table, 1, PLAYED, 3.0, finished=finished(1))
        assert await balances(store) == {MING: -16, HONG: 32, WANG: -16} == await recomputed(store)
