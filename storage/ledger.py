"""The ledger of beans (R43): settlements and their postings. Balances are their sums, stored nowhere."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from storage.database import Database, Transaction
from storage.groups import group_id
from storage.people import ensure_people
from storage.rows import Balance, Postings, Settlement


class Ledger:
    """The beans. Rounds are settled by `Journal.append`. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balances(self, chat_id: int) -> list[Balance]:
        """Everybody in a group's settled rounds and corrections, most beans first; the sum is zero."""
        rows = await self._database.read(
            """
            WITH here AS (
                SELECT settlements.id FROM settlements JOIN groups ON groups.id = group_id WHERE chat_id = ?
            ),
            sums AS (
                SELECT user_id, sum(beans) AS beans
                FROM postings WHERE settlement_id IN (SELECT id FROM here) GROUP BY user_id
            ),
            played AS (
                SELECT user_id, count(*) AS rounds
                FROM round_seats JOIN rounds ON rounds.id = round_id
                WHERE settlement_id IN (SELECT id FROM here) GROUP BY user_id
            )
            SELECT people.user_id, name, coalesce(beans, 0) AS beans, coalesce(rounds, 0)
            FROM people LEFT JOIN sums USING (user_id) LEFT JOIN played USING (user_id)
            WHERE people.user_id IN (SELECT user_id FROM sums UNION SELECT user_id FROM played)
            ORDER BY 3 DESC, people.user_id
            """,
            (chat_id,),
        )
        return [Balance(*row) for row in rows]

    async def match_totals(self, table_id: int, match: int) -> dict[int, int]:
        """The beans that each player of a match has won in it so far, by user id; {} for a practice match."""
        rows = await self._database.read(
            """
            SELECT user_id, coalesce(sum(beans), 0)
            FROM rounds JOIN round_seats ON round_id = rounds.id
            LEFT JOIN postings USING (settlement_id, user_id)
            WHERE table_id = ? AND match = ? AND settlement_id IS NOT NULL
            GROUP BY user_id ORDER BY user_id
            """,
            (table_id, match),
        )
        return dict(rows)

    async def correct(
        self, chat_id: int, postings: Sequence[tuple[int, int]], *, reason: str, author: int, at: float
    ) -> int:
        """Post a correction, in which author (a user id) says why; return the settlement's id.

        postings are (user id, beans), once for each person, and sum to zero; what was posted before stays.
        """
        async with self._database.transaction() as change:
            group = await group_id(change, chat_id)
            settlement_id = await next_settlement_id(change)
            await ensure_people(change, [author, *(user for user, _ in postings)])
            await insert_postings(change, settlement_id, postings)
            await insert_settlement(change, settlement_id, group, at, reason=reason, author=author)
        return settlement_id

    async def settlements(self, chat_id: int) -> list[Settlement]:
        """Everything that was ever posted in a group, in that order: what the balances are the sum of."""
        rows = await self._database.read(
            "SELECT * FROM settlement_rows WHERE chat_id = ? ORDER BY id", (chat_id,)
        )
        return [_settlement(row) for row in rows]

    async def corrections(self, chat_id: int, limit: int) -> list[Settlement]:
        """The newest corrections of a group, at most limit, newest first."""
        rows = await self._database.read(
            "SELECT * FROM settlement_rows WHERE chat_id = ? AND reason IS NOT NULL ORDER BY id DESC LIMIT ?",
            (chat_id, limit),
        )
        return [_settlement(row) for row in rows]

    async def postings_of(self, settlement_id: int) -> Postings:
        """The postings of a settlement by user id; () if there is none."""
        rows = await self._database.read(
            "SELECT user_id, beans FROM postings WHERE settlement_id = ? ORDER BY user_id", (settlement_id,)
        )
        return tuple((user, beans) for user, beans in rows)


async def next_settlement_id(change: Transaction) -> int:
    """The id of the settlement that this transaction is to make: its postings are stored before it."""
    ((free,),) = await change.read("SELECT coalesce(max(id), 0) + 1 FROM settlements")
    return int(free)


async def insert_postings(
    change: Transaction, settlement_id: int, postings: Iterable[tuple[int, int]]
) -> None:
    """Store the postings of a settlement that is not stored yet."""
    await change.write_all(
        "INSERT INTO postings (settlement_id, user_id, beans) VALUES (?, ?, ?)",
        [(settlement_id, user, beans) for user, beans in postings],
    )


async def insert_settlement(
    change: Transaction,
    settlement_id: int,
    group: int,
    at: float,
    *,
    reason: str | None = None,
    author: int | None = None,
) -> None:
    """Seal a settlement whose postings, and round if it is of one, are stored: the schema checks now."""
    await change.write(
        "INSERT INTO settlements (id, group_id, reason, author, at) VALUES (?, ?, ?, ?, ?)",
        (settlement_id, group, reason, author, at),
    )


def _settlement(row: tuple[Any, ...]) -> Settlement:
    settlement_id, chat_id, round_id, reason, author, at, postings = row
    pairs = tuple((user, beans) for user, beans in json.loads(postings))
    return Settlement(settlement_id, chat_id, round_id, reason, author, at, pairs)
