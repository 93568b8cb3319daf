"""The connections: one that writes, one that reads, and a lock against a second instance."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage import migrate
from storage.batch import Batch
from storage.errors import InUse, NotOurs, StoreError

T = TypeVar("T")

OLDEST_SQLITE = (3, 37)  # STRICT tables
BUSY_TIMEOUT = 5.0  # seconds to wait for another process, such as a copy being made by hand


class Transaction:
    """The writing connection while a transaction is open on it."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def read(self, sql: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT, with what this transaction has written."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, parameters)]

    async def write(self, sql: str, parameters: Iterable[Any] = ()) -> int:
        """Execute one statement; return how many rows it changed."""
        async with self._connection.execute(sql, parameters) as cursor:
            return cursor.rowcount

    async def write_all(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Execute one statement for each of the rows."""
        async with self._connection.executemany(sql, parameters):
            pass


class Database:
    """One SQLite file, held by one process; others may look at it.

    Writes go through one connection, one transaction at a time. Reads have a connection of their own, so that
    they see committed data only and never wait for a write.
    """

    def __init__(
        self,
        path: Path,
        reader: aiosqlite.Connection,
        writer: aiosqlite.Connection | None = None,
        instance: sqlite3.Connection | None = None,
    ) -> None:
        self.path = path
        self._writer = writer
        self._reader = reader
        self._instance = instance
        self._writing = asyncio.Lock()
        self._batch = Batch(writer, self._writing) if writer is not None else None
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, create it if there is none, bring its schema up to date.

        Raises InUse if another process holds it; StoreError: a newer version, no database, not writable.
        """
        try:
            _check_place(path)
            with _explained(f"Cannot open {path}"):
                return await cls._open(path)
        except NotOurs as error:
            raise StoreError(f"Cannot open {path}: {error}.") from error

    @classmethod
    async def _open(cls, path: Path) -> "Database":
        scripts = migrate.migrations()
        async with AsyncExitStack() as opened:
            instance = opened.enter_context(closing(_single_instance(path)))
            writer = await opened.enter_async_context(_connect(path))
            await _prepare(writer, scripts)
            reader = await opened.enter_async_context(_connect(path))
            await reader.execute("PRAGMA query_only = ON")
            opened.pop_all()
        return cls(path, reader, writer, instance)

    @classmethod
    async def look(cls, path: Path) -> "Database":
        """Open a file for reading only, as it is at this moment, whether or not an instance holds it.

        Raises StoreError if it is not there, or no database of this program's version.
        """
        try:
            with _explained(f"Cannot read {path}"):
                return await cls._look(path)
        except NotOurs as error:
            raise StoreError(f"Cannot read {path}: {error}.") from error

    @classmethod
    async def _look(cls, path: Path) -> "Database":
        uri = _uri(path)
        newest = len(migrate.migrations())
        async with AsyncExitStack() as opened:
            connecting = aiosqlite.connect(uri, uri=True, timeout=BUSY_TIMEOUT, isolation_level=None)
            reader = await opened.enter_async_context(connecting)
            await reader.execute("PRAGMA query_only = ON")
            await reader.execute("BEGIN")
            found = await migrate.version(reader, newest)
            if found < newest:
                raise NotOurs(f"it is of version {found}, and the bot brings it to {newest} when it starts")
            opened.pop_all()
        return cls(path, reader)

    async def close(self) -> None:
        """Close the file after the transaction that is open, if one is. May be called again."""
        async with self._writing:
            self._closed = True
            await self._reader.close()
            if self._writer is not None:
                await self._writer.close()
            if self._instance is not None:
                self._instance.close()

    async def read(self, sql: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT on committed data. Raises StoreError."""
        self._check_open()
        with _explained("The database could not be read"):
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, parameters)]

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """A transaction: on the disk when the block ends, undone when it raises or is cancelled.

        Cancelled during the commit itself it is either. What SQLite refuses is raised as StoreError. Must not
        be nested.
        """
        async with self._writing:
            self._check_open()
            writer = self._writer
            if writer is None:
                raise StoreError("The database is open for reading only.")
            with _explained("The database refused the change"):
                try:
                    await writer.execute("BEGIN IMMEDIATE")
                    yield Transaction(writer)
                    await writer.commit()
                finally:
                    # The connection works its calls off in order, so that this comes after a statement or a
                    # commit whose caller was cancelled; after a commit it does nothing. Shielded: a second
                    # cancellation may not leave the transaction open.
                    await asyncio.shield(writer.rollback())

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, once it is on the disk; it shares a transaction with what others want meanwhile.

        It runs in another thread, is undone if it raises, and must neither begin nor end a transaction. What SQLite
        refuses is raised as StoreError. Cancelled, it may be carried out all the same.
        """
        self._check_open()
        if self._batch is None:
            raise StoreError("The database is open for reading only.")
        with _explained("The database refused the change"):
            return await self._batch.do(work)

    async def write_one(self, sql: str, parameters: tuple[Any, ...] = ()) -> int:
        """Carry out one statement like `write`; return how many rows it changed."""
        return await self.write(lambda connection: connection.execute(sql, parameters).rowcount)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The database is closed.")


def _check_place(path: Path) -> None:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise NotOurs(f"SQLite {sqlite3.sqlite_version} is too old, 3.37 is needed")
    if path.is_dir():
        raise NotOurs("it is a folder")
    if not path.parent.is_dir():
        raise NotOurs(f"there is no folder {path.parent}")
    # SQLite would notice at the first move only, and leave files behind.
    if path.exists() and not os.access(path, os.W_OK):
        raise NotOurs("it cannot be written")
    if not os.access(path.parent, os.W_OK):
        raise NotOurs(f"the folder {path.parent} cannot be written")


def _uri(path: Path) -> str:
    """How a file is opened that is there already. Raises NotOurs if it is not."""
    if not path.is_file():
        raise NotOurs("there is no such file")
    # Not "ro": after a kill the first who opens the file has to take in what the log holds.
    return f"{path.absolute().as_uri()}?mode=rw"


def _single_instance(path: Path) -> sqlite3.Connection:
    """Hold `PATH-lock` locked, by whatever name the file goes.

    SQLite's locks are portable and end with the process, whatever ends it.
    """
    instance = sqlite3.connect(f"{path.resolve()}-lock", timeout=0, isolation_level=None)
    try:
        instance.execute("PRAGMA journal_mode = MEMORY")  # no journal file beside an empty file
        instance.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        instance.close()
        if "locked" in str(error):
            raise InUse(f"Cannot open {path}: another instance of the bot uses it.") from error
        raise
    return instance


def _connect(path: Path) -> aiosqlite.Connection:
    return aiosqlite.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None)


async def _prepare(writer: aiosqlite.Connection, scripts: tuple[str, ...]) -> None:
    # Before the first statement that writes: a file that is not ours must stay as it is.
    await migrate.version(writer, len(scripts))
    ((mode,),) = await writer.execute_fetchall("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise NotOurs(f"its file system has no shared memory for SQLite (journal mode {mode})")
    await writer.execute("PRAGMA synchronous = FULL")
    await migrate.migrate(writer, scripts)
    await writer.execute("PRAGMA foreign_keys = ON")
    # So that a REPLACE cannot get past the triggers that refuse to delete.
    await writer.execute("PRAGMA recursive_triggers = ON")


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """Raise SQLite's errors, and numbers that it cannot hold, as StoreError."""
    try:
        yield
    except (sqlite3.Error, OverflowError) as error:
        raise StoreError(f"{what}: {error}.") from error
