"""The state of the outbox, without a clock of its own: what waits, and whose turn it is."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from dataclasses import replace

from bot.chat.agenda import Agenda, Turn
from bot.chat.pacing import Importance, Limits, Overall
from bot.chat.waiting import Chat, Entry, Line, Making, Slot
from bot.views.message import Message

_log = logging.getLogger(__name__)

LIFETIME = {
    Importance.SETTLEMENT: 3600.0,
    Importance.PROMPT: 3600.0,
    Importance.TABLE: 3600.0,
    Importance.ORNAMENT: 120.0,
    Importance.PASSING: 3600.0,
}
"""Seconds after which a state that could not be sent is worth nothing any more."""


PATIENCE = {
    Importance.SETTLEMENT: 0.0,
    Importance.PROMPT: 1.0,
    Importance.TABLE: 7.5,
    Importance.ORNAMENT: 8.5,
    Importance.PASSING: 9.0,
}
"""Seconds that a state may wait for the budget of all chats before it is as urgent as a call to act."""

SWEEP_EVERY = 60.0
"""Seconds between two looks for chats of which nothing needs to be remembered."""


class Backlog:
    """The slots, the chats, and the order among them. Times are seconds of the outbox's clock."""

    def __init__(self, limits: Limits, line_of: Callable[[str], Hashable]) -> None:
        self.slots: dict[str, Slot] = {}
        self._line_of = line_of
        self._lines: dict[Hashable, Line] = {}
        self._limits = limits
        self._chats: dict[int, Chat] = {}
        self._moves: dict[int, int] = {}
        self._overall = Overall(limits.overall_limit, limits.overall_window)
        self._agenda = Agenda(self._overall)
        self._changed: dict[Chat, None] = {}
        self._calls: dict[Chat, int] = {}
        self._sweep_at = SWEEP_EVERY
        self._order = 0

    def slot(self, name: str) -> Slot:
        """The slot of this name, a fresh one if there is none."""
        found = self.slots.get(name)
        if found is None:
            line = self._lines.setdefault(self._line_of(name), Line())
            found = self.slots[name] = Slot(name, line=line)
            line.slots[found] = None
        return found

    def stray(self, place: tuple[int, int]) -> Slot:
        """The slot of a message that no name belongs to: one that waits for an edit already, or a fresh one."""
        chat = self._chats.get(place[0])
        for slot, entry in chat.entries() if chat is not None else ():
            if slot.name is None and slot.place == place and entry.message is not None:
                return slot
        return Slot(None, place=place)

    def entry(
        self, chat_id: int, message: Message | Making | None, importance: Importance, now: float
    ) -> Entry:
        """A fresh entry, the last in the order so far."""
        self._order += 1
        deadline = now + PATIENCE[importance]
        made = message if isinstance(message, Message) else None
        make = None if isinstance(message, Message) else message
        return Entry(self.current(chat_id), made, importance, self._order, now, deadline, make)

    def current(self, chat_id: int) -> int:
        """The id that a chat has now, if it moved while we ran."""
        while chat_id in self._moves:
            chat_id = self._moves[chat_id]
        return chat_id

    def waiting(self, chat_id: int) -> int:
        """How much waits for a chat."""
        chat = self._chats.get(chat_id)
        return len(chat.waiting) if chat is not None else 0

    def all_waiting(self) -> int:
        """How much waits for all chats."""
        return sum(len(chat.waiting) for chat in self._chats.values())

    def add(self, slot: Slot, entry: Entry) -> bool:
        """Let the slot wait with this entry instead of what it waits with; False if it is shown already."""
        if slot.pending is not None and slot.pending.chat_id != entry.chat_id:
            self.drop(slot)
        if slot.place is not None and slot.place[0] != entry.chat_id:
            slot.lose_message()
        slot.pending = entry.over(slot.pending)
        if slot.has_nothing_to_do():
            self.drop(slot)
            return False
        chat = self._chats.get(entry.chat_id)
        if chat is None:
            chat = self._chats[entry.chat_id] = Chat(self._limits.pace(entry.chat_id))
        chat.waiting[slot] = None
        self._changed[chat] = None
        return True

    def drop(self, slot: Slot) -> None:
        """Let the slot wait with nothing."""
        if slot.pending is not None:
            chat = self._chats.get(slot.pending.chat_id)
            if chat is not None:
                chat.waiting.pop(slot, None)
                self._changed[chat] = None
            slot.pending = None
        self.forget_if_done(slot)

    def drop_all(self, chat: Chat) -> None:
        """Let nothing wait for this chat."""
        for slot in tuple(chat.waiting):
            self.drop(slot)

    def forget_if_done(self, slot: Slot) -> None:
        """Let a slot go that was given up and has nothing under way."""
        if slot.forgotten and slot.name is not None and slot.pending is None and slot.sending is None:
            self.slots.pop(slot.name, None)
            if slot.line is not None:
                slot.line.slots.pop(slot, None)
                if not slot.line.slots:
                    self._lines.pop(self._line_of(slot.name), None)

    def migrate(self, old: int, new: int) -> bool:
        """Let what waits for a group wait under its new id; False if that is known already."""
        if self.current(new) == old or self.current(old) == self.current(new):
            return False
        self._moves[old] = new
        for slot in self.slots.values():
            if slot.place is not None and slot.place[0] == old:
                slot.lose_message()
        left = self._chats.pop(old, None)
        if left is None:
            return True
        moved, left.waiting = tuple(left.waiting), {}
        self._changed[left] = None
        for slot in moved:
            entry, slot.pending = slot.pending, None
            if entry is not None:
                self.add(slot, replace(entry, chat_id=new, reply_to=None))
        return True

    def lose_thread(self, chat_id: int, thread_id: int) -> None:
        """A topic is no more, and with it the messages in it."""
        for slot in self.slots.values():
            if slot.place is not None and (slot.place[0], slot.thread_id) == (chat_id, thread_id):
                slot.lose_message()

    def take(self, chat: Chat, slot: Slot, now: float) -> Entry:
        """Take what the slot waits with, for a call that begins now; `give_back` must follow."""
        entry, slot.pending = slot.pending, None
        assert entry is not None  # noqa: S101 - only slots that wait get a turn
        chat.waiting.pop(slot, None)
        chat.busy = True
        slot.sending = entry
        if slot.line is not None and slot.sends(entry):
            self._hold(slot.line, slot)
        self._calls[chat] = self._overall.begin(now)
        self._changed[chat] = None
        return entry

    def give_back(self, chat: Chat, slot: Slot, left: Entry | None, now: float) -> None:
        """The call is over; what is left of the entry waits again, unless something newer took its place."""
        chat.busy = False
        sent, slot.sending = slot.sending, None
        assert sent is not None  # noqa: S101 - `take` put it there
        chat.pace.note(now, sent.importance)
        if slot.line is not None and slot.line.sending is slot:
            self._hold(slot.line, None)
        self._overall.end(self._calls.pop(chat), now)
        self._changed[chat] = None
        if left is not None:
            if self.current(left.chat_id) != left.chat_id:
                left = replace(left, chat_id=self.current(left.chat_id), reply_to=None)
            newer = slot.pending
            if newer is None:
                self.add(slot, left)
            elif newer.chat_id == left.chat_id:
                slot.pending = newer.over(left)
        if slot.pending is not None:
            self._changed[self._chats[slot.pending.chat_id]] = None
        self.forget_if_done(slot)

    def _hold(self, line: Line, sending: Slot | None) -> None:
        """A new message of a line is under way, or (None) none is any more: what its chats send next may change."""
        line.sending = sending
        for slot in line.slots:
            chat = self._chats.get(slot.pending.chat_id) if slot.pending is not None else None
            if chat is not None:
                self._changed[chat] = None

    def turn(self, now: float) -> Turn | None:
        """Which slot of which chat is to be sent next; None if nothing waits that could be."""
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_EVERY
            self._chats = {key: chat for key, chat in self._chats.items() if not chat.rested(now)}
        while True:
            self._plan(now)
            turn = self._agenda.turn(now)
            if turn is None or turn.at > now:
                return turn
            self._clean(turn.chat, now)
            if turn.chat not in self._changed and self._make(turn.slot):
                return turn

    def _plan(self, now: float) -> None:
        """Note for each chat in which something changed what comes next there."""
        while self._changed:
            chat, _ = self._changed.popitem()
            self._clean(chat, now)
            self._changed.pop(chat, None)
            self._agenda.note(chat, chat.next(now), now)

    def _make(self, slot: Slot) -> bool:
        """Make the message whose turn it is; False if there is nothing to send after all."""
        entry = slot.pending
        if entry is not None and entry.make is not None:
            try:
                slot.pending = replace(entry, message=entry.make(), make=None)
            except Exception:
                _log.exception("chat %d: %s cannot be made", entry.chat_id, slot)
                slot.pending = replace(entry, make=None, new=False)
        if slot.has_nothing_to_do():
            self.drop(slot)
            return False
        return True

    def _clean(self, chat: Chat, now: float) -> None:
        """Drop what is shown already, or is too old to be of use."""
        for slot, entry in tuple(chat.entries()):
            if slot.has_nothing_to_do():
                self.drop(slot)
            elif now - entry.since > LIFETIME[entry.importance]:
                _log.warning("chat %d: %s was not sent in time", entry.chat_id, slot)
                self.drop(slot)
