"""/rules: one message whose pages are turned in place, for the table here or for a rule set by its name.

Asked in a group it comes privately, where nothing buries it and everybody reads their own language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from telegram import User

from bot.chat import houses, seats
from bot.chat.desk import Desk, Pressed
from bot.chat.outbox import Importance
from bot.host.decide import Refused
from bot.host.house import House
from bot.host.table import Phase
from bot.views import help as pages
from bot.views.message import Message, Press
from bot.views.rulebook import PAGES, rules_page
from bot.views.say import Say
from engine import RULE_SETS

_ABOUT = re.compile(r"own(?P<group>-\d{1,15})?|(?P<named>[a-z-]+)")
_LINK = re.compile(r"rules(?:(?P<group>-\d{1,15})(?:_(?P<thread>\d{1,10}))?|_(?P<named>[a-z-]+))")


@dataclass(frozen=True, slots=True)
class Book:
    """Whose rules are told: those of an open `table` (its id; 0 for none), else those of a `group` (its chat id).

    Without either they are those of the chat in which the message stands. `named`: of this rule set, whatever is
    played anywhere.
    """

    table: int = 0
    group: int = 0
    named: str = ""

    def press(self, page: int) -> Press:
        """The press that turns to a page."""
        own = f"own{self.group}" if self.group else "own"
        return Press("book", self.table, 0, f"{self.named or own}.{page}")

    def payload(self, thread_id: int | None) -> str:
        """The payload of START that brings it; `thread_id` is the topic in which it was asked for."""
        if self.named:
            return f"rules_{self.named}"
        return f"rules{self.group}" if thread_id is None else f"rules{self.group}_{thread_id}"


async def asked(desk: Desk, book: Book, chat_id: int, say: Say) -> Message:
    """The table of contents for who asks in the chat in which it is to stand."""
    return _page(say, book, await _house(desk, chat_id, book), 0)


async def asked_in_group(desk: Desk, book: Book, user: User, thread_id: int | None, say: Say) -> Message:
    """Send the table of contents to who asked in a group; the answer there, with the way to it.

    `say` is how the group is spoken to. Who cannot be written to gets it behind the link.
    """
    if not await desk.store.people.can_message(user.id):
        return pages.rules_by_link(say, desk.start_url(book.payload(thread_id)))
    desk.outbox.say(user.id, await asked(desk, book, user.id, desk.say(user)), Importance.TABLE)
    return pages.rules_sent(say, desk.username)


async def by_link(desk: Desk, user: User, payload: str) -> Message | None:
    """The table of contents behind a link of `asked_in_group`; None if the payload is no such link's.

    Raises Refused (`not_in_group`): a group's rules are for those who are in it.
    """
    found = _LINK.fullmatch(payload)
    if found is None or (found["named"] or next(iter(RULE_SETS))) not in RULE_SETS:
        return None
    if found["named"]:
        return await asked(desk, Book(named=found["named"]), user.id, desk.say(user))
    group = int(found["group"])
    if not await seats.is_member(user.get_bot(), group, user.id):
        raise Refused("not_in_group")
    table = desk.service.table_in(group, int(found["thread"]) if found["thread"] else None)
    book = Book(table.id if table is not None else 0, group)
    return await asked(desk, book, user.id, desk.say(user))


def _page(say: Say, book: Book, house: House, number: int) -> Message:
    return rules_page(say, house, number, book.press)


async def turn(desk: Desk, pressed: Pressed, press: Press) -> None:
    """A page of /rules, in the message that was pressed. The table's own rules count as long as it is open."""
    message = pressed.query.message
    about, _, text = press.arg.partition(".")
    number, found = _number(text), _ABOUT.fullmatch(about)
    if message is None or found is None or not 0 <= number < PAGES:
        raise Refused("unknown_button")
    book = Book(press.table, int(found["group"] or 0), found["named"] or "")
    # Who makes up a button could name any group.
    if book.named not in ("", *RULE_SETS) or (book.group and not pressed.is_shown):
        raise Refused("unknown_button")
    await pressed.answer()
    say = await desk.readers.in_chat(message.chat.id)
    importance = Importance.TABLE if message.chat.id > 0 else Importance.ORNAMENT
    shown = _page(say, book, await _house(desk, message.chat.id, book), number)
    desk.outbox.edit(message.chat.id, message.message_id, shown, importance)


async def _house(desk: Desk, chat_id: int, book: Book) -> House:
    """What a book in this chat tells of: a named set, the open table's house, else that of the group, or the usual."""
    if book.named:
        return houses.usual(desk).with_rules(book.named)
    table = desk.service.table(book.table)
    if table is not None:
        return table.house
    group = book.group or min(chat_id, 0)
    return await houses.house_of(desk, group) if group else houses.usual(desk)


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
