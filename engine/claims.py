"""Who may claim a face-up card, and in which order (rules section 4, L3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import HU, PASS, PENG, Action
from engine.cards import KINDS, Kind
from engine.chi import chi_options
from engine.rules import Rules
from engine.seat import BIT, Seat
from engine.wins import Claim, completes

PAO = Action("pao")
ZHAO = Action("zhao")
"""Not answers: what a forced claim does (R18, L3)."""


class Claims(NamedTuple):
    """The question that a card puts to the seats.

    `asked`: the options of each seat that has any, in the order of their text. `order`: every option as (seat, word),
    first the one that takes the card before all others. `forced`: what happens by itself if none of them is taken.
    """

    asked: dict[int, tuple[Action, ...]]
    order: tuple[tuple[int, str], ...]
    forced: tuple[int, Action] | None = None


NOBODY = Claims({}, ())

_Alike = tuple[tuple[int, Action] | None, int | None]
"""A forced claim of cards that are alike, as in `Claims.forced`, and the seat that may 碰."""


def wins_only(seats: Sequence[int], rules: Rules) -> Claims:
    """The question to the seats that can 胡, first those that go first (R9, R14.3, R17)."""
    if not seats:
        return NOBODY
    if rules.must_hu:
        return Claims({}, (), (seats[0], HU))
    return Claims(dict.fromkeys(seats, _HU_OR_PASS), tuple((seat, "hu") for seat in seats))


def claims_on(
    kind: Kind, *, drawn: bool, order: Sequence[int], seats: Sequence[Seat], rules: Rules
) -> Claims:
    """The claims on a face-up card.

    `order`: the seats in play from the one that drew or discarded the card, in turn order. `seats`: by number.
    """
    winners = _winners(kind, drawn, order, seats, rules) if drawn or rules.win_on_discard else []
    if winners and rules.must_hu:
        return wins_only(winners, rules)
    forced, penger = (_alike_open if rules.open_draws else _alike)(kind, drawn, order, seats)
    if forced is not None:
        return wins_only(winners, rules)._replace(forced=forced)
    ranked = [(number, "hu") for number in winners]
    if penger is not None:
        ranked.append((penger, "peng"))
    options = _chi(kind, order[:2] if drawn else order[1:2], seats)
    ranked += [(number, "chi") for number in options]
    if not ranked:
        return NOBODY
    for number in winners:
        options.setdefault(number, []).append(HU)
    for listed in options.values():
        listed.append(PASS)
    if penger is not None:
        options.setdefault(penger, [PASS]).append(PENG)
    return Claims({number: tuple(listed) for number, listed in options.items()}, tuple(ranked))


def _winners(kind: Kind, drawn: bool, order: Sequence[int], seats: Sequence[Seat], rules: Rules) -> list[int]:
    """R17, R33: the seats that can win with the card, in turn order from the drawer."""
    found = []
    claim = (_DRAWN if drawn else _DISCARDED)[kind]
    for place, number in enumerate(order):
        if place == 0 and not drawn:
            continue
        seat = seats[number]
        if seat.may_win_with(kind) and completes(
            rules, seat.hand, seat.melds, claim if place else _OWN[kind]
        ):
            found.append(number)
    return found


def _alike(kind: Kind, drawn: bool, order: Sequence[int], seats: Sequence[Seat]) -> _Alike:
    """The seat whose 跑 is forced (R18), and the one that may 碰 (R19, R23)."""
    bit = BIT[kind]
    forced: tuple[int, Action] | None = None
    penger = None
    for place, number in enumerate(order):
        seat = seats[number]
        if place:
            held = seat.hand[kind]
            if held == 3 or seat.wei & bit:
                forced = number, PAO
            elif held == 2 and not seat.dead_peng & bit and not seat.stuck_after(2):
                penger = number
        if drawn and seat.peng & bit:
            forced = number, PAO
    return forced, penger


def _alike_open(kind: Kind, drawn: bool, order: Sequence[int], seats: Sequence[Seat]) -> _Alike:
    """L3: 招 and 碰 are forced, for the drawer too; there is at most one of them, and nobody is asked about it."""
    for number in order if drawn else order[1:]:
        held = seats[number].hand[kind]
        if held >= 2:
            return (number, ZHAO if held == 3 else PENG), None
    return None, None


def _chi(kind: Kind, eaters: Sequence[int], seats: Sequence[Seat]) -> dict[int, list[Action]]:
    """R20, R21: the ways to 吃 of each of these seats that has any."""
    found = {}
    for number in eaters:
        seat = seats[number]
        if not seat.dead_chi & BIT[kind]:
            ways = chi_options(seat, kind)
            if ways:
                found[number] = ways
    return found


_HU_OR_PASS = (HU, PASS)
_OWN = tuple(Claim(kind, drawn=True, own=True) for kind in range(KINDS))
_DRAWN = tuple(Claim(kind, drawn=True, own=False) for kind in range(KINDS))
_DISCARDED = tuple(Claim(kind, drawn=False, own=False) for kind in range(KINDS))
