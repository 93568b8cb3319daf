"""What happens to a group and to private chats, and what becomes of the tables: the game itself goes on."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

from telegram import Chat, ChatMember, ChatMemberRestricted, Message, Update
from telegram.ext import ChatMemberHandler, MessageHandler, filters

from bot.chat.desk import GROUPS, App, Context, Desk, desk_of
from bot.chat.ordering import cause_of
from bot.chat.outbox import Importance
from bot.chat.seats import is_inside
from bot.chat.unreachable import forbidden
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from bot.views.upheavals import left_group
from storage import Cause, StoreError

log = logging.getLogger(__name__)


def may_write(member: ChatMember) -> bool:
    """Whether somebody is in the chat and has not been muted there."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return is_inside(member)


async def moved(desk: Desk, old: int, new: int) -> None:
    """A group became a supergroup and has another id: its tables, its ledger and its settings go with it.

    It may be told several times, by either chat and by a call that failed.
    """
    desk.outbox.migrated(old, new)
    await desk.store.groups.migrate(old, new)
    for table in desk.service.tables:
        if table.chat_id == old:
            await _try(desk, table, do.Move(new, table.thread_id))


async def topic_gone(desk: Desk, chat_id: int, thread_id: int) -> None:
    """A topic is no more: its table goes on in General, unless there is one already."""
    for table in desk.service.tables:
        if (table.chat_id, table.thread_id) == (chat_id, thread_id):
            free = desk.service.table_in(chat_id, None) is None
            await _try(desk, table, do.Move(chat_id, None) if free else do.Close("gone"))


async def gone(desk: Desk, chat_id: int, cause: Cause | None = None) -> None:
    """The bot was removed from a group, or the group was deleted: its tables end, their players are free."""
    for table, last in _with_cause([each for each in desk.service.tables if each.chat_id == chat_id], cause):
        await _try(desk, table, do.Close("gone"), last)


def heard_again(desk: Desk, chat_id: int) -> None:
    """The bot may write in a group again: what was not seen meanwhile is shown."""
    for table in desk.service.tables:
        if table.chat_id == chat_id:
            desk.presenter.show_again(table)


async def reachable(desk: Desk, user_id: int) -> None:
    """A person lets the bot write (again): the hands come back."""
    await desk.store.people.set_can_message(user_id, True)
    for table in desk.service.tables_of(user_id):
        desk.told_unreachable.discard((table.id, user_id))
        desk.presenter.show_hand_again(table, user_id)


async def not_writable(desk: Desk, chat_id: int) -> None:
    """Telegram does not let the bot write into this chat at all."""
    if chat_id < 0:
        await gone(desk, chat_id)
    else:
        await forbidden(desk, chat_id)


async def departed(desk: Desk, chat_id: int, user_id: int, cause: Cause | None) -> None:
    """A player left the group: the seat is freed, in a round when that is over, and the group is told once."""
    for table, last in _with_cause(_tables_of(desk, chat_id, user_id), cause):
        person = table.person(user_id)
        after = await _try(desk, table, do.Depart(user_id), last)
        if person is None or after is None or after.seq == table.seq or after.phase is Phase.CLOSED:
            continue
        say = desk.readers.group(chat_id)
        told = left_group(say, person.name, in_round=after.person(user_id) is not None)
        desk.outbox.say(chat_id, told, Importance.PROMPT, thread_id=table.thread_id)


async def came_back(desk: Desk, chat_id: int, user_id: int, cause: Cause | None) -> None:
    """Somebody came (back) to the group: who left it in this round keeps the seat."""
    for table, last in _with_cause(_tables_of(desk, chat_id, user_id), cause):
        await _try(desk, table, do.Return(user_id), last)


def _tables_of(desk: Desk, chat_id: int, user_id: int) -> list[Table]:
    """The tables of a group at which a person sits."""
    return [table for table in desk.service.tables_of(user_id) if table.chat_id == chat_id]


def _with_cause(tables: list[Table], cause: Cause | None) -> Iterator[tuple[Table, Cause | None]]:
    """The tables; the last one with the update, which is carried out when that one is done."""
    for table in tables:
        yield table, cause if table is tables[-1] else None


async def _try(desk: Desk, table: Table, intent: do.Intent, cause: Cause | None = None) -> Table | None:
    """The table after an intent of the bot's own; None if it is not possible (any more)."""
    try:
        return await desk.service.do(table.id, intent, cause)
    except Refused as refused:
        log.debug("table %d: %s is refused: %s", table.id, intent, refused.code)
    except StoreError as error:
        log.error("table %d: %s cannot be stored: %s", table.id, intent, error)
    return None


async def _own_place_changed(desk: Desk, update: Update) -> None:
    """`my_chat_member`: added, removed, muted, allowed to write, blocked, unblocked."""
    change = update.my_chat_member
    if change is None:
        return
    chat, old, new = change.chat, change.old_chat_member, change.new_chat_member
    if chat.type == Chat.PRIVATE:
        await (reachable if is_inside(new) else forbidden)(desk, chat.id)
    elif chat.type in GROUPS:
        desk.presenter.allow_pictures(chat.id, allowed=True)
        if not is_inside(new):
            await gone(desk, chat.id, cause_of(update))
        elif may_write(new) and not may_write(old):
            heard_again(desk, chat.id)


async def _place_changed(desk: Desk, update: Update) -> None:
    """`chat_member`, which only administrators get: somebody came or went."""
    change = update.chat_member
    if change is None or change.chat.type not in GROUPS:
        return
    was, is_ = is_inside(change.old_chat_member), is_inside(change.new_chat_member)
    if was and not is_:
        await departed(desk, change.chat.id, change.new_chat_member.user.id, cause_of(update))
    elif is_ and not was:
        await came_back(desk, change.chat.id, change.new_chat_member.user.id, cause_of(update))


async def _service_message(desk: Desk, update: Update) -> None:
    """What a group's service messages tell: it moved, has another name, somebody came or went."""
    message = update.message
    if message is None or message.chat.type not in GROUPS:
        return
    if message.migrate_to_chat_id is not None:
        await moved(desk, message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        await moved(desk, message.migrate_from_chat_id, message.chat.id)
    if message.new_chat_title is not None:
        await desk.store.groups.remember(message.chat.id, message.new_chat_title)
    await _comings_and_goings(desk, message, cause_of(update))


async def _comings_and_goings(desk: Desk, message: Message, cause: Cause | None) -> None:
    if message.left_chat_member is not None:
        await departed(desk, message.chat.id, message.left_chat_member.id, cause)
    for user in message.new_chat_members:
        await came_back(desk, message.chat.id, user.id, cause)


def _handler(
    carry_out: Callable[[Desk, Update], Awaitable[None]],
) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    async def handle(update: Update, context: Context) -> None:
        try:
            await carry_out(desk_of(context), update)
        except StoreError as error:
            log.error("a change of a chat could not be stored: %s", error)

    return handle


_TOLD = (
    filters.StatusUpdate.MIGRATE
    | filters.StatusUpdate.LEFT_CHAT_MEMBER
    | filters.StatusUpdate.NEW_CHAT_MEMBERS
    | filters.StatusUpdate.NEW_CHAT_TITLE
)


def register(app: App) -> None:
    """Let the application hear of all this."""
    app.add_handler(ChatMemberHandler(_handler(_own_place_changed), ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_handler(ChatMemberHandler(_handler(_place_changed), ChatMemberHandler.CHAT_MEMBER))
    app.add_handler(MessageHandler(filters.UpdateType.MESSAGE & _TOLD, _handler(_service_message)))
