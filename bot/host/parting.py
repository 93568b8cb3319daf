"""What is decided about leaving, stopping, and what happens to the group."""

from __future__ import annotations

import random

from bot.host import events as ev
from bot.host import intents as do
from bot.host.refused import Refused, need_seat
from bot.host.table import Phase, Table


def leave(table: Table, intent: do.Leave, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    if table.phase is Phase.PLAYING:
        return _leave_in_round(table, intent)
    left: tuple[ev.Event, ...] = (ev.Left(intent.user_id),)
    return (*left, ev.Closed("empty")) if _only_person(table, intent.user_id) else left


def _leave_in_round(table: Table, intent: do.Leave) -> tuple[ev.Event, ...]:
    seat = table.seat_of(intent.user_id)
    if seat is None:
        if intent.user_id in table.leaving:
            raise Refused("already_leaving")
        return (ev.WillLeave(intent.user_id),)
    if not intent.sure:
        raise Refused("leave_sure")
    escaped: tuple[ev.Event, ...] = (ev.Escaped(seat),)
    if _only_person(table, intent.user_id):
        return (*escaped, ev.Closed("empty"))
    return (*escaped, ev.Closed("stopped")) if table.stopping else escaped


def _only_person(table: Table, user_id: int) -> bool:
    staying = (p for p in table.people if not p.is_computer and p.user_id not in table.leaving)
    return all(person.user_id == user_id for person in staying)


def stop(table: Table, intent: do.Stop, _: random.Random) -> tuple[ev.Event, ...]:
    opener_is_gone = table.person(table.opener) is None
    may = intent.user_id == table.opener or (opener_is_gone and table.person(intent.user_id) is not None)
    if not may and not intent.admin:
        raise Refused("not_yours_to_stop")
    if table.phase is not Phase.PLAYING:
        return (ev.Closed("stopped"),)
    if table.stopping:
        raise Refused("already_stopping")
    return (ev.StopAsked(intent.user_id),)


def agree_to_stop(table: Table, intent: do.AgreeToStop, _: random.Random) -> tuple[ev.Event, ...]:
    """Somebody would have the table closed at once; it is when every seated person agrees, the round being void."""
    need_seat(table, intent.user_id)
    if not table.stopping or table.phase is not Phase.PLAYING:
        raise Refused("stale")
    if intent.user_id in table.agreed:
        raise Refused("already_agreed")
    agreed: tuple[ev.Event, ...] = (ev.StopAgreed(intent.user_id),)
    people = {person.user_id for person in table.people if not person.is_computer} - table.departed
    return (*agreed, ev.Closed("agreed")) if people <= table.agreed | {intent.user_id} else agreed


def depart(table: Table, intent: do.Depart, chance: random.Random) -> tuple[ev.Event, ...]:
    """Who left the group stands up; but in a round the seat is kept, since others play against it.

    Where the house calls it 逃跑 the round ends instead (R42).
    """
    if table.person(intent.user_id) is None or intent.user_id in table.leaving:
        return ()
    if table.phase is not Phase.PLAYING or table.seat_of(intent.user_id) is None:
        return leave(table, do.Leave(intent.user_id), chance)
    if table.house.escapes:
        return leave(table, do.Leave(intent.user_id, sure=True), chance)
    departed: tuple[ev.Event, ...] = (ev.Departed(intent.user_id),)
    return (*departed, ev.Closed("empty")) if _only_person(table, intent.user_id) else departed


def come_back(table: Table, intent: do.Return, _: random.Random) -> tuple[ev.Event, ...]:
    return (ev.Returned(intent.user_id),) if intent.user_id in table.departed else ()


def move(table: Table, intent: do.Move, _: random.Random) -> tuple[ev.Event, ...]:
    here = (table.chat_id, table.thread_id) == (intent.chat_id, intent.thread_id)
    return () if here else (ev.Moved(intent.chat_id, intent.thread_id),)


def close(table: Table, intent: do.Close, _: random.Random) -> tuple[ev.Event, ...]:
    if intent.seq not in (None, table.seq):
        raise Refused("stale")
    return (ev.Closed(intent.reason),)
