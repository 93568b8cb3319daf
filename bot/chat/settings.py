"""/settings: who changes a group's house rules (R49), and what becomes of each press and each word.

The buttons stand in one message, whose pages are turned in place. Every press carries the version of the house for
which its page was made: where somebody changed the house since, it shows the newest page and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import Bot, Message, User
from telegram.ext import filters

from bot.chat import houses
from bot.chat.desk import Desk, Pressed, topic_of
from bot.chat.outbox import Importance
from bot.chat.places import Place, apply, may_change, place_of, remember_asker
from bot.host.changing import FAN, changed, value
from bot.host.decide import Refused
from bot.host.house import House, HouseError, from_text, text
from bot.host.table import Phase, Table
from bot.views import settings_saved as saved
from bot.views.houserules import rule_about, rule_name, rule_said
from bot.views.message import Message as Words
from bot.views.message import Press
from bot.views.rulebook.fans import condition
from bot.views.rulesets import set_name
from bot.views.say import Markup, Say
from bot.views.settings import restored, settings_message
from bot.views.settings_frame import ASK, FORGET, HELP, RESET, SET, SHOW, USE, value_from
from engine.rules import RULE_SETS
from storage import Cause

SAVE = "save"
"""The word after /settings before the name under which the house is saved."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gives a command, and the bot that heard it. `nobody`: an admin whom Telegram does not name; the id is 0.

    `cause`: as which update the command came.
    """

    bot: Bot
    user_id: int
    nobody: bool = False
    cause: Cause | None = None


class _Answers(filters.MessageFilter):
    """Replies to a question of ours, and house rules as a reply to /settings."""

    def filter(self, message: Message) -> bool:
        """Whether this message is one."""
        asked = message.reply_to_message
        if asked is None or asked.from_user is None or asked.from_user.id != message.get_bot().id:
            return False
        return saved.asked_for(asked.text or "", message.text or "") is not None


ANSWERS = _Answers()


def is_answer(message: Message) -> bool:
    """Whether a message that came for /settings is a reply to a question, and not the command."""
    return message.reply_to_message is not None and not (message.text or "").startswith("/")


def words_of(message: Message, args: Sequence[str]) -> tuple[str, ...]:
    """The words behind /settings, or what a reply to a question of ours means as such."""
    asked = message.reply_to_message
    if asked is None or not is_answer(message):
        return tuple(args)
    said = (message.text or "").split()
    which = saved.asked_for(asked.text or "", message.text or "")
    return (SAVE, *said) if which == saved.SAVE else tuple(said)


async def command(
    desk: Desk, here: Place, asker: Asker, words: Sequence[str], say: Say, *, answer: bool
) -> Words:
    """/settings: the overview. /settings save NAME saves the house, /settings with a saved name or with rules as a
    short text chooses it. `answer`: the words are a reply to a question of ours, which makes nobody the one who asked.
    Raises Refused.
    """
    here = await place_of(desk, here) if answer else await remember_asker(desk, here, asker.user_id)
    if not words:
        return settings_message(say, here.settings)
    admin = asker.nobody or await may_change(here, asker.bot, asker.user_id)
    if words[0] == SAVE:
        name = " ".join(words[1:])
        await houses.save_as(desk, here.chat_id, name, here.settings.house, asker.cause)
        return Words(saved.saved_notice(say, "saved", name))
    await apply(desk, here, asker.user_id, _read(here, words), asker.cause, admin=admin)
    return settings_message(say, (await place_of(desk, here)).settings)


def _read(here: Place, words: Sequence[str]) -> House:
    """The house that words mean: a saved name, a short text, or some fields of the house as it is."""
    line = " ".join(words)
    if line in here.settings.saved:
        return here.settings.saved[line]
    if "=" in words[0]:
        line = f"{text(here.settings.house)} {line}"
    try:
        return from_text(line)
    except HouseError as error:
        raise Refused("bad_house", why=error) from None


async def pressed(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A button of /settings."""
    message, user = pressed.query.message, pressed.user
    does, _, rest = press.arg.partition("/")
    page, *more = rest.split("/")
    if message is None or does not in _ACTIONS or len(more) > 2:
        raise Refused("unknown_button")
    if desk.outbox.current(message.chat.id) != message.chat.id:
        raise Refused(
            "unknown_button"
        )  # the group has a new id: what stands in the old chat cannot be edited
    here = await place_of(desk, _where(desk, message.chat.id, message, user, press))
    if does == HELP:
        await pressed.answer(_explained(desk.say(user), here, *more), alert=True)
        return
    admin = await may_change(here, user.get_bot(), user.id)
    if does == ASK:
        await _ask(desk, pressed, message.chat.id, topic_of(message), page)
        return
    if does == FORGET:
        await _forget(desk, pressed, here, *more)
    elif does != SHOW:
        await _change(desk, pressed, press, here, admin, (does, page, *more))
    await pressed.answer()
    await _turn(desk, message.chat.id, message.message_id, here, page)


_ACTIONS = (SHOW, SET, RESET, HELP, USE, FORGET, ASK)


def _where(desk: Desk, chat_id: int, message: object, user: User, press: Press) -> Place:
    """The group that a press is about: the one in which the message stands, in private the one of the table."""
    table = desk.service.table(press.table)
    if chat_id == user.id:
        if table is None or table.person(user.id) is None:
            raise Refused("closed")
        return Place(table.chat_id, table, inside=False)
    if table is None or table.chat_id != chat_id:
        thread_id = topic_of(message) if isinstance(message, Message) else None
        table = desk.service.table_in(chat_id, thread_id)
    return Place(chat_id, table)


