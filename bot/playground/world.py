"""The whole state of the playground: people, chats, files, queries, the feed, the log, the update queue."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.playground.calls import CallLog
from bot.playground.clock import Clock
from bot.playground.errors import bad_request
from bot.playground.faults import Faults
from bot.playground.feed import Feed
from bot.playground.flood import FloodControl
from bot.playground.images import picture_size
from bot.playground.model import (
    ANONYMOUS_ADMIN_ID,
    Chat,
    ChatType,
    File,
    Member,
    Popup,
    Query,
    Shown,
    Status,
    Topic,
    User,
)
from bot.playground.params import Upload
from bot.playground.updates import UpdateQueue

FIRST_PERSON_ID = 1001
SUPERGROUP_BASE = -1_000_000_000_000


@dataclass(slots=True)
class Webhook:
    """Where updates are delivered; `url` "" while the bot polls."""

    url: str = ""
    secret: str = ""
    last_error_at: float = 0.0
    last_error: str = ""


@dataclass(slots=True)
class Settings:
    """What the bot told Telegram about itself, and how long a callback query may wait for its answer."""

    commands: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    privacy: bool = True
    query_lifetime: float = 10.0


class World:
    """The state, and how it is looked up. What changes it is in posting, membership and pressing."""

    def __init__(
        self, token: str, bot_name: str, bot_username: str, clock: Clock, first_message_id: int = 1
    ) -> None:
        self.clock = clock
        self.token = token
        self.bot = User(int(token.partition(":")[0]), bot_name, username=bot_username, is_bot=True)
        self.anonymous = User(ANONYMOUS_ADMIN_ID, "Group", username="GroupAnonymousBot", is_bot=True)
        self.feed = Feed()
        self.updates = UpdateQueue(clock.now, self.feed.stir, first_id=100_000 + first_message_id)
        self.flood = FloodControl()
        self.faults = Faults(clock.now)
        self.calls = CallLog()
        self.webhook = Webhook()
        self.settings = Settings()
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, File] = {}
        self.queries: dict[str, Query] = {}
        self.popups: list[Popup] = []
        self.log: list[Shown] = []
        self._next_person = FIRST_PERSON_ID
        self._next_chat = 2001
        self._next_query = 4_400_000_001
        self._first_message_id = first_message_id
        self._message_ids: dict[int, int] = {}

    def now(self) -> float:
        """Return the playground's time in Unix seconds."""
        return self.clock.now()

    def tell(
        self, kind: str, data: dict[str, Any], chat: Chat | None = None, user: User | None = None
    ) -> None:
        """Put a change on the feed."""
        self.feed.add(self.now(), kind, data, chat.id if chat else None, user.id if user else None)

    def add_person(
        self,
        first_name: str,
        last_name: str | None,
        username: str | None,
        language_code: str | None,
        user_id: int | None,
    ) -> User:
        """Create a person and the private chat with the bot; ValueError for a taken id or an empty name."""
        if not first_name.strip():
            raise ValueError("A person needs a first name.")
        while user_id is None or user_id in self.users:
            if user_id is not None:
                raise ValueError(f"There is somebody with the id {user_id} already.")
            if self._next_person not in self.users:
                user_id = self._next_person
            self._next_person += 1
        user = User(user_id, first_name[:64], last_name, username, language_code)
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, ChatType.PRIVATE)
        self.tell("person", {"first_name": first_name}, user=user)
        return user

    def add_chat(self, kind: ChatType, title: str, username: str | None = None, forum: bool = False) -> Chat:
        """Create an empty group, supergroup or channel."""
        number = self._next_chat
        self._next_chat += 1
        chat_id = -number if kind is ChatType.GROUP else SUPERGROUP_BASE - number
        chat = Chat(chat_id, kind, title, username, topics={} if forum else None)
        self.chats[chat.id] = chat
        self.tell("chat", {"title": title, "type": kind.value}, chat)
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Return the next id: supergroups and channels count for themselves, all other chats together."""
        message_id = self.coming_message_id(chat)
        self._message_ids[self._counter(chat)] = message_id
        return message_id

    def coming_message_id(self, chat: Chat) -> int:
        """Return the id that the next message of a chat will have."""
        return self._message_ids.get(self._counter(chat), self._first_message_id - 1) + 1

    @staticmethod
    def _counter(chat: Chat) -> int:
        return 0 if chat.type in (ChatType.PRIVATE, ChatType.GROUP) else chat.id

    def next_query_id(self) -> str:
        """Return a new id for a callback query."""
        self._next_query += 1
        return str(self._next_query)

    def user(self, user_id: int) -> User:
        """Return a person or the bot; ValueError for a stranger."""
        try:
            return self.users[user_id]
        except KeyError:
            raise ValueError(f"There is nobody with the id {user_id}.") from None

    def chat(self, chat_id: int) -> Chat:
        """Return a chat; ValueError if there is none."""
        try:
            return self.chats[chat_id]
        except KeyError:
            raise ValueError(f"There is no chat with the id {chat_id}.") from None

    def bot_member(self, chat: Chat) -> Member:
        """Return the bot's place in a chat."""
        if chat.type is ChatType.PRIVATE:
            user = self.users[chat.id]
            return Member(self.bot.id, Status.KICKED if user.blocked else Status.MEMBER)
        return chat.member(self.bot.id)

    def people_in(self, chat: Chat) -> frozenset[int]:
        """Return the ids of the people (no bots) who can read a chat now."""
        inside: Sequence[int] = [chat.id] if chat.type is ChatType.PRIVATE else list(chat.inside())
        return frozenset(user_id for user_id in inside if not self.users[user_id].is_bot)

    def topic(self, chat: Chat, thread_id: int) -> Topic | None:
        """Return a topic of a forum, None for General, for strangers' threads and in other chats."""
        return (chat.topics or {}).get(thread_id)

    def store_file(self, upload: Upload, kind: str) -> File:
        """Keep an uploaded file; `kind` is "photo" or "document". Sizes in pixels are read from photos."""
        width, height = (picture_size(upload.content) or (0, 0)) if kind == "photo" else (0, 0)
        digest = hashlib.sha256(f"{len(self.files)}|".encode() + upload.content).hexdigest()
        ending = "jpg" if kind == "photo" else upload.name.rpartition(".")[2] or "bin"
        file_id = f"{'AgACAgIAAxk' if kind == 'photo' else 'BQACAgIAAxk'}{digest[:40]}"
        path = f"{kind}s/file_{len(self.files)}.{ending}"
        file = File(file_id, digest[:15], path, upload.content, upload.name, upload.mime_type, width, height)
        self.files[file_id] = file
        return file

    def file(self, file_id: str) -> File:
        """Return a stored file, for the thumbnail of a photo the photo; the 400 ApiError for an unknown id."""
        if file := self.files.get(file_id.removesuffix("s")):
            return file
        raise bad_request("wrong file identifier/HTTP URL specified")
