"""Why an action is not legal: a code that a message can be made from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.actions import PENG, Action
from engine.cards import Kind
from engine.chi import PAIRS, chi_options
from engine.seat import BIT, Seat

if TYPE_CHECKING:
    from engine.state import State

REASONS: Final = {
    "over": "the round is over",
    "absent": "nobody plays on this seat (R47)",
    "not_asked": "nothing is asked of this seat now",
    "answered": "the seat has answered already",
    "must_discard": "the seat owes a discard",
    "no_such_cards": "the hand does not hold the cards",
    "kan": "the cards are part of a 坎 (R12)",
    "dead": "the kind is dead for the seat (R25)",
    "own_card": "the seat discarded the card itself, or drew it (碰)",
    "by_itself": "this 碰 is forced and nothing to answer (L3)",
    "not_next": "only the drawer and the seat after may 吃 (R20, R21)",
    "forced_first": "a forced 跑, 招 or 碰 takes the card first (R18, L3)",
    "no_meld": "the cards make no run and no 绞 (R22)",
    "bi": "this 吃 needs other 比, or cannot be completed by 比 (R24)",
    "owes_none_left": "the seat would owe a discard and have none to make (R23)",
    "declined": "the seat let a 胡 with this kind go (R27)",
    "discarded": "a discard cannot be won (R33)",
    "not_complete": "the cards are not complete, or have too few 胡息 (R30)",
    "not_offered": "it is no option here",
}
"""Every reason code, with its meaning."""


def why_not(state: State, seat: int, action: Action) -> str | None:
    """None if `seat` may do `action` now, else a code of REASONS, the most telling one that applies.

    A 吃 without cards asks about 吃 as such. The answer tells the seat nothing that it
    cannot conclude from its own view.
    """
    if state.result is not None:
        return "over"
    if seat in state.answers:
        return "answered"
    options = state.asked.get(seat, ())
    return None if action in options else _reason(state, seat, action, options)


def _reason(state: State, seat: int, action: Action, options: tuple[Action, ...]) -> str:
    if state.phase == "discard" and options:
        return _discard(state.seats[seat], action) if action.word == "discard" else "must_discard"
    if state.phase == "claim" and action.word in _CLAIMS and seat != state.deal.absent:
        reason = _CLAIMS[action.word](state, seat, action)
        if reason is not None:
            return reason
    if seat == state.deal.absent:
        return "absent"
    return "not_offered" if options else "not_asked"


def _discard(seat: Seat, action: Action) -> str:
    held = seat.hand[action.cards[0]] if len(action.cards) == 1 else 0
    return "kan" if held == 3 else "no_such_cards"


def _peng(state: State, number: int, action: Action) -> str | None:
    seat, kind = state.seats[number], state.card
    if state.rules.open_draws:
        return "by_itself" if state.forced == (number, PENG) else "no_such_cards"
    if number == state.turn:
        return "own_card"
    if seat.dead_peng & BIT[kind]:
        return "dead"
    if seat.hand[kind] != 2:
        return "no_such_cards"
    if seat.stuck_after(2):
        return "owes_none_left"
    return "forced_first"


def _chi(state: State, number: int, action: Action) -> str | None:
    seat, kind = state.seats[number], state.card
    if not state.card_drawn and number == state.turn:
        return "own_card"
    if number not in state.orders[state.turn][:2]:
        return "not_next"
    if seat.dead_chi & BIT[kind]:
        return "dead"
    if not action.cards:
        return _chi_at_all(state, seat, kind)
    return _chi_with(state, seat, kind, action)


def _chi_at_all(state: State, seat: Seat, kind: Kind) -> str | None:
    if chi_options(seat, kind):
        return None if state.forced is None else "forced_first"
    loose = Counter({card: count for card, count in enumerate(seat.hand) if count < 3})
    return "bi" if any(Counter(pair[:2]) <= loose for pair in PAIRS[kind]) else "no_such_cards"


def _chi_with(state: State, seat: Seat, kind: Kind, action: Action) -> str:
    needed = Counter((*action.cards, *(card for three in action.bi for card in three)))
    if any(seat.hand[card] < count for card, count in needed.items()):
        return "no_such_cards"
    if any(seat.hand[card] == 3 for card in needed):
        return "kan"
    if action.cards not in [pair[:2] for pair in PAIRS[kind]]:
        return "no_meld"
    if seat.stuck_after(2 + 3 * len(action.bi)):
        return "owes_none_left"
    return "bi" if state.forced is None else "forced_first"


def _hu(state: State, number: int, action: Action) -> str | None:
    if not state.card_drawn and not state.rules.win_on_discard:
        return "discarded"
    if not state.card_drawn and number == state.turn:
        return "own_card"
    return "not_complete" if state.seats[number].may_win_with(state.card) else "declined"


_CLAIMS = {"peng": _peng, "chi": _chi, "hu": _hu}
