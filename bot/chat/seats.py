"""How a person comes to a seat: directly, or led through the private chat by a deep link."""

from __future__ import annotations

import secrets
import time

from telegram import Bot, Chat, ChatMember, ChatMemberRestricted, User
from telegram.error import TelegramError

from bot.chat.desk import Desk
from bot.host import intents as do
from bot.host.decide import Refused
from bot.views.message import Message
from bot.views.toasts import refusal
from storage import Cause

_INSIDE = (ChatMember.OWNER, ChatMember.ADMINISTRATOR, ChatMember.MEMBER)

TOKEN_BYTES = 12
"""How much chance is in a deep link's token."""


async def is_admin(chat: Chat, user_id: int) -> bool:
    """Whether a user administrates the group; False where Telegram does not say."""
    return await administrates(chat.get_bot(), chat.id, user_id)


async def administrates(bot: Bot, chat_id: int, user_id: int) -> bool:
    """The same, for a group by its id."""
    try:
        member = await bot.get_chat_member(chat_id, user_id)
    except TelegramError:
        return False
    return member.status in (member.ADMINISTRATOR, member.OWNER)


async def is_member(bot: Bot, chat_id: int, user_id: int) -> bool:
    """Whether a user is in a chat; False where Telegram does not say."""
    try:
        return is_inside(await bot.get_chat_member(chat_id, user_id))
    except TelegramError:
        return False


async def link_to(desk: Desk, user_id: int, table_id: int) -> str:
    """A deep link that seats this one person at the table, for as long as the settings say."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    expires = time.time() + desk.settings.link_lifetime
    await desk.store.links.new(token, table_id, user_id, expires)
    return desk.start_url(token)


async def by_link(desk: Desk, user: User, token: str, cause: Cause | None) -> Message | None:
    """Seat who pressed START behind a deep link; what to tell them if it cannot be.

    Who is seated is told by the presenter, as everybody who sits down.
    """
    say = desk.say(user)
    link = await desk.store.links.get(token)
    if link is None or link.expires_at < time.time():
        seated = bool(desk.service.tables_of(user.id))
        return Message(refusal(say, Refused("already_seated" if seated else "link_over")))
    if link.user_id != user.id:
        return Message(refusal(say, Refused("link_of_another")))
    return await _sit(desk, user, link.table_id, cause)


async def waiting(desk: Desk, user: User, cause: Cause | None) -> bool:
    """Seat who pressed 坐下 and then START, but whose client lost the link; False if that is not so."""
    link = await desk.store.links.newest_of(user.id, time.time())
    return link is not None and await _sit(desk, user, link.table_id, cause) is None


async def _need_member(desk: Desk, user: User, table_id: int) -> None:
    """Raise Refused (`not_in_group`) for who left the group since; where Telegram does not say, all is well."""
    table = desk.service.table(table_id)
    if table is None:
        return
    try:
        member = await user.get_bot().get_chat_member(table.chat_id, user.id)
    except TelegramError:
        return
    if not is_inside(member):
        raise Refused("not_in_group")


def is_inside(member: ChatMember) -> bool:
    """Whether this is somebody who is in the chat."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status in _INSIDE


async def _sit(desk: Desk, user: User, table_id: int, cause: Cause | None) -> Message | None:
    try:
        await _need_member(desk, user, table_id)
        await desk.service.do(table_id, do.Sit(user.id, user.full_name), cause)
    except Refused as refused:
        return Message(refusal(desk.say(user), refused))
    finally:
        await desk.store.links.drop_of(user.id, table_id)
    return None
