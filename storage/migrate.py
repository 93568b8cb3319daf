"""The schema's versions: numbered SQL files, each applied in one transaction."""

import sqlite3
from collections.abc import Iterator, Sequence
from importlib import resources

import aiosqlite

from storage.errors import NotOurs

APPLICATION_ID = 0x50485A31  # "PHZ1": how a database of ours is told from another program's


def migrations() -> tuple[str, ...]:
    """The SQL of every migration in order: `migrations()[n - 1]` leads from version n - 1 to version n."""
    folder = resources.files("storage.migrations")
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    numbers = [int(file.name.split("_")[0]) for file in files]
    if numbers != list(range(1, len(files) + 1)):
        raise NotOurs(f"the migrations of this program are numbered {numbers}, not 1, 2, 3 and so on")
    return tuple(file.read_text(encoding="utf-8") for file in files)


async def version(db: aiosqlite.Connection, newest: int) -> int:
    """The version of the database, 0 for an empty one. Only reads.

    Raises NotOurs if its version is above newest or another program made it, sqlite3.DatabaseError if it is
    not a database.
    """
    found = await _pragma(db, "PRAGMA user_version")
    tables = await _pragma(db, "SELECT count(*) FROM sqlite_schema")
    if await _pragma(db, "PRAGMA application_id") != APPLICATION_ID and (found or tables):
        raise NotOurs("it is the database of another program")
    if found > newest:
        raise NotOurs(f"it is of version {found}, but this program knows only versions up to {newest}")
    return found


async def migrate(db: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    """Bring the database to version len(scripts), one transaction for each version.

    Foreign keys must be off, so that a migration may rebuild tables; a reference to nothing afterwards undoes
    it. Raises what `version` raises, sqlite3.Error from the SQL, NotOurs for a broken reference; the database
    then stays at the last version that was reached.
    """
    for number in range(await version(db, len(scripts)) + 1, len(scripts) + 1):
        try:
            await db.execute("BEGIN IMMEDIATE")
            for statement in statements(scripts[number - 1]):
                await db.execute(statement)
            if list(await db.execute_fetchall("PRAGMA foreign_key_check")):
                raise NotOurs(f"its migration to version {number} leaves references to nothing")
            await db.execute(f"PRAGMA user_version = {number}")
            await db.commit()
        finally:
            await db.rollback()


def statements(script: str) -> Iterator[str]:
    """The single statements of an SQL script in which every statement ends at the end of a line.

    sqlite3's own executescript() would commit the open transaction first.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


async def _pragma(db: aiosqlite.Connection, sql: str) -> int:
    ((value,),) = await db.execute_fetchall(sql)
    return int(value)
