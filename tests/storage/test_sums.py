"""Scenario 31: whatever is played and corrected, balances sum to zero and follow from the records."""

import asyncio
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Store, StoreError
from tests.storage.data import GROUP, balances, finished, open_table, play, recomputed

PEOPLE = (11, 12, 13, 14, -1)
NEW_ID = GROUP - 1


@dataclass(frozen=True, slots=True)
class Move:
    """Three people win these points, in a round, a practice round or by a correction; `wrong` adds a bean."""

    kind: str
    people: tuple[int, ...]
    points: tuple[int, int, int]
    multiplier: int
    wrong: bool


moves = st.builds(
    Move,
    kind=st.sampled_from(("round", "practice", "correction")),
    people=st.permutations(PEOPLE).map(lambda people: tuple(people[:3])),
    points=st.tuples(st.integers(-500, 500), st.integers(-500, 500)).map(lambda two: (*two, -sum(two))),
    multiplier=st.integers(1, 50),
    wrong=st.sampled_from((False, False, True)),
)


@settings(max_examples=40, deadline=None)
@given(played=st.lists(moves, max_size=12), new_id=st.booleans())
def test_balances_sum_to_zero_and_follow_from_the_records(played: list[Move], new_id: bool) -> None:
    asyncio.run(carry_out(played, NEW_ID if new_id else GROUP))


async def carry_out(played: list[Move], chat_id: int) -> None:
    """Make the moves, give the group its new chat id, and look at the sums."""
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(Path(folder) / "bot.db") as store:
            table = await open_table(store)
            for number, move in enumerate(played, 1):
                if move.wrong:
                    with pytest.raises(StoreError):
                        await make(store, table, number, move)
                else:
                    await make(store, table, number, move)
            await store.groups.migrate(GROUP, chat_id)
            sums = await balances(store, chat_id)
            assert sum(sums.values()) == 0
            assert sums == await recomputed(store, chat_id)
            assert await store.check() == ()
            corrections = await store.ledger.corrections(chat_id, 100)
            assert len(await store.rounds.history(chat_id)) + len(corrections) == sum(
                not m.wrong for m in played
            )


async def make(store: Store, table: int, number: int, move: Move) -> None:
    """One move. A wrong one is to be refused: its postings have a sum, or are of a practice round."""
    first, second, third = move.people
    row = finished(number, move.points, (first, second, third), multiplier=move.multiplier)
    postings = row.postings
    if move.wrong:
        (user, beans), *others = postings
        postings = ((user, beans + 1), *others)
    if move.kind == "correction":
        await store.ledger.correct(GROUP, postings, reason="why", author=first, at=1.0)
        return
    practice = move.kind == "practice"
    await play(
        store, table, replace(row, practice=practice, postings=postings if move.wrong or not practice else ())
    )