async def _change(
    desk: Desk, pressed: Pressed, press: Press, here: Place, admin: bool, asked: tuple[str, ...]
) -> None:
    """Another value, the rule set's own, or a saved house: unless the house is not the one that was shown."""
    say, settings = desk.say(pressed.user), here.settings
    house, told = _wanted(say, here, asked)
    is_newer = (press.moment, press.table) != (settings.version, settings.table)
    if is_newer and house != settings.house:
        await pressed.answer(saved.newer_notice(say), alert=True)
    else:
        await apply(desk, here, pressed.user.id, house, pressed.cause, admin=admin)
        await pressed.answer(told)


def _wanted(say: Say, here: Place, asked: tuple[str, ...]) -> tuple[House, Markup]:
    """The house that a press asks for, and what to answer once it is so. Raises Refused."""
    settings = here.settings
    later = settings.in_match
    try:
        match asked:
            case (str(does), _, "rules", str(name)) if does == SET:
                house = settings.house.with_rules(name)
                return house, saved.set_notice(say, set_name(say, name), later=later)
            case (str(does), _, str(key), str(token)) if does == SET:
                house = changed(settings.house, key, value_from(token))
                return house, saved.set_notice(say, rule_said(say, house, key), later=later)
            case (str(does), str(page)) if does == RESET:
                return restored(settings, page), saved.restored_notice(say, later=later)
            case (str(does), _, str(token)) if does == USE:
                name = saved.name_of(settings, token)
                told = saved.saved_notice(say, "used_later" if later else "used", name)
                return settings.saved[name], told
    except HouseError as error:
        raise Refused("bad_house", why=error) from None
    except KeyError:
        raise Refused("no_such_house" if asked[0] == USE else "unknown_button") from None
    raise Refused("unknown_button")


def _explained(say: Say, here: Place, key: str = "", *_: str) -> Markup:
    """What a rule means, in a pop-up."""
    house = here.settings.house
    try:
        value(house, key)
    except HouseError:
        raise Refused("unknown_button") from None
    name = rule_name(say, key)
    return say("{rule}：{about}", rule=name, about=_about(say, house, key))


def _about(say: Say, house: House, key: str) -> Markup:
    if not key.startswith(FAN):
        return rule_about(say, key)
    code, rules = key.removeprefix(FAN), house.engine_rules
    fan = {**rules.spare, **RULE_SETS[house.rules].fans, **rules.fans}[code]
    return condition(say, code, fan, rules.family)


async def _ask(desk: Desk, pressed: Pressed, chat_id: int, thread_id: int | None, which: str) -> None:
    """Ask for a name or for a text; the reply is a message of its own."""
    if which not in (saved.SAVE, saved.PASTE):
        raise Refused("unknown_button")
    await pressed.answer()
    user = pressed.user
    question = saved.question(await desk.readers.in_chat(chat_id), which, user.id, user.full_name)
    desk.outbox.say(chat_id, question, Importance.TABLE, thread_id=thread_id)


async def _forget(desk: Desk, pressed: Pressed, here: Place, token: str = "", *_: str) -> None:
    try:
        name = saved.name_of(here.settings, token)
    except KeyError:
        raise Refused("no_such_house") from None
    await houses.forget(desk, here.chat_id, name, pressed.cause)
    await pressed.answer(saved.saved_notice(desk.say(pressed.user), "forgotten", name))


async def _turn(desk: Desk, chat_id: int, message_id: int, here: Place, page: str) -> None:
    """Show a page of the newest state in the message that was pressed."""
    settings = (await place_of(desk, here)).settings
    say = await desk.readers.in_chat(chat_id)
    try:
        shown = settings_message(say, settings, page)
    except KeyError:
        shown = settings_message(say, settings)
    busy = chat_id < 0 and here.table is not None and here.table.phase is Phase.PLAYING
    desk.outbox.edit(chat_id, message_id, shown, Importance.ORNAMENT if busy else Importance.TABLE)


async def from_lobby(desk: Desk, pressed: Pressed, press: Press) -> None:
    """自定规矩 in the lobby's menu: a message of /settings."""
    table, user = _lobby_of(desk, press), pressed.user
    await may_change(await place_of(desk, Place(table.chat_id, table)), user.get_bot(), user.id)
    await pressed.answer()
    here = await remember_asker(desk, Place(table.chat_id, table), user.id)
    say = await desk.readers.in_chat(table.chat_id)
    desk.outbox.say(
        table.chat_id, settings_message(say, here.settings), Importance.TABLE, thread_id=table.thread_id
    )


async def saved_in_lobby(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A saved house in the lobby's menu."""
    table, user = _lobby_of(desk, press), pressed.user
    here = await place_of(desk, Place(table.chat_id, table))
    admin = await may_change(here, user.get_bot(), user.id)
    house, told = _wanted(desk.say(user), here, (USE, "", press.arg))
    await apply(desk, here, user.id, house, pressed.cause, admin=admin)
    await pressed.answer(told)


async def menu_in_lobby(desk: Desk, pressed: Pressed, press: Press) -> None:
    """玩法 in the lobby: the menu, with what the group saved; only for who sits there."""
    table = _lobby_of(desk, press)
    if table.person(pressed.user.id) is None:
        raise Refused("not_seated")
    await pressed.answer()
    names = tuple(await houses.saved(desk, table.chat_id))
    desk.presenter.turn_page(table, "rules", saved=names)


def _lobby_of(desk: Desk, press: Press) -> Table:
    table = desk.service.table(press.table)
    if table is None:
        raise Refused("closed")
    return table
