"""The change feed: what happened, in order, and how to wait for what happens next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened; ids grow by one.

    `kind` is "message", "edit", "delete", "pin", "press", "popup", "action", "member", "chat", "person",
    "commands" or "call". `chat_id` and `user_id` say where and to whom it belongs, where that is known;
    `data` is plain JSON.
    """

    id: int
    at: float
    kind: str
    chat_id: int | None
    user_id: int | None
    data: Mapping[str, Any]


class Feed:
    """Ordered changes (the newest `keep` of them) and the waiting for new ones."""

    def __init__(self, keep: int = 200_000) -> None:
        self._changes: deque[Change] = deque(maxlen=keep)
        self._next = 1
        self._stirred = asyncio.Event()

    @property
    def last(self) -> int:
        """The id of the newest change, 0 before the first."""
        return self._next - 1

    def add(
        self,
        at: float,
        kind: str,
        data: Mapping[str, Any],
        chat_id: int | None = None,
        user_id: int | None = None,
    ) -> Change:
        """Append a change and wake everybody who waits."""
        change = Change(self._next, at, kind, chat_id, user_id, data)
        self._next += 1
        self._changes.append(change)
        self.stir()
        return change

    def stir(self) -> None:
        """Wake everybody who waits, without a change to show."""
        self._stirred.set()
        self._stirred = asyncio.Event()

    def after(self, change_id: int) -> list[Change]:
        """Return the kept changes with an id above `change_id`, oldest first."""
        first = self._changes[0].id if self._changes else self._next
        return list(islice(self._changes, max(0, change_id + 1 - first), None))

    def keeps(self, change_id: int) -> bool:
        """Whether everything that came after a change is still here."""
        first = self._changes[0].id if self._changes else self._next
        return first - 1 <= change_id <= self.last

    async def wait_for(self, predicate: Callable[[], T], within: float | None = 5.0, what: str = "") -> T:
        """Return the first truthy value of `predicate`, asked now and again after each change.

        Raises TimeoutError, with `what` in its sentence, after `within` real seconds (None: never).
        """
        try:
            async with asyncio.timeout(within):
                while True:
                    stirred = self._stirred
                    if value := predicate():
                        return value
                    await stirred.wait()
        except TimeoutError:
            raise TimeoutError(f"Not within {within} s: {what or predicate}") from None

    async def wait_after(self, change_id: int, within: float) -> list[Change]:
        """Return the changes above `change_id`; if there is none, wait for one, `within` real seconds."""
        try:
            return await self.wait_for(lambda: self.after(change_id), within)
        except TimeoutError:
            return []
