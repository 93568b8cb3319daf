"""A person, as a test or a page acts for one."""

from __future__ import annotations

import re

from bot.playground import membership, pressing
from bot.playground.content import found_entities
from bot.playground.model import (
    ChatType,
    Content,
    Message,
    Popup,
    Query,
    Topic,
    User,
    Version,
)
from bot.playground.posting import edit, post
from bot.playground.rooms import Match, Room, matches
from bot.playground.world import World


class Press:
    """A press and what comes of it."""

    def __init__(self, world: World, query: Query) -> None:
        self._world = world
        self.query = query

    @property
    def answer(self) -> Popup | None:
        """The pop-up, None as long as the bot has not answered."""
        return self.query.answer

    async def answered(self, within: float = 5.0) -> Popup:
        """Wait for the answer; TimeoutError if there is none within `within` real seconds."""
        what = f"answer to the press of {self.query.data!r} by {self.query.user.first_name}"
        popup = await self._world.feed.wait_for(lambda: self.query.answer, within, what)
        assert popup is not None  # noqa: S101  wait_for gives truthy values only
        return popup

    def deliver_again(self) -> None:
        """Let the bot have the same press once more, in a new update."""
        pressing.deliver(self._world, self.query)


class Person:
    """Somebody with a phone. Without `room` an act or a look is about the private chat with the bot."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self.private = Room(world, world.chats[user.id])

    def __repr__(self) -> str:
        return f"Person({self.id}, {self.name!r})"

    @property
    def id(self) -> int:
        """The user id, and the id of the private chat."""
        return self.user.id

    @property
    def name(self) -> str:
        """First and last name."""
        return " ".join(filter(None, (self.user.first_name, self.user.last_name)))

    def start(self, payload: str = "", *, ago: float = 0.0) -> Message:
        """Press START, from a deep link with a payload (at most 64 of `A-Z a-z 0-9 _ -`; else ValueError)."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,64}", payload):
            raise ValueError(f"A deep link cannot carry {payload!r}.")
        membership.set_blocked(self._world, self.user, blocked=False)
        if not self.user.started:
            self.user.started = True
            self._world.tell("person", {"started": True}, user=self.user)
        return self.send(f"/start {payload}".strip(), ago=ago)

    def send(
        self,
        text: str,
        room: Room | None = None,
        *,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        ago: float = 0.0,
    ) -> Message:
        """Write a text or a command, dated `ago` seconds back; ValueError where the person cannot write.

        An anonymous administrator writes as the group, in a channel everybody writes as the channel.
        """
        room = room or self.private
        chat = room.chat
        self._check_can_write(room)
        content = Content(text, tuple(found_entities(text)))
        thread_id = topic.thread_id if topic else reply_to.thread_id if reply_to else None
        return post(self._world, chat, self.user, content, thread_id=thread_id, reply_to=reply_to, ago=ago)

    def edit(self, message: Message, text: str) -> None:
        """Change the text of one's own message; ValueError for another's."""
        if message.author is not self.user:
            raise ValueError("Only one's own messages can be edited.")
        edit(self._world, message, Content(text, tuple(found_entities(text))))

    def _check_can_write(self, room: Room) -> None:
        if room.is_private:
            if room.id != self.id:
                raise ValueError("Nobody writes in another's private chat.")
            if self.user.blocked or not self.user.started:
                raise ValueError(f"{self.name} has to press START first.")
            return
        member = room.chat.member(self.id)
        if not member.status.inside or room.chat.migrated_to or room.chat.deleted:
            raise ValueError(f"{self.name} cannot write in {room!r}.")
        if room.chat.type is ChatType.CHANNEL and not member.status.admin:
            raise ValueError(f"{self.name} is no administrator of {room!r}.")

    def press(
        self, target: Message | Version, button: str, *, ago: float = 0.0, accessible: bool = True
    ) -> Press:
        """Press a button that the person sees, named by its label, its data or the beginning of its label.

        A Message is pressed as it is now; a Version of it (`message.versions[0]`) as a client shows it that
        has not heard of what came later, so that old keyboards and deleted messages can be pressed too. `ago`
        makes the press reach the bot late; not `accessible` leaves the bot without the message's content.
        LookupError if there is no such button, or it opens a link (see `follow`).
        """
        version = pressing.current(self._world, target, self.user)
        found = pressing.find_button(version.buttons, button)
        if found.data is None:
            raise LookupError(f"The button {found.text!r} opens {found.url}.")
        query = pressing.press(
            self._world, self.user, version.message, found.data, ago=ago, accessible=accessible
        )
        return Press(self._world, query)

    def press_data(self, message: Message, data: str) -> Press:
        """Send made-up callback data, as a modified client can."""
        return Press(self._world, pressing.press(self._world, self.user, message, data))

    async def tap(self, target: Message | Version, button: str, within: float = 5.0) -> Popup:
        """Press a button and wait for the answer."""
        return await self.press(target, button).answered(within)

    def follow(self, link: str | Popup | Message, button: str = "") -> Message:
        """Open a deep link (a URL, a pop-up's, or that of a message's button) and press START there.

        ValueError if it does not lead to the private chat with the bot.
        """
        if isinstance(link, Message):
            version = pressing.current(self._world, link, self.user)
            link = pressing.find_button(version.buttons, button).url or ""
        url = link.url if isinstance(link, Popup) else link
        return self.start(pressing.start_payload(self._world, url))

    def block(self) -> None:
        """Block the bot."""
        membership.set_blocked(self._world, self.user, blocked=True)

    def unblock(self) -> None:
        """Unblock the bot."""
        membership.set_blocked(self._world, self.user, blocked=False)

    def join(self, room: Room) -> None:
        """Join a group or channel."""
        membership.join(self._world, room.chat, self.user)

    def leave(self, room: Room) -> None:
        """Leave a group or channel."""
        membership.leave(self._world, room.chat, self.user)

    def messages(self, room: Room | None = None) -> list[Message]:
        """Return what the person sees in a chat, oldest first; nothing when outside."""
        room = room or self.private
        return room.messages if self.id in self._world.people_in(room.chat) else []

    def find(self, wanted: Match, room: Room | None = None) -> Message | None:
        """Return the bot's newest message that the person sees and that matches, None if there is none."""
        seen = self.messages(room)
        return next((m for m in reversed(seen) if m.by_bot and not m.service and matches(m, wanted)), None)

    async def sees(self, wanted: Match, room: Room | None = None, within: float = 5.0) -> Message:
        """Wait until the person sees such a message of the bot; TimeoutError otherwise."""
        what = f"{wanted!r} for {self!r}"
        message = await self._world.feed.wait_for(lambda: self.find(wanted, room), within, what)
        assert message is not None  # noqa: S101  wait_for gives truthy values only
        return message

    @property
    def popups(self) -> list[Popup]:
        """The answers to the person's presses, oldest first."""
        return [popup for popup in self._world.popups if popup.user_id == self.id]
