"""/lang: in private everybody's own language, in a group the group's; and the commands in each language."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from telegram import (
    Bot,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from bot.chat import seats
from bot.chat.desk import Desk, Pressed
from bot.chat.outbox import Importance
from bot.host.decide import Refused
from bot.views import commands as offers
from bot.views.languages import FOLLOW, LANGUAGES, language_page, say_in
from bot.views.message import Message, Press
from bot.views.notices import notice
from bot.views.say import Say

if TYPE_CHECKING:
    from telegram import Chat, User

log = logging.getLogger(__name__)

OFFERED = (("zh", "zh-hans"), ("en", "en"), (None, "en"))
"""For each language code that Telegram tells apart (None: all others) the language of the commands."""


async def page(desk: Desk, chat_id: int) -> Message:
    """The page on which the language of a chat is chosen."""
    say = await desk.readers.in_chat(chat_id)
    if chat_id < 0:
        return language_page(say, say.language, in_group=True)
    return language_page(say, await desk.readers.chosen(chat_id), in_group=False)


async def chosen(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A language was pressed: speak it from now on, also in what stands there already."""
    message, user = pressed.query.message, pressed.user
    if message is None or press.arg not in (*LANGUAGES, FOLLOW):
        raise Refused("unknown_button")
    chat = message.chat
    if chat.id == user.id:
        await desk.readers.choose(user, None if press.arg == FOLLOW else press.arg)
    else:
        await _choose_for_group(desk, chat, user, press.arg)
    await pressed.answer(notice(desk.say(user), "language_chosen"))
    desk.presenter.speak_anew(chat.id)
    desk.outbox.edit(chat.id, message.message_id, await page(desk, chat.id), Importance.TABLE)
    await _offer_in_chat(user.get_bot(), chat.id, None if press.arg == FOLLOW else press.arg)


async def _choose_for_group(desk: Desk, chat: Chat, user: User, language: str) -> None:
    """Only who sits at a table there, or an admin, chooses for the group."""
    if language == FOLLOW:
        raise Refused("unknown_button")
    seated = any(table.chat_id == chat.id for table in desk.service.tables_of(user.id))
    if not seated and not await seats.is_admin(chat, user.id):
        raise Refused("not_yours_to_choose")
    await desk.readers.choose_for_group(chat.id, language)


async def offer(bot: Bot) -> None:
    """Tell Telegram which commands to offer where, in which language."""
    for code, language in OFFERED:
        say = say_in(language)
        await _set(bot, say, offers.in_group, BotCommandScopeAllGroupChats(), code)
        await _set(bot, say, offers.in_private, BotCommandScopeAllPrivateChats(), code)


async def _offer_in_chat(bot: Bot, chat_id: int, language: str | None) -> None:
    """Offer the commands of one chat in its own language; None: as everywhere."""
    scope = BotCommandScopeChat(chat_id)
    if language is not None:
        offered = offers.in_group if chat_id < 0 else offers.in_private
        await _set(bot, say_in(language), offered, scope, None)
        return
    try:
        await bot.delete_my_commands(scope)
    except TelegramError as error:
        log.warning("the commands could not be taken back: %s", error.message)


async def _set(
    bot: Bot,
    say: Say,
    offered: offers.Offer,
    scope: BotCommandScope,
    code: str | None,
) -> None:
    """That Telegram does not take them does not matter for the game."""
    try:
        await bot.set_my_commands(offered(say), scope=scope, language_code=code)
    except TelegramError as error:
        log.warning("the commands could not be offered: %s", error.message)
