"""The commands. Each asks the host and hands what it says to the views; a command in the wrong place is told so."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from telegram import Chat, Message, Update, User
from telegram.ext import CommandHandler, MessageHandler, filters

from bot.chat import houses, languages, ping, rulebook, seats
from bot.chat import settings as house_settings
from bot.chat.desk import ANONYMOUS_ADMIN, GROUPS, TO_HAND, App, Context, Desk, desk_of, thread_of
from bot.chat.ordering import cause_of
from bot.chat.outbox import Importance
from bot.chat.places import Place
from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from bot.views import help as pages
from bot.views.message import Message as Words
from bot.views.notices import notice
from bot.views.say import Say
from bot.views.toasts import refusal
from bot.views.unreachable import cannot_play
from bot.views.upheavals import only_in_groups, too_late
from engine import RULE_SETS
from storage import Cause, StoreError

log = logging.getLogger(__name__)

Handler = Callable[[Desk, "Asked"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it came: who, where, with which words; `say` is how to answer there.

    `nobody`: an admin wrote it in the group's name, and Telegram does not tell who. `cause`: as which update it came.
    """

    user: User
    chat: Chat
    message: Message
    thread_id: int | None
    args: list[str]
    say: Say
    nobody: bool = False
    cause: Cause | None = None

    @property
    def in_group(self) -> bool:
        """Whether it came from a group."""
        return self.chat.type in GROUPS


def _reply(desk: Desk, asked: Asked, words: Words) -> None:
    desk.outbox.say(
        asked.chat.id,
        words,
        Importance.TABLE,
        thread_id=asked.thread_id,
        reply_to=asked.message.message_id if asked.in_group else None,
    )


def _tell(desk: Desk, asked: Asked, code: str) -> None:
    _reply(desk, asked, Words(notice(asked.say, code)))


def _own_table(desk: Desk, asked: Asked) -> Table:
    """The same where the person could mean another one. Raises Refused (`several_tables`) then, too."""
    if not asked.in_group and len(desk.service.tables_of(asked.user.id)) > 1:
        raise Refused("several_tables")
    return _table_here(desk, asked)


def _table_here(desk: Desk, asked: Asked) -> Table:
    """The table that a command is about: the group's, or in private the one at which the person sits.

    Raises Refused: `no_table_here` in a group without one, `not_at_a_table` in private.
    """
    if asked.in_group:
        table = desk.service.table_in(asked.chat.id, asked.thread_id)
        if table is None:
            raise Refused("no_table_here")
        return table
    tables = desk.service.tables_of(asked.user.id)
    if not tables:
        raise Refused("not_at_a_table")
    return next((table for table in tables if table.phase is Phase.PLAYING), tables[-1])


async def new(desk: Desk, asked: Asked) -> None:
    """/new [RULES] [BASE] or /new NAME: open a table in a group, or show the one that is open."""
    if not asked.in_group:
        raise Refused("new_in_private")
    existing = desk.service.table_in(asked.chat.id, asked.thread_id)
    if existing is not None:
        _show_open(desk, asked, existing)
        return
    await desk.store.groups.remember(asked.chat.id, asked.chat.title or "")
    house = await houses.for_new_table(desk, asked.chat.id, asked.args)
    opener = 0 if asked.nobody else asked.user.id
    opening = ev.Opened(asked.chat.id, asked.thread_id, opener, house.data())
    sits = not asked.nobody and await desk.store.people.can_message(asked.user.id)
    sitting = do.Sit(asked.user.id, asked.user.full_name) if sits else None
    table, fresh = await desk.service.open(opening, sitting, asked.cause)
    if not fresh:
        _show_open(desk, asked, table)


def _show_open(desk: Desk, asked: Asked, table: Table) -> None:
    """Answer /new where a table is open: it is shown once more, and words behind /new were for nothing."""
    _reply(desk, asked, Words(refusal(asked.say, Refused("table_open", words=" ".join(asked.args)))))
    desk.presenter.show_again(table)


async def table(desk: Desk, asked: Asked) -> None:
    """/table: show the table once more, at the end of the chat."""
    here = _table_here(desk, asked)
    if asked.in_group:
        desk.presenter.show_again(here)
    else:
        desk.presenter.show_hand_again(here, asked.user.id)


