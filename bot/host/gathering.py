"""What is decided before a match: seats, what is played, who deals first."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import reduce

from bot.host import events as ev
from bot.host import intents as do
from bot.host.fold import evolve
from bot.host.house import BASES, PEOPLE, PLAYING, House, HouseError, checked
from bot.host.refused import Refused, need_lobby, need_seat
from bot.host.table import Phase, Table
from engine import RULE_SETS
from engine.cards import code, shuffled

COMPUTERS = ("老王", "小美", "阿福")
"""The names of the computer players, in the order in which they sit down."""


def most_people(house: House) -> int:
    """How many can sit at a table: 2 if it asks for two, else 4 (R44)."""
    return 2 if house.asks_for == 2 else PEOPLE


def sit(table: Table, intent: do.Sit, _: random.Random) -> tuple[ev.Event, ...]:
    if table.person(intent.user_id) is not None:
        raise Refused("already_seated")
    need_lobby(table)
    computer = next((person for person in table.people if person.is_computer), None)
    full = len(table.people) >= most_people(table.house)
    if computer is not None and (full or len(table.people) >= PLAYING):
        return (ev.Sat(intent.user_id, intent.name, instead=computer.user_id),)
    if full:
        raise Refused("full")
    return (ev.Sat(intent.user_id, intent.name),)


def add_computer(table: Table, intent: do.AddComputer, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    if not table.house.computers:
        raise Refused("no_computers_here")
    if len(table.people) >= min(PLAYING, most_people(table.house)):
        raise Refused("enough_players")
    taken = {person.user_id for person in table.people}
    number = next(n for n in range(len(COMPUTERS)) if -1 - n not in taken)
    return (ev.Sat(-1 - number, COMPUTERS[number]),)


def drop_computer(table: Table, intent: do.DropComputer, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    computers = [person for person in table.people if person.is_computer]
    if not computers:
        raise Refused("no_computer")
    return (ev.Left(computers[-1].user_id),)


def choose_rules(table: Table, intent: do.ChooseRules, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    if table.house.changed_by == "admins":
        need_say(table.house, opener=False, admin=intent.admin)
    if intent.rules not in RULE_SETS:
        raise Refused("unknown_rules", known="、".join(RULE_SETS))
    return _house(table, table.house.with_rules(intent.rules)) if intent.rules != table.rules else ()


def choose_base(table: Table, intent: do.ChooseBase, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    if table.house.changed_by == "admins":
        need_say(table.house, opener=False, admin=intent.admin)
    if intent.base not in BASES:
        raise Refused("unknown_base", known="、".join(map(str, BASES)))
    return _house(table, replace(table.house, base=intent.base))


def choose_house(table: Table, intent: do.ChooseHouse, _: random.Random) -> tuple[ev.Event, ...]:
    need_say(table.house, intent.user_id == table.opener, intent.admin)
    if table.phase is Phase.LOBBY:
        return _house(table, intent.house)
    _need_good(intent.house)
    coming = table.house if table.next_house is None else table.next_house
    return (ev.HouseChosen(intent.house.data()),) if intent.house != coming else ()


def take_up(table: Table, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """What follows when `events` end a match in which another house was chosen: the table plays it from now on."""
    if table.next_house is None:
        return ()
    after = reduce(evolve, events, table)
    return _house(after, table.next_house) if after.phase is Phase.LOBBY else ()


def need_say(house: House, opener: bool, admin: bool) -> None:
    """Raise Refused (`not_yours_to_change`) unless this person may change the house."""
    if not admin and not (opener and house.changed_by == "opener"):
        raise Refused("not_yours_to_change")


def _house(table: Table, house: House) -> tuple[ev.Event, ...]:
    _need_good(house)
    if house == table.house and table.next_house is None:
        return ()
    chosen: tuple[ev.Event, ...] = (ev.HouseChosen(house.data()),)
    staying = table.people[: most_people(house)]
    return (*chosen, *(ev.Left(person.user_id) for person in table.people if person not in staying))


def _need_good(house: House) -> None:
    """Raise Refused (`bad_house`, with the HouseError as `why`) for a house with a value that it cannot have."""
    try:
        checked(house)
    except HouseError as error:
        raise Refused("bad_house", why=error) from None


def reseat(table: Table, intent: do.Reseat, chance: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    order = [person.user_id for person in table.people]
    if len(order) < 2:
        raise Refused("alone")
    chance.shuffle(order)
    return (ev.Reseated(tuple(order)),)


def deal(table: Table, chance: random.Random) -> ev.Dealt:
    deck = shuffled(chance.getrandbits(512))
    return ev.Dealt(" ".join(code(kind) for kind in deck))


def begin(table: Table, intent: do.Begin, chance: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    need_lobby(table)
    if len(table.people) < table.house.least_people:
        raise Refused("too_few", n=table.house.least_people - len(table.people))
    dealer, cuts = _first_dealer(table, chance)
    return ev.MatchBegan(table.match + 1, dealer, cuts), deal(table, chance)


Cuts = tuple[tuple[tuple[int, str], ...], ...]


def _first_dealer(table: Table, chance: random.Random) -> tuple[int, Cuts]:
    """The place of the first dealer: by lot, or who cuts the highest card; equal ones cut again (R3, R40)."""
    if not table.house.cuts:
        return chance.randrange(len(table.people)), ()
    deck = list(shuffled(chance.getrandbits(512)))
    left, cuts = list(range(len(table.people))), []
    while len(left) > 1:
        drawn = {place: deck.pop() for place in left}
        cuts.append(tuple((table.people[place].user_id, code(kind)) for place, kind in drawn.items()))
        best = max(drawn.values())
        left = [place for place in left if drawn[place] == best]
    return left[0], tuple(cuts)
