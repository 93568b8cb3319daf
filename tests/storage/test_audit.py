"""What `check` finds, in databases that were changed by hand."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Store
from tests.storage.data import GROUP, HONG, MING, WANG, finished, open_table, play

UNGUARDED = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"


@pytest.mark.parametrize(
    ("sql", "faults"),
    [
        ("DELETE FROM events WHERE seq = 2", ["Table 1: its events are not numbered 1 to 3."]),
        (
            "UPDATE postings SET beans = 97 WHERE beans = 96",
            [
                "Settlement 1: its postings sum to 1, not to zero.",
                f"Round 1: {HONG} was posted 97 beans, but by its record won 96.",
            ],
        ),
        (
            "UPDATE postings SET beans = -beans WHERE settlement_id = 1",
            [
                f"Round 1: {MING} was posted 48 beans, but by its record won -48.",
                f"Round 1: {HONG} was posted -96 beans, but by its record won 96.",
                f"Round 1: {WANG} was posted 48 beans, but by its record won -48.",
            ],
        ),
        (
            "DELETE FROM postings WHERE settlement_id = 1",
            [
                f"Round 1: {MING} was posted 0 beans, but by its record won -48.",
                f"Round 1: {HONG} was posted 0 beans, but by its record won 96.",
                f"Round 1: {WANG} was posted 0 beans, but by its record won -48.",
            ],
        ),
        (
            "UPDATE rounds SET record = '{}' WHERE id = 2",
            [f"Round 2: {who} was posted 0 beans, but by its record won None." for who in (MING, HONG, WANG)],
        ),
        (
            "UPDATE round_seats SET user_id = 9 WHERE round_id = 1 AND seat = 2",
            [
                "Round 1: 9 was posted 0 beans, but by its record won -48.",
                f"Settlement 1: {WANG} did not play that round.",
            ],
        ),
        (
            "UPDATE settlements SET reason = NULL, author = NULL WHERE id = 3",
            ["Settlement 3: it is of no round and no correction, or of both."],
        ),
        (
            "UPDATE settlements SET group_id = 2 WHERE id = 1",
            ["Settlement 1: it is in another group than its round 1."],
        ),
        ("DELETE FROM people WHERE user_id = 9", ["Row None of hints refers to nothing in people."]),
    ],
)
async def test_each_fault_is_one_sentence(path: Path, sql: str, faults: list[str]) -> None:
    async with await Store.open(path) as store:
        table = await open_table(store)
        await play(store, table, finished(1, (-16, 32, -16), multiplier=3))
        await play(store, table, finished(2, (0, 0, 0)))
        await store.ledger.correct(GROUP, [(MING, 1), (HONG, -1)], reason="why", author=WANG, at=2.0)
        await store.groups.remember(GROUP - 1, "another")
        await store.people.note_hints(9, ("bi",))
        assert await store.check() == ()
    with closing(sqlite3.connect(path)) as database:
        for (name,) in database.execute(UNGUARDED).fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute(sql)
        database.commit()
    async with await Store.open(path) as store:
        assert list(await store.check()) == faults
