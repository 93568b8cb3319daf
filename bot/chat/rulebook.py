"""/rules: one message whose pages are turned in place, for the table here or for a rule set by its name."""

from __future__ import annotations

from bot.chat.desk import Desk, Pressed
from bot.chat.outbox import Importance
from bot.host.decide import Refused
from bot.host.house import House
from bot.host.table import Phase, Table
from bot.views.message import Message, Press
from bot.views.rulebook import PAGES, Stakes, rules_page
from bot.views.say import Say
from engine.rules import ALL_SETS


def first_page(say: Say, house: House, table: Table | None) -> Message:
    """The table of contents for what a house plays; `table` is the one that plays it, if one does."""
    return _page(say, house, table.id if table is not None else 0, 0)


def _page(say: Say, house: House, table_id: int, number: int) -> Message:
    stakes = Stakes(house.engine_rules, house.base, house.multiplier)
    about = f"{house.rules}.{house.base}.{house.multiplier}"
    return rules_page(say, stakes, number, lambda page: Press("book", table_id, 0, f"{about}.{page}"))


async def turn(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A page of /rules, in the message that was pressed. The table's own rules count as long as it is open."""
    message = pressed.query.message
    if message is None:
        raise Refused("unknown_button")
    name, *numbers = press.arg.split(".")
    if name not in ALL_SETS or len(numbers) != 3:
        raise Refused("unknown_button")
    base, multiplier, number = (_number(text) for text in numbers)
    if not 0 <= number < PAGES:
        raise Refused("unknown_button")
    await pressed.answer()
    table = desk.service.table(press.table)
    named = House().with_rules(name)
    house = table.house if table is not None else House(name, {}, base, multiplier, named.rounds)
    say = await desk.readers.in_chat(message.chat.id)
    importance = Importance.TABLE if message.chat.id > 0 else Importance.ORNAMENT
    desk.outbox.edit(message.chat.id, message.message_id, _page(say, house, press.table, number), importance)


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
