"""Settlements, postings, balances; finished rounds with them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Balance, RoundRow, Settlement, Store, StoredRound, StoreError
from tests.storage.data import (
    COMPUTER,
    GROUP,
    HONG,
    MING,
    PLAYED,
    WANG,
    balances,
    finished,
    open_table,
    play,
    recomputed,
)


async def test_a_round_its_postings_and_its_events_are_stored_together(store: Store) -> None:
    table = await open_table(store)
    await store.people.remember(HONG, "小红")
    row = finished(1, (-16, 32, -16), multiplier=3)
    round_id = await store.journal.append(table, 1, PLAYED, 1001.0, finished=row)
    assert round_id is not None
    assert await store.rounds.get(round_id) == StoredRound(round_id, GROUP, table, 1001.0, row)
    assert row.postings == ((MING, -48), (HONG, 96), (WANG, -48))
    assert await store.ledger.balances(GROUP) == [
        Balance(HONG, "小红", 96, 1),
        Balance(MING, "", -48, 1),
        Balance(WANG, "", -48, 1),
    ]
    (settlement,) = await store.ledger.settlements(GROUP)
    assert settlement == Settlement(
        settlement.id, GROUP, round_id, None, None, 1001.0, ((MING, -48), (HONG, 96), (WANG, -48))
    )
    assert await store.ledger.postings_of(settlement.id) == settlement.postings
    assert await store.check() == ()


async def test_balances_are_of_one_group(store: Store) -> None:
    here, there = await open_table(store), await open_table(store, GROUP - 1)
    await play(store, here, finished(1, (10, -5, -5)))
    await play(store, there, finished(1, (-2, 1, 1)))
    await play(store, here, finished(2, (-1, -1, 2)))
    assert await balances(store) == {MING: 9, HONG: -6, WANG: -3}
    assert await balances(store, GROUP - 1) == {MING: -2, HONG: 1, WANG: 1}
    assert await balances(store, 12345) == {}
    assert [b.rounds for b in await store.ledger.balances(GROUP)] == [2, 2, 2]


async def test_r41_match_totals_begin_anew_with_each_match(store: Store) -> None:
    table, other = await open_table(store), await open_table(store)
    await play(store, table, finished(1, (4, -2, -2)))
    await play(store, table, finished(2, (-2, 4, -2)))
    await play(store, table, finished(3, (-1, -1, 2), (MING, HONG, 77), match=2))
    await play(store, other, finished(1, (100, -50, -50)))
    assert await store.ledger.match_totals(table, 1) == {MING: 2, HONG: 2, WANG: -4}
    assert await store.ledger.match_totals(table, 2) == {MING: -1, HONG: -1, 77: 2}
    assert await store.ledger.match_totals(table, 3) == {}


@pytest.mark.parametrize("postings", [(), ((MING, 0), (HONG, 0), (WANG, 0))])
async def test_r40_huang_counts_as_a_round_and_moves_nothing(
    store: Store, postings: tuple[tuple[int, int], ...]
) -> None:
    table = await open_table(store)
    row = finished(1, (0, 0, 0))
    row = RoundRow(row.match, row.number, row.record, row.people, False, postings)
    round_id = await play(store, table, row)
    stored = await store.rounds.get(round_id)
    assert stored is not None and stored.round == row
    assert await store.ledger.balances(GROUP) == [
        Balance(MING, "", 0, 1),
        Balance(HONG, "", 0, 1),
        Balance(WANG, "", 0, 1),
    ]
    assert await store.ledger.match_totals(table, 1) == {MING: 0, HONG: 0, WANG: 0}
    assert await store.check() == ()


async def test_practice_rounds_are_stored_and_not_posted(store: Store) -> None:
    table = await open_table(store)
    row = finished(1, (-16, 32, -16), (MING, COMPUTER, HONG), practice=True)
    round_id = await play(store, table, row)
    stored = await store.rounds.get(round_id)
    assert stored is not None and stored.round == row
    assert await store.ledger.balances(GROUP) == []
    assert await store.ledger.settlements(GROUP) == []
    assert await store.ledger.match_totals(table, 1) == {}
    assert await store.check() == ()


async def test_practice_rounds_with_postings_are_refused(store: Store) -> None:
    table = await open_table(store)
    row = RoundRow(1, 1, "{}", (MING, HONG, WANG), True, ((MING, 1), (HONG, -1)))
    with pytest.raises(StoreError, match=r"^A practice round is not posted to the ledger.$"):
        await play(store, table, row)
    assert len(await store.journal.events(table)) == 1


async def test_r47_the_absent_seat_of_two_is_nobody(store: Store) -> None:
    table = await open_table(store)
    row = finished(1, (8, 0, -8), (MING, None, HONG))
    round_id = await play(store, table, row)
    stored = await store.rounds.get(round_id)
    assert stored is not None and stored.round == row
    assert await balances(store) == {MING: 8, HONG: -8}
    assert await store.check() == ()


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 5), (2, -4))), "must sum to zero"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 1),)), "must sum to zero"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 5), (MING, -5))), "are of its players"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 5), (1, -5))), "UNIQUE constraint failed"),
        (RoundRow(1, 2, "{}", (1, 1, 3), False), "UNIQUE constraint failed"),
        (RoundRow(1, 2, "{}", (1, None, None), False), "at least two players"),
        (RoundRow(1, 1, "{}", (1, 2, 3), False), "UNIQUE constraint failed: rounds.table_id"),
        (RoundRow(0, 2, "{}", (1, 2, 3), False), "CHECK constraint failed: match"),
        (RoundRow(1, 2, "{", (1, 2, 3), False), "CHECK constraint failed: json_valid"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, (), 0), "CHECK constraint failed: multiplier"),
        (RoundRow(1, 2, "{}", (1, 0, 3), False), "CHECK constraint failed: user_id"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 10**13), (2, -(10**13)))), "CHECK constraint failed"),
        (RoundRow(1, 2, "{}", (1, 2, 3), False, ((1, 2**70), (2, -(2**70)))), "too large"),
    ],
)
async def test_r43_what_the_ledger_refuses_leaves_nothing_of_its_transaction(
    store: Store, row: RoundRow, sentence: str
) -> None:
    table = await open_table(store)
    await play(store, table, finished(1))
    events, rounds = await store.journal.events(table), await store.rounds.history(GROUP)
    with pytest.raises(StoreError, match=sentence):
        await store.journal.append(table, 2, PLAYED, 2.0, finished=row, close=True)
    assert await store.journal.events(table) == events
    assert await store.rounds.history(GROUP) == rounds
    assert await balances(store) == {MING: -16, HONG: 32, WANG: -16}
    assert await store.people.get(3) is None
    assert [open_.id for open_ in await store.journal.open_tables()] == [table]
    assert await store.check() == ()


async def test_a_correction_is_a_new_settlement_with_reason_and_author(store: Store) -> None:
    table = await open_table(store)
    await play(store, table, finished(1))
    made = await store.ledger.correct(GROUP, [(MING, 16), (HONG, -16)], reason="断线", author=WANG, at=5.0)
    correction = Settlement(made, GROUP, None, "断线", WANG, 5.0, ((MING, 16), (HONG, -16)))
    assert await store.ledger.corrections(GROUP, 10) == [correction]
    assert (await store.ledger.settlements(GROUP))[1:] == [correction]
    assert await store.ledger.balances(GROUP) == [
        Balance(HONG, "", 16, 1),
        Balance(MING, "", 0, 1),
        Balance(WANG, "", -16, 1),
    ]
    assert await store.ledger.match_totals(table, 1) == {MING: -16, HONG: 32, WANG: -16}
    assert await recomputed(store) == await balances(store)


async def test_the_newest_corrections_come_first(store: Store) -> None:
    made = [
        await store.ledger.correct(GROUP, [(MING, n), (HONG, -n)], reason=f"no. {n}", author=WANG, at=n)
        for n in (1, 2, 3)
    ]
    assert [s.id for s in await store.ledger.corrections(GROUP, 2)] == [made[2], made[1]]
    assert await store.ledger.corrections(GROUP - 1, 2) == []


@pytest.mark.parametrize(
    ("postings", "reason", "sentence"),
    [
        ([(MING, 1)], "why", "must sum to zero"),
        ([(MING, 5), (HONG, -6)], "why", "must sum to zero"),
        ([], "why", "a correction has postings"),
        ([(MING, 1), (HONG, -1)], "", "CHECK constraint failed"),
        ([(MING, 1), (HONG, -1)], "  ", "CHECK constraint failed"),
    ],
)
async def test_a_correction_that_is_refused_leaves_nothing(
    store: Store, postings: list[tuple[int, int]], reason: str, sentence: str
) -> None:
    with pytest.raises(StoreError, match=sentence):
        await store.ledger.correct(GROUP, postings, reason=reason, author=WANG, at=1.0)
    assert await store.ledger.settlements(GROUP) == []
    assert await store.groups.get(GROUP) is None
    assert await store.people.get(WANG) is None


async def test_history_is_newest_first_and_goes_on_before_a_round(store: Store) -> None:
    table, elsewhere = await open_table(store), await open_table(store, GROUP - 1)
    ids = [await play(store, table, finished(n, practice=n == 2)) for n in range(1, 6)]
    await play(store, elsewhere, finished(1))
    assert [r.id for r in await store.rounds.history(GROUP)] == ids[::-1]
    assert [r.id for r in await store.rounds.history(GROUP, 2)] == [ids[4], ids[3]]
    assert [r.id for r in await store.rounds.history(GROUP, 2, before=ids[3])] == [ids[2], ids[1]]
    assert [r.round.practice for r in await store.rounds.of_match(table, 1)] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert await store.rounds.of_match(table, 2) == []
    assert await store.rounds.get(ids[-1] + 100) is None


REFUSED = [
    ("UPDATE postings SET beans = 0", "postings are append-only"),
    ("DELETE FROM postings", "postings are append-only"),
    ("INSERT INTO postings VALUES (1, 9, 0)", "takes no further postings"),
    ("INSERT OR REPLACE INTO postings VALUES (1, 5000000001, 0)", "takes no further postings"),
    ("UPDATE settlements SET at = 0", "settlements are append-only"),
    ("UPDATE settlements SET reason = 'x', author = 9", "settlements are append-only"),
    ("DELETE FROM settlements", "settlements are append-only"),
    ("UPDATE rounds SET record = '{}'", "rounds are append-only"),
    ("DELETE FROM rounds", "rounds are append-only"),
    ("UPDATE round_seats SET user_id = 9", "rounds are append-only"),
    ("DELETE FROM round_seats", "rounds are append-only"),
    ("INSERT INTO round_seats VALUES (1, 0, 9)", "nobody joins a finished round"),
    (
        "INSERT INTO settlements VALUES (2, 1, NULL, NULL, 0)",
        "belongs to a finished round or is a correction",
    ),
    ("INSERT INTO settlements VALUES (2, 1, 'x', NULL, 0)", "CHECK constraint failed"),
    ("INSERT INTO settlements VALUES (2, 1, NULL, 9, 0)", "CHECK constraint failed"),
    ("INSERT INTO settlements VALUES (2, 1, 'x', 9, 0)", "a correction has postings"),
    # parts without their whole: the COMMIT fails
    ("INSERT INTO postings VALUES (2, 5000000001, 5)", "FOREIGN KEY constraint failed"),
    ("INSERT INTO round_seats VALUES (2, 0, 9)", "FOREIGN KEY constraint failed"),
]


@pytest.mark.parametrize(("sql", "sentence"), REFUSED)
async def test_the_database_itself_keeps_the_ledger(path: Path, sql: str, sentence: str) -> None:
    async with await Store.open(path) as store:
        await store.people.remember(9, "somebody else")
        await play(store, await open_table(store), finished(1))
        before = await store.ledger.settlements(GROUP), await store.rounds.history(GROUP)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match=sentence):
            other.execute(sql)
            other.commit()
    async with await Store.open(path) as store:
        assert (await store.ledger.settlements(GROUP), await store.rounds.history(GROUP)) == before


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("REPLACE INTO settlements VALUES (1, 1, NULL, NULL, 99)", "settlements are append-only"),
        ("REPLACE INTO rounds VALUES (1, 1, 1, 1, '{}', 1, 0, NULL)", "rounds are append-only"),
    ],
)
async def test_the_store_itself_cannot_replace_what_it_has_posted(
    store: Store, sql: str, sentence: str
) -> None:
    await play(store, await open_table(store), finished(1))
    with pytest.raises(StoreError, match=sentence):
        async with store._database.transaction() as change:
            await change.write(sql)
    assert [settlement.at for settlement in await store.ledger.settlements(GROUP)] == [1001.0]


ROUND_WITHOUT_SETTLEMENT = """
    INSERT INTO round_seats VALUES (2, 0, 5000000001), (2, 1, 5000000002);
    INSERT INTO rounds VALUES (2, 1, 1, 2, '{}', 1, 0, 2);
