"""吃 and 比: which ways there are to take a face-up card (R20 to R24)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action, cards_text
from engine.cards import KINDS, Kind
from engine.melds import JIAO, RUNS
from engine.seat import Seat

Three = tuple[Kind, Kind, Kind]


def _threes(kind: Kind) -> tuple[Three, ...]:
    cards = [meld.cards for meld in (*RUNS, *JIAO) if kind in meld.cards]
    return tuple((three[0], three[1], three[2]) for three in sorted(cards, key=cards_text))


def _pairs(kind: Kind) -> tuple[tuple[Kind, Kind, Action], ...]:
    found = []
    for three in THREES[kind]:
        rest = list(three)
        rest.remove(kind)
        found.append((rest[0], rest[1], Action("chi", (rest[0], rest[1]))))
    return tuple(sorted(found, key=lambda pair: pair[2].text()))


THREES = tuple(_threes(kind) for kind in range(KINDS))
"""The runs and 绞 that contain a kind, by kind, in the order of their text."""

PAIRS = tuple(_pairs(kind) for kind in range(KINDS))
"""The two cards that take a kind, and the 吃 that does it without 比, by kind, in the order of their text."""


def chi_options(seat: Seat, kind: Kind) -> list[Action]:
    """Every way in which `seat` can 吃 a face-up card of `kind` (R22 to R24), in the order of their text.

    Whether the seat may claim the card at all, and whether the kind is dead for it, is for the caller to know.
    """
    hand = seat.hand
    found = [
        pair
        for pair in PAIRS[kind]
        if 0 < hand[pair[0]] < 3 and 0 < hand[pair[1]] < 3 and (pair[0] != pair[1] or hand[pair[0]] == 2)
    ]
    if not found:
        return []
    if hand[kind]:
        return _with_bi(seat, kind, found)
    return [] if seat.stuck_after(2) else [plain for _, _, plain in found]


def _with_bi(seat: Seat, kind: Kind, pairs: list[tuple[Kind, Kind, Action]]) -> list[Action]:
    """The ways to 吃 with one of `pairs` where cards of `kind` in the hand have to go too (R24)."""
    loose = [count if count < 3 else 0 for count in seat.hand]
    found = []
    for first, second, plain in pairs:
        loose[first] -= 1
        loose[second] -= 1
        if loose[kind]:
            found += [
                Action("chi", plain.cards, bi)
                for bi in _bi(loose, kind, 0)
                if not seat.stuck_after(2 + 3 * len(bi))
            ]
        elif not seat.stuck_after(2):
            found.append(plain)
        loose[first] += 1
        loose[second] += 1
    return sorted(found, key=Action.text) if len(found) > 1 else found


def _bi(loose: list[int], kind: Kind, start: int) -> Iterator[tuple[Three, ...]]:
    """The ways to lay down every card of `kind` among the loose cards, with melds from THREES[kind][start:]."""
    if loose[kind] == 0:
        yield ()
        return
    for place, three in enumerate(THREES[kind][start:], start):
        first, second, third = three
        if not (loose[first] and loose[second] and loose[third]):
            continue
        for card in three:
            loose[card] -= 1
        if loose[first] >= 0 and loose[third] >= 0:
            for rest in _bi(loose, kind, place):
                yield (three, *rest)
        for card in three:
            loose[card] += 1
