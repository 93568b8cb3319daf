"""As much of a store as a table in play needs, in memory: for runs on a clock that no thread may wait for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from storage.rows import Balance, Cause, Clock, Group, MessagePlace, Person, RoundRow


@dataclass
class MemoryStore:
    """A store that forgets. `pictures`: what all people and groups chose."""

    pictures: bool
    tables: int = 0
    beans: dict[int, dict[int, int]] = field(default_factory=dict)
    chats: dict[int, int] = field(default_factory=dict)
    hinted: set[tuple[int, str]] = field(default_factory=set)
    rounds: int = 0

    def __post_init__(self) -> None:
        self.journal = self.ledger = self.groups = self.people = self.messages = self

    async def create_table(
        self, chat_id: int, thread_id: int | None, events: Any, at: float, cause: Cause | None = None
    ) -> int:
        self.tables += 1
        self.chats[self.tables] = chat_id
        return self.tables

    async def append(
        self,
        table_id: int,
        after_seq: int,
        events: Sequence[tuple[str, dict[str, Any]]],
        at: float,
        *,
        finished: RoundRow | None = None,
        clock: Clock | None = None,
        close: bool = False,
        cause: Cause | None = None,
    ) -> None:
        if finished is None:
            return
        self.rounds += 1
        totals = self.beans.setdefault(self.chats[table_id], {})
        for user_id, beans in finished.postings:
            totals[user_id] = totals.get(user_id, 0) + beans

    async def set_clock(self, table_id: int, clock: Clock) -> None:
        pass

    async def balances(self, chat_id: int) -> list[Balance]:
        return [Balance(user_id, "", beans, 1) for user_id, beans in self.beans.get(chat_id, {}).items()]

    async def get(self, key: int) -> Group | Person:
        if key < 0:
            return Group(key, "麻友", {"pictures": self.pictures})
        return Person(key, "", None, "zh-hans", None, True, self.pictures)

    async def settings(self, chat_id: int) -> dict[str, Any]:
        return {"pictures": self.pictures}

    async def hints_of(self, user_id: int) -> frozenset[str]:
        return frozenset(hint for had, hint in self.hinted if had == user_id)

    async def note_hints(self, user_id: int, hints: Sequence[str]) -> None:
        self.hinted.update((user_id, hint) for hint in hints)

    async def save(self, table_id: int, slot: str, chat_id: int, message_id: int) -> None:
        pass

    async def of(self, table_id: int) -> dict[str, MessagePlace]:
        return {}
