"""A process that plays one round and holds still where the test wants to kill it.

`python -m tests.storage.crasher PATH STATEMENT SIZE`: finish a round at a new table, and stand still after
that many statements of the transaction (or, if it has fewer, after the append has returned). Prints a line with
the place and the id of the table, then waits for its end. SIZE is the length of the event's text.
"""

import asyncio
import sys
from collections.abc import Iterable
from typing import Any

from storage import Store
from storage.database import Transaction
from storage.journal import NewEvent
from tests.storage.data import PLAYED, finished, open_table


class HeldTransaction(Transaction):
    """A transaction that stands still after its statement number `stop`."""

    stop = 0
    done = 0
    table_id = 0

    async def write(self, sql: str, parameters: Iterable[Any] = ()) -> int:
        changed = await super().write(sql, parameters)
        self.hold()
        return changed

    async def write_all(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        await super().write_all(sql, parameters)
        self.hold()

    @classmethod
    def hold(cls) -> None:
        cls.done += 1
        if cls.done == cls.stop:
            wait("statement", cls.table_id)


def wait(place: str, table_id: int) -> None:
    """Say where we are, and stand still until the process is killed."""
    sys.stdout.write(f"{place} {table_id}\n")
    sys.stdout.flush()
    sys.stdin.read()


async def main(path: str, stop: int, size: int) -> None:
    store = await Store.open(path)
    HeldTransaction.table_id = await open_table(store)
    HeldTransaction.done, HeldTransaction.stop = 0, stop
    events: list[NewEvent] = [*PLAYED, ("settled", {"text": "x" * size})]
    await store.journal.append(HeldTransaction.table_id, 1, events, 2.0, finished=finished(1), close=True)
    wait("returned", HeldTransaction.table_id)


if __name__ == "__main__":
    import storage.database

    storage.database.Transaction = HeldTransaction  # type: ignore[misc]
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
