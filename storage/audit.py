"""Whether the stored data is as it should be: the file, the journal, the ledger against the records."""

import sqlite3
from pathlib import Path

import aiosqlite

from storage.errors import StoreError

_RULES = (
    (
        "Table {}: its events are not numbered 1 to {}.",
        """
        SELECT table_id, max(seq) FROM events GROUP BY table_id HAVING count(*) <> max(seq) OR min(seq) <> 1
        """,
    ),
    (
        "Settlement {}: its postings sum to {}, not to zero.",
        "SELECT settlement_id, sum(beans) FROM postings GROUP BY settlement_id HAVING sum(beans) <> 0",
    ),
    (
        "Settlement {}: it is of no round and no correction, or of both.",
        """
        SELECT id FROM settlements
        WHERE (reason IS NOT NULL) = EXISTS (SELECT 1 FROM rounds WHERE settlement_id = settlements.id)
        """,
    ),
    (
        "Settlement {}: it is in another group than its round {}.",
        """
        SELECT settlements.id, rounds.id
        FROM settlements JOIN rounds ON settlement_id = settlements.id JOIN tables ON tables.id = table_id
        WHERE settlements.group_id <> tables.group_id
        """,
    ),
    (
        "Round {}: {} was posted {} beans, but by its record won {}.",
        """
        SELECT rounds.id, user_id, coalesce(beans, 0) AS posted,
            multiplier * json_extract(record, '$.result.points[' || seat || ']') AS won
        FROM rounds JOIN round_seats ON round_id = rounds.id LEFT JOIN postings USING (settlement_id, user_id)
        WHERE settlement_id IS NOT NULL AND posted IS NOT won
        """,
    ),
    (
        "Settlement {}: {} did not play that round.",
        """
        SELECT settlement_id, user_id FROM postings JOIN rounds USING (settlement_id)
        WHERE user_id NOT IN (SELECT user_id FROM round_seats WHERE round_id = rounds.id)
        """,
    ),
)
"""A sentence, and the query for the facts of each case of it."""


async def audit(path: Path) -> tuple[str, ...]:
    """Check a database of the current version, in one snapshot; return a sentence for each fault.

    Checked are SQLite's integrity and references; that the events of each table have no gap; that each
    settlement sums to zero and has one cause; and that what was posted for each round is what its record
    says, points times multiplier (R43), so that every balance follows from records and corrections.
    Raises StoreError if it cannot be read.
    """
    try:
        async with aiosqlite.connect(path, isolation_level=None) as database:
            await database.execute("PRAGMA query_only = ON")
            await database.execute("BEGIN")
            wrong = [
                text for (text,) in await database.execute_fetchall("PRAGMA integrity_check") if text != "ok"
            ]
            for table, row, parent, _ in await database.execute_fetchall("PRAGMA foreign_key_check"):
                wrong.append(f"Row {row} of {table} refers to nothing in {parent}.")
            for sentence, query in _RULES:
                wrong += [sentence.format(*facts) for facts in await database.execute_fetchall(query)]
    except sqlite3.Error as error:
        raise StoreError(f"Cannot check {path}: {error}.") from error
    return tuple(wrong)
