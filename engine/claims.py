"""Who may claim a face-up card, and in which order (rules section 4)."""

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
"""Not an answer: what a forced claim does (R18)."""


class Claims(NamedTuple):
    """The question that a card puts to the seats.

    `asked`: the options of each seat that has any, in the order of their text. `order`: every option as (seat, word), first
    the one that takes the card before all others. `forced`: what happens by itself if no option before it is taken.
    """

    asked: dict[int, tuple[Action, ...]]
    order: tuple[tuple[int, str], ...]
    forced: tuple[int, Action] | None = None


NOBODY = Claims({}, ())


def wins_only(seats: Sequence[int], rules: Rules) -> Claims:
    """The question to the seats that can 胡, first those that go first (R9, R14.3, R17)."""
    if not seats:
        return NOBODY
    if rules.must_hu:
        return Claims({}, (), (seats[0], HU))
    return Claims(dict.fromkeys(seats, _HU_OR_PASS), tuple((seat, "hu") for seat in seats))


def claims_on(kind: Kind, *, drawn: bool, order: Sequence[int], seats: Sequence[Seat], rules: Rules) -> Claims:
    """The claims on a face-up card.

    `order`: the seats in play from the one that drew or discarded the card, in turn order. `seats`: by number.
    """
    winners = _winners(kind, drawn, order, seats, rules)
    if winners and rules.must_hu:
        return wins_only(winners, rules)
    forced = _forced(kind, drawn, order, seats)
    if forced is not None:
        return wins_only(winners, rules)._replace(forced=(forced, PAO))
    ranked = [(seat, "hu") for seat in winners]
    options: dict[int, list[Action]] = {}
    _add_chi(options, kind, order[:2] if drawn else order[1:2], seats)
    for number in winners:
        options.setdefault(number, []).append(HU)
    for number in options:
        options[number].append(PASS)
    for number in order[1:]:
        if _may_peng(seats[number], kind):
            options.setdefault(number, [PASS]).append(PENG)
            ranked.append((number, "peng"))
    if not options:
        return NOBODY
    ranked += [(seat, "chi") for seat in order if seat in options and options[seat][0].word == "chi"]
    return Claims({seat: tuple(listed) for seat, listed in options.items()}, tuple(ranked))


def _winners(
    kind: Kind, drawn: bool, order: Sequence[int], seats: Sequence[Seat], rules: Rules
) -> list[int]:
    """R17, R33: the seats that can win with the card, in turn order from the drawer."""
    if not drawn and not rules.win_on_discard:
        return []
    found = []
    for place, number in enumerate(order):
        if place == 0 and not drawn:
            continue
        seat = seats[number]
        claim = (_OWN if place == 0 else _DRAWN if drawn else _DISCARDED)[kind]
        if seat.may_win_with(kind) and completes(rules, seat.hand, seat.melds, claim):
            found.append(number)
    return found


def _forced(kind: Kind, drawn: bool, order: Sequence[int], seats: Sequence[Seat]) -> int | None:
    """R18: the seat whose 跑 is forced."""
    bit = BIT[kind]
    for place, number in enumerate(order):
        seat = seats[number]
        if place and (seat.hand[kind] == 3 or seat.wei & bit):
            return number
        if drawn and seat.peng & bit:
            return number
    return None


def _may_peng(seat: Seat, kind: Kind) -> bool:
    return seat.hand[kind] == 2 and not seat.dead_peng & BIT[kind] and not seat.stuck_after(2)


def _add_chi(
    options: dict[int, list[Action]], kind: Kind, eaters: Sequence[int], seats: Sequence[Seat]
) -> None:
    for number in eaters:
        seat = seats[number]
        if not seat.dead_chi & BIT[kind]:
            found = chi_options(seat, kind)
            if found:
                options[number] = found


_HU_OR_PASS = (HU, PASS)
_OWN = tuple(Claim(kind, drawn=True, own=True) for kind in range(KINDS))
_DRAWN = tuple(Claim(kind, drawn=True, own=False) for kind in range(KINDS))
_DISCARDED = tuple(Claim(kind, drawn=False, own=False) for kind in range(KINDS))
