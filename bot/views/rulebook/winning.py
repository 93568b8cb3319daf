"""When a hand is complete and what it is worth, with two worked hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.host.house import House
from bot.views.cards import labelled
from bot.views.counting import Won, counting, laid_out
from bot.views.say import Markup, Say
from engine import Meld, Rules
from engine.cards import KINDS, Kind, parse_kind
from engine.wins import Claim, Win, best_win


def winning(say: Say, house: House) -> tuple[Markup, ...]:
    """Sections 7 and 8 in short (or L5 to L8, G1 to G3); the numbers are the rule set's."""
    rules = house.engine_rules
    return (
        say(
            "能胡：连那张牌在内，所有的牌摆成<b>七门</b>，桌面的和手里的胡息一共至少 {n} 息。",
            n=rules.min_huxi,
        ),
        say("有了四张一样的，七门里正好要有一对<b>将</b>；没有就不许有。"),
        say("听牌、息数和番，机器人都替你算，按最合算的摆法算。"),
        Markup(""),
        say("<b>怎么算</b>"),
        *_COUNTED_AS[rules.family](say, rules),
        *_added(say, rules),
        _paid(say, house),
    )


def _in_hunan(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """R34 to R36, R39."""
    found = [say("等：15 息 1 等，以后每多 3 息加 1 等（18 息 2 等，21 息 3 等……）。")]
    if rules.zi_mo:
        found.append(say("自摸（自己摸的，偎成、提成的也算）再加 {n} 等。", n=rules.zi_mo))
    if rules.tian_doubled:
        found.append(say("天胡、胡亮张：胡息先翻倍，再算等。"))
    found.append(say("番：把名堂的番加起来；没有名堂是平胡，1 番。"))
    return tuple(found)


def _in_luzhou(say: Say, _: Rules) -> tuple[Markup, ...]:
    """L6, L8."""
    return (
        say("等：10 息 1 等，11 到 20 息 2 等，21 到 30 息 3 等……"),
        say("番：1，加上各样名堂的番。"),
    )


def _in_guilin(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """G1 to G3, guilin."""
    return (
        *_zi(say, rules),
        say("海底（胡最后一张）加 2 子。"),
        say("自摸、天胡、胡亮张：连醒带海底，一共乘 2。"),
    )


def _in_bayi(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """G1 to G3, bayi."""
    return (
        *_zi(say, rules),
        say("海底（胡最后一张）加 3 子。"),
        say("自摸、天胡：乘 2，醒不乘，另外加。"),
    )


def _zi(say: Say, rules: Rules) -> tuple[Markup, ...]:
    return (
        say("子：{n} 息 1 子，以后每多 3 息加 1 子。", n=rules.min_huxi),
        say("<b>翻醒</b>：胡了再翻墩里下一张，胡的人有几张这样的牌，就加几子。"),
    )


_COUNTED_AS: Mapping[str, Callable[[Say, Rules], tuple[Markup, ...]]] = {
    "hunan": _in_hunan,
    "luzhou": _in_luzhou,
    "guilin": _in_guilin,
    "bayi": _in_bayi,
}
"""By family of rule sets."""


def _added(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """What house rules, or the set, add to that."""
    found = []
    if rules.fan_cap is not None:
        found.append(say("番最多算到 {n}。", n=rules.fan_cap))
    if rules.huang_fan:
        found.append(say("黄番：前面连着荒庄几次，这一局就多付几倍。"))
    if rules.win_on_discard:
        found.append(say("胡打出来的牌：打牌的一家付两家的。"))
    return tuple(found)


def _paid(say: Say, house: House) -> Markup:
    """R37, R43, G3."""
    base, multiplier = house.base, house.multiplier
    if house.engine_rules.family in ("guilin", "bayi"):
        if multiplier == 1:
            return say("另外两家每家付：子 × 底分 {base}。", base=base)
        return say("另外两家每家付：子 × 底分 {base} × 倍数 {multiplier}。", base=base, multiplier=multiplier)
    if multiplier == 1:
        return say("另外两家每家付：等 × 番 × 底分 {base}。", base=base)
    return say(
        "另外两家每家付：等 × 番 × 底分 {base} × 倍数 {multiplier}。", base=base, multiplier=multiplier
    )


@dataclass(frozen=True, slots=True)
class Worked:
    """A hand to count: `melds` on the table, the cards left in the hand, and the card that is won, drawn."""

    melds: tuple[Meld, ...]
    hand: tuple[Kind, ...]
    card: Kind
    own: bool

    def win(self, rules: Rules) -> Win:
        """What the engine says that it is worth. Raises ValueError if it is no win by these rules."""
        counts = [self.hand.count(kind) for kind in range(KINDS)]
        found = best_win(rules, counts, self.melds, Claim(self.card, drawn=True, own=self.own))
        if found is None:
            raise ValueError(f"the worked hand is no win by {rules.name}")
        return found


def _meld(text: str) -> Meld:
    meld_type, *cards = text.split()
    return Meld(meld_type, _kinds(" ".join(cards)))


def _kinds(text: str) -> tuple[Kind, ...]:
    return tuple(parse_kind(code) for code in text.split())


PLAIN = Worked(
    (_meld("peng s5 s5 s5"), _meld("wei b6 b6 b6")),
    _kinds("s1 s2 s2 s3 s7 s8 s8 s10 b1 b2 b3 b8 b8 b9"),
    parse_kind("b7"),
    own=False,
)
"""A win without a 名堂 on a card that another seat drew."""

RED = Worked(
    (_meld("wei b5 b5 b5"), _meld("ti b10 b10 b10 b10"), _meld("run s1 s2 s3")),
    _kinds("s2 s7 s7 s10 s3 s4 s5 s8 s8 b7"),
    parse_kind("b7"),
    own=True,
)
"""红胡 by an own draw, with four alike and so with a 将."""

OPEN_PLAIN = replace(PLAIN, melds=(_meld("peng s5 s5 s5"), _meld("peng b6 b6 b6")))
OPEN_RED = replace(RED, melds=(_meld("peng b5 b5 b5"), _meld("long b10 b10 b10 b10"), _meld("run s1 s2 s3")))
"""The same where every drawn card is turned up (L3)."""


def first_hand(say: Say, house: House) -> tuple[Markup, ...]:
    """A plain win, counted line by line."""
    worked = OPEN_PLAIN if house.engine_rules.open_draws else PLAIN
    card = labelled(say, worked.card)
    return (say("<b>例一</b>　别家摸出 {card}，胡：", card=card), *_counted(say, house, worked))


def second_hand(say: Say, house: House) -> tuple[Markup, ...]:
    """A win with more to count."""
    worked = OPEN_RED if house.engine_rules.open_draws else RED
    card = labelled(say, worked.card)
    told = say("<b>例二</b>　自己摸到 {card}，胡（自摸）；有四张一样的，所以有一对将：", card=card)
    return (told, *_counted(say, house, worked))


def _counted(say: Say, house: House, worked: Worked) -> tuple[Markup, ...]:
    rules = house.engine_rules
    try:
        win = worked.win(rules)
    except ValueError:
        return Markup(""), say("这一手不够起胡的 {n} 息，胡不了。", n=rules.min_huxi)
    held = tuple(kind for meld in win.arrangement for kind in meld.cards)
    won = Won(rules, win.huxi, win.units, win.fans, win.fan, held, own=worked.own)
    pay = win.pay * house.base * house.multiplier
    return (
        Markup(""),
        *laid_out(say, rules, win.arrangement, len(worked.melds)),
        Markup(""),
        *counting(say, won, house.base, house.multiplier),
        *((say("翻醒还没算在里面。"),) if rules.turns_card else ()),
        Markup(""),
        say("两家每家付 {pay} 豆，胡的人得 {total} 豆。", pay=pay, total=2 * pay),
    )
