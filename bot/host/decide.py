"""What follows from an intent: the events that happen, or a refusal. Pure: chance comes in as a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.host import events as ev
from bot.host import intents as do
from bot.host.house import BASES, PEOPLE, PLAYING, House, HouseError, checked
from bot.host.table import Person, Phase, Table
from engine import RULE_SETS, Action, Round, View
from engine.cards import code, shuffled
from engine.players import steady

COMPUTERS = ("老王", "小美", "阿福")
"""The names of the computer players, in the order in which they sit down."""


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """An intent that changes nothing. `code` says why (the views have the words), `params` go into them."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def decide(table: Table, intent: do.Intent, seed: int) -> tuple[ev.Event, ...]:
    """The events that follow from `intent` at `table`, in order; `seed` is the source of all chance in them.

    Raises Refused, with a code, if the intent is not allowed now. Nothing is changed here in any case.
    """
    if table.phase is Phase.CLOSED:
        raise Refused("closed")
    return _DECISIONS[type(intent)](table, intent, random.Random(seed))


def _need_seat(table: Table, user_id: int) -> Person:
    person = table.person(user_id)
    if person is None:
        raise Refused("not_seated")
    return person


def most_people(house: House) -> int:
    """How many can sit at a table: 2 if it asks for two, else 4 (R44)."""
    return 2 if house.asks_for == 2 else PEOPLE


def _need_lobby(table: Table) -> None:
    if table.phase is not Phase.LOBBY:
        raise Refused("in_play")


def _sit(table: Table, intent: do.Sit, _: random.Random) -> tuple[ev.Event, ...]:
    if table.person(intent.user_id) is not None:
        raise Refused("already_seated")
    _need_lobby(table)
    computer = next((person for person in table.people if person.is_computer), None)
    full = len(table.people) >= most_people(table.house)
    if computer is not None and (full or len(table.people) >= PLAYING):
        return (ev.Sat(intent.user_id, intent.name, instead=computer.user_id),)
    if full:
        raise Refused("full")
    return (ev.Sat(intent.user_id, intent.name),)


