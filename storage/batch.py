"""Small changes that several callers want at the same moment: one transaction, and one trip to the thread, for all.

A statement of its own for each would wait for the thread each time, which takes long while the event loop is busy; and
each transaction waits for the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import aiosqlite

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class Batch:
    """Changes by way of `writer`, while nobody else has a transaction open (`writing`)."""

    def __init__(self, writer: aiosqlite.Connection, writing: asyncio.Lock) -> None:
        self._writer = writer
        self._writing = writing
        self._wanted: list[tuple[Work, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, once it is on the disk. What it raises undoes it, and only it, and is raised here.

        It runs in another thread, and must neither begin nor end a transaction. Raises sqlite3.Error too.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._wanted.append((work, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work_off())
        return await done

    async def _work_off(self) -> None:
        async with self._writing:
            while self._wanted:
                wanted, self._wanted = self._wanted, []
                for (_, done), outcome in zip(wanted, await self._carry_out(wanted), strict=True):
                    if done.done():
                        continue  # nobody waits for it any more
                    if isinstance(outcome, Exception):
                        done.set_exception(outcome)
                    else:
                        done.set_result(outcome[0])

    async def _carry_out(
        self, wanted: Sequence[tuple[Work, asyncio.Future[Any]]]
    ) -> "list[tuple[Any] | Exception]":
        works = [work for work, _ in wanted]
        try:
            # aiosqlite's own way to let its thread do something; it has no public one for more than a statement.
            writer = cast(Any, self._writer)
            outcomes: list[tuple[Any] | Exception] = await writer._execute(
                _in_one_transaction, writer._conn, works
            )
        except Exception as error:
            return [error] * len(works)  # whoever waits has to hear of it, whatever it is
        return outcomes


def _in_one_transaction(
    connection: sqlite3.Connection, works: Sequence[Work]
) -> "list[tuple[Any] | Exception]":
    """What each work returns (in a tuple) or raises. What the transaction itself raises undoes them all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_one(connection, work) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    return outcomes


def _one(connection: sqlite3.Connection, work: Work) -> tuple[Any] | Exception:
    connection.execute("SAVEPOINT work")
    try:
        outcome: tuple[Any] | Exception = (work(connection),)
    except Exception as error:
        connection.execute("ROLLBACK TO work")
        outcome = error
    connection.execute("RELEASE work")
    return outcome
