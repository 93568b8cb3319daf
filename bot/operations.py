"""Work on the database beside the bot, which may run meanwhile: `paohuzi backup` and `paohuzi check`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.host.books import Books, go_over
from storage import Damaged, Store, StoreError

FAULTY = 1
"""The exit code when the data is not as it should be."""

IMPOSSIBLE = 2
"""The exit code when it cannot be done."""


def backup(db: Path, target: Path) -> int:
    """Copy the database into a new file and check the copy; the exit code (0, FAULTY, IMPOSSIBLE)."""
    try:
        size = asyncio.run(_backup(db, target))
    except Damaged as error:
        return _failed(error, FAULTY)
    except StoreError as error:
        return _failed(error, IMPOSSIBLE)
    sys.stdout.write(f"{target}: {size} bytes, checked\n")
    return 0


def check(db: Path) -> int:
    """Fold every table, recompute every balance, say what differs; the exit code (0, FAULTY, IMPOSSIBLE)."""
    try:
        books = asyncio.run(_check(db))
    except StoreError as error:
        return _failed(error, IMPOSSIBLE)
    for sentence in books.wrong:
        sys.stdout.write(f"{sentence}\n")
    found = f"{len(books.wrong)} faults" if books.wrong else "all is well"
    sys.stdout.write(f"{db}: {books.tables} tables, {books.rounds} rounds: {found}\n")
    return FAULTY if books.wrong else 0


async def _backup(db: Path, target: Path) -> int:
    store = await Store.look(db)
    async with store:
        await store.backup(target)
    return await asyncio.to_thread(lambda: target.stat().st_size)


async def _check(db: Path) -> Books:
    async with await Store.look(db) as store:
        return await go_over(store)


def _failed(error: StoreError, code: int) -> int:
    sys.stderr.write(f"paohuzi: {error}\n")
    return code
