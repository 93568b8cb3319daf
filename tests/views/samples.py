"""Tables and rounds for the tests of the views, made by the real decisions and the real engine."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from bot.host import events as ev
from bot.host import intents as do
from bot.host.fold import opened
from bot.host.house import House
from bot.host.table import NOBODY, Outcome, Person, Phase, Table
from bot.views.message import Message
from bot.views.say import plain
from engine import Record, Round
from tests.host.tables import NAMES, answer, run

RECORDS = Path(__file__).parent.parent / "cases" / "records"
RTL_NAME = "\u202eمحمد الطويل \u0645"
FAMILY = "👨‍👩‍👧‍👦"
ODD_NAMES = ("<b>&阿明_*", RTL_NAME, FAMILY * 12, "A" * 64)
"""Names that could break a layout or the mark-up."""


def lobby(
    *names: str,
    computers: int = 0,
    rules: str = "qq-half",
    rounds: int = 0,
    multiplier: int = 1,
    **house: Any,
) -> Table:
    """An open table at which users 1, 2, … with these names sit, and then computer players."""
    table = opened(
        7,
        ev.Opened(
            chat_id=-100,
            thread_id=None,
            opener=1,
            house=replace(House().with_rules(rules), rounds=rounds, multiplier=multiplier, **house).data(),
        ),
    )
    for number, name in enumerate(names):
        table = run(table, do.Sit(number + 1, name))
    for _ in range(computers):
        table = run(table, do.AddComputer(1))
    return table


def course(table: Table, seed: int) -> Iterator[Table]:
    """Every state of one round at `table`, from the deal to the table after it."""
    table = run(table, do.Begin(1) if table.phase is Phase.LOBBY else do.GoOn(table.moment), seed)
    chance = random.Random(seed)
    yield table
    while table.phase is Phase.PLAYING:
        table = answer(table, chance.randrange(1000))
        yield table


@cache
def states(
    people: int = 3, seeds: tuple[int, ...] = (1, 2, 3, 4), rules: str = "qq-half"
) -> tuple[Table, ...]:
    """Many states of rounds in play, with two to four people."""
    start = lobby(*NAMES[:people], rules=rules, two=True if people == 2 else None)
    return tuple(table for seed in seeds for table in course(start, seed) if table.phase is Phase.PLAYING)


def game_of(table: Table) -> Round:
    """The round in play."""
    assert table.game is not None
    return table.game


@cache
def records(rules: str) -> tuple[Round, ...]:
    """Finished rounds of a rule set from the shared cases; also "house" and those of two at the table."""
    lines = (RECORDS / f"{rules}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Record.parse(line).replay() for line in lines)


def settled(
    game: Round,
    *,
    multiplier: int = 1,
    huang: int = 0,
    next_dealer: int = 0,
    names: tuple[str, ...] = ("小红", "阿明", "老王"),
    practice: bool = False,
    over: bool = False,
) -> Table:
    """A table at which `game` is just over; users 1, 2, 3 played the seats 0, 1, 2, but for an absent one."""
    assert game.result is not None
    seated = [Person(number + 1, name) for number, name in enumerate(names)]
    players = [NOBODY if seat == game.absent else seated[seat] for seat in range(3)]
    people = tuple(person for person in seated if person in players or len(names) == 4)
    beans = {
        person.user_id: points * multiplier
        for person, points in zip(players, game.result.points, strict=True)
        if person is not NOBODY
    }
    outcome = Outcome(
        record=Record.of(game),
        game=game,
        match=2,
        number=3,
        people=(players[0], players[1], players[2]),
        beans=beans,
        practice=practice,
        house=House(
            rules=game.rules.name, changes=game.rules.changes(), base=game.base, multiplier=multiplier
        ),
        huang=huang,
        next_dealer=next_dealer,
    )
    table = lobby(*names, rules=game.rules.name, multiplier=multiplier)
    return replace(
        table,
        people=people,
        house=outcome.house,
        phase=Phase.LOBBY if over else Phase.BETWEEN,
        match_over=over,
        last=outcome,
        score={person.user_id: beans.get(person.user_id, 0) for person in people},
        match=2,
        number=3,
        serial=3,
    )


def shown(message: Message | str) -> str:
    """The text as a reader sees it: without mark-up and without the marks around names."""
    text = message if isinstance(message, str) else message.text
    return re.sub("[\u2068\u2069]", "", plain(re.sub(r"<[^<>]*>", "", text)))


def labels(message: Message) -> list[list[str]]:
    """The labels of the keyboard, row by row."""
    return [[button.label for button in row] for row in message.keyboard]
