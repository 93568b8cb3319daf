"""How good a hand looks to a computer player: a rough number, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.actions import Action
from engine.cards import COPIES, KINDS, Kind
from engine.melds import JIAO, MELDS, RUNS, Meld, alike
from engine.rules import Rules
from engine.view import View

_MELD = 10.0
_HUXI = 2.0
_PAIR = 2.0
_PART = 2.0
_STALE = 0.3

_THREES = (*RUNS, *JIAO)
_THREE_OF = {meld.cards: meld for meld in _THREES}


@lru_cache(maxsize=64)
def _links(rules: Rules) -> tuple[tuple[tuple[Kind, Kind, float], ...], ...]:
    """For each kind: the two cards that would make a meld of it, and what that meld is worth."""
    found: list[list[tuple[Kind, Kind, float]]] = [[] for _ in range(KINDS)]
    for meld in _THREES:
        for kind in sorted(set(meld.cards)):
            rest = list(meld.cards)
            rest.remove(kind)
            found[kind].append((rest[0], rest[1], _meld_worth(rules, meld)))
    return tuple(map(tuple, found))


def _meld_worth(rules: Rules, meld: Meld) -> float:
    return _MELD + _HUXI * rules.huxi(meld)


class Hand:
    """A hand as its owner weighs it. Worths compare answers to one question; they mean nothing else."""

    def __init__(self, view: View, rules: Rules) -> None:
        """Weigh the hand of `view.seat`."""
        self.rules = rules
        self.face = None if view.face_up is None else view.face_up.kind
        held = [view.hand.count(kind) for kind in range(KINDS)]
        self.loose = [count if count < 3 else 0 for count in held]
        self.unseen = _unseen(view, held)
        self.stale_chi = view.dead_chi
        self.stale_peng = view.dead_peng

    def without(self, cards: Iterable[Kind]) -> float:
        """The worth of the hand after these cards have left it."""
        loose = self.loose.copy()
        for kind in cards:
            loose[kind] -= 1
        return self._worth(loose)

    def after(self, action: Action) -> float:
        """The worth of the hand and of what the claim lays down, after a claim on the face-up card or a pass."""
        kind = self.face
        if kind is None or action.word == "pass":
            return self._worth(self.loose)
        if action.word == "peng":
            return self.without((kind, kind)) + _meld_worth(self.rules, alike("peng", kind))
        taken = _THREE_OF[tuple(sorted((kind, *action.cards)))]
        melds = [taken, *(_THREE_OF[three] for three in action.bi)]
        used = [*action.cards, *(card for three in action.bi for card in three)]
        return self.without(used) + sum(_meld_worth(self.rules, meld) for meld in melds)

    def _worth(self, loose: list[int]) -> float:
        present = [meld for meld in _THREES if _fits(loose, meld.cards)]
        return self._best(loose, present, 0)

    def _best(self, loose: list[int], present: list[Meld], start: int) -> float:
        """The best that disjoint melds of present[start:] and what they leave over can be worth."""
        best = -1.0
        for place in range(start, len(present)):
            cards = present[place].cards
            if _fits(loose, cards):
                for kind in cards:
                    loose[kind] -= 1
                found = _meld_worth(self.rules, present[place]) + self._best(loose, present, place)
                best = max(best, found)
                for kind in cards:
                    loose[kind] += 1
        return best if best >= 0 else self._parts(loose)

    def _parts(self, loose: list[int]) -> float:
        """What cards that are in no meld may still become."""
        total = 0.0
        links = _links(self.rules)
        for kind, count in enumerate(loose):
            if not count:
                continue
            if count == 2:
                total += self._pair(kind)
            best = 0.0
            for first, second, worth in links[kind]:
                for held, missing in ((first, second), (second, first)):
                    if loose[held] > (held == kind) and self.unseen[missing]:
                        chance = self.unseen[missing] * (_STALE if missing in self.stale_chi else 1.0)
                        best = max(best, chance * worth)
            total += best * _PART / 40
        return total

    def _pair(self, kind: Kind) -> float:
        left = self.unseen[kind]
        if not left:
            return 0.0
        wei = self.rules.huxi(alike("wei", kind))
        peng = 0 if kind in self.stale_peng else self.rules.huxi(alike("peng", kind))
        return _PAIR + left * (wei + peng) / 3


def _fits(loose: list[int], cards: tuple[Kind, ...]) -> bool:
    first, second, third = cards
    if first == second:
        return loose[first] >= 2 and loose[third] >= 1
    if second == third:
        return loose[second] >= 2 and loose[first] >= 1
    return bool(loose[first] and loose[second] and loose[third])


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
    return [max(0, count) for count in unseen]
