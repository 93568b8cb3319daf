"""A bot in a process of its own that is killed and started again, and what its database says meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.host import events as ev
from bot.host.fold import evolve, opened
from bot.host.table import Table
from bot.playground import Playground
from storage import Store
from tests.e2e.house import TOKEN

SOON = 0.002


@dataclass(slots=True)
class Journal:
    """What is committed of the first table of a database, read from outside, and folded."""

    db: Path
    events: list[tuple[str, str]] = field(default_factory=list)
    table: Table | None = None
    _database: sqlite3.Connection | None = None

    def read(self) -> Table | None:
        """The table as it is committed now; None if there is none. What was committed once stays."""
        if self._database is None:
            if not self.db.exists():
                return None
            self._database = sqlite3.connect(self.db, timeout=10)
        try:
            rows = self._database.execute(
                "SELECT kind, data FROM events WHERE table_id = 1 AND seq > ? ORDER BY seq",
                (len(self.events),),
            ).fetchall()
        except sqlite3.OperationalError as error:
            assert "no such table" in str(error), error
            return None
        for kind, data in rows:
            event = ev.unpack(kind, json.loads(data))
            if isinstance(event, ev.Opened):
                self.table = opened(1, event)
            else:
                assert self.table is not None
                self.table = evolve(self.table, event)
            self.events.append((kind, data))
        return self.table

    def stored(self) -> list[tuple[str, str]]:
        """All events as they are stored, read anew."""
        assert self._database is not None
        return self._database.execute(
            "SELECT kind, data FROM events WHERE table_id = 1 ORDER BY seq"
        ).fetchall()

    def close(self) -> None:
        """Read no more."""
        if self._database is not None:
            self._database.close()


class Mortal:
    """The bot as a process: `lives` counts how often it was started, `polls_before` how often it asked before that."""

    def __init__(self, folder: Path, server: Playground, seed: int, settings: dict[str, Any]) -> None:
        self.server = server
        self.db = folder / "paohuzi.db"
        self.log = folder / "log"
        self.journal = Journal(self.db)
        self.lives = 0
        self.polls_before = 0
        self.pid = 0
        self._nursery: asyncio.subprocess.Process | None = None
        self._line = json.dumps(
            {
                "db": str(self.db),
                "api_base_url": server.base_url,
                "api_file_url": server.file_url,
                "seed": seed,
                "log": str(self.log),
                "settings": settings,
            }
        )

    async def open(self) -> None:
        """Make ready to start bots."""
        self._nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.e2e.nursery"),
            cwd=Path(__file__).parents[2],
            env={k: v for k, v in os.environ.items() if not k.startswith(("PAOHUZI_", "TELEGRAM_"))},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    async def start(self) -> None:
        """Start the bot; it is not waited for until it hears."""
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self.polls_before = self.server.calls.polls
        self._nursery.stdin.write(f"{self._line}\n".encode())
        self.pid = int(await self._nursery.stdout.readline())
        self.lives += 1

    def kill(self) -> None:
        """Kill it, now, if it is not dead yet."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def dead(self) -> None:
        """Until the process is no more."""
        for _ in range(10_000):
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(SOON)
        raise AssertionError("the bot does not end")

    async def revive(self) -> None:
        """Kill it, now, if it is not dead yet; see that nothing is broken, and start it again at a sound Telegram."""
        self.kill()
        await self.dead()
        self.server.faults.clear()
        await self.check()
        await self.start()

    async def end(self) -> None:
        """Let the bot leave in order, and start no other."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        await self.dead()
        self.journal.close()
        if self._nursery is not None and self._nursery.stdin is not None:
            self._nursery.stdin.close()
            await self._nursery.wait()

    async def check(self) -> None:
        """The invariants that hold after every kill."""
        seen = list(self.journal.events)
        self.journal.read()
        assert self.journal.stored() == self.journal.events
        assert self.journal.events[: len(seen)] == seen
        if self.journal.table is not None:
            async with await Store.look(self.db) as store:
                assert await store.check() == ()

    def kill_at_write(self, number: int) -> threading.Thread:
        """Kill it in the middle of a write to the database's log: the one of this number from now on."""
        wal, pid = Path(f"{self.db}-wal"), self.pid

        def watch() -> None:
            left, until, last = number, time.monotonic() + 1.5, _stamp(wal)
            while left and time.monotonic() < until:
                stamp = _stamp(wal)
                if stamp != last:
                    last, left = stamp, left - 1
                time.sleep(0.0001)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        return thread

    async def until(self, what: Callable[[], Any], within: float = 20.0) -> Any:
        """The first true value of `what`, asked again and again; None once the bot was started anew meanwhile."""
        life, limit = self.lives, time.monotonic() + within
        while time.monotonic() < limit:
            found = what()
            if found:
                return found
            if self.lives != life:
                return None
            await asyncio.sleep(SOON)
        raise AssertionError(f"not within {within} s: {what}; log: {self.log.read_text()[-2000:]}")


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


@contextlib.asynccontextmanager
async def mortal(folder: Path, seed: int, **settings: Any) -> AsyncIterator[Mortal]:
    """A bot that can be killed, at a fresh Telegram of its own; `folder` is there."""
    async with await Playground.start(token=TOKEN) as server:
        server.flood.enabled = False
        bot = Mortal(folder, server, seed, settings)
        await bot.open()
        await bot.start()
        try:
            yield bot
        finally:
            await bot.end()
