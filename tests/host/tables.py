"""Tables for tests, made by the real decisions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import decide
from bot.host.fold import evolve, opened
from bot.host.house import House
from bot.host.table import Phase, Table
from engine.players import steady

NAMES = ("阿明", "小红", "老王", "阿强")


def run(table: Table, intent: do.Intent, seed: int = 0) -> Table:
    """The table after an intent."""
    for event in decide(table, intent, seed):
        table = evolve(table, event)
    return table


def lobby(
    people: int = 3, computers: int = 0, rules: str = "qq-half", rounds: int = 0, **house: Any
) -> Table:
    """An open table at which users 1, 2, … and then computer players sit."""
    table = opened(
        7,
        ev.Opened(
            chat_id=-100,
            thread_id=None,
            opener=1,
            house=replace(House().with_rules(rules), rounds=rounds, **house).data(),
        ),
    )
    for number in range(people):
        table = run(table, do.Sit(number + 1, NAMES[number]))
    for _ in range(computers):
        table = run(table, do.AddComputer(1))
    return table


def in_play(people: int = 3, computers: int = 0, seed: int = 1, **house: Any) -> Table:
    """A table whose first round has been dealt and is not over yet."""
    start = lobby(people, computers, **house)
    while True:
        table = run(start, do.Begin(1), seed)
        if table.phase is Phase.PLAYING:
            return table
        seed += 1


def answer(table: Table, seed: int = 0) -> Table:
    """One of the seats that have to answer does what the plain computer player would."""
    assert table.game is not None
    seat = random.Random(seed).choice(sorted(table.game.legal()))
    if table.player(seat).is_computer:
        return run(table, do.ComputerPlays(seat))
    view = table.game.view(seat)
    pick = view.options.index(steady(view, table.game.rules))
    return run(table, do.Play(table.player(seat).user_id, table.moment, str(pick), sure=True))


def play_out(table: Table) -> Table:
    """The table when the round in play is over."""
    for seed in range(500):
        if table.phase is not Phase.PLAYING:
            return table
        table = answer(table, seed)
    raise AssertionError("the round does not end")
