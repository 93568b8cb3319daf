"""A copy of the database while it is in use."""

import asyncio
import sqlite3
from pathlib import Path

import aiosqlite

from storage.errors import Damaged, StoreError


async def backup(source: Path, target: Path) -> None:
    """Copy the database source into the new file target (SQLite's online backup) and check the copy.

    Raises StoreError if target exists or cannot be written, Damaged if the copy is; then there is no new file.
    """
    part = target.with_name(target.name + ".part")
    try:
        await asyncio.to_thread(_claim, target, part)
    except FileExistsError as error:
        raise StoreError(f"{error.filename} exists already, and a backup overwrites nothing.") from error
    except OSError as error:
        raise StoreError(f"Cannot write the backup {target}: {error.strerror}.") from error
    try:
        await _copy(source, part)
        await asyncio.to_thread(part.replace, target)
    except BaseException as error:
        await asyncio.shield(asyncio.to_thread(_discard, target, part))
        if isinstance(error, sqlite3.Error | OSError):
            raise StoreError(f"The backup {target} failed: {error}.") from error
        raise


def _claim(target: Path, part: Path) -> None:
    """Create both files, so that nobody else can; raise FileExistsError and create none if one is there."""
    target.touch(exist_ok=False)
    try:
        part.touch(exist_ok=False)
    except BaseException:
        target.unlink()
        raise


def _discard(target: Path, part: Path) -> None:
    target.unlink(missing_ok=True)
    part.unlink(missing_ok=True)


async def _copy(source: Path, part: Path) -> None:
    async with aiosqlite.connect(source) as database, aiosqlite.connect(part) as copy:
        await database.backup(copy)
        # Without a write-ahead log the copy is a single file.
        await copy.execute_fetchall("PRAGMA journal_mode = DELETE")
        verdicts = [text for (text,) in await copy.execute_fetchall("PRAGMA integrity_check")]
        if verdicts != ["ok"]:
            raise Damaged(f"The backup of {source} is damaged: {verdicts[0].splitlines()[-1]}.")
