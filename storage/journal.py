"""Tables and their events: the journal of which everything at a table is the fold."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from storage.carried import NOTE, noted
from storage.database import Database, Transaction
from storage.errors import Conflict, StoreError
from storage.groups import group_id
from storage.rounds import insert_round
from storage.rows import Cause, Clock, RoundRow, StoredEvent, TableRow

NewEvent = tuple[str, Mapping[str, Any]]
"""(kind, data); the data is what JSON can hold."""


_LAST = "SELECT max(seq) FROM events WHERE table_id = ?"
_EVENT = "INSERT INTO events (table_id, seq, kind, data, at) VALUES (?, ?, ?, ?, ?)"
_CLOSE = "UPDATE tables SET closed_at = ? WHERE id = ?"
_CLOCK = (
    "INSERT INTO clocks (table_id, moment, due_at) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (table_id) DO UPDATE SET moment = ?2, due_at = ?3"
)


class Journal:
    """The tables and their events. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_table(
        self,
        chat_id: int,
        thread_id: int | None,
        events: Sequence[NewEvent],
        at: float,
        cause: Cause | None = None,
    ) -> int:
        """Open a table with its first events (seq 1, 2, …); return its id, which is never used again.

        cause is the update that is carried out by this.
        """
        rows = _rows(events)
        async with self._database.transaction() as change:
            group = await group_id(change, chat_id)
            await change.write(
                "INSERT INTO tables (group_id, thread_id, opened_at) VALUES (?, ?, ?)", (group, thread_id, at)
            )
            ((table_id,),) = await change.read("SELECT last_insert_rowid()")
            await _insert_events(change, table_id, 0, rows, at)
            if cause is not None:
                await change.write(NOTE, noted(cause, at))
        return int(table_id)

    async def append(
        self,
        table_id: int,
        after_seq: int,
        events: Sequence[NewEvent],
        at: float,
        *,
        finished: RoundRow | None = None,
        clock: Clock | None = None,
        close: bool = False,
        cause: Cause | None = None,
    ) -> int | None:
        """Append events, and with them the round that they finish and its postings, in one transaction.

        clock is that of the question which they open, None if it is none or the old one goes on. after_seq is the
        seq of the last event that the caller knows; close says that the table is over, and allows no further events;
        cause is the update that is carried out by this.
        Returns the id of the finished round, None without one. Raises Conflict if the table has other events than
        the caller knows; StoreError if the table is closed or does not exist, or for what the ledger refuses. Then
        nothing of all this is stored.
        """
        rows = _rows(events)
        if finished is None:
            await self._database.write(
                lambda connection: _append(connection, table_id, after_seq, rows, at, clock, close, cause)
            )
            return None
        async with self._database.transaction() as change:
            last = await _last_seq(change, table_id)
            if last != after_seq:
                raise Conflict(f"Table {table_id} is at event {last}, not {after_seq}.")
            await _insert_events(change, table_id, after_seq, rows, at)
            round_id = await insert_round(change, table_id, finished, at)
            if clock is not None:
                await _set_clock(change, table_id, clock)
            if close:
                await change.write(_CLOSE, (at, table_id))
            if cause is not None:
                await change.write(NOTE, noted(cause, at))
        return round_id

    async def events(self, table_id: int, after_seq: int = 0) -> list[StoredEvent]:
        """The events of a table after the given one, in order; [] if there is no such table."""
        rows = await self._database.read(
            "SELECT seq, kind, data, at FROM events WHERE table_id = ? AND seq > ? ORDER BY seq",
            (table_id, after_seq),
        )
        return [StoredEvent(seq, kind, json.loads(data), at) for seq, kind, data, at in rows]

    async def clock(self, table_id: int) -> Clock | None:
        """The clock that was set last at a table, None if never one was."""
        rows = await self._database.read("SELECT moment, due_at FROM clocks WHERE table_id = ?", (table_id,))
        return Clock(*rows[0]) if rows else None

    async def set_clock(self, table_id: int, clock: Clock) -> None:
        """Let the clock of the question that is open run till another time."""
        await self._database.write_one(_CLOCK, (table_id, clock.moment, clock.due_at))

    async def beat(self, at: float) -> None:
        """Note that the program is alive at this time (unix seconds)."""
        async with self._database.transaction() as change:
            await change.write(
                "INSERT INTO pulse (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1", (at,)
            )

    async def last_alive(self) -> float | None:
        """When the program was last alive (unix seconds): the last beat or event; None before the first."""
        rows = await self._database.read(
            "SELECT max(at) FROM (SELECT at FROM pulse UNION ALL SELECT max(at) FROM events)"
        )
        at: float | None = rows[0][0]
        return at

    async def table(self, table_id: int) -> TableRow | None:
        """A table, open or closed."""
        rows = await self._database.read("SELECT * FROM table_rows WHERE id = ?", (table_id,))
        return TableRow(*rows[0]) if rows else None

    async def tables(self) -> list[TableRow]:
        """All tables, open and closed, in the order in which they were opened."""
        return [TableRow(*row) for row in await self._database.read("SELECT * FROM table_rows ORDER BY id")]

    async def open_tables(self) -> list[TableRow]:
        """The tables that are not closed, in the order in which they were opened."""
        rows = await self._database.read("SELECT * FROM table_rows WHERE closed_at IS NULL ORDER BY id")
        return [TableRow(*row) for row in rows]


def _rows(events: Sequence[NewEvent]) -> list[tuple[str, str]]:
    if not events:
        raise StoreError("A change to a table has at least one event.")
    return [(kind, json.dumps(data, ensure_ascii=False, allow_nan=False)) for kind, data in events]


async def _last_seq(change: Transaction, table_id: int) -> int:
    rows = await change.read(_LAST, (table_id,))
    last: int | None = rows[0][0]
    if last is None:
        raise StoreError(f"There is no table {table_id}.")
    return last


async def _insert_events(
    change: Transaction, table_id: int, after_seq: int, rows: Sequence[tuple[str, str]], at: float
) -> None:
    await change.write_all(_EVENT, _numbered(table_id, after_seq, rows, at))


def _numbered(
    table_id: int, after_seq: int, rows: Sequence[tuple[str, str]], at: float
) -> list[tuple[int, int, str, str, float]]:
    return [(table_id, seq, kind, data, at) for seq, (kind, data) in enumerate(rows, after_seq + 1)]


async def _set_clock(change: Transaction, table_id: int, clock: Clock) -> None:
    await change.write(_CLOCK, (table_id, clock.moment, clock.due_at))


def _append(
    connection: sqlite3.Connection,
    table_id: int,
    after_seq: int,
    rows: Sequence[tuple[str, str]],
    at: float,
    clock: Clock | None,
    close: bool,
    cause: Cause | None,
) -> None:
    """The change of `append` that finishes no round."""
    ((last,),) = connection.execute(_LAST, (table_id,)).fetchall()
    if last is None:
        raise StoreError(f"There is no table {table_id}.")
    if last != after_seq:
        raise Conflict(f"Table {table_id} is at event {last}, not {after_seq}.")
    connection.executemany(_EVENT, _numbered(table_id, after_seq, rows, at))
    if clock is not None:
        connection.execute(_CLOCK, (table_id, clock.moment, clock.due_at))
    if close:
        connection.execute(_CLOSE, (at, table_id))
    if cause is not None:
        connection.execute(NOTE, noted(cause, at))
