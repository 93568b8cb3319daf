"""What typical hands pay, before and after a change of the house: the engine's own sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.host.house import House
from bot.views.say import Markup, Say
from engine import Meld, Rules
from engine.cards import KINDS, Kind, parse_kind
from engine.wins import Claim, Win, best_win


@dataclass(frozen=True, slots=True)
class TypicalHand:
    """A hand to show what it pays: `melds` on the table, `hand` in the hand, and the drawn card that is won."""

    name: Callable[[Say, int], Markup]
    melds: tuple[Meld, ...]
    hand: tuple[Kind, ...]
    card: Kind
    own: bool

    def win(self, rules: Rules) -> Win | None:
        """What the engine says that it is worth; None if it is no win by these rules."""
        counts = [self.hand.count(kind) for kind in range(KINDS)]
        return best_win(rules, counts, self.melds, Claim(self.card, drawn=True, own=self.own))

    def huxi(self, rules: Rules) -> int:
        """Its 胡息, whatever is needed to win."""
        win = self.win(replace(rules, min_huxi=0))
        assert win is not None  # noqa: S101 - the hands below are complete, which a test holds
        return win.huxi


def _hand(
    name: Callable[[Say, int], Markup], melds: str, hand: str, card: str, *, own: bool = False
) -> TypicalHand:
    laid = tuple(_meld(text) for text in melds.split(" + "))
    return TypicalHand(name, laid, tuple(map(parse_kind, hand.split())), parse_kind(card), own)


def _meld(text: str) -> Meld:
    kind, *cards = text.split()
    return Meld(kind, tuple(map(parse_kind, cards)))


def _plain(say: Say, huxi: int) -> Markup:
    return say("别家摸，{n} 息", n=huxi)


def _reds(say: Say, huxi: int) -> Markup:
    return say("别家摸，{n} 息，十个红", n=huxi)


def _self_drawn(say: Say, huxi: int) -> Markup:
    return say("自摸，{n} 息，没有红", n=huxi)


_PLAIN = _hand(
    _plain,
    "wei s5 s5 s5 + run s4 s5 s6",
    "s1 s2 s3 s2 s7 s10 b1 b2 b3 s8 s8 b8 b8 b9",
    "b7",
)
_REDS = _hand(
    _reds,
    "run s2 s7 s10 + peng b4 b4 b4",
    "s1 s2 s3 s2 s7 s10 s4 s5 s6 b2 b7 s9 s9 b9",
    "b10",
)
_BLACK = _hand(
    _self_drawn,
    "wei b1 b1 b1 + wei b4 b4 b4 + wei b3 b3 b3",
    "s3 s4 s5 s4 s5 s9 s9 b9 s8 s8 b8",
    "s6",
    own=True,
)
_LUZHOU_PLAIN = _hand(
    _plain,
    "peng s7 s7 s7 + peng b1 b1 b1",
    "s1 s2 s3 b3 b4 b5 s4 s5 s6 s8 s9 s10 b6 b7",
    "b8",
)
_LUZHOU_BLACK = _hand(
    _self_drawn,
    "peng b1 b1 b1 + peng b6 b6 b6 + peng b3 b3 b3",
    "s6 s6 s6 s3 s4 s9 s9 b9 s8 s8 b8",
    "s5",
    own=True,
)


def typical_hands(rules: Rules) -> tuple[TypicalHand, ...]:
    """Hands that suit the family of a rule set: a plain one, one with ten reds, and a black one by an own draw."""
    if rules.open_draws:
        return _LUZHOU_PLAIN, _REDS, _LUZHOU_BLACK
    return _PLAIN, _REDS, _BLACK


def pays(house: House, hand: TypicalHand) -> int | None:
    """What each loser pays for a hand, in beans (R37, R43); None if it is no win."""
    win = hand.win(house.engine_rules)
    return None if win is None else win.pay * house.base * house.multiplier


def preview(say: Say, before: House, after: House) -> tuple[Markup, ...]:
    """What each loser pays for typical hands, one a line: before and after where that differs."""
    rules = after.engine_rules
    found = [say("一手牌每家付：")]
    for hand in typical_hands(rules):
        name = hand.name(say, hand.huxi(rules))
        was, now = pays(before, hand) if _alike(before, after) else pays(after, hand), pays(after, hand)
        if was == now:
            found.append(say("{hand}：{now}", hand=name, now=_beans(say, now)))
        else:
            found.append(
                say("{hand}：{was} → <b>{now}</b>", hand=name, was=_beans(say, was), now=_beans(say, now))
            )
    return tuple(found)


def _alike(before: House, after: House) -> bool:
    """Whether the hands that suit the one can be counted by the other."""
    return before.engine_rules.open_draws == after.engine_rules.open_draws


def _beans(say: Say, beans: int | None) -> Markup:
    return say("胡不了") if beans is None else say.n("{n} 豆", n=beans)
