"""What is decided in a match: the answers of people, of computer players and of the clock, and the next round."""

from __future__ import annotations

import random

from bot.host import events as ev
from bot.host import intents as do
from bot.host.fold import evolve
from bot.host.gathering import deal
from bot.host.refused import Refused, need_seat
from bot.host.table import Phase, Table
from engine import Action, Round, View
from engine.players import steady


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


def play(table: Table, intent: do.Play, _: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
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
    return _played(table, seat, action, "person")


def _played(table: Table, seat: int, action: Action, by: str) -> tuple[ev.Event, ...]:
    """The event of a legal answer, and the table's end if that was all it waited for."""
    assert table.game is not None  # noqa: S101 - callers saw to it
    played = ev.Played(seat, action.text(), by)
    after = table.game.steps(seat, action)[-1]
    if after.result is None:
        return (played,)
    if table.stopping:
        return played, ev.Closed("stopped")
    return played, *_close_if_empty(table)


def _close_if_empty(table: Table) -> tuple[ev.Event, ...]:
    staying = any(not p.is_computer and p.user_id not in table.leaving for p in table.people)
    return () if staying else (ev.Closed("empty"),)


def next_round(table: Table, intent: do.NextRound, chance: random.Random) -> tuple[ev.Event, ...]:
    need_seat(table, intent.user_id)
    if table.phase is not Phase.BETWEEN or intent.moment != table.moment:
        raise Refused("stale")
    if intent.user_id in table.ready:
        raise Refused("already_ready")
    ready = table.ready | {intent.user_id}
    people = {person.user_id for person in table.people if not table.plays_itself(person.user_id)}
    events: tuple[ev.Event, ...] = (ev.Ready(intent.user_id),)
    return (*events, deal(table, chance)) if people <= ready else events


def go_on(table: Table, intent: do.GoOn, chance: random.Random) -> tuple[ev.Event, ...]:
    if table.phase is not Phase.BETWEEN or intent.moment != table.moment:
        raise Refused("stale")
    return (deal(table, chance),)


def computer_plays(table: Table, intent: do.ComputerPlays, _: random.Random) -> tuple[ev.Event, ...]:
    """The answer of a computer player, or of the computer for somebody in 托管."""
    player = table.player(intent.seat) if table.game is not None else None
    if table.game is None or player is None or not table.plays_itself(player.user_id):
        raise Refused("stale")
    view = table.game.view(intent.seat)
    if not view.options:
        raise Refused("stale")
    by = "computer" if player.is_computer else "auto"
    return _played(table, intent.seat, steady(view, table.game.rules), by)


def time_up(table: Table, intent: do.TimeUp, _: random.Random) -> tuple[ev.Event, ...]:
    """The answers for those who let their time go: 胡 if it is offered, else 过; a discard is the computer's choice.

    It never takes a card by 吃 or 碰 for somebody who merely looked away.
    """
    if table.game is None or intent.moment != table.moment:
        raise Refused("stale")
    events: list[ev.Event] = []
    for seat in table.game.legal():
        if table.game is None or table.moment != intent.moment or seat not in table.game.legal():
            break
        if table.plays_itself(table.player(seat).user_id):
            continue
        late = _played(table, seat, _when_late(table.game.view(seat), table.game), "clock")
        events += late
        for event in late:
            table = evolve(table, event)
    if not events:
        raise Refused("stale")
    return tuple(events)


def _when_late(view: View, game: Round) -> Action:
    for word in ("hu", "pass"):
        for action in view.options:
            if action.word == word:
                return action
    return steady(view, game.rules)


def hand_over(table: Table, intent: do.HandOver, _: random.Random) -> tuple[ev.Event, ...]:
    """托管, and 我回来了."""
    need_seat(table, intent.user_id)
    if intent.on == (intent.user_id in table.auto):
        raise Refused("already_auto" if intent.on else "not_auto")
    return (ev.AutoPlay(intent.user_id, intent.on),)