async def hand(desk: Desk, asked: Asked) -> None:
    """/hand: send the hand once more, to the private chat alone."""
    tables = desk.service.tables_of(asked.user.id)
    if not tables:
        raise Refused("not_at_a_table")
    if not await desk.store.people.can_message(asked.user.id):
        _reply(desk, asked, cannot_play(asked.say, asked.user.full_name, desk.start_url(TO_HAND)))
        return
    for each in tables:
        desk.presenter.show_hand_again(each, asked.user.id)
    if asked.in_group:
        _tell(desk, asked, "hand_sent")


async def leave(desk: Desk, asked: Asked) -> None:
    """/leave: stand up; in mid-round that is 逃跑 (R42) and is asked once more."""
    here = _own_table(desk, asked)
    try:
        await desk.service.do(here.id, do.Leave(asked.user.id), asked.cause)
    except Refused as refused:
        if refused.code != "leave_sure":
            raise
        _reply(desk, asked, pages.leave_question(asked.say, here, asked.user.id))
        return
    _tell(desk, asked, "will_leave" if here.phase is Phase.PLAYING else "left")


async def stop(desk: Desk, asked: Asked) -> None:
    """/stop: close the table; in mid-round when the round is over."""
    here = _own_table(desk, asked)
    admin = asked.nobody or (asked.in_group and await seats.is_admin(asked.chat, asked.user.id))
    stopping = do.Stop(0 if asked.nobody else asked.user.id, admin)
    after = await desk.service.do(here.id, stopping, asked.cause)
    if here.phase in (Phase.LOBBY, Phase.PLAYING):
        _tell(desk, asked, "will_stop" if after.phase is not Phase.CLOSED else "stopped")


async def beans(desk: Desk, asked: Asked) -> None:
    """/beans: who has how many beans in this group; in private, in the group of one's table."""
    chat_id = asked.chat.id if asked.in_group else _table_here(desk, asked).chat_id
    balances = await desk.store.ledger.balances(chat_id)
    _reply(desk, asked, pages.beans(asked.say, balances))


async def rules(desk: Desk, asked: Asked) -> None:
    """/rules [NAME]: what the table here plays; without one what the group would play, or the set named.

    In a group who asked gets it privately, unless nobody can tell who that is.
    """
    try:
        here = None if asked.args else _table_here(desk, asked)
    except Refused:
        here = None
    named = asked.args[0] if asked.args else ""
    if named not in ("", *RULE_SETS):
        raise Refused("unknown_rules", known="、".join(RULE_SETS))
    apart = asked.in_group and not asked.nobody
    book = rulebook.Book(here.id if here else 0, asked.chat.id if apart else 0, named)
    if apart:
        words = await rulebook.asked_in_group(desk, book, asked.user, asked.thread_id, asked.say)
    else:
        words = await rulebook.asked(desk, book, asked.chat.id, asked.say)
    _reply(desk, asked, words)


async def settings(desk: Desk, asked: Asked) -> None:
    """/settings [save NAME | NAME | RULES]: the group's house rules; in private those of one's table's group."""
    if asked.in_group:
        here = Place(asked.chat.id, desk.service.table_in(asked.chat.id, asked.thread_id))
        await desk.store.groups.remember(asked.chat.id, asked.chat.title or "")
    else:
        table = _own_table(desk, asked)
        here = Place(table.chat_id, table, inside=False)
    asker = house_settings.Asker(
        asked.user.get_bot(), 0 if asked.nobody else asked.user.id, asked.nobody, asked.cause
    )
    words = house_settings.words_of(asked.message, asked.args)
    answer = house_settings.is_answer(asked.message)
    _reply(desk, asked, await house_settings.command(desk, here, asker, words, asked.say, answer=answer))


async def lang(desk: Desk, asked: Asked) -> None:
    """/lang: choose the language; in a group the group's."""
    _reply(desk, asked, await languages.page(desk, asked.chat.id))


async def help_(desk: Desk, asked: Asked) -> None:
    """/help: what to do next, from where the person is."""
    tables = desk.service.tables_of(asked.user.id)
    here = desk.service.table_in(asked.chat.id, asked.thread_id) if asked.in_group else None
    words = pages.help_page(asked.say, asked.user.id, tables, in_group=asked.in_group, here=here)
    _reply(desk, asked, words)


async def ping_(desk: Desk, asked: Asked) -> None:
    """/ping: how the bot is."""
    _reply(desk, asked, await ping.answer(desk, asked.user.get_bot(), asked.say))


