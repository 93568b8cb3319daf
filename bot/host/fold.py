"""A table as the fold of its events: what each event makes of it. Pure functions, no clock and no chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.host import events as ev
from bot.host.house import House, from_data
from bot.host.table import NOBODY, Outcome, Person, Phase, Table
from engine import Action, Record, Round
from engine.cards import parse_kind

MISSES = 2
"""How often in a row the time has to be up for somebody before the seat goes to 托管."""


def seating(count: int, dealer: int) -> tuple[int, int, int | None]:
    """The places of the engine's seats 0, 1, 2 when `count` (2 to 4) people sit and `dealer` deals (R5, R44).

    With two, seat 2 is absent (R47).
    """
    if count == 4:
        return dealer, (dealer + 1) % 4, (dealer + 3) % 4
    return 0, 1, 2 if count == 3 else None


def next_dealer(table: Table, game: Round) -> tuple[int, int]:
    """Who deals next, as a place, and how many 荒庄 there were in a row, after `game` at `table` (R40).

    A player who escaped (R42) leaves, so that a new match begins (R41): then it is the same dealer and 0.
    """
    result = game.result
    if result is None:
        raise ValueError("the round is not over")
    if result.end == "hu" and result.winner is not None:
        return table.seats[result.winner] or 0, 0
    if result.end == "quit":
        return table.dealer, 0
    huang = table.huang + 1
    moves_on = huang % 3 == 0 or game.rules.huang_dealer == "next"
    return ((table.dealer + 1) % len(table.people) if moves_on else table.dealer), huang


def _outcome(table: Table, game: Round) -> Outcome:
    result = game.result
    if result is None:
        raise ValueError("the round is not over")
    dealer, huang = next_dealer(table, game)
    return Outcome(
        record=Record.of(game),
        game=game,
        match=table.match,
        number=table.number,
        people=table.players,
        house=table.house,
        beans={
            person.user_id: points * table.multiplier
            for person, points in zip(table.players, result.points, strict=True)
            if person is not NOBODY
        },
        practice=table.practice,
        huang=huang,
        next_dealer=dealer,
    )


def _after_round(table: Table, game: Round) -> Table:
    """The table once `game` is over: score, next dealer, and whether the match ends."""
    outcome = _outcome(table, game)
    score = dict(table.score or {})
    for user_id, beans in outcome.beans.items():
        score[user_id] = score.get(user_id, 0) + beans
    quitter = game.result.quitter if game.result else None
    gone = set(table.leaving)
    if quitter is not None:
        gone.add(table.player(quitter).user_id)
    ends = bool(gone) or table.stopping or (table.rounds > 0 and table.number >= table.rounds)
    return replace(
        table,
        phase=Phase.LOBBY if ends else Phase.BETWEEN,
        match_over=ends,
        game=None,
        seats=(),
        last=outcome,
        score=score,
        dealer=outcome.next_dealer,
        huang=outcome.huang,
        ready=frozenset(),
        agreed=frozenset(),
        leaving=frozenset(),
        departed=frozenset(),
        people=tuple(person for person in table.people if person.user_id not in gone),
    )


def _dealt(table: Table, event: ev.Dealt) -> Table:
    seats = seating(len(table.people), table.dealer)
    game = Round.deal(
        table.house.engine_rules,
        deck=tuple(parse_kind(code) for code in event.deck.split()),
        dealer=seats.index(table.dealer),
        base=table.base,
        huang=table.huang,
        absent=seats.index(None) if None in seats else None,
    )
    dealt = replace(
        table,
        phase=Phase.PLAYING,
        number=table.number + 1,
        serial=table.serial + 1,
        seats=seats,
        game=game,
        ready=frozenset(),
    )
    return dealt if game.result is None else _after_round(dealt, game)


def _sat(table: Table, event: ev.Sat) -> Table:
    person = Person(event.user_id, event.name)
    if event.instead is None:
        return replace(table, people=(*table.people, person))
    return replace(
        table,
        people=tuple(person if p.user_id == event.instead else p for p in table.people),
        match_over=False,
    )


def _left(table: Table, event: ev.Left) -> Table:
    people = tuple(person for person in table.people if person.user_id != event.user_id)
    in_match = table.phase is Phase.BETWEEN
    return replace(
        table, people=people, phase=Phase.LOBBY, match_over=in_match or table.match_over, ready=frozenset()
    )


def _house_chosen(table: Table, house: House) -> Table:
    if table.phase is Phase.LOBBY:
        return replace(table, house=house, next_house=None)
    return replace(table, next_house=None if house == table.house else house)


def _auto(table: Table, user_id: int, *, on: bool) -> Table:
    if not on and user_id not in table.auto and not table.misses.get(user_id):
        return table
    auto = table.auto | {user_id} if on else table.auto - {user_id}
    return replace(table, auto=auto, misses={**table.misses, user_id: 0})


def _played(table: Table, event: ev.Played) -> Table:
    game = table.game
    assert game is not None  # noqa: S101 - decide saw to it
    user_id = table.player(event.seat).user_id
    if event.by == "clock":
        missed = table.misses.get(user_id, 0) + 1
        auto = table.auto | {user_id} if missed >= MISSES else table.auto
        table = replace(table, misses={**table.misses, user_id: missed}, auto=auto)
    elif event.by == "person":
        table = _auto(table, user_id, on=False)
    return _game_over_or_on(table, game.apply(event.seat, Action.parse(event.action)))


def _game_over_or_on(table: Table, game: Round) -> Table:
    return replace(table, game=game) if game.result is None else _after_round(table, game)


def evolve(table: Table, event: ev.Event) -> Table:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """The table after `event`; the event is trusted to be one that `decide` allowed."""
    table = replace(table, seq=table.seq + 1)
    match event:
        case ev.Opened():
            return table
        case ev.Sat():
            return _sat(table, event)
        case ev.Left():
            return _left(table, event)
        case ev.WillLeave(user_id):
            return replace(table, leaving=table.leaving | {user_id})
        case ev.HouseChosen(house):
            return _house_chosen(table, from_data(house))
        case ev.Reseated(order):
            by_id = {person.user_id: person for person in table.people}
            return replace(table, people=tuple(by_id[user_id] for user_id in order))
        case ev.MatchBegan(number, dealer, cuts):
            return replace(
                table,
                match=number,
                dealer=dealer,
                cuts=cuts,
                number=0,
                huang=0,
                score={person.user_id: 0 for person in table.people},
                match_over=False,
            )
        case ev.Dealt():
            return _dealt(table, event)
        case ev.Played():
            return _played(table, event)
        case ev.Escaped(seat):
            assert table.game is not None  # noqa: S101 - decide saw to it
            return _game_over_or_on(table, table.game.quit(seat))
        case ev.Ready(user_id):
            return replace(table, ready=table.ready | {user_id})
        case ev.StopAsked():
            return replace(table, stopping=True)
        case ev.StopAgreed(user_id):
            return replace(table, agreed=table.agreed | {user_id})
        case ev.AutoPlay(user_id, on):
            return _auto(table, user_id, on=on)
        case ev.Departed(user_id):
            return replace(table, departed=table.departed | {user_id}, leaving=table.leaving | {user_id})
        case ev.Returned(user_id):
            return replace(table, departed=table.departed - {user_id}, leaving=table.leaving - {user_id})
        case ev.Moved(chat_id, thread_id):
            return replace(table, chat_id=chat_id, thread_id=thread_id)
        case ev.Closed(reason):
            return replace(table, phase=Phase.CLOSED, closed=reason, game=None, seats=())


def opened(table_id: int, event: ev.Opened) -> Table:
    """A table fresh from its first event."""
    return Table(
        id=table_id,
        chat_id=event.chat_id,
        thread_id=event.thread_id,
        opener=event.opener,
        house=from_data(event.house),
        seq=1,
    )


def fold(table_id: int, events: Iterable[ev.Event]) -> Table:
    """The table that a journal tells of. Raises ValueError if the journal does not begin with its opening."""
    history = iter(events)
    first = next(history, None)
    if not isinstance(first, ev.Opened):
        raise ValueError(f"the journal of table {table_id} does not begin with its opening")
    table = opened(table_id, first)
    for event in history:
        table = evolve(table, event)
    return table
