"""What waits in the outbox: slots, what each is to show next, and the chats in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from bot.chat.delivery import Old
from bot.chat.pacing import Importance, Pace
from bot.views.message import Message

Making = Callable[[], Message]
"""Makes a message when it is its turn to be sent: what is replaced before that is never made."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a slot is to show: `message`, or what `make` makes when its turn comes. Neither: nothing, its message is
    only to be retired (as `old` says).

    `new` asks for a new message instead of an edit. `deadline` is the time by which the slot should show what it has
    waited for longest, and `order` the order among equals; `since` is when this very state was put.
    `mark` is the putter's own.
    """

    chat_id: int
    message: Message | None
    importance: Importance
    order: int
    since: float
    deadline: float
    make: Making | None = None
    thread_id: int | None = None
    reply_to: int | None = None
    new: bool = False
    old: Old = Old.CLEAR
    mark: int = 0

    def over(self, earlier: Entry | None) -> Entry:
        """This entry in the place of `earlier`, which was never sent: its urgency and its place are kept."""
        if earlier is None:
            return self
        return replace(
            self,
            importance=min(self.importance, earlier.importance),
            order=min(self.order, earlier.order),
            deadline=min(self.deadline, earlier.deadline),
            new=self.new or earlier.new,
            old=self.old if self.new else earlier.old,
        )

    @property
    def rank(self) -> tuple[bool, float, int]:
        """What goes first: settlements, then what is due first; within one importance that is the oldest."""
        return self.importance is not Importance.SETTLEMENT, self.deadline, self.order


@dataclass(eq=False, slots=True)
class Line:
    """Slots whose new messages are sent one after another; `sending` is the one of which one is under way.

    If the program is killed, nobody knows whether that one came, and it is sent again: one for each line, not more.
    """

    slots: dict[Slot, None] = field(default_factory=dict)
    sending: Slot | None = None


@dataclass(eq=False, slots=True)
class Slot:
    """One message of ours: where it is, what it shows, what it is to show next.

    `place` is its chat and message id, None as long as there is none, and `thread_id` its topic; `shown` what it
    surely shows (or, without a place, what was sent so that nobody knows whether it came); `sending` what is
    just being sent. A slot without a name is for one message only.
    """

    name: str | None
    place: tuple[int, int] | None = None
    thread_id: int | None = None
    shown: Message | None = None
    pending: Entry | None = None
    sending: Entry | None = None
    forgotten: bool = False
    line: Line | None = None

    def message_id(self, chat_id: int) -> int | None:
        """The id of its message in this chat, if it has one there."""
        return self.place[1] if self.place is not None and self.place[0] == chat_id else None

    def changes_kind(self, entry: Entry) -> bool:
        """Whether a text is to become a picture or a picture a text, which no edit can do."""
        if self.shown is None or entry.message is None or self.message_id(entry.chat_id) is None:
            return False
        return (self.shown.picture is None) != (entry.message.picture is None)

    def must_retire(self, entry: Entry) -> bool:
        """Whether a call has to deal with the old message before this entry can be sent."""
        if not entry.new or self.message_id(entry.chat_id) is None or entry.old is Old.KEEP:
            return False
        return entry.old is Old.DELETE or self.shown is None or bool(self.shown.keyboard)

    def sends(self, entry: Entry) -> bool:
        """Whether the next call for this entry sends a new message."""
        if entry.message is None and entry.make is None:
            return False
        is_new = entry.new or self.message_id(entry.chat_id) is None
        return is_new and not self.must_retire(entry)

    @property
    def must_wait(self) -> bool:
        """Whether another new message of its line has to be sent first."""
        if self.line is None or self.line.sending is None or self.pending is None:
            return False
        return self.sends(self.pending)

    def has_nothing_to_do(self) -> bool:
        """Whether what is pending is there already."""
        entry = self.pending
        if entry is None:
            return True
        if self.sending is not None:
            return False
        if entry.make is not None:
            return False
        if entry.message is None:
            return not self.must_retire(entry)
        return not entry.new and entry.message == self.shown

    @property
    def chat_id(self) -> int | None:
        """Where it belongs: the chat for which it waits, else the one that has or gets its message."""
        entry = self.pending or self.sending
        if entry is not None:
            return entry.chat_id
        return self.place[0] if self.place is not None else None

    def __str__(self) -> str:
        return self.name or "a message"

    def lose_message(self) -> None:
        """The message is no more, or no more ours to change."""
        self.place = None
        self.thread_id = None
        self.shown = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be sent next to a chat, and when the chat lets it through."""

    at: float
    slot: Slot
    entry: Entry


@dataclass(eq=False, slots=True)
class Chat:
    """A chat to write to: its pace, and the slots that wait for it; `busy` while a call is under way.

    `plan` is what was found to be next, until something changes.
    """

    pace: Pace
    waiting: dict[Slot, None] = field(default_factory=dict)
    busy: bool = False
    closed_until: float = float("-inf")
    failures: int = 0
    plan: Plan | None = None

    def entries(self) -> Iterator[tuple[Slot, Entry]]:
        """The slots that wait here for nothing but their turn, each with what it waits with."""
        for slot in tuple(self.waiting):
            if slot.pending is not None and slot.sending is None and not slot.must_wait:
                yield slot, slot.pending

    def next(self, now: float) -> Plan | None:
        """What is to be sent next; None if nothing waits, or a call is under way."""
        if self.busy:
            return None
        plans = [Plan(self.free_at(now, entry.importance), slot, entry) for slot, entry in self.entries()]
        return min(plans, key=lambda plan: (plan.at, plan.entry.rank), default=None)

    def free_at(self, now: float, importance: Importance) -> float:
        """When the next call may begin: `now`, or a later time."""
        return max(now, self.closed_until, self.pace.free_at(now, importance))

    def rested(self, now: float) -> bool:
        """Whether nothing is left to remember of this chat."""
        return not self.busy and not self.waiting and self.closed_until <= now and self.pace.rested(now)
