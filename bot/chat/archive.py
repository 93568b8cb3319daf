"""Finished rounds, brought back from the database for who asks to see them once more."""

from __future__ import annotations

from bot.host.decide import Refused
from bot.host.gathering import COMPUTERS
from bot.host.house import House
from bot.host.table import NOBODY, Outcome, Person
from bot.views.message import Press
from engine import Record
from storage import Store, StoredRound


def which(press: Press) -> tuple[int, int]:
    """The round that a press is about: number of the match and of the round. Raises Refused for anything else."""
    match, _, number = press.arg.partition(".")
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in (match, number)):
        raise Refused("no_such_option", word="")
    return int(match), int(number)


async def outcome(
    store: Store, table_id: int, round_: tuple[int, int], *, chat_id: int, user_id: int
) -> Outcome:
    """A finished round of a table, replayed from its record.

    It is shown in its own group, or to one of its players. Raises Refused (`no_such_round`) otherwise.
    """
    match, number = round_
    for stored in await store.rounds.of_match(table_id, match):
        if stored.round.number == number and (stored.chat_id == chat_id or user_id in stored.round.people):
            return await _replayed(store, stored)
    raise Refused("no_such_round")


async def _replayed(store: Store, stored: StoredRound) -> Outcome:
    row = stored.round
    record = Record.parse(row.record)
    game = record.replay()
    points = game.result.points if game.result is not None else (0, 0, 0)
    people = [NOBODY if user is None else await _person(store, user) for user in row.people]
    return Outcome(
        record=record,
        game=game,
        match=row.match,
        number=row.number,
        people=(people[0], people[1], people[2]),
        beans={
            person.user_id: each * row.multiplier
            for person, each in zip(people, points, strict=True)
            if person is not NOBODY
        },
        house=House(
            rules=record.rules.name,
            changes=record.rules.changes(),
            base=record.base,
            multiplier=row.multiplier,
        ),
        practice=row.practice,
        huang=0,
        next_dealer=0,
    )


async def _person(store: Store, user_id: int) -> Person:
    name = COMPUTERS[-1 - user_id] if user_id < 0 else await store.people.name(user_id)
    return Person(user_id, name)
