"""Hands that show what a house pays: the engine counts them, nothing is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product

from bot.views.say import Markup, Say
from engine import RULE_SETS, Meld, Rules
from engine.cards import KINDS, Kind, parse_kind
from engine.wins import Claim, Win, best_win


@dataclass(frozen=True, slots=True)
class TypicalHand:
    """A hand to show what it pays: `melds` on the table, `hand` in the hand, and how it wins."""

    name: Callable[[Say, int], Markup]
    melds: tuple[Meld, ...]
    hand: tuple[Kind, ...]
    claim: Claim

    def win(self, rules: Rules) -> Win | None:
        """What the engine says that it is worth; None if it is no win by these rules."""
        counts = [self.hand.count(kind) for kind in range(KINDS)]
        return best_win(rules, counts, self.melds, self.claim)

    def huxi(self, rules: Rules) -> int:
        """Its 胡息, whatever is needed to win."""
        win = self.win(replace(rules, min_huxi=0))
        assert win is not None  # noqa: S101 - the hands below are complete, which a test holds
        return win.huxi


def typical_hands(rules: Rules, least: int) -> tuple[TypicalHand, ...]:
    """Hands that suit the family of a rule set.

    A plain one of `least` 胡息 (0 to 30), one with ten reds, a black one by an own draw, and a 天胡 of many 番.
    """
    plain = _plain_hand(rules.name, least)
    if rules.open_draws:
        return plain, _REDS, _LUZHOU_BLACK, _LUZHOU_TOP
    return plain, _REDS, _BLACK, _TOP


def most_fans(rules: Rules) -> int:
    """The largest 番 among the typical hands if nothing caps it: a cap from there on changes none of them."""
    free = replace(rules, fan_cap=None)
    wins = (hand.win(free) for hand in typical_hands(rules, rules.min_huxi))
    return max((win.fan for win in wins if win is not None), default=1)


def _plain(say: Say, huxi: int) -> Markup:
    return say("别家摸，{n} 息", n=huxi)


def _reds(say: Say, huxi: int) -> Markup:
    return say("别家摸，{n} 息，十个红", n=huxi)


def _self_drawn(say: Say, huxi: int) -> Markup:
    return say("自摸，{n} 息，没有红", n=huxi)


def _at_once(say: Say, huxi: int) -> Markup:
    return say("天胡，{n} 息，全大字", n=huxi)


def _kinds(text: str) -> tuple[Kind, ...]:
    return tuple(map(parse_kind, text.split()))


def _meld(text: str) -> Meld:
    kind, cards = text.split(maxsplit=1)
    return Meld(kind, _kinds(cards))


def _hand(name: Callable[[Say, int], Markup], melds: str, hand: str, claim: Claim) -> TypicalHand:
    return TypicalHand(name, tuple(map(_meld, melds.split(" + "))), _kinds(hand), claim)


_REDS = _hand(
    _reds,
    "run s2 s7 s10 + peng b4 b4 b4",
    "s1 s2 s3 s2 s7 s10 s4 s5 s6 b2 b7 s9 s9 b9",
    Claim(parse_kind("b10"), drawn=True, own=False),
)
_BLACK = _hand(
    _self_drawn,
    "wei b1 b1 b1 + wei b4 b4 b4 + wei b3 b3 b3",
    "s3 s4 s5 s4 s5 s9 s9 b9 s8 s8 b8",
    Claim(parse_kind("s6"), drawn=True, own=True),
)
_LUZHOU_BLACK = _hand(
    _self_drawn,
    "peng b1 b1 b1 + peng b6 b6 b6 + peng b3 b3 b3",
    "s6 s6 s6 s3 s4 s9 s9 b9 s8 s8 b8",
    Claim(parse_kind("s5"), drawn=True, own=True),
)
_DEALT = "b1 b1 b1 b3 b3 b3 b5 b5 b5 b6 b6 b6 b8 b8 b8 b9 b9"
_AT_ONCE = Claim(None, drawn=True, own=True, liang=True, opening=_kinds("b4"))
_TOP = _hand(_at_once, "ti b4 b4 b4 b4", _DEALT, _AT_ONCE)
_LUZHOU_TOP = _hand(_at_once, "long b4 b4 b4 b4", _DEALT, _AT_ONCE)

_RANKS = (1, 3, 4, 5, 6, 9)
_WAYS = (("jiao", "s b b"), ("peng", "s s s"), ("peng", "b b b"), ("kan", "s s s"), ("kan", "b b b"))
"""A plain hand has one of these of each of six black ranks."""

_ENDS = ((_kinds("s7 s7"), parse_kind("b7")), (_kinds("s2 s10"), parse_kind("s7")))
"""What it holds besides, and the card that completes it: to 绞, or to 二七十."""


def _plain_hands() -> Iterator[TypicalHand]:
    for ways, (held, card) in product(combinations_with_replacement(_WAYS, len(_RANKS)), _ENDS):
        laid, hand = [], list(held)
        for rank, (kind, sizes) in zip(_RANKS, ways, strict=True):
            cards = _kinds(" ".join(f"{size}{rank}" for size in sizes.split()))
            if kind == "kan":
                hand += cards
            else:
                laid.append(Meld(kind, cards))
        yield TypicalHand(_plain, tuple(laid), tuple(hand), Claim(card, drawn=True, own=False))


@lru_cache(maxsize=512)
def _plain_hand(name: str, huxi: int) -> TypicalHand:
    """The plainest hand of so many 胡息: that of the fewest 番 if every 名堂 counted that the set can have."""
    rules = RULE_SETS[name]
    strict = replace(rules, min_huxi=huxi, fans={**rules.spare, **rules.fans})

    def fans(hand: TypicalHand) -> int:
        win = hand.win(strict)
        return sum(win.fans.values()) if win is not None and win.huxi == huxi else 1000

    return min(_plain_hands(), key=fans)
