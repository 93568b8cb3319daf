"""The outbox: everything the bot writes goes through it, paced, joined and ordered by importance.

A slot is one message of ours ("board:12", "hand:12:345") that is sent once and then edited. What is put into
a slot replaces what was waiting there, so that only the newest state is sent. Nothing that goes wrong in
sending reaches the one who puts; putting never waits. Callback answers do not go through here: they are free.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace

from bot.chat import delivery as dl
from bot.chat.backlog import Backlog
from bot.chat.delivery import Deleted, Forbidden, Migrated, NoPictures, NoThread, Old, Sender, Sent, nothing
from bot.chat.pacing import Importance, Limits
from bot.chat.waiting import Chat, Entry, Making, Slot
from bot.views.message import Message

__all__ = ["Importance", "Limits", "Old", "Outbox"]

_log = logging.getLogger(__name__)

MOST_WAITING = 100
"""How many one-off messages may wait for one chat; what is said beyond them is dropped."""

LONGEST_RETRY = 60.0
"""Seconds between two attempts at most, when Telegram cannot be reached."""


class Outbox:
    """Puts messages where they belong, as fast as `limits` allow. Lives in one event loop.

    `on_sent(slot, chat_id, message_id, mark)` is awaited when a slot got a new message, before anything else is
    sent to that chat; `on_deleted(slot)` when its message was deleted, or was gone when it was to be;
    `on_forbidden(chat_id)` when we may not write there, and everything that waited for the
    chat was dropped; `on_migrated(old, new)` when a call showed that a group has a new id; `on_no_thread(chat_id,
    thread_id)` when a topic is not there, and the message was sent outside of it; `on_no_pictures(chat_id)` when
    a picture was refused and dropped. They may put, but must not await `idle`. `clock` is monotonic, in seconds,
    and `sleep` goes with it. Of the slots of one `line_of(slot)` one new message is under way at most, so that a kill
    leaves one in doubt; without it each slot is alone.
    """

    def __init__(
        self,
        sender: Sender,
        limits: Limits | None = None,
        *,
        line_of: Callable[[str], Hashable] = str,
        on_sent: Sent = nothing,
        on_deleted: Deleted = nothing,
        on_forbidden: Forbidden = nothing,
        on_migrated: Migrated = nothing,
        on_no_thread: NoThread = nothing,
        on_no_pictures: NoPictures = nothing,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sender = sender
        self._backlog = Backlog(limits or Limits(), line_of)
        self._on_sent = on_sent
        self._on_deleted = on_deleted
        self._on_forbidden = on_forbidden
        self._on_migrated = on_migrated
        self._on_no_thread = on_no_thread
        self._on_no_pictures = on_no_pictures
        self._clock = clock
        self._sleep = sleep
        self._changed = asyncio.Event()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._loop: asyncio.Task[None] | None = None
        self._calls: set[asyncio.Task[None]] = set()
        self._closed = False

    def put(
        self,
        chat_id: int,
        slot: str,
        message: Message | Making,
        *,
        importance: Importance,
        thread_id: int | None = None,
        reply_to: int | None = None,
        new: bool = False,
        old: Old = Old.CLEAR,
        mark: int = 0,
    ) -> None:
        """Let `slot` show `message` in this chat: by an edit, or by a new message if there is none to edit.

        `new=True` sends a new message in any case, after the old one was dealt with as `old` says. A message
        that the slot shows already is not sent. What only makes a message is called when it can be sent, and not
        at all if something else is put before that. `thread_id` is the topic in which a new message goes, `reply_to`
        the message to which it is a reply. `mark` is told with it when it is sent: which one it was.
        """
        held = self._backlog.slot(slot)
        held.forgotten = False
        entry = self._entry(chat_id, message, importance)
        self._let(held, replace(entry, thread_id=thread_id, reply_to=reply_to, new=new, old=old, mark=mark))

    def say(
        self,
        chat_id: int,
        message: Message,
        importance: Importance,
        *,
        thread_id: int | None = None,
        reply_to: int | None = None,
    ) -> None:
        """Send a message that is never edited, within the same limits."""
        entry = self._entry(chat_id, message, importance)
        if self._backlog.waiting(entry.chat_id) >= MOST_WAITING:
            _log.warning("too much waits for chat %d: a message is dropped", entry.chat_id)
            return
        self._let(Slot(None), replace(entry, thread_id=thread_id, reply_to=reply_to))

    def know(self, slot: str, chat_id: int, message_id: int) -> None:
        """The slot's message is this one, from before a restart: it is edited, not sent again."""
        if self.current(chat_id) != chat_id:
            return
        held = self._backlog.slot(slot)
        held.place = (chat_id, message_id)
        held.shown = None

    def current(self, chat_id: int) -> int:
        """The id that a chat has now, if it moved while we ran."""
        return self._backlog.current(chat_id)

    def has(self, slot: str) -> bool:
        """Whether a slot has a message, is about to get one, or may have got one (nobody knows)."""
        held = self._backlog.slots.get(slot)
        return held is not None and (held.chat_id is not None or held.shown is not None)

    def holds(self, chat_id: int, message_id: int) -> bool:
        """Whether a message is one that some slot still changes."""
        return any(held.place == (chat_id, message_id) for held in self._backlog.slots.values())

    def where(self, slot: str) -> tuple[int, int] | None:
        """The chat and message id of a slot's message, None if it has none (yet)."""
        held = self._backlog.slots.get(slot)
        return held.place if held is not None else None

    def waits(self, slot: str) -> bool:
        """Whether the newest state of a slot is still on its way."""
        held = self._backlog.slots.get(slot)
        return held is not None and (held.pending is not None or held.sending is not None)

    def waits_for(self, beginning: str) -> bool:
        """The same of all slots whose names begin so."""
        return any(self.waits(name) for name in self._backlog.slots if name.startswith(beginning))

    @property
    def waiting(self) -> int:
        """How many messages and edits have not come where they belong."""
        return self._backlog.all_waiting() + len(self._calls)

    def retire(self, slot: str, old: Old = Old.CLEAR) -> None:
        """Give up a slot: drop what waits in it, deal with its message as `old` says, and forget it."""
        held = self._backlog.slots.get(slot)
        if held is None:
            return
        held.forgotten = True
        if held.chat_id is not None:
            entry = self._entry(held.chat_id, None, Importance.TABLE)
            self._let(held, replace(entry, new=True, old=old))
        self._backlog.forget_if_done(held)

    def forget(self, slot: str) -> None:
        """Keep nothing of a slot as soon as what waits in it is sent; its message stays as it is."""
        held = self._backlog.slots.get(slot)
        if held is not None:
            held.forgotten = True
            self._backlog.forget_if_done(held)

    def strip(self, chat_id: int, message_id: int) -> None:
        """Take the keyboard from a stray message of ours that no slot knows; not in a group that moved."""
        if self.current(chat_id) != chat_id:
            return
        entry = self._entry(chat_id, None, Importance.ORNAMENT)
        self._let(Slot(None, place=(entry.chat_id, message_id)), replace(entry, new=True))

    def edit(self, chat_id: int, message_id: int, message: Message, importance: Importance) -> None:
        """Let a stray message of ours that no slot knows show `message`, instead of what it still was to show."""
        entry = self._entry(chat_id, message, importance)
        self._let(self._backlog.stray((entry.chat_id, message_id)), entry)

    def migrated(self, old: int, new: int) -> None:
        """A group has a new id: what waits for it goes there, and its messages cannot be edited any more."""
        if self._backlog.migrate(old, new):
            self._changed.set()

    async def idle(self, within: float = 10.0) -> bool:
        """Wait until nothing waits and nothing is under way, `within` seconds at most; whether it is so."""
        end = self._clock() + within
        while not self._quiet.is_set() and self._clock() < end:
            # It may be quiet for a moment only: who waits is woken when the next message is on its way already.
            await self._first(self._quiet, end - self._clock())
        return self._quiet.is_set()

    async def close(self) -> None:
        """Send nothing any more: what waits is dropped, calls under way are broken off."""
        self._closed = True
        tasks = [*self._calls, *([self._loop] if self._loop is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._quiet.set()

    def _entry(self, chat_id: int, message: Message | Making | None, importance: Importance) -> Entry:
        return self._backlog.entry(chat_id, message, importance, self._clock())

    def _let(self, slot: Slot, entry: Entry) -> None:
        """Let the slot wait with this entry, and see to it that somebody looks."""
        if self._closed or not self._backlog.add(slot, entry):
            return
        self._quiet.clear()
        self._changed.set()
        if self._loop is None or self._loop.done():
            self._loop = asyncio.get_running_loop().create_task(self._run(), name="outbox")

    async def _run(self) -> None:
        """Start one call after the other, each as soon as it may begin."""
        while True:
            self._changed.clear()
            now = self._clock()
            turn = self._backlog.turn(now)
            if turn is None:
                if not self._calls:
                    self._quiet.set()
                await self._changed.wait()
            elif turn.at > now:
                await self._first(self._changed, turn.at - now)
            else:
                self._start(turn.chat, turn.slot)

    async def _first(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for the event, but not longer than this."""
        waits = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(self._sleep(seconds))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    def _start(self, chat: Chat, slot: Slot) -> None:
        entry = self._backlog.take(chat, slot, self._clock())
        call = asyncio.get_running_loop().create_task(self._call(chat, slot, entry))
        self._calls.add(call)
        call.add_done_callback(self._ended)

    def _ended(self, call: asyncio.Task[None]) -> None:
        self._calls.discard(call)
        self._changed.set()

    async def _call(self, chat: Chat, slot: Slot, entry: Entry) -> None:
        """One call for an entry that was taken from its slot; what is left of it goes back there."""
        left: Entry | None = None
        try:
            left = await self._attempt(slot, entry)
            chat.failures = 0
        except dl.DeliveryError as error:
            left = await self._failed(chat, slot, entry, error)
        except Exception:
            _log.exception("chat %d: %s cannot be sent", entry.chat_id, slot)
        finally:
            self._backlog.give_back(chat, slot, left, self._clock())

    async def _attempt(self, slot: Slot, entry: Entry) -> Entry | None:
        """Make the next call that the entry needs; what is left to do afterwards."""
        if slot.changes_kind(entry):
            entry = replace(entry, new=True, old=Old.DELETE)
        if slot.must_retire(entry):
            return await self._retire(slot, entry)
        if entry.message is None:
            return None
        message_id = slot.message_id(entry.chat_id)
        if entry.new or message_id is None:
            await self._send(slot, entry, entry.message)
            return None
        try:
            await self._sender.edit(entry.chat_id, message_id, entry.message)
        except dl.UnsureError:
            slot.shown = None
            raise
        slot.shown = entry.message
        return None

    async def _retire(self, slot: Slot, entry: Entry) -> Entry | None:
        message_id = slot.message_id(entry.chat_id)
        assert message_id is not None  # noqa: S101 - the slot says that there is something to retire
        call = self._sender.delete if entry.old is Old.DELETE else self._sender.clear_keyboard
        try:
            await call(entry.chat_id, message_id)
        except dl.GoneError:
            pass
        except dl.RejectedError:
            if entry.old is Old.DELETE:
                return replace(entry, old=Old.CLEAR)
        slot.lose_message()
        if entry.old is Old.DELETE and slot.name is not None:
            await self._tell(self._on_deleted(slot.name))
        return None if entry.message is None else entry

    async def _send(self, slot: Slot, entry: Entry, message: Message) -> None:
        slot.lose_message()
        try:
            message_id = await self._sender.send(
                entry.chat_id, message, thread_id=entry.thread_id, reply_to=entry.reply_to
            )
        except dl.UnsureError:
            # It may have come: sending it again could double it. Only another state is sent.
            _log.warning("chat %d: nobody knows whether %s came", entry.chat_id, slot)
            slot.shown = message
            return
        slot.place, slot.thread_id = (entry.chat_id, message_id), entry.thread_id
        slot.shown = message
        if slot.name is not None:
            await self._tell(self._on_sent(slot.name, entry.chat_id, message_id, entry.mark))

    async def _failed(self, chat: Chat, slot: Slot, entry: Entry, error: dl.DeliveryError) -> Entry | None:
        """Draw the consequences of a failure; what is left to do."""
        now = self._clock()
        match error:
            case dl.FloodedError(seconds=seconds):
                _log.warning("chat %d: flooded, closed for %s s", entry.chat_id, seconds)
                chat.closed_until = now + seconds
            case dl.UnreachedError() | dl.UnsureError():
                chat.failures += 1
                chat.closed_until = now + min(LONGEST_RETRY, 2.0 ** min(chat.failures - 1, 10))
                _log.info("chat %d: Telegram cannot be reached (%s)", entry.chat_id, error)
            case dl.MovedError(chat_id=new):
                if self._backlog.migrate(entry.chat_id, new):
                    await self._tell(self._on_migrated(entry.chat_id, new))
            case dl.GoneError():
                slot.lose_message()
            case dl.NoThreadError() if entry.thread_id is not None:
                self._backlog.lose_thread(entry.chat_id, entry.thread_id)
                await self._tell(self._on_no_thread(entry.chat_id, entry.thread_id))
                return replace(entry, thread_id=None)
            case dl.NoPicturesError():
                await self._tell(self._on_no_pictures(entry.chat_id))
                return None
            case dl.UnwelcomeError():
                self._backlog.drop_all(chat)
                await self._tell(self._on_forbidden(entry.chat_id))
                return None
            case _:
                _log.warning("chat %d: %s was refused: %s", entry.chat_id, slot, error)
                return None
        return entry

    async def _tell(self, callback: Awaitable[None]) -> None:
        try:
            await callback
        except Exception:
            _log.exception("a callback of the outbox failed")
