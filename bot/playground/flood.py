"""Flood control: how many messages and edits a chat, and all chats together, take in a time."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

from bot.playground.errors import too_many_requests
from bot.playground.model import Chat, ChatType


@dataclass(frozen=True, slots=True)
class Pace:
    """At most `count` in any stretch of `seconds`."""

    count: int
    seconds: float


class FloodControl:
    """Sliding windows over sends and edits, counted together; change the paces or `enabled` at any time.

    A refused request does not count. `penalty` seconds are added to every `retry_after`, as Telegram does
    when it is angry, and the chat stays shut for as long.
    """

    def __init__(self) -> None:
        self.enabled = True
        self.group = Pace(20, 60.0)
        self.private = Pace(5, 5.0)
        self.overall = Pace(30, 1.0)
        self.penalty = 0.0
        self._times: dict[int | None, deque[float]] = {}
        self._shut: dict[int | None, float] = {}

    def count(self, chat: Chat, now: float) -> None:
        """Count one send or edit in `chat`; raises the 429 ApiError instead if it is one too many."""
        if not self.enabled:
            return
        own = self.private if chat.type is ChatType.PRIVATE else self.group
        for key, pace in ((chat.id, own), (None, self.overall)):
            wait = max(self._shut.get(key, 0.0) - now, self._wait(key, pace, now))
            if wait > 0:
                if self._shut.get(key, 0.0) <= now and self.penalty:
                    wait += self.penalty
                    self._shut[key] = now + wait
                raise too_many_requests(math.ceil(wait))
        for key in (chat.id, None):
            self._times[key].append(now)

    def _wait(self, key: int | None, pace: Pace, now: float) -> float:
        times = self._times.setdefault(key, deque())
        while times and times[0] <= now - pace.seconds:
            times.popleft()
        return times[-pace.count] + pace.seconds - now if len(times) >= pace.count else 0.0