def _add_computer(table: Table, intent: do.AddComputer, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    if not table.house.computers:
        raise Refused("no_computers_here")
    if len(table.people) >= min(PLAYING, most_people(table.house)):
        raise Refused("enough_players")
    taken = {person.user_id for person in table.people}
    number = next(n for n in range(len(COMPUTERS)) if -1 - n not in taken)
    return (ev.Sat(-1 - number, COMPUTERS[number]),)


def _drop_computer(table: Table, intent: do.DropComputer, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    computers = [person for person in table.people if person.is_computer]
    if not computers:
        raise Refused("no_computer")
    return (ev.Left(computers[-1].user_id),)


def _leave(table: Table, intent: do.Leave, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
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


def _choose_rules(table: Table, intent: do.ChooseRules, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    if intent.rules not in RULE_SETS:
        raise Refused("unknown_rules", known="、".join(RULE_SETS))
    return _house(table, table.house.with_rules(intent.rules)) if intent.rules != table.rules else ()


def _choose_base(table: Table, intent: do.ChooseBase, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    if intent.base not in BASES:
        raise Refused("unknown_base", known="、".join(map(str, BASES)))
    return _house(table, replace(table.house, base=intent.base))


def _choose_house(table: Table, intent: do.ChooseHouse, _: random.Random) -> tuple[ev.Event, ...]:
    need_say(table.house, intent.user_id == table.opener, intent.admin)
    _need_lobby(table)
    return _house(table, intent.house)


def need_say(house: House, opener: bool, admin: bool) -> None:
    """Raise Refused (`not_yours_to_change`) unless this person may change the house."""
    if not admin and not (opener and house.changed_by == "opener"):
        raise Refused("not_yours_to_change")


def _house(table: Table, house: House) -> tuple[ev.Event, ...]:
    try:
        checked(house)
    except HouseError as error:
        raise Refused("bad_house", why=str(error)) from None
    if house == table.house:
        return ()
    chosen: tuple[ev.Event, ...] = (ev.HouseChosen(house.data()),)
    staying = table.people[: most_people(house)]
    return (*chosen, *(ev.Left(person.user_id) for person in table.people if person not in staying))


def _reseat(table: Table, intent: do.Reseat, chance: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    order = [person.user_id for person in table.people]
    if len(order) < 2:
        raise Refused("alone")
    chance.shuffle(order)
    return (ev.Reseated(tuple(order)),)


def _deal(table: Table, chance: random.Random) -> ev.Dealt:
    deck = shuffled(chance.getrandbits(512))
    return ev.Dealt(" ".join(code(kind) for kind in deck))


def _begin(table: Table, intent: do.Begin, chance: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    _need_lobby(table)
    if len(table.people) < table.house.least_people:
        raise Refused("too_few", n=table.house.least_people - len(table.people))
    dealer, cuts = _first_dealer(table, chance)
    return ev.MatchBegan(table.match + 1, dealer, cuts), _deal(table, chance)


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


def option(view: View, pick: str) -> Action:
    """The option of the view that `pick` names: a number in its order, or a word that only one option has.

    Raises Refused: `several` (that word fits more than one), `no_such_option` with the word.
    """
    if pick.isascii() and pick.isdigit():
        if len(pick) < 4 and int(pick) < len(view.options):
            return view.options[int(pick)]
        raise Refused("no_such_option", word="")
    fitting = [action for action in view.options if action.word == pick]
    if len(fitting) > 1:
        raise Refused("several", n=len(fitting))
    if not fitting:
        raise Refused("no_such_option", word=pick)
    return fitting[0]


_OPEN_REASONS = frozenset(
    {
        "bi",
        "dead",
        "declined",
        "discarded",
        "no_such_cards",
        "not_complete",
        "not_next",
        "owes_none_left",
        "own_card",
    }
)
"""The engine's reasons that tell a seat nothing but what it can see itself."""


def _why_no_option(game: Round, view: View, word: str, refused: Refused) -> Refused:
    """The best reason that may be told to a seat that has no option by `word`."""
    if refused.code != "no_such_option" or view.seat is None:
        return refused
    if view.face_up is not None and word in ("chi", "peng", "hu"):
        reason = game.why_not(view.seat, Action(word))
        if reason in _OPEN_REASONS:
            return Refused(reason)
    return refused if view.options else Refused("not_asked")


def _play(table: Table, intent: do.Play, _: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    # A number is about one list of options; a word means the same as long as the board shows the same.
    moments = {table.moment} if intent.pick[:1].isdigit() else {table.moment, table.public_moment}
    if table.phase is not Phase.PLAYING or table.game is None or intent.moment not in moments:
        raise Refused("stale")
    seat = table.seat_of(intent.user_id)
    if seat is None:
        raise Refused("sitting_out")
    view = table.game.view(seat)
    if view.answer is not None:
        raise Refused("answered")
    try:
        action = option(view, intent.pick)
    except Refused as refused:
        raise _why_no_option(table.game, view, intent.pick, refused) from None
    hu_offered = any(other.word == "hu" for other in view.options)
    if hu_offered and action.word != "hu" and not intent.sure:
        raise Refused("pass_hu_sure")
    return _played(table, seat, action)


def _played(table: Table, seat: int, action: Action) -> tuple[ev.Event, ...]:
    """The event of a legal answer, and the table's end if that was all it waited for."""
    assert table.game is not None  # noqa: S101 - callers saw to it
    played = ev.Played(seat, action.text())
    after = table.game.apply(seat, action)
    if after.result is None:
        return (played,)
    if table.stopping:
        return played, ev.Closed("stopped")
    return played, *_close_if_empty(table)


def _close_if_empty(table: Table) -> tuple[ev.Event, ...]:
    staying = any(not p.is_computer and p.user_id not in table.leaving for p in table.people)
    return () if staying else (ev.Closed("empty"),)


def _next_round(table: Table, intent: do.NextRound, chance: random.Random) -> tuple[ev.Event, ...]:
    _need_seat(table, intent.user_id)
    if table.phase is not Phase.BETWEEN or intent.moment != table.moment:
        raise Refused("stale")
    if intent.user_id in table.ready:
        raise Refused("already_ready")
    ready = table.ready | {intent.user_id}
    people = {person.user_id for person in table.people if not person.is_computer}
    events: tuple[ev.Event, ...] = (ev.Ready(intent.user_id),)
    return (*events, _deal(table, chance)) if people <= ready else events


def _go_on(table: Table, intent: do.GoOn, chance: random.Random) -> tuple[ev.Event, ...]:
    if table.phase is not Phase.BETWEEN or intent.moment != table.moment:
        raise Refused("stale")
    return (_deal(table, chance),)


def _computer_plays(table: Table, intent: do.ComputerPlays, _: random.Random) -> tuple[ev.Event, ...]:
    if table.game is None or not table.player(intent.seat).is_computer:
        raise Refused("stale")
    view = table.game.view(intent.seat)
    if not view.options:
        raise Refused("stale")
    return _played(table, intent.seat, steady(view, table.game.rules))


def _stop(table: Table, intent: do.Stop, _: random.Random) -> tuple[ev.Event, ...]:
    opener_is_gone = table.person(table.opener) is None
    may = intent.user_id == table.opener or (opener_is_gone and table.person(intent.user_id) is not None)
    if not may and not intent.admin:
        raise Refused("not_yours_to_stop")
    if table.phase is not Phase.PLAYING:
        return (ev.Closed("stopped"),)
    if table.stopping:
        raise Refused("already_stopping")
    return (ev.StopAsked(intent.user_id),)


def _depart(table: Table, intent: do.Depart, chance: random.Random) -> tuple[ev.Event, ...]:
    """Who left the group stands up; but in a round the seat is kept, since others play against it."""
    if table.person(intent.user_id) is None or intent.user_id in table.leaving:
        return ()
    if table.phase is not Phase.PLAYING or table.seat_of(intent.user_id) is None:
        return _leave(table, do.Leave(intent.user_id), chance)
    departed: tuple[ev.Event, ...] = (ev.Departed(intent.user_id),)
    return (*departed, ev.Closed("empty")) if _only_person(table, intent.user_id) else departed


def _return(table: Table, intent: do.Return, _: random.Random) -> tuple[ev.Event, ...]:
    return (ev.Returned(intent.user_id),) if intent.user_id in table.departed else ()


def _move(table: Table, intent: do.Move, _: random.Random) -> tuple[ev.Event, ...]:
    here = (table.chat_id, table.thread_id) == (intent.chat_id, intent.thread_id)
    return () if here else (ev.Moved(intent.chat_id, intent.thread_id),)


def _close(table: Table, intent: do.Close, _: random.Random) -> tuple[ev.Event, ...]:
    if intent.seq not in (None, table.seq):
        raise Refused("stale")
    return (ev.Closed(intent.reason),)


_DECISIONS: dict[type, Callable[[Table, Any, random.Random], tuple[ev.Event, ...]]] = {
    do.Sit: _sit,
    do.AddComputer: _add_computer,
    do.DropComputer: _drop_computer,
    do.Leave: _leave,
    do.ChooseRules: _choose_rules,
    do.ChooseBase: _choose_base,
    do.ChooseHouse: _choose_house,
    do.Reseat: _reseat,
    do.Begin: _begin,
    do.Play: _play,
    do.NextRound: _next_round,
    do.GoOn: _go_on,
    do.ComputerPlays: _computer_plays,
    do.Stop: _stop,
    do.Depart: _depart,
    do.Return: _return,
    do.Move: _move,
    do.Close: _close,
}
