"""The outbox's sender over a real `telegram.Bot`: what a message is to Telegram, and its errors to us."""

from __future__ import annotations

import datetime as dtm
import os
from collections.abc import Awaitable
from typing import TypeVar

import httpx
from telegram import (
    Bot,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram import error as te
from telegram.constants import ParseMode

from bot.chat import delivery as dl
from bot.chat.album import Album
from bot.chat.carrying import NEVER_LEFT
from bot.chat.tokens import encode
from bot.views.message import Button, Keyboard, Message, Picture

# The library's next version gives lengths of time as timedelta; without this it warns at every flood.
os.environ.setdefault("PTB_TIMEDELTA", "true")

PATIENCE = 20.0
"""Seconds to wait for the answer to a send: whether one without an answer came, nobody can find out."""

Answer = TypeVar("Answer")

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

_NOT_MODIFIED = ("message is not modified",)
_GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
    "there is no text in the message to edit",
    "there is no media in the message to edit",
)
_NO_THREAD = ("message thread not found", "topic_id_invalid", "topic_deleted")
_UNWELCOME = (
    "chat not found",
    "peer_id_invalid",
    "user is deactivated",
    "bot is not a member",
    "bot was kicked",
    "group chat was deactivated",
)
_MUTED = ("not enough rights", "have no rights", "write_forbidden")
_NO_PICTURES = ("not enough rights to send photos", "send_photos_forbidden", "send_media_forbidden")
_NOT_CARRIED_OUT = ("bad gateway", "service unavailable")
_NEVER_LEFT = (*NEVER_LEFT, httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.WriteError)


class BotSender:
    """Carries the outbox's calls to Telegram through a bot."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._album = Album()

    async def send(
        self, chat_id: int, message: Message, *, thread_id: int | None, reply_to: int | None
    ) -> int:
        """Send a new message; its id. Raises DeliveryError."""
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to is not None else None
        if message.picture is not None:
            return await self._send_picture(chat_id, message, message.picture, thread_id, reply)
        question = ForceReply(selective=True, input_field_placeholder=message.asks) if message.asks else None
        sent = await _carried(
            self._bot.send_message(
                chat_id,
                message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=question or markup(message.keyboard),
                message_thread_id=thread_id,
                reply_parameters=reply,
                link_preview_options=_NO_PREVIEW,
                read_timeout=PATIENCE,
            )
        )
        return sent.message_id

    async def _send_picture(
        self,
        chat_id: int,
        message: Message,
        picture: Picture,
        thread_id: int | None,
        reply: ReplyParameters | None,
    ) -> int:
        photo = await self._album.photo(picture)
        sent = await _carried(
            self._bot.send_photo(
                chat_id,
                photo.media,
                caption=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=markup(message.keyboard),
                message_thread_id=thread_id,
                reply_parameters=reply,
                read_timeout=PATIENCE,
                write_timeout=PATIENCE,
            )
        )
        self._album.keep(photo, sent)
        return sent.message_id

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        """Change a message's text, keyboard and picture. Raises DeliveryError."""
        if message.picture is not None:
            await self._edit_picture(chat_id, message_id, message, message.picture)
            return
        await _changed(
            self._bot.edit_message_text(
                message.text,
                chat_id=chat_id,
                message_id=message_id,
                parse_mode=ParseMode.HTML,
                reply_markup=markup(message.keyboard),
                link_preview_options=_NO_PREVIEW,
            )
        )

    async def _edit_picture(self, chat_id: int, message_id: int, message: Message, picture: Picture) -> None:
        photo = await self._album.photo(picture)
        edited = await _changed(
            self._bot.edit_message_media(
                InputMediaPhoto(photo.media, caption=message.text, parse_mode=ParseMode.HTML),
                chat_id=chat_id,
                message_id=message_id,
                reply_markup=markup(message.keyboard),
                write_timeout=PATIENCE,
            )
        )
        self._album.keep(photo, edited)

    async def clear_keyboard(self, chat_id: int, message_id: int) -> None:
        """Take a message's keyboard away. Raises DeliveryError."""
        await _changed(self._bot.edit_message_reply_markup(chat_id=chat_id, message_id=message_id))

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message. Raises DeliveryError."""
        await _carried(self._bot.delete_message(chat_id, message_id))


def markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """A keyboard as Telegram wants it; None if it is empty.

    Raises ValueError if a button's press does not fit into a callback token.
    """
    return (
        InlineKeyboardMarkup([[_button(button) for button in row] for row in keyboard]) if keyboard else None
    )


def _button(button: Button) -> InlineKeyboardButton:
    data = encode(button.press) if button.press is not None else None
    return InlineKeyboardButton(button.label, url=button.url, callback_data=data, style=button.style)


async def _changed(call: Awaitable[object]) -> object:
    """Await a call that changes a message, its answer; one that changes nothing is as good."""
    try:
        return await call
    except te.TelegramError as error:
        if not _says(error, _NOT_MODIFIED):
            raise meaning(error) from error
    return None


async def _carried(call: Awaitable[Answer]) -> Answer:
    try:
        return await call
    except te.TelegramError as error:
        raise meaning(error) from error


def meaning(error: te.TelegramError) -> dl.DeliveryError:  # noqa: C901, PLR0911 - one line for each meaning
    """What an error of the library means for the one who sends."""
    text = error.message
    match error:
        case te.RetryAfter():
            return dl.FloodedError(_seconds(error))
        case te.ChatMigrated():
            return dl.MovedError(error.new_chat_id)
        case te.TelegramError() if _says(error, _NO_PICTURES):
            return dl.NoPicturesError(text)
        case te.Forbidden() if not _says(error, _MUTED):
            return dl.UnwelcomeError(text)
        case te.BadRequest() if _says(error, _GONE):
            return dl.GoneError(text)
        case te.BadRequest() if _says(error, _NO_THREAD):
            return dl.NoThreadError(text)
        case te.BadRequest() if _says(error, _UNWELCOME):
            return dl.UnwelcomeError(text)
        case te.BadRequest():
            return dl.RejectedError(text)
        case te.NetworkError() if isinstance(error.__cause__, _NEVER_LEFT) or _says(error, _NOT_CARRIED_OUT):
            return dl.UnreachedError(text)
        case te.NetworkError():
            return dl.UnsureError(text)
    return dl.RejectedError(text)


def _says(error: te.TelegramError, texts: tuple[str, ...]) -> bool:
    said = error.message.lower()
    return any(text in said for text in texts)


def _seconds(error: te.RetryAfter) -> float:
    after = error.retry_after
    return after.total_seconds() if isinstance(after, dtm.timedelta) else float(after)
