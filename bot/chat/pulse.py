"""Signs of life: in the database, so that time in which the bot was down counts against nobody; and in a file."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from telegram.error import TelegramError

from storage import Store, StoreError

log = logging.getLogger(__name__)

BEAT = 5.0
"""Seconds between two notes in the database."""

HEARTBEAT = 30.0
"""Seconds between two times in the health file."""


class Pulse:
    """Whether the bot lives, and hears from Telegram."""

    def __init__(self) -> None:
        self._deaf_at: float | None = None

    def deaf(self, error: TelegramError) -> None:
        """Asking Telegram for updates failed just now."""
        self._deaf_at = time.monotonic()
        log.warning("Telegram does not answer: %s", error.message)

    def hears(self) -> bool:
        """Whether asking for updates did not fail within the last two heartbeats."""
        return self._deaf_at is None or time.monotonic() - self._deaf_at > 2 * HEARTBEAT

    async def keep(self, store: Store, path: Path | None) -> None:
        """Give signs of life until cancelled; the unix time goes into `path` only while Telegram is heard."""
        written = float("-inf")
        while True:
            try:
                await store.journal.beat(time.time())
            except StoreError as error:
                log.error("the database takes no sign of life: %s", error)
            if path is not None and self.hears() and time.monotonic() - written >= HEARTBEAT:
                written = time.monotonic()
                await _write(path)
            await asyncio.sleep(BEAT)


async def _write(path: Path) -> None:
    try:
        await asyncio.to_thread(path.write_text, f"{int(time.time())}\n")
    except OSError as error:
        log.warning("the health file cannot be written: %s", error.strerror)
