"""Finished rounds, each with its record, its people and what was posted for it."""

from typing import Any

from storage.database import Database, Transaction
from storage.errors import StoreError
from storage.ledger import insert_postings, insert_settlement, next_settlement_id
from storage.people import ensure_people
from storage.rows import RoundRow, StoredRound

_EVERYTHING = 2**63 - 1


class Rounds:
    """The finished rounds. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, round_id: int) -> StoredRound | None:
        """A round, None if there is none of that id."""
        rows = await self._database.read("SELECT * FROM round_rows WHERE id = ?", (round_id,))
        return _stored(rows[0]) if rows else None

    async def history(
        self, chat_id: int, limit: int | None = None, *, before: int | None = None
    ) -> list[StoredRound]:
        """The newest rounds of a group, practice too, newest first.

        At most limit (>= 0; None: all); only those older than the round of id before, if that is given.
        """
        rows = await self._database.read(
            "SELECT * FROM round_rows WHERE chat_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
            (chat_id, _EVERYTHING if before is None else before, _EVERYTHING if limit is None else limit),
        )
        return [_stored(row) for row in rows]

    async def of_match(self, table_id: int, match: int) -> list[StoredRound]:
        """The rounds of a match, practice too, in the order in which they were played."""
        rows = await self._database.read(
            "SELECT * FROM round_rows WHERE table_id = ? AND match = ? ORDER BY number", (table_id, match)
        )
        return [_stored(row) for row in rows]

    async def of_table(self, table_id: int) -> list[StoredRound]:
        """The rounds of a table, practice too, in the order in which they were played."""
        rows = await self._database.read(
            "SELECT * FROM round_rows WHERE table_id = ? ORDER BY match, number", (table_id,)
        )
        return [_stored(row) for row in rows]


async def insert_round(change: Transaction, table_id: int, finished: RoundRow, at: float) -> int:
    """Store a finished round of a table and, unless it was practice, its settlement; return the round's id.

    Raises StoreError for postings of a practice round, sqlite3.IntegrityError for what the schema refuses.
    """
    if finished.practice and finished.postings:
        raise StoreError("A practice round is not posted to the ledger.")
    ((round_id,),) = await change.read("SELECT coalesce(max(id), 0) + 1 FROM rounds")
    settlement_id = None if finished.practice else await next_settlement_id(change)
    seats = [(round_id, seat, user) for seat, user in enumerate(finished.people) if user is not None]
    await ensure_people(change, [user for _, _, user in seats])
    await change.write_all("INSERT INTO round_seats (round_id, seat, user_id) VALUES (?, ?, ?)", seats)
    await change.write(
        """
        INSERT INTO rounds (id, table_id, match, number, record, multiplier, at, settlement_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            round_id,
            table_id,
            finished.match,
            finished.number,
            finished.record,
            finished.multiplier,
            at,
            settlement_id,
        ),
    )
    if settlement_id is not None:
        ((group,),) = await change.read("SELECT group_id FROM tables WHERE id = ?", (table_id,))
        await insert_postings(change, settlement_id, finished.postings)
        await insert_settlement(change, settlement_id, group, at)
    return int(round_id)


def _stored(row: tuple[Any, ...]) -> StoredRound:
    round_id, chat_id, table_id, at, match, number, record, practice, multiplier, *seats = row
    people = (seats[0], seats[1], seats[2])
    postings = tuple(
        (user, beans)
        for user, beans in zip(people, seats[3:], strict=True)
        if user is not None and beans is not None
    )
    finished = RoundRow(match, number, record, people, bool(practice), postings, multiplier)
    return StoredRound(round_id, chat_id, table_id, at, finished)
