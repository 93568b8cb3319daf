"""The deal up to the question on the 亮张, or to the dealer without one: R6 to R9, L1, L2."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Kind, is_red
from engine.claims import wins_only
from engine.ends import win_at_once
from engine.events import ONLY, Event
from engine.melds import alike
from engine.rules import Rules
from engine.seat import Seat
from engine.state import ORDERS, Deal, State
from engine.wins import Claim, completes


def open_round(rules: Rules, deal: Deal) -> State:
    """A round as it stands after the deal: won by R7, or at the question of R9, if anybody can win by it."""
    state = State(rules, deal)
    order = state.orders[deal.dealer]
    _deal(state)
    if rules.black_last:
        _show_bottom(state)
    for number in order:
        if _wins_at_once(state.seats[number]):
            win_at_once(state, number)
            return state
    for number in order:
        _lay_quadruples(state, number)
    state.next_moment(public=True)
    asked = order if rules.shows_liang else order[:1]
    state.ask(wins_only([number for number in asked if _completes(state, number)], rules))
    return state


def _deal(state: State) -> None:
    """R6, L1 (the dealer's 21st card is not shown), R47 (the absent seat's cards are set aside)."""
    deal = state.deal
    dealer, extra = deal.dealer, deal.deck[60:61]
    shown = state.rules.shows_liang
    hands: list[tuple[Kind, ...]] = [(), (), ()]
    for place, number in enumerate(ORDERS[dealer]):
        hands[number] = deal.deck[20 * place : 20 * place + 20]
    if deal.absent is not None:
        state.deal = replace(deal, aside=hands[deal.absent])
        hands[deal.absent] = ()
    if not shown:
        hands[dealer] += extra
    state.events += [
        Event("deal", number, tuple(sorted(cards)), ONLY[number])
        for number, cards in enumerate(hands)
        if number != deal.absent
    ]
    if shown:
        state.events.append(Event("liang", dealer, extra))
        hands[dealer] += extra
    state.seats = [Seat(cards) for cards in hands]


def _show_bottom(state: State) -> None:
    """L2: red cards go from under the stock to its top, until a black one lies there."""
    stock, moved = state.stock, 0
    for _ in state.stock:
        state.events.append(Event("bottom", None, stock[-1:]))
        if not is_red(stock[-1]):
            break
        stock = stock[-1:] + stock[:-1]
        moved += 1
    state.stock = stock[:-1]
    state.deal = replace(state.deal, moved=moved, bottom=stock[-1])


def _wins_at_once(seat: Seat) -> bool:
    """R7."""
    quads = seat.hand.count(4)
    return quads >= 3 or quads + seat.hand.count(3) >= 5


def _lay_quadruples(state: State, number: int) -> None:
    """R8."""
    seat, type_ = state.seat(number), state.rules.dealt_four
    for kind, count in enumerate(seat.hand):
        if count == 4:
            seat.hand[kind] = 0
            seat.opening += (kind,)
            seat.quads += 1
            seat.lay(alike(type_, kind), state.rules, joined=0)
            state.events.append(Event(type_, number, (kind,) * 4))


def _completes(state: State, number: int) -> bool:
    """R9: for the dealer with its 21 cards as they are."""
    seat = state.seats[number]
    own = number == state.deal.dealer
    claim = Claim(None if own else state.card, drawn=True, own=own, liang=True, opening=seat.opening)
    return completes(state.rules, seat.hand, seat.melds, claim)
