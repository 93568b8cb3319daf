"""A chat, as a test or a page handles it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.playground import membership
from bot.playground.model import Chat, ChatType, Message, Status, Topic, User
from bot.playground.posting import delete
from bot.playground.world import World

Match = str | Callable[[Message], bool]
"""What to look for in a message: a piece of its text or of a button's label, or a test of one's own."""


class Somebody(Protocol):
    """A handle of a person."""

    @property
    def user(self) -> User: ...


def matches(message: Message, wanted: Match) -> bool:
    """Whether a message is what is looked for."""
    if not isinstance(wanted, str):
        return wanted(message)
    return wanted in message.text or any(wanted in button.text for button in message.buttons)


class Room:
    """A private chat, group, supergroup or channel. Everything acts at once and wakes those who wait.

    Acts of administration are done by `by`, without it by the owner of the chat.
    """

    def __init__(self, world: World, chat: Chat) -> None:
        self._world = world
        self.chat = chat

    def __repr__(self) -> str:
        return f"Room({self.id}, {self.chat.title!r})"

    @property
    def id(self) -> int:
        """The chat id."""
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        """Everything that was not deleted, oldest first."""
        return [message for message in self.chat.messages.values() if not message.deleted]

    @property
    def bot_messages(self) -> list[Message]:
        """What the bot wrote and nobody deleted, oldest first, without service messages."""
        return [m for m in self.messages if m.by_bot and not m.service]

    @property
    def members(self) -> list[User]:
        """Who is inside, the bot too."""
        return [self._world.users[user_id] for user_id in self.chat.inside()]

    @property
    def pinned(self) -> list[Message]:
        """The pinned messages, the newest last."""
        return [self.chat.messages[message_id] for message_id in self.chat.pinned]

    @property
    def owner(self) -> User:
        """The owner; in a private chat the person."""
        for member in self.chat.members.values():
            if member.status is Status.CREATOR:
                return self._world.users[member.user_id]
        return self._world.users[self.chat.id]

    def find(self, wanted: Match) -> Message | None:
        """Return the bot's newest message that matches, None if there is none."""
        return next((m for m in reversed(self.bot_messages) if matches(m, wanted)), None)

    async def shows(self, wanted: Match, within: float = 5.0) -> Message:
        """Wait until the bot has a message here that matches (as it is then); TimeoutError otherwise."""

        def found() -> Message | None:
            return self.find(wanted)

        message = await self._world.feed.wait_for(found, within, f"{wanted!r} in {self!r}")
        assert message is not None  # noqa: S101  wait_for gives truthy values only
        return message

    def delete_message(self, message: Message) -> None:
        """Delete a message for everybody, as an administrator does."""
        delete(self._world, message)

    def topic(self, name: str, by: Somebody | None = None) -> Topic:
        """Open a topic; ValueError unless the chat is a forum."""
        return membership.open_topic(self._world, self.chat, name, self._by(by))

    def delete_topic(self, topic: Topic) -> None:
        """Delete a topic with its messages."""
        for message in self.messages:
            if message.thread_id == topic.thread_id:
                delete(self._world, message)
        (self.chat.topics or {}).pop(topic.thread_id, None)

    def add(self, person: Somebody, by: Somebody | None = None) -> None:
        """Invite somebody."""
        membership.join(self._world, self.chat, person.user, self._by(by))

    def remove(self, person: Somebody, by: Somebody | None = None) -> None:
        """Remove and ban somebody."""
        membership.leave(self._world, self.chat, person.user, self._by(by))

    def promote(self, person: Somebody, *, anonymous: bool = False, by: Somebody | None = None) -> None:
        """Make somebody an administrator; `anonymous` ones write as the group."""
        membership.promote(self._world, self.chat, person.user, self._by(by), anonymous=anonymous)

    def demote(self, person: Somebody, by: Somebody | None = None) -> None:
        """Make somebody an ordinary member."""
        membership.demote(self._world, self.chat, person.user, self._by(by))

    def add_bot(self, by: Somebody | None = None) -> None:
        """Bring the bot (back) in."""
        membership.join(self._world, self.chat, self._world.bot, self._by(by))

    def kick_bot(self, by: Somebody | None = None) -> None:
        """Remove and ban the bot."""
        membership.leave(self._world, self.chat, self._world.bot, self._by(by))

    def promote_bot(self, by: Somebody | None = None) -> None:
        """Make the bot an administrator with all rights: it then reads everything."""
        membership.promote(self._world, self.chat, self._world.bot, self._by(by))

    def demote_bot(self, by: Somebody | None = None) -> None:
        """Make the bot an ordinary member."""
        membership.demote(self._world, self.chat, self._world.bot, self._by(by))

    def mute_bot(self, *allowed: str, by: Somebody | None = None) -> None:
        """Take the bot's right to write, but for `allowed` ("can_send_messages", …); supergroups only."""
        membership.mute(self._world, self.chat, self._world.bot, self._by(by), frozenset(allowed))

    def unmute_bot(self, by: Somebody | None = None) -> None:
        """Let the bot write again."""
        membership.demote(self._world, self.chat, self._world.bot, self._by(by))

    def delete(self, by: Somebody | None = None) -> None:
        """Delete the chat."""
        membership.delete_chat(self._world, self.chat, self._by(by))

    def migrate(self, by: Somebody | None = None) -> Room:
        """Upgrade a group to a supergroup, and return that; the old id answers with `migrate_to_chat_id`."""
        return Room(self._world, membership.migrate(self._world, self.chat, self._by(by)))

    def _by(self, somebody: Somebody | None) -> User:
        return somebody.user if somebody else self.owner

    @property
    def is_private(self) -> bool:
        """Whether this is a private chat."""
        return self.chat.type is ChatType.PRIVATE
