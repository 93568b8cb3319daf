"""Tables after a restart: folded from their events, with the time that was left."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from bot.host import events as ev
from bot.host.fold import fold
from bot.host.table import Table
from storage import Store, StoredEvent, TableRow

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resumed:
    """An open table: how many seconds its question had left, and for how many nothing had happened at it."""

    table: Table
    left: float
    idle: float


@dataclass(frozen=True, slots=True)
class Ended:
    """A table that was closed while it is not sure that people saw it: as it was before, and its end."""

    before: Table
    end: ev.Event


async def open_tables(store: Store) -> list[Resumed]:
    """The open tables, oldest first. Time in which the bot was down does not count.

    A broken journal is logged and left alone. Raises StoreError if the database cannot be read.
    """
    alive = await store.journal.last_alive()
    found = []
    for row in await store.journal.open_tables():
        stored = await store.journal.events(row.id)
        table = _folded(row, stored)
        if table is None:
            continue
        clock = await store.journal.clock(row.id)
        left = float(table.seconds)
        if clock is not None and clock.moment == table.moment and alive is not None:
            left = min(left, max(0.0, clock.due_at - alive))
        idle = max(0.0, alive - stored[-1].at) if alive is not None else 0.0
        found.append(Resumed(table, left, idle))
    return found


async def ended_tables(store: Store) -> list[Ended]:
    """The closed tables whose messages are still kept: the program ended before it was sure of their last ones."""
    found = []
    for table_id in await store.messages.of_closed_tables():
        row = await store.journal.table(table_id)
        stored = await store.journal.events(table_id)
        before = _folded(row, stored[:-1]) if row is not None else None
        if before is not None:
            found.append(Ended(before, ev.unpack(stored[-1].kind, stored[-1].data)))
    return found


def _folded(row: TableRow, stored: list[StoredEvent]) -> Table | None:
    try:
        table = fold(row.id, (ev.unpack(event.kind, event.data) for event in stored))
    except (ValueError, LookupError, TypeError) as error:
        # What the error says may name cards.
        log.error("table=%d cannot be folded: %s", row.id, type(error).__name__)
        return None
    return replace(table, chat_id=row.chat_id)
