"""What the playground knows: people, chats, members, messages, buttons, files, queries. Plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.playground.html import Entity, to_html

ANONYMOUS_ADMIN_ID = 1087968824
"""The user that stands in the messages of administrators who write as their group (@GroupAnonymousBot)."""


class ChatType(StrEnum):
    """The four types of a chat."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


class Status(StrEnum):
    """What somebody is in a chat."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"

    @property
    def inside(self) -> bool:
        """Whether this is a status of somebody who is in the chat."""
        return self not in (Status.LEFT, Status.KICKED)

    @property
    def admin(self) -> bool:
        """Whether this is the owner or an administrator."""
        return self in (Status.CREATOR, Status.ADMINISTRATOR)


@dataclass(slots=True)
class User:
    """A person or a bot.

    `started`: has pressed START in the private chat with the bot. `blocked`: has blocked the bot.
    `met`: the bot has seen the person anywhere, so that it gets a 403 rather than "chat not found".
    """

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    met: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's place in a chat: status, rights, and whether an administrator hides the name."""

    user_id: int
    status: Status
    rights: frozenset[str] = frozenset()
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button: `data` for a callback or `url`; `raw` is the object as the bot sent it."""

    text: str
    data: str | None
    url: str | None
    style: str | None
    raw: Mapping[str, Any] = field(hash=False)


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded file, the same whenever it is sent again. Width and height are 0 if it is no picture."""

    file_id: str
    unique_id: str
    path: str
    content: bytes = field(repr=False)
    name: str = ""
    mime_type: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Content:
    """What a message shows: text (or caption) with entities, a photo or a document, the keyboard."""

    text: str = ""
    entities: tuple[Entity, ...] = ()
    keyboard: Keyboard = ()
    photo: File | None = None
    document: File | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A message as it was shown from the moment `at` on; `number` 0 is the first."""

    message: Message
    number: int
    at: float
    content: Content

    @property
    def text(self) -> str:
        """The text or the caption, without markup."""
        return self.content.text

    @property
    def html(self) -> str:
        """The text or the caption as HTML."""
        return to_html(self.content.text, self.content.entities)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, row by row."""
        return tuple(button for row in self.content.keyboard for button in row)

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of the buttons, in their rows."""
        return tuple(tuple(button.text for button in row) for row in self.content.keyboard)


@dataclass(eq=False, slots=True)
class Message:
    """A message, always as it is now; `versions` keeps how it was before.

    `author` is who really wrote it, `sender` and `sender_chat` are what the chat is told.
    """

    chat: Chat
    id: int
    date: float
    author: User
    sender: User | None = None
    sender_chat: Chat | None = None
    thread_id: int | None = None
    reply_to: Message | None = None
    service: Mapping[str, Any] = field(default_factory=dict)
    versions: list[Version] = field(default_factory=list, repr=False)
    deleted: bool = False

    def __repr__(self) -> str:
        labels = [button.text for button in self.buttons]
        return f"Message({self.id} in {self.chat.id} by {self.author.first_name}: {self.text!r} {labels})"

    @property
    def now(self) -> Version:
        """The newest version."""
        return self.versions[-1]

    @property
    def content(self) -> Content:
        """What it shows now."""
        return self.now.content

    @property
    def text(self) -> str:
        """The text or the caption, without markup."""
        return self.now.text

    @property
    def html(self) -> str:
        """The text or the caption as HTML."""
        return self.now.html

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities of the text or the caption."""
        return self.content.entities

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, row by row."""
        return self.now.buttons

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of the buttons, in their rows."""
        return self.now.labels

    @property
    def photo(self) -> File | None:
        """The photo it shows."""
        return self.content.photo

    @property
    def edited(self) -> bool:
        """Whether it was edited."""
        return len(self.versions) > 1

    @property
    def by_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.author.is_bot


@dataclass(eq=False, slots=True)
class Topic:
    """A topic of a forum; its thread id is the id of the service message that opened it."""

    thread_id: int
    name: str
    closed: bool = False


@dataclass(eq=False, slots=True)
class Chat:
    """A chat. `topics` is None unless it is a forum; `migrated_to` is set once a group was upgraded."""

    id: int
    type: ChatType
    title: str | None = None
    username: str | None = None
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    topics: dict[int, Topic] | None = field(default=None, repr=False)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    pinned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    migrated_from: int | None = None
    deleted: bool = False

    def member(self, user_id: int) -> Member:
        """Return somebody's place in the chat, `left` for strangers."""
        return self.members.get(user_id) or Member(user_id, Status.LEFT)

    def inside(self) -> Iterator[int]:
        """Yield the ids of those who are in the chat."""
        return (user_id for user_id, member in self.members.items() if member.status.inside)


@dataclass(frozen=True, slots=True)
class Popup:
    """What a person saw as the answer to a press: a toast, an alert (`show_alert`) or an opened `url`."""

    at: float
    user_id: int
    query_id: str
    text: str
    show_alert: bool = False
    url: str = ""


@dataclass(eq=False, slots=True)
class Query:
    """A callback query; `at` is the moment of the press, `answer` the pop-up once the bot has answered.

    `since` is the same moment on the unscaled clock.
    """

    id: str
    user: User
    message: Message
    data: str
    at: float
    since: float
    accessible: bool = True
    answer: Popup | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry of the log of everything that anybody was ever shown.

    `how` is "message", "edit" or "popup"; `seen_by` are the ids of the people who could see it then.
    """

    at: float
    how: str
    chat_id: int
    message_id: int
    seen_by: frozenset[int]
    text: str
    html: str
    labels: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    photo: bool = False
    by_bot: bool = True
