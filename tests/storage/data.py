"""Sample data, and a second way to the balances."""

import json
from collections import Counter
from collections.abc import Sequence

from storage import RoundRow, Seats, Store

GROUP = -1001234567890
MING, HONG, WANG, COMPUTER = 5_000_000_001, 5_000_000_002, 5_000_000_003, -1
OPENED = [("opened", {"by": MING, "name": "阿明"})]
PLAYED = [("played", {"seat": 1, "action": "hu"})]


def finished(
    number: int,
    points: Sequence[int] = (-16, 32, -16),
    people: Seats = (MING, HONG, WANG),
    *,
    match: int = 1,
    multiplier: int = 1,
    practice: bool = False,
) -> RoundRow:
    """A round in which the seats won these points; for the store the rest of the record does not matter."""
    postings = () if practice else beans(points, people, multiplier)
    record = json.dumps({"v": 1, "result": {"end": "hu", "points": list(points)}})
    return RoundRow(match, number, record, people, practice, postings, multiplier)


def beans(points: Sequence[int], people: Seats, multiplier: int = 1) -> tuple[tuple[int, int], ...]:
    """The postings by R43."""
    return tuple(
        (user, won * multiplier) for user, won in zip(people, points, strict=True) if user is not None
    )


async def open_table(store: Store, chat_id: int = GROUP, thread_id: int | None = None) -> int:
    """A table with one event."""
    return await store.journal.create_table(chat_id, thread_id, OPENED, 1000.0)


async def play(store: Store, table_id: int, round_row: RoundRow) -> int:
    """Finish a round at a table; return its id."""
    last = (await store.journal.events(table_id))[-1].seq
    round_id = await store.journal.append(table_id, last, PLAYED, 1001.0, finished=round_row)
    assert round_id is not None
    return round_id


async def balances(store: Store, chat_id: int = GROUP) -> dict[int, int]:
    """The beans by user id."""
    return {balance.user_id: balance.beans for balance in await store.ledger.balances(chat_id)}


async def recomputed(store: Store, chat_id: int = GROUP) -> dict[int, int]:
    """The beans by user id from the records of the rounds and the corrections alone."""
    sums: Counter[int] = Counter()
    for stored in await store.rounds.history(chat_id):
        if not stored.round.practice:
            points = json.loads(stored.round.record)["result"]["points"]
            sums.update(dict(beans(points, stored.round.people, stored.round.multiplier)))
    for settlement in await store.ledger.settlements(chat_id):
        if settlement.round_id is None:
            sums.update(dict(settlement.postings))
    return dict(sums)
