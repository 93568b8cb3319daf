"""What follows from an intent: the events that happen, or a refusal. Pure: chance comes in as a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bot.host import events as ev
from bot.host import gathering, parting, turns
from bot.host import intents as do
from bot.host.refused import Refused
from bot.host.table import Phase, Table

__all__ = ["Refused", "decide"]


def decide(table: Table, intent: do.Intent, seed: int) -> tuple[ev.Event, ...]:
    """The events that follow from `intent` at `table`, in order; `seed` is the source of all chance in them.

    Raises Refused, with a code, if the intent is not allowed now. Nothing is changed here in any case.
    """
    if table.phase is Phase.CLOSED:
        raise Refused("closed")
    events = _DECISIONS[type(intent)](table, intent, random.Random(seed))
    return (*events, *gathering.take_up(table, events))


_DECISIONS: dict[type, Callable[[Table, Any, random.Random], tuple[ev.Event, ...]]] = {
    do.Sit: gathering.sit,
    do.AddComputer: gathering.add_computer,
    do.DropComputer: gathering.drop_computer,
    do.ChooseRules: gathering.choose_rules,
    do.ChooseBase: gathering.choose_base,
    do.ChooseHouse: gathering.choose_house,
    do.Reseat: gathering.reseat,
    do.Begin: gathering.begin,
    do.Play: turns.play,
    do.NextRound: turns.next_round,
    do.GoOn: turns.go_on,
    do.ComputerPlays: turns.computer_plays,
    do.TimeUp: turns.time_up,
    do.HandOver: turns.hand_over,
    do.AgreeToStop: parting.agree_to_stop,
    do.Leave: parting.leave,
    do.Stop: parting.stop,
    do.Depart: parting.depart,
    do.Return: parting.come_back,
    do.Move: parting.move,
    do.Close: parting.close,
}
