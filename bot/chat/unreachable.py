"""What becomes of a seat whose player cannot be written to: the group is told once, with the way out."""

from __future__ import annotations

from bot.chat import seats
from bot.chat.desk import TO_HAND, Desk
from bot.chat.outbox import Importance
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from bot.views.unreachable import cannot_play, cannot_sit


async def forbidden(desk: Desk, chat_id: int) -> None:
    """Telegram does not let us write to this chat: a private one that was never started, or has us blocked.

    Before a match the seat is given up; in a match it stays, since the buttons in the group still work.
    """
    if chat_id < 0:
        return
    await desk.store.people.set_can_message(chat_id, False)
    for table in desk.service.tables_of(chat_id):
        if table.phase is Phase.LOBBY:
            await _give_up_seat(desk, table, chat_id)
        else:
            _tell_in_play(desk, table, chat_id)


async def _give_up_seat(desk: Desk, table: Table, user_id: int) -> None:
    person = table.person(user_id)
    url = await seats.link_to(desk, user_id, table.id)
    try:
        after = await desk.service.do(table.id, do.Leave(user_id))
    except Refused:
        return
    if person is not None and after.phase is not Phase.CLOSED:
        message = cannot_sit(desk.readers.group(table.chat_id), person.name, url)
        desk.outbox.say(table.chat_id, message, Importance.PROMPT, thread_id=table.thread_id)


def _tell_in_play(desk: Desk, table: Table, user_id: int) -> None:
    person = table.person(user_id)
    if person is None or (table.id, user_id) in desk.told_unreachable:
        return
    desk.told_unreachable.add((table.id, user_id))
    message = cannot_play(desk.readers.group(table.chat_id), person.name, desk.start_url(TO_HAND))
    desk.outbox.say(table.chat_id, message, Importance.PROMPT, thread_id=table.thread_id)
