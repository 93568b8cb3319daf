"""The queue of updates that the bot has not fetched yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

KINDS = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "callback_query",
    "my_chat_member",
    "chat_member",
)
DEFAULT = frozenset(KINDS) - {"chat_member"}
LIFETIME = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Update:
    """An update: `kind` is the name of its field, `payload` the object in it."""

    id: int
    at: float
    kind: str
    payload: dict[str, Any]

    def json(self) -> dict[str, Any]:
        """Return it as the Bot API writes it."""
        return {"update_id": self.id, self.kind: self.payload}


class UpdateQueue:
    """Updates in order, ids growing by one. Kinds that the bot did not ask for never enter the queue."""

    def __init__(self, now: Callable[[], float], stir: Callable[[], None], first_id: int = 1) -> None:
        self.allowed = DEFAULT
        self._now = now
        self._stir = stir
        self._next = first_id
        self._pending: deque[Update] = deque()
        self.poller: object | None = None
        """The poll that waits; a newer one takes its place and the older answers with a conflict."""

    def __len__(self) -> int:
        self._expire()
        return len(self._pending)

    def allow(self, kinds: Iterable[str] | None) -> None:
        """Set what enters from now on: None keeps the choice, an empty list brings the default back."""
        if kinds is not None:
            self.allowed = frozenset(kinds) & frozenset(KINDS) or DEFAULT

    def push(self, kind: str, payload: dict[str, Any]) -> None:
        """Append an update, if its kind is allowed."""
        if kind in self.allowed:
            self._pending.append(Update(self._next, self._now(), kind, payload))
            self._next += 1
            self._stir()

    def acknowledge(self, offset: int) -> None:
        """Forget what comes before `offset`; a negative one keeps only that many of the newest."""
        if offset < 0:
            while len(self._pending) > -offset:
                self._pending.popleft()
        while self._pending and self._pending[0].id < offset:
            self._pending.popleft()

    def peek(self, limit: int = 100) -> list[Update]:
        """Return the oldest updates, at most `limit`, and keep them until they are acknowledged."""
        self._expire()
        return [update for update, _ in zip(self._pending, range(limit), strict=False)]

    def clear(self) -> None:
        """Drop everything that is pending."""
        self._pending.clear()

    def _expire(self) -> None:
        while self._pending and self._pending[0].at < self._now() - LIFETIME:
            self._pending.popleft()
