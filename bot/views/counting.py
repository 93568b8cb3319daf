"""From 胡息 to what each pays, as lines of sums: the same for a round that was won and for a worked hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.views.cards import card, meld_cards, meld_word
from bot.views.layout import blank, pad, width
from bot.views.rulesets import counts_zi, fan_name
from bot.views.say import Markup, Say
from engine import Meld, Rules
from engine.cards import Kind, is_big, is_red

_COUNTED: Mapping[str, Callable[[Kind], bool]] = {
    "hong": is_red,
    "hong_wu": is_red,
    "da": is_big,
    "xiao": lambda kind: not is_big(kind),
}
"""The 名堂 that count cards: which cards (rules section 11)."""


@dataclass(frozen=True, slots=True)
class Won:
    """What a win counts. `cards`: all the winner's cards (R36); `units` and `fans` as the engine gives them.

    `own`: with R35's 自摸; `at_deal`: by R7 or R9; `bottom`: on the last card of the stock; `discard`: the discarder
    pays for all (L5). `turned` and `xing`: the card turned over, and how many of `cards` are of its kind (G2);
    `losers`: how many would pay; `huang`: 荒庄 in a row before, that multiply the payment (R48).
    """

    rules: Rules
    huxi: int
    units: int
    fans: Mapping[str, int]
    fan: int
    cards: tuple[Kind, ...]
    own: bool
    at_deal: bool = False
    bottom: bool = False
    discard: bool = False
    turned: Kind | None = None
    xing: int = 0
    losers: int = 2
    huang: int = 0


def counting(say: Say, won: Won, base: int, multiplier: int) -> tuple[Markup, ...]:
    """What led to the payment of one loser with this stake (R34 to R39, R43, R48, L5 to L8, G1 to G4)."""
    return (*_FAMILIES[won.rules.family](say, won), *_payment(say, won, base, multiplier))


def _hunan(say: Say, won: Won) -> tuple[Markup, ...]:
    return (*_units(say, won), *_fans(say, won))


def _luzhou(say: Say, won: Won) -> tuple[Markup, ...]:
    """L6, L8: every 名堂 adds to 1."""
    found = [say("{huxi} 息 → {units} 等", huxi=won.huxi, units=won.units)]
    if not won.fans:
        return (*found, say("平胡 1 番"))
    added = sum(won.fans.values())
    found += [say("{name} ＋{n}", name=fan_name(say, code), n=fan) for code, fan in won.fans.items()]
    found.append(say("1 ＋ {added} ＝ {fan} 番", added=added, fan=1 + added))
    return (*found, *_capped(say, won, 1 + added))


def _capped(say: Say, won: Won, full: int) -> tuple[Markup, ...]:
    """R49: where the 番 are more than the house lets them be."""
    return (say("封顶 {fan} 番", fan=won.fan),) if full > won.fan else ()


def _guilin(say: Say, won: Won) -> tuple[Markup, ...]:
    """G1 to G4: 子, and what 醒 and 海底 add to them before they are doubled."""
    bottom = 2 * won.bottom
    return (
        say("{huxi} 息 → {units} 子", huxi=won.huxi, units=won.units - won.xing - bottom),
        *_turned(say, won),
        *((say("海底 ＋{n} 子", n=bottom),) if bottom else ()),
        *_doubled(say, won),
    )


def _doubled(say: Say, won: Won) -> tuple[Markup, ...]:
    """G3: twice the 子 for the own draw, and in 桂林 for the 亮张 (地胡)."""
    if won.fan == 1:
        return ()
    twice = 2 * won.units
    if won.own:
        return (say("自摸 {units} 子 ×2 ＝ {doubled} 子", units=won.units, doubled=twice),)
    return (say("地胡 {units} 子 ×2 ＝ {doubled} 子", units=won.units, doubled=twice),)


def _bayi(say: Say, won: Won) -> tuple[Markup, ...]:
    """G3: 醒 is paid on top, not doubled."""
    bottom = 3 * won.bottom
    return (
        say("{huxi} 息 → {units} 子", huxi=won.huxi, units=won.units - bottom),
        *((say("海底 ＋{n} 子", n=bottom),) if bottom else ()),
        *_doubled(say, won),
        *_turned(say, won),
    )


def _turned(say: Say, won: Won) -> tuple[Markup, ...]:
    if won.turned is None:
        return ()
    turned = card(say, won.turned)
    if not won.xing:
        return (say("翻醒 {card}，没有这张", card=turned),)
    return (say("翻醒 {card}，{n} 张 ＋{n} 子", card=turned, n=won.xing),)


def _payment(say: Say, won: Won, base: int, multiplier: int) -> tuple[Markup, ...]:
    """What one loser pays, or the discarder for both, with 黄番."""
    if counts_zi(won.rules):
        units = won.units * won.fan + (won.xing if won.rules.family == "bayi" else 0)
        product = _product(say, replace(won, units=units, fan=1), base, multiplier)
        pay = units * base * multiplier
    else:
        product = _product(say, won, base, multiplier)
        pay = won.units * won.fan * base * multiplier
    found = [product]
    if won.rules.huang_fan and won.huang:
        pay *= 1 + won.huang
        found.append(say("黄番 ×{n} ＝ {pay}", n=1 + won.huang, pay=pay))
    if won.discard and won.losers > 1:
        found.append(say("点炮的一家付 {n} 份 ＝ {pay}", n=won.losers, pay=won.losers * pay))
    return tuple(found)


def _units(say: Say, won: Won) -> tuple[Markup, ...]:
    """From 胡息 to 等; what 自摸 adds stands on a line of its own where the first is full (R39)."""
    bonus = won.rules.zi_mo if won.own else 0
    before = won.units - bonus
    if won.rules.tian_doubled and won.at_deal:
        doubled = say(
            "{huxi} 息 ×2 ＝ {doubled} → {units} 等", huxi=won.huxi, doubled=2 * won.huxi, units=before
        )
        return (doubled, say("＋自摸 {n} ＝ {units} 等", n=bonus, units=won.units)) if bonus else (doubled,)
    if bonus:
        return (
            say(
                "{huxi} 息 → {before} 等 ＋自摸 {n} ＝ {units}",
                huxi=won.huxi,
                before=before,
                n=bonus,
                units=won.units,
            ),
        )
    return (say("{huxi} 息 → {units} 等", huxi=won.huxi, units=won.units),)


def _fans(say: Say, won: Won) -> tuple[Markup, ...]:
    found = []
    for code, fan in won.fans.items():
        name = fan_name(say, code)
        if code in _COUNTED:
            count = sum(map(_COUNTED[code], won.cards))
            found.append(say("{name}({count}) {fan} 番", name=name, count=count, fan=fan))
        else:
            found.append(say("{name} {fan} 番", name=name, fan=fan))
    if not found:
        found.append(say("平胡 1 番"))
    full = sum(won.fans.values())
    if len(won.fans) > 1:
        found.append(say("共 {fan} 番", fan=full))
    found += _capped(say, won, full)
    if won.bottom and "hai_di" in won.rules.fans and "hai_di" not in won.fans:
        found.append(say("海底，没有别的名堂不加番"))
    return tuple(found)


def _product(say: Say, won: Won, base: int, multiplier: int) -> Markup:
    pay = won.units * won.fan * base * multiplier
    if counts_zi(won.rules):
        if multiplier == 1:
            return say("{units} 子 × 底分 {base} ＝ {pay}", units=won.units, base=base, pay=pay)
        return say(
            "{units} 子 × 底分 {base} × 倍数 {multiplier} ＝ {pay}",
            units=won.units,
            base=base,
            multiplier=multiplier,
            pay=pay,
        )
    if multiplier == 1:
        return say("{units} × {fan} × 底分 {base} ＝ {pay}", units=won.units, fan=won.fan, base=base, pay=pay)
    return say(
        "{units} × {fan} × 底分 {base} × 倍数 {multiplier} ＝ {pay}",
        units=won.units,
        fan=won.fan,
        base=base,
        multiplier=multiplier,
        pay=pay,
    )


_FAMILIES: Mapping[str, Callable[[Say, Won], tuple[Markup, ...]]] = {
    "hunan": _hunan,
    "luzhou": _luzhou,
    "guilin": _guilin,
    "bayi": _bayi,
}


def laid_out(say: Say, rules: Rules, melds: Iterable[Meld], on_table: int) -> tuple[Markup, ...]:
    """A winning hand, one meld a line with its 胡息; the first `on_table` melds lay on the table.

    Runs that stayed in the hand have no name.
    """
    shown = tuple(melds)
    words = [
        "" if meld.type == "run" and place >= on_table else str(meld_word(say, meld.type, rules))
        for place, meld in enumerate(shown)
    ]
    widest = max(map(width, words), default=0)
    return tuple(
        _meld_line(say, rules, meld, pad(word, widest)) for meld, word in zip(shown, words, strict=True)
    )


def _meld_line(say: Say, rules: Rules, meld: Meld, word: str) -> Markup:
    if meld.type == "jiang":
        return Markup(f"{word} {meld_cards(say, meld)}")
    huxi = str(rules.huxi(meld))
    gap = blank(2 * (6 - len(meld.cards)) + 2 - width(huxi))
    return Markup(f"{word} {meld_cards(say, meld)}{gap}{huxi}")