async def start(desk: Desk, asked: Asked) -> None:
    """/start [TOKEN]: from now on the bot may write here; a deep link's token seats who followed it."""
    if asked.in_group:
        await help_(desk, asked)
        return
    told = await rulebook.by_link(desk, asked.user, asked.args[0]) if asked.args else None
    if told is not None:
        _reply(desk, asked, told)
        return
    if asked.args and asked.args[0] != TO_HAND:
        problem = await seats.by_link(desk, asked.user, asked.args[0], asked.cause)
        if problem is not None:
            _reply(desk, asked, problem)
        return
    if await seats.waiting(desk, asked.user, asked.cause):
        return
    tables = desk.service.tables_of(asked.user.id)
    if not tables:
        _reply(desk, asked, pages.greeting(asked.say, desk.username))
    for each in tables:
        desk.presenter.show_hand_again(each, asked.user.id)


COMMANDS: dict[str, Handler] = {
    "new": new,
    "table": table,
    "hand": hand,
    "leave": leave,
    "stop": stop,
    "beans": beans,
    "rules": rules,
    "settings": settings,
    "lang": lang,
    "help": help_,
    "ping": ping_,
    "start": start,
}


FOR_NOBODY = ("new", "table", "stop", "beans", "rules", "settings", "help", "ping")
"""The commands that an anonymous admin can give: those for which it does not matter who it is."""


def _handler(name: str) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    async def handle(update: Update, context: Context) -> None:
        desk, asked = desk_of(context), await _asked(desk_of(context), update, context.args or [])
        if asked is None:
            return
        try:
            if await _is_for_later(desk, asked):
                return
            if asked.nobody and name not in FOR_NOBODY:
                raise Refused("anonymous")
            await COMMANDS[name](desk, asked)
        except Refused as refused:
            _reply(desk, asked, Words(refusal(asked.say, refused)))
        except StoreError as error:
            log.error("/%s could not be stored: %s", name, error)
            _reply(desk, asked, Words(refusal(asked.say, Refused("try_again"))))

    return handle


async def _asked(desk: Desk, update: Update, args: list[str]) -> Asked | None:
    """The command of an update, whose sender is known from now on; None for what is nobody's command."""
    user, chat, message = update.effective_user, update.effective_chat, update.message
    if user is None or chat is None or message is None or message.is_automatic_forward:
        return None
    nobody = message.sender_chat is not None or user.id == ANONYMOUS_ADMIN
    if (user.is_bot and not nobody) or chat.type not in (*GROUPS, Chat.PRIVATE):
        return None
    try:
        if not nobody:
            await desk.readers.meet(user)
            await desk.store.people.remember(user.id, user.full_name, user.username, user.language_code)
        if chat.type == Chat.PRIVATE:
            await desk.store.people.set_can_message(user.id, True)
            desk.told_unreachable -= {(table.id, user.id) for table in desk.service.tables_of(user.id)}
        say = await desk.readers.in_chat(chat.id)
    except StoreError as error:
        log.error("a command could not be stored: %s", error)
        return None
    return Asked(user, chat, message, thread_of(update), args, say, nobody, cause_of(update))


async def _is_for_later(desk: Desk, asked: Asked) -> bool:
    """Whether a command is too old to be carried out; each chat is told once.

    Raises Refused (`anonymous`) for who writes in the name of another chat.
    """
    if asked.message.sender_chat is not None and asked.message.sender_chat.id != asked.chat.id:
        raise Refused("anonymous")
    if time.time() - asked.message.date.timestamp() <= desk.settings.command_max_age:
        return False
    if asked.chat.id not in desk.told_late:
        desk.told_late.add(asked.chat.id)
        _reply(desk, asked, too_late(asked.say))
    return True


async def _in_channel(update: Update, context: Context) -> None:
    """A command in a channel, where there are no players."""
    post, desk = update.channel_post, desk_of(context)
    if post is not None:
        say = await desk.readers.in_chat(post.chat.id)
        desk.outbox.say(post.chat.id, only_in_groups(say), Importance.ORNAMENT)


def register(app: App) -> None:
    """Let the application answer the commands; in private unknown ones too, in groups they are for others."""
    for name in COMMANDS:
        app.add_handler(CommandHandler(name, _handler(name), filters.UpdateType.MESSAGE))
    answers = filters.UpdateType.MESSAGE & filters.TEXT & ~filters.COMMAND & house_settings.ANSWERS
    app.add_handler(MessageHandler(answers, _handler("settings")))
    app.add_handler(CommandHandler(list(COMMANDS), _in_channel, filters.UpdateType.CHANNEL_POST))
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE & filters.COMMAND
    app.add_handler(MessageHandler(private, _handler("help")))
