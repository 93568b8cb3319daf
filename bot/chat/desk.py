"""What every handler needs at hand, and how it answers a press: once, and only to who pressed."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import Any

from telegram import CallbackQuery, MaybeInaccessibleMessage, Message, Update, User
from telegram.error import TelegramError
from telegram.ext import Application, CallbackContext, ContextTypes

from bot.chat.newest import Newest
from bot.chat.outbox import Outbox
from bot.chat.presenter import Presenter
from bot.chat.readers import Readers
from bot.chat.rivals import Rivals
from bot.host.service import TableService
from bot.settings import Settings
from bot.views.say import Say, plain
from storage import Cause, Store

log = logging.getLogger(__name__)

GROUPS = ("group", "supergroup")

ANONYMOUS_ADMIN = 1087968824
"""The id under which Telegram hands on what an anonymous admin of a group writes: nobody's own."""

POPUP = 200
"""How many characters Telegram shows in the answer to a press."""

TO_HAND = "hand"
"""The payload of START for who comes to see their hand or to choose among several options."""

App = Application[Any, Any, Any, Any, Any, Any]
Context = ContextTypes.DEFAULT_TYPE


class Recent:
    """The ids of the newest presses, to know those that Telegram delivers twice."""

    def __init__(self, kept: int = 10_000) -> None:
        self._ids: Newest[str, None] = Newest(kept)

    def is_new(self, query_id: str) -> bool:
        """Whether this press has not come yet; from now on it has."""
        if query_id in self._ids:
            return False
        self._ids.put(query_id, None)
        return True


@dataclass(slots=True)
class Desk:
    """The bot's parts, together. `username` is the bot's, without @; `since` when it began (monotonic seconds).

    `told_unreachable` are the tables and users of whom the group knows that they cannot be written to;
    `told_late` the chats that were told that the bot was away; `presses` those that came; `carried` what was carried
    out before this start (`bot.chat.repeats`).
    """

    settings: Settings
    store: Store
    service: TableService
    outbox: Outbox
    presenter: Presenter
    readers: Readers
    username: str
    rivals: Rivals
    since: float = field(default_factory=time.monotonic)
    told_unreachable: set[tuple[int, int]] = field(default_factory=set)
    told_late: set[int] = field(default_factory=set)
    presses: Recent = field(default_factory=Recent)
    carried: dict[str, int] = field(default_factory=dict)

    def start_url(self, payload: str) -> str:
        """The deep link that opens the private chat with the bot and offers START with `payload`."""
        return start_url(self.username, payload)

    def say(self, user: User) -> Say:
        """How to speak to a person who was met."""
        return self.readers.person(user.id)


@dataclass(slots=True)
class Pressed:
    """A press: who pressed what, as which update it came, and whether they have their answer."""

    query: CallbackQuery
    cause: Cause | None = None
    answered: bool = False

    @property
    def user(self) -> User:
        """Who pressed."""
        return self.query.from_user

    @property
    def is_shown(self) -> bool:
        """Whether the message has this very button, as far as Telegram tells: a made-up press has none."""
        markup = getattr(self.query.message, "reply_markup", None)
        if markup is None:
            return False
        return any(
            button.callback_data == self.query.data for row in markup.inline_keyboard for button in row
        )

    async def answer(self, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answer, to the presser alone: a toast, a pop-up (`alert`), or a private chat that opens (`url`).

        `text` is plain text, cut to what Telegram shows. A second answer is dropped. That a press is too old
        to be answered does not matter.
        """
        if self.answered:
            return
        self.answered = True
        try:
            await self.query.answer(text=plain(text)[:POPUP] or None, show_alert=alert, url=url)
        except TelegramError as error:
            log.info("a press could not be answered: %s", error.message)


def start_url(username: str, payload: str) -> str:
    """The deep link that opens the private chat with a bot and offers START with `payload`."""
    return f"https://t.me/{username}?start={payload}"


def desk_of(context: CallbackContext[Any, Any, Any, Any]) -> Desk:
    """The desk of the application that handles an update."""
    desk: Desk = context.bot_data["desk"]
    return desk


def thread_of(update: Update) -> int | None:
    """The topic in which an update happened; None outside of topics, and in a forum's General topic."""
    return topic_of(update.effective_message)


def topic_of(message: MaybeInaccessibleMessage | None) -> int | None:
    """The topic of a message; None outside of topics, in General, and where Telegram does not say."""
    return message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
