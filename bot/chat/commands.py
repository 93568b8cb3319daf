"""The commands. Each asks the host and hands what it says to the views; a command in the wrong place is told so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from telegram import Chat, Message, Update, User
from telegram.ext import CommandHandler

from bot.chat import houses, languages, seats
from bot.chat.desk import ANONYMOUS_ADMIN, GROUPS, TO_HAND, App, Context, Desk, desk_of, thread_of
from bot.chat.outbox import Importance
from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from bot.views import help as pages
from bot.views.message import Message as Words
from bot.views.notices import notice
from bot.views.say import Say
from bot.views.toasts import refusal
from engine import RULE_SETS

Handler = Callable[[Desk, "Asked"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it came: who, where, with which words; `say` is how to answer there."""

    user: User
    chat: Chat
    message: Message
    thread_id: int | None
    args: list[str]
    say: Say

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
        _reply(desk, asked, Words(refusal(asked.say, Refused("table_open"))))
        desk.presenter.show_again(existing)
        return
    await desk.store.groups.remember(asked.chat.id, asked.chat.title or "")
    house = await houses.for_new_table(desk, asked.chat.id, asked.args)
    opening = ev.Opened(asked.chat.id, asked.thread_id, asked.user.id, house.data())
    table, fresh = await desk.service.open(opening)
    if not fresh:
        desk.presenter.show_again(table)
    elif await desk.store.people.can_message(asked.user.id):
        await desk.service.do(table.id, do.Sit(asked.user.id, asked.user.full_name))


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
    for each in tables:
        desk.presenter.show_hand_again(each, asked.user.id)
    if asked.in_group:
        _tell(desk, asked, "hand_sent")


async def leave(desk: Desk, asked: Asked) -> None:
    """/leave: stand up; in mid-round that is 逃跑 (R42) and is asked once more."""
    here = _table_here(desk, asked)
    try:
        await desk.service.do(here.id, do.Leave(asked.user.id))
    except Refused as refused:
        if refused.code != "leave_sure":
            raise
        _reply(desk, asked, pages.leave_question(asked.say, here, asked.user.id))
        return
    _tell(desk, asked, "will_leave" if here.phase is Phase.PLAYING else "left")


async def stop(desk: Desk, asked: Asked) -> None:
    """/stop: close the table; in mid-round when the round is over."""
    here = _table_here(desk, asked)
    admin = await seats.is_admin(asked.chat, asked.user.id) if asked.in_group else False
    after = await desk.service.do(here.id, do.Stop(asked.user.id, admin))
    if after.phase is not Phase.CLOSED:
        _tell(desk, asked, "will_stop")


async def beans(desk: Desk, asked: Asked) -> None:
    """/beans: who has how many beans in this group; in private, in the group of one's table."""
    chat_id = asked.chat.id if asked.in_group else _table_here(desk, asked).chat_id
    balances = await desk.store.ledger.balances(chat_id)
    _reply(desk, asked, pages.beans(asked.say, balances))


async def rules(desk: Desk, asked: Asked) -> None:
    """/rules: the rule set of the table here; without a table, the one named, or the usual one."""
    try:
        name = _table_here(desk, asked).rules
    except Refused:
        name = desk.settings.rules
    if asked.args:
        name = asked.args[0]
        if name not in RULE_SETS:
            raise Refused("unknown_rules", known="、".join(RULE_SETS))
    _reply(desk, asked, pages.rules(asked.say, name))


async def lang(desk: Desk, asked: Asked) -> None:
    """/lang: choose the language; in a group the group's."""
    _reply(desk, asked, await languages.page(desk, asked.chat.id))


async def help_(desk: Desk, asked: Asked) -> None:
    """/help: what to do next, from where the person is."""
    tables = desk.service.tables_of(asked.user.id)
    _reply(desk, asked, pages.help_page(asked.say, asked.in_group, tables))


async def start(desk: Desk, asked: Asked) -> None:
    """/start [TOKEN]: from now on the bot may write here; a deep link's token seats who followed it."""
    if asked.in_group:
        await help_(desk, asked)
        return
    await desk.store.people.set_can_message(asked.user.id, True)
    desk.told_unreachable -= {(table.id, asked.user.id) for table in desk.service.tables_of(asked.user.id)}
    if asked.args and asked.args[0] != TO_HAND:
        problem = await seats.by_link(desk, asked.user, asked.args[0])
        if problem is not None:
            _reply(desk, asked, problem)
        return
    if await seats.waiting(desk, asked.user):
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
    "lang": lang,
    "help": help_,
    "start": start,
}


def _handler(carry_out: Handler) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    async def handle(update: Update, context: Context) -> None:
        desk = desk_of(context)
        user, chat, message = update.effective_user, update.effective_chat, update.effective_message
        if chat is None or message is None or (chat.type not in GROUPS and chat.type != Chat.PRIVATE):
            return
        if user is None:
            return
        await desk.readers.meet(user)
        say = await desk.readers.in_chat(chat.id)
        asked = Asked(user, chat, message, thread_of(update), context.args or [], say)
        try:
            if user.id == ANONYMOUS_ADMIN or message.sender_chat is not None:
                raise Refused("anonymous")
            await desk.store.people.remember(user.id, user.full_name, user.username, user.language_code)
            await carry_out(desk, asked)
        except Refused as refused:
            _reply(desk, asked, Words(refusal(say, refused)))

    return handle


def register(app: App) -> None:
    """Let the application answer the commands."""
    for name, carry_out in COMMANDS.items():
        app.add_handler(CommandHandler(name, _handler(carry_out)))
