"""/rules: one message whose pages are turned in place, for the table here or for a rule set by its name."""

from __future__ import annotations

from bot.chat import houses
from bot.chat.desk import Desk, Pressed
from bot.chat.outbox import Importance
from bot.host.decide import Refused
from bot.host.house import House
from bot.host.table import Phase, Table
from bot.views.message import Message, Press
from bot.views.rulebook import PAGES, rules_page
from bot.views.say import Say
from engine import RULE_SETS

OWN = "own"
"""Stands in a press for what is played here, instead of the name of a rule set."""


def first_page(say: Say, house: House, table: Table | None, *, named: bool) -> Message:
    """The table of contents for what a house plays; `table` is the one that plays it, if one does.

    `named`: somebody asked for a rule set by its name, whatever is played here.
    """
    return _page(say, house, table.id if table is not None else 0, house.rules if named else OWN, 0)


def _page(say: Say, house: House, table_id: int, about: str, number: int) -> Message:
    return rules_page(say, house, number, lambda page: Press("book", table_id, 0, f"{about}.{page}"))


async def turn(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A page of /rules, in the message that was pressed. The table's own rules count as long as it is open."""
    message = pressed.query.message
    about, _, text = press.arg.partition(".")
    number = _number(text)
    if message is None or about not in (OWN, *RULE_SETS) or not 0 <= number < PAGES:
        raise Refused("unknown_button")
    await pressed.answer()
    house = await _house(desk, message.chat.id, press.table, about)
    say = await desk.readers.in_chat(message.chat.id)
    importance = Importance.TABLE if message.chat.id > 0 else Importance.ORNAMENT
    shown = _page(say, house, press.table, about, number)
    desk.outbox.edit(message.chat.id, message.message_id, shown, importance)


async def _house(desk: Desk, chat_id: int, table_id: int, about: str) -> House:
    """What the pages tell of: a named set, the open table's house, else that of the group, in private the usual."""
    if about != OWN:
        return houses.usual(desk).with_rules(about)
    table = desk.service.table(table_id)
    if table is not None:
        return table.house
    return await houses.house_of(desk, chat_id) if chat_id < 0 else houses.usual(desk)


async def in_lobby(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A page of the rules in the lobby's own message, for who sits there."""
    table = desk.service.table(press.table)
    if table is None or table.phase is Phase.CLOSED:
        raise Refused("closed")
    if table.person(pressed.user.id) is None:
        raise Refused("not_seated")
    number = _number(press.arg or "0")
    if not 0 <= number < PAGES:
        raise Refused("unknown_button")
    await pressed.answer()
    desk.presenter.turn_page(table, f"about.{number}")


def _number(text: str) -> int:
    """A number of at most five digits. Raises Refused for anything else."""
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        raise Refused("unknown_button")
    return int(text)