"""
CORRECTION_OF_A_ROUND = """
    INSERT INTO postings VALUES (2, 5000000001, 5), (2, 5000000002, -5);
    INSERT INTO settlements VALUES (2, 1, 'both', 9, 0);
"""
ROUND_OF_ANOTHER_GROUP = """
    INSERT INTO groups (id, chat_id) VALUES (2, -5);
    INSERT INTO settlements VALUES (2, 2, NULL, NULL, 0);
"""
SETTLED_TWICE = """
    INSERT INTO round_seats VALUES (2, 0, 5000000001), (2, 1, 5000000002);
    INSERT INTO rounds VALUES (2, 1, 1, 2, '{}', 1, 0, 1);
"""


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (ROUND_WITHOUT_SETTLEMENT, "FOREIGN KEY constraint failed"),
        (ROUND_WITHOUT_SETTLEMENT + CORRECTION_OF_A_ROUND, "belongs to a finished round or is a correction"),
        (ROUND_WITHOUT_SETTLEMENT + ROUND_OF_ANOTHER_GROUP, "settled in the group of its table"),
        (SETTLED_TWICE, "a settlement belongs to one round"),
    ],
)
async def test_the_database_itself_keeps_rounds_and_settlements_together(
    path: Path, script: str, sentence: str
) -> None:
    async with await Store.open(path) as store:
        await store.people.remember(9, "somebody else")
        await play(store, await open_table(store), finished(1))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match=sentence):
            other.executescript(f"BEGIN; {script} COMMIT;")
        other.rollback()
    async with await Store.open(path) as store:
        assert len(await store.rounds.history(GROUP)) == 1
        assert await store.check() == ()
