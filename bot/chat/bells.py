"""The calls: a new private message for somebody who lets the time go, taken back once the person answered.

A call is a reply to the hand, so that a tap leads there from wherever it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.chat.delivery import Old
from bot.chat.outbox import Importance, Outbox
from bot.chat.readers import Readers
from bot.chat.slots import slot_name
from bot.host.table import Table
from bot.views.calls import your_turn
from storage import MessagePlace

CALL = "call:"
"""How the names of the slots of calls begin; the user id follows."""


class Bells:
    """Whom the bot has called at each table, and for which question: once for each."""

    def __init__(self, outbox: Outbox, readers: Readers) -> None:
        self._outbox = outbox
        self._readers = readers
        self._rung: dict[int, dict[int, int]] = {}

    def resume(self, table: Table, places: Mapping[str, MessagePlace]) -> None:
        """Take up the calls that stand since before a restart; `places` are those of all messages of the table."""
        calls = {slot.removeprefix(CALL): place for slot, place in places.items() if slot.startswith(CALL)}
        self._rung[table.id] = {int(user_id): place.serial for user_id, place in calls.items()}

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
                slot_name(table.id, f"{CALL}{person.user_id}"),
                your_turn(self._readers.person(person.user_id), table, leads=hand is not None),
                reply_to=hand[1] if hand is not None else None,
                importance=Importance.PROMPT,
                new=True,
                old=Old.DELETE,
                mark=table.moment,
            )

    def hush(self, table_id: int, user_id: int) -> None:
        """Delete a person's call, but do not call again for the same question: the hand came anew."""
        if user_id in self._rung.get(table_id, {}):
            self._delete(table_id, user_id)

    def take_back(self, table: Table) -> None:
        """Delete the calls of those who are not waited for any more."""
        rung = self._rung.get(table.id, {})
        for user_id in rung.keys() - {person.user_id for person in table.waiting_for}:
            del rung[user_id]
            self._delete(table.id, user_id)
        if not rung:
            self._rung.pop(table.id, None)

    def _delete(self, table_id: int, user_id: int) -> None:
        self._outbox.retire(slot_name(table_id, f"{CALL}{user_id}"), Old.DELETE)
