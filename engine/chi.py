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
    if hand[kind]:
        return _with_bi(seat, kind)
    found = [
        plain
        for first, second, plain in PAIRS[kind]
        if (hand[first] == 2 if first == second else 0 < hand[first] < 3 and 0 < hand[second] < 3)
    ]
    return found if found and not seat.stuck_after(2) else []


def _with_bi(seat: Seat, kind: Kind) -> list[Action]:
    loose = [count if count < 3 else 0 for count in seat.hand]
    found = []
    for first, second, plain in PAIRS[kind]:
        loose[first] -= 1
        loose[second] -= 1
        if loose[first] >= 0 and loose[second] >= 0:
            found += [
                Action("chi", plain.cards, bi)
                for bi in _bi(loose, kind, 0)
                if not seat.stuck_after(2 + 3 * len(bi))
            ]
        loose[first] += 1
        loose[second] += 1
    return sorted(found, key=Action.text)


def _bi(loose: list[int], kind: Kind, start: int) -> Iterator[tuple[Three, ...]]:
    """The ways to lay down every card of `kind` among the loose cards, with melds from THREES[kind][start:]."""
    if loose[kind] == 0:
        yield ()
        return
    for place in range(start, len(THREES[kind])):
        three = THREES[kind][place]
        for card in three:
            loose[card] -= 1
        if all(loose[card] >= 0 for card in three):
            for rest in _bi(loose, kind, place):
                yield (three, *rest)
        for card in three:
            loose[card] += 1
