"""How good a hand looks to a computer player: a rough number, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.actions import Action
from engine.cards import COPIES, KINDS, Kind
from engine.melds import JIAO, RUNS, Meld, alike
from engine.rules import Rules
from engine.view import View

_MELD = 10.0
_HUXI = 2.0
_PAIR = 2.0
_PART = 0.05
_STALE = 0.3
"""What a meld, a point of 胡息, a pair and a part of a meld count; and how much of that if the kind is dead."""

_THREES = (*RUNS, *JIAO)
_THREE_OF = {meld.cards: meld for meld in _THREES}

Link = tuple[Kind, Kind, float]


@lru_cache(maxsize=64)
def _links(rules: Rules) -> tuple[tuple[Link, ...], ...]:
    """For each kind: a second card to hold with it, the third that is missing then, and what the meld is worth."""
    found: list[set[Link]] = [set() for _ in range(KINDS)]
    for meld in _THREES:
        for place, kind in enumerate(meld.cards):
            first, second = meld.cards[:place] + meld.cards[place + 1 :]
            worth = _meld_worth(rules, meld)
            found[kind] |= {(first, second, worth), (second, first, worth)}
    return tuple(tuple(sorted(link for link in links if link[0] != kind)) for kind, links in enumerate(found))


def _meld_worth(rules: Rules, meld: Meld) -> float:
    return _MELD + _HUXI * rules.huxi_of[meld.index]


class Hand:
    """A hand as its owner weighs it. Worths compare answers to one question; they mean nothing else."""

    def __init__(self, view: View, rules: Rules) -> None:
        """Weigh the hand of `view.seat`."""
        held = [view.hand.count(kind) for kind in range(KINDS)]
        unseen = _unseen(view, held)
        self._rules = rules
        self._face = None if view.face_up is None else view.face_up.kind
        self._loose = [count if count < 3 else 0 for count in held]
        self._links = _links(rules)
        self._chance = [
            _PART * left * (_STALE if kind in view.dead_chi else 1.0) for kind, left in enumerate(unseen)
        ]
        self._pair = [self._pair_worth(kind, left, view) for kind, left in enumerate(unseen)]

    def least_useful(self, kinds: Iterable[Kind]) -> Kind:
        """Of these kinds the one without which the hand is worth most; it breaks a meld only if it must."""
        _, rest = self._best(self._loose)
        spare = [kind for kind in kinds if rest[kind]]
        if not spare:
            return max(kinds, key=self._without)
        return max(spare, key=lambda kind: self._parts(_less(rest, (kind,))))

    def after(self, action: Action) -> float:
        """The worth of the hand and of what is laid down, after a claim on the face-up card or a pass."""
        kind = self._face
        if kind is None or action.word == "pass":
            return self._worth(self._loose)
        if action.word == "peng":
            left = _less(self._loose, (kind, kind))
            return self._worth(left) + _meld_worth(self._rules, alike("peng", kind))
        laid = [tuple(sorted((kind, *action.cards))), *action.bi]
        left = _less(self._loose, (*action.cards, *(card for three in action.bi for card in three)))
        return self._worth(left) + sum(_meld_worth(self._rules, _THREE_OF[three]) for three in laid)

    def _without(self, kind: Kind) -> float:
        return self._worth(_less(self._loose, (kind,)))

    def _worth(self, loose: list[int]) -> float:
        worth, rest = self._best(loose)
        return worth + self._parts(rest)

    def _best(self, loose: list[int]) -> tuple[float, list[int]]:
        """The most that disjoint melds of the loose cards are worth, and what they leave over."""
        present = [meld.cards for meld in _THREES if _fits(loose, meld.cards)]
        worths = [_meld_worth(self._rules, _THREE_OF[cards]) for cards in present]
        left = loose.copy()

        def search(start: int) -> tuple[float, list[int]]:
            best, rest = 0.0, left.copy()
            for place in range(start, len(present)):
                cards = present[place]
                if _fits(left, cards):
                    for kind in cards:
                        left[kind] -= 1
                    found, over = search(place)
                    if found + worths[place] > best:
                        best, rest = found + worths[place], over
                    for kind in cards:
                        left[kind] += 1
            return best, rest

        return search(0)

    def _parts(self, rest: list[int]) -> float:
        """What cards that are in no meld may still become."""
        total = 0.0
        chance = self._chance
        for kind, count in enumerate(rest):
            if count:
                best = 0.0
                for second, missing, worth in self._links[kind]:
                    if rest[second] and chance[missing] * worth > best:
                        best = chance[missing] * worth
                total += best
                if count == 2:
                    total += self._pair[kind]
        return total

    def _pair_worth(self, kind: Kind, left: int, view: View) -> float:
        """Two alike may still become a 偎, or a 碰 where that is not dead; where draws are open, always a 碰 (L3)."""
        if not left:
            return 0.0
        if self._rules.open_draws:
            return _PAIR + left * self._rules.huxi(alike("peng", kind)) * 2 / 3
        wei = self._rules.huxi(alike("wei", kind))
        peng = 0 if kind in view.dead_peng else self._rules.huxi(alike("peng", kind))
        return _PAIR + left * (wei + peng) / 3


def _less(loose: list[int], cards: Iterable[Kind]) -> list[int]:
    left = loose.copy()
    for kind in cards:
        left[kind] -= 1
    return left


def _fits(loose: list[int], cards: tuple[Kind, ...]) -> bool:
    first, second, third = cards
    if not (loose[first] and loose[second] and loose[third]):
        return False
    return (first != second or loose[first] > 1) and (second != third or loose[third] > 1)


def _unseen(view: View, held: list[int]) -> list[int]:
    """How many cards of each kind are where the seat cannot see them."""
    unseen = [COPIES - count for count in held]
    for seat in view.seats:
        for kind in seat.river:
            unseen[kind] -= 1
        for meld in seat.melds:
            for kind in meld.cards:
                unseen[kind] -= 1
    if view.face_up is not None:
        unseen[view.face_up.kind] -= 1
    if view.bottom is not None:
        unseen[view.bottom] -= 1
    return unseen
