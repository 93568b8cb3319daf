"""The cards and marks of one seat, changed in place by the kernel (`engine.state`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.actions import DISCARDS, Action
from engine.cards import CODES, COPIES, KINDS, Kind
from engine.melds import Meld
from engine.rules import Rules

TEXT_ORDER = tuple(sorted(range(KINDS), key=lambda kind: CODES[kind]))
"""The kinds in the order of their text (N3: s1 s10 s2 …)."""

BIT = tuple(1 << kind for kind in range(KINDS))
"""Sets of kinds are ints with a bit for each kind."""


_GROWING = ("wei", "chou_wei", "peng")


_CARDS = tuple(tuple((kind,) * count for count in range(COPIES + 1)) for kind in range(KINDS))


@lru_cache(maxsize=1 << 12)
def kinds_of(mask: int) -> frozenset[Kind]:
    """The kinds of a set of bits."""
    return frozenset(kind for kind in range(KINDS) if mask & BIT[kind])


class Seat:
    """One seat.

    `hand`: how many of each kind; three alike are a 坎 for good (R12). `loose`: cards of the hand in no 坎.
    `total`, `quads`: the n and k of R13. `melds`: on the table, with `huxi` in all; `opening`: the kinds of opening 提.
    Bits: `wei`, `peng`: kinds of which such a meld lies on the table; `dead_chi`, `dead_peng` (R25);
    `let_peng`: a 碰 let go (R14.2). `declined`: kind → 胡息 on the table when its 胡 was let go (R27).
    """

    __slots__ = (
        "dead_chi",
        "dead_peng",
        "declined",
        "hand",
        "huxi",
        "let_peng",
        "loose",
        "melds",
        "opening",
        "peng",
        "quads",
        "river",
        "total",
        "wei",
    )

    hand: list[int]
    loose: int
    total: int
    quads: int
    melds: tuple[Meld, ...]
    huxi: int
    opening: tuple[Kind, ...]
    wei: int
    peng: int
    dead_chi: int
    dead_peng: int
    let_peng: int
    declined: Mapping[Kind, int]
    river: tuple[Kind, ...]

    def __init__(self, cards: Iterable[Kind]) -> None:
        self.hand = [0] * KINDS
        for kind in cards:
            self.hand[kind] += 1
        self.total = sum(self.hand)
        self.loose = sum(count for count in self.hand if count < 3)
        self.quads = self.huxi = 0
        self.melds = self.opening = self.river = ()
        self.wei = self.peng = self.dead_chi = self.dead_peng = self.let_peng = 0
        self.declined = {}

    def copy(self) -> Seat:
        """An independent copy. What it shares with this one is replaced when it changes, not changed."""
        new = Seat.__new__(Seat)
        new.hand = self.hand[:]
        new.loose = self.loose
        new.total = self.total
        new.quads = self.quads
        new.melds = self.melds
        new.huxi = self.huxi
        new.opening = self.opening
        new.wei = self.wei
        new.peng = self.peng
        new.dead_chi = self.dead_chi
        new.dead_peng = self.dead_peng
        new.let_peng = self.let_peng
        new.declined = self.declined
        new.river = self.river
        return new

    def cards(self) -> tuple[Kind, ...]:
        """The hand as sorted cards."""
        found: tuple[Kind, ...] = ()
        for kind, count in enumerate(self.hand):
            if count:
                found += _CARDS[kind][count]
        return found

    def in_hand(self) -> int:
        """How many cards the hand holds."""
        return sum(self.hand)

    def owes(self) -> bool:
        """R13: whether it owes a discard after a meld of its own, or as dealer after the opening."""
        return _owes(self.total, self.quads)

    def stuck_after(self, used: int) -> bool:
        """R23: whether taking a face-up card with `used` loose cards leaves it a discard to make and none to choose."""
        return used >= self.loose and _owes(self.total + 1, self.quads)

    def discards(self) -> tuple[Action, ...]:
        """Its discards (R15), one for each kind, in the order of their text."""
        hand = self.hand
        return tuple([DISCARDS[kind] for kind in TEXT_ORDER if 0 < hand[kind] < 3])

    def spend(self, cards: Iterable[Kind]) -> None:
        """Take loose cards out of the hand."""
        for kind in cards:
            self.hand[kind] -= 1
            self.loose -= 1

    def lay(self, meld: Meld, rules: Rules, *, joined: int = 1) -> None:
        """Put a meld on the table, with `joined` cards that are not from the hand; the others have left the hand."""
        self.melds += (meld,)
        self.huxi += rules.huxi_of[meld.index]
        self.total += joined

    def lay_four(self, meld: Meld, rules: Rules) -> None:
        """Put four alike on the table, made of a face-up or drawn card and a 坎, or a 偎 or 碰 that it replaces."""
        kind = meld.cards[0]
        if self.hand[kind]:
            self.hand[kind] = 0
            self.lay(meld, rules)
        else:
            place = next(
                i for i, old in enumerate(self.melds) if old.type in _GROWING and old.cards[0] == kind
            )
            self.huxi += rules.huxi_of[meld.index] - rules.huxi_of[self.melds[place].index]
            self.melds = (*self.melds[:place], meld, *self.melds[place + 1 :])
            self.total += 1
            self.wei &= ~BIT[kind]
            self.peng &= ~BIT[kind]
        self.quads += 1

    def may_win_with(self, kind: Kind) -> bool:
        """R27: whether the seat has not declined this kind with the same 胡息 on the table."""
        return not self.declined or self.declined.get(kind) != self.huxi

    def decline(self, kind: Kind) -> None:
        """R27: let a 胡 with this kind go."""
        self.declined = {**self.declined, kind: self.huxi}

    def bury(self, kind: Kind, rules: Rules) -> None:
        """R25: make a kind dead, for 碰 too unless the rule set says otherwise."""
        self.dead_chi |= BIT[kind]
        if rules.dead_bars_peng:
            self.dead_peng |= BIT[kind]


def _owes(total: int, quads: int) -> bool:
    return total > 20 + max(0, quads - 1)
