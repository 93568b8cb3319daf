"""The calls: a new private message for somebody who lets the time go, taken back once the person answered.

A call is a reply to the hand, so that a tap leads there from wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.delivery import Old
from bot.chat.outbox import Importance, Outbox
from bot.chat.readers import Readers
from bot.chat.slots import slot_name
from bot.host.table import Table
from bot.views.calls import your_turn
from storage import Store

PREFIX = "call:"


class Bells:
    """Whom the bot has called at each table, and for which question: once for each."""

    def __init__(self, store: Store, outbox: Outbox, readers: Readers) -> None:
        self._store = store
        self._outbox = outbox
        self._readers = readers
        self._rung: dict[int, dict[int, int]] = {}

    def resume(self, table: Table, slots: Iterable[str]) -> None:
        """Take up the calls that stand in private chats since before a restart; `slots` are the table's."""
        users = (int(slot.removeprefix(PREFIX)) for slot in slots if slot.startswith(PREFIX))
        self._rung[table.id] = dict.fromkeys(users, table.moment)

    def ring(self, table: Table) -> None:
        """Call those of whom an answer is still waited for and who were not called for this question."""
        rung = self._rung.setdefault(table.id, {})
        for person in table.waiting_for:
            if rung.get(person.user_id) == table.moment:
                continue
            rung[person.user_id] = table.moment
            hand = self._outbox.where(slot_name(table.id, f"hand:{person.user_id}"))
            self._outbox.put(
                person.user_id,
                slot_name(table.id, f"{PREFIX}{person.user_id}"),
                your_turn(self._readers.person(person.user_id), table, leads=hand is not None),
                reply_to=hand[1] if hand is not None else None,
                importance=Importance.PROMPT,
                new=True,
                old=Old.DELETE,
                mark=table.serial,
            )

    async def hush(self, table_id: int, user_id: int) -> None:
        """Delete a person's call, but do not call again for the same question: the hand came anew."""
        if user_id in self._rung.get(table_id, {}):
            await self._delete(table_id, user_id)

    async def take_back(self, table: Table) -> None:
        """Delete the calls of those who are not waited for any more."""
        rung = self._rung.get(table.id, {})
        for user_id in rung.keys() - {person.user_id for person in table.waiting_for}:
            del rung[user_id]
            await self._delete(table.id, user_id)
        if not rung:
            self._rung.pop(table.id, None)

    async def _delete(self, table_id: int, user_id: int) -> None:
        self._outbox.retire(slot_name(table_id, f"{PREFIX}{user_id}"), Old.DELETE)
        await self._store.messages.forget(table_id, f"{PREFIX}{user_id}")
