"""From 胡息 to what each pays, as lines of sums: the same for a round that was won and for a worked hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.views.cards import meld_cards, meld_word
from bot.views.layout import blank, pad, width
from bot.views.rulesets import fan_name
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

    `own`: with R35's 自摸; `at_deal`: by R7 or R9; `bottom`: on the last card of the stock.
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


def counting(say: Say, won: Won, base: int, multiplier: int) -> tuple[Markup, ...]:
    """The units (R34, R35, R39), the 番 (R36), and what each loser pays with this stake (R37, R43)."""
    return (*_units(say, won), *_fans(say, won), _product(say, won, base, multiplier))


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
    elif len(found) > 1:
        found.append(say("共 {fan} 番", fan=won.fan))
    if won.bottom and "hai_di" in won.rules.fans and "hai_di" not in won.fans:
        found.append(say("海底，没有别的名堂不加番"))
    return tuple(found)


def _product(say: Say, won: Won, base: int, multiplier: int) -> Markup:
    pay = won.units * won.fan * base
    if multiplier == 1:
        return say("{units} × {fan} × 底分 {base} ＝ {pay}", units=won.units, fan=won.fan, base=base, pay=pay)
    return say(
        "{units} × {fan} × 底分 {base} × 倍数 {multiplier} ＝ {pay}",
        units=won.units,
        fan=won.fan,
        base=base,
        multiplier=multiplier,
        pay=pay * multiplier,
    )


def laid_out(say: Say, rules: Rules, melds: Iterable[Meld], on_table: int) -> tuple[Markup, ...]:
    """A winning hand, one meld a line with its 胡息; the first `on_table` melds lay on the table.

    Runs that stayed in the hand have no name.
    """
    shown = tuple(melds)
    words = [
        "" if meld.type == "run" and place >= on_table else str(meld_word(say, meld.type))
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
