"""What the outbox asks of the one who really sends, how that can fail, and what the outbox tells of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol

from bot.views.message import Message

Sent = Callable[[str, int, int, int], Awaitable[None]]
"""Told of a slot's new message: slot, chat id, message id, and the mark with which it was put."""

Deleted = Callable[[str], Awaitable[None]]
"""Told of a slot whose message was deleted."""

Forbidden = Callable[[int], Awaitable[None]]
"""Told of a chat in which we may not write."""

Migrated = Callable[[int, int], Awaitable[None]]
"""Told of a group's old and new chat id."""


NoThread = Callable[[int, int], Awaitable[None]]
"""Told of a chat and of a topic that is not there (any more)."""


NoPictures = Callable[[int], Awaitable[None]]
"""Told of a chat that takes no pictures from us."""


async def nothing(*_: object) -> None:
    """The callback of one who does not care."""


class Old(StrEnum):
    """What becomes of a slot's old message when a new one is sent, or when the slot is given up."""

    CLEAR = "clear"
    """It loses its keyboard."""
    DELETE = "delete"
    """It is deleted; where Telegram no longer allows that, it loses its keyboard."""
    KEEP = "keep"
    """Nothing."""


class Sender(Protocol):
    """Carries one call to Telegram. Every failure is a DeliveryError; nothing is repeated here."""

    async def send(
        self, chat_id: int, message: Message, *, thread_id: int | None, reply_to: int | None
    ) -> int:
        """Send a new message, in a topic, as a reply (if that message is still there); its message id."""

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        """Give a message of ours this text and keyboard. No change at all is no failure."""

    async def clear_keyboard(self, chat_id: int, message_id: int) -> None:
        """Take the keyboard away. A message without one is no failure."""

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message of ours."""


class DeliveryError(Exception):
    """A call failed."""


class FloodedError(DeliveryError):
    """Too many calls: the chat is closed to us for `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"flooded for {seconds} s")
        self.seconds = seconds


class MovedError(DeliveryError):
    """The group became a supergroup and has the id `chat_id` from now on; old messages cannot be edited."""

    def __init__(self, chat_id: int) -> None:
        super().__init__(f"moved to {chat_id}")
        self.chat_id = chat_id


class UnwelcomeError(DeliveryError):
    """We may not write there at all: blocked, kicked, never started, or there is no such chat."""


class GoneError(DeliveryError):
    """The message is not there any more, or can no longer be changed."""


class NoThreadError(DeliveryError):
    """The topic does not exist, or the group has no topics."""


class RejectedError(DeliveryError):
    """Telegram refuses this very call for another reason (muted, too long, broken markup)."""


class NoPicturesError(RejectedError):
    """We may write there, but send no pictures."""


class UnreachedError(DeliveryError):
    """Telegram did not carry the call out and may do so later: it is safe to repeat."""


class UnsureError(DeliveryError):
    """Nobody knows whether the call was carried out: the answer got lost."""
