"""Another program that asks Telegram for the updates of the same token: of two bots the later one leaves.

Telegram ends the request that waits when another one comes, and tells the first (409 Conflict); so both bots hear of
each other in turn, and neither is told who was there before. But the one that was there has heard updates in peace,
while the newcomer meets the other within seconds of its start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

NEW = 10.0
"""Seconds after the start within which the first conflict shows that the other bot was there before."""

PERSISTS = 2.0
"""Seconds that the conflict has to last: the last request of a bot that was just killed is no rival."""


class Rivals:
    """Whether this bot has to leave. `ousted` is set once it has."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._first: float | None = None
        self._newcomer = False
        self.ousted = asyncio.Event()

    def begin(self) -> None:
        """The bot begins to ask for updates now."""
        self._began = self._clock()

    def conflict(self) -> None:
        """Telegram said that somebody else asks for the updates."""
        now = self._clock()
        if self._first is None:
            self._first = now
            self._newcomer = now - self._began <= NEW
        if not self._newcomer:
            log.error("another program asks for the updates of this token; this bot was here first and stays")
        elif now - self._first >= PERSISTS:
            self.ousted.set()
        else:
            log.warning("another program asks for the updates of this token")
