"""The deal up to the question on the 亮张: R6 to R9."""

from __future__ import annotations

from engine.cards import Kind
from engine.claims import wins_only
from engine.ends import win_at_once
from engine.events import ONLY, Event
from engine.melds import alike
from engine.rules import Rules
from engine.seat import Seat
from engine.state import ORDERS, State
from engine.wins import Claim, completes


def open_round(rules: Rules, deck: tuple[Kind, ...], dealer: int, base: int) -> State:
    """A round as it stands after the deal: won by R7, or at the question on the 亮张, if anybody can win on it."""
    state = State(rules, deck, dealer, base)
    order = ORDERS[dealer]
    _deal(state)
    for number in order:
        if _wins_at_once(state.seats[number]):
            win_at_once(state, number)
            return state
    for number in order:
        _lay_quadruples(state, number)
    state.next_moment(public=True)
    state.ask(wins_only([number for number in order if _completes(state, number)], rules))
    return state


def _deal(state: State) -> None:
    """R6."""
    hands = {
        seat: state.deck[20 * place : 20 * place + 20] for place, seat in enumerate(ORDERS[state.dealer])
    }
    state.events += [Event("deal", seat, tuple(sorted(hands[seat])), ONLY[seat]) for seat in range(3)]
    state.events.append(Event("liang", state.dealer, (state.liang,)))
    hands[state.dealer] += (state.liang,)
    state.seats = [Seat(hands[seat]) for seat in range(3)]


def _wins_at_once(seat: Seat) -> bool:
    """R7."""
    quads = seat.hand.count(4)
    return quads >= 3 or quads + seat.hand.count(3) >= 5


def _lay_quadruples(state: State, number: int) -> None:
    """R8."""
    seat = state.seat(number)
    for kind, count in enumerate(seat.hand):
        if count == 4:
            seat.hand[kind] = 0
            seat.opening += (kind,)
            seat.quads += 1
            seat.lay(alike("ti", kind), state.rules, joined=0)
            state.events.append(Event("ti", number, (kind,) * 4))


def _completes(state: State, number: int) -> bool:
    """R9: for the dealer with its 21 cards as they are."""
    seat = state.seats[number]
    own = number == state.dealer
    claim = Claim(None if own else state.liang, drawn=True, own=own, liang=True, opening=seat.opening)
    return completes(state.rules, seat.hand, seat.melds, claim)
