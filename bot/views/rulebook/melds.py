"""Cards, melds and their 胡息."""

from __future__ import annotations

from bot.host.house import House
from bot.views.cards import meld_word
from bot.views.say import Markup, Say
from engine import Meld, Rules
from engine.cards import Kind

BLACK, RED = 0, 1
"""A black small kind and a red one; ten more are the big ones."""


def melds(say: Say, house: House) -> tuple[Markup, ...]:
    """R1, R2, and the table of melds; the values are the rule set's (R4, and the table before L1)."""
    rules = house.engine_rules
    values = _by_colour(say, rules) if rules.open_draws else _by_size(say, rules)
    return (
        say("80 张牌：小字一到十，大字壹到拾，每种四张。二、七、十，大小都是<b>红</b>字，别的是黑字。"),
        Markup(""),
        *values,
        say("<b>别的一句话</b> 0　三张连着，如四五六、柒捌玖"),
        say("<b>绞</b> 0　同一个数，大小都有，如八八捌"),
        say("<b>将</b> 0　一对；有四张一样的时候才要"),
    )


def _by_size(say: Say, rules: Rules) -> tuple[Markup, ...]:
    peng, kan, wei = (_small_and_big(rules, meld_type, 3) for meld_type in ("peng", "kan", "wei"))
    pao, ti = (_small_and_big(rules, meld_type, 4) for meld_type in ("pao", "ti"))
    run = _run(rules, 0, (0, 1, 2)), _run(rules, 10, (0, 1, 2))
    wei_word, pao_word = meld_word(say, "wei", rules), meld_word(say, "pao", rules)
    return (
        say("每家的牌都要摆成<b>门子</b>。门子有<b>胡息</b>，小字／大字："),
        say("<b>碰</b> {small}／{big}　手里一对，要了别人的第三张", small=peng[0], big=peng[1]),
        say("<b>坎</b> {small}／{big}　发牌时手里就有三张", small=kan[0], big=kan[1]),
        say("<b>{wei}</b> {small}／{big}　手里一对，自己摸到第三张", wei=wei_word, small=wei[0], big=wei[1]),
        say("<b>{pao}</b> {small}／{big}　翻开的牌凑成四张", pao=pao_word, small=pao[0], big=pao[1]),
        say("<b>提</b> {small}／{big}　发牌就有四张，或自己摸成四张", small=ti[0], big=ti[1]),
        say("<b>一二三、二七十</b> {small}／{big}　同是小字或同是大字", small=run[0], big=run[1]),
    )


def _by_colour(say: Say, rules: Rules) -> tuple[Markup, ...]:
    peng, kan = (_colours(rules, meld_type, 3) for meld_type in ("peng", "kan"))
    zhao, long = (_colours(rules, meld_type, 4) for meld_type in ("zhao", "long"))
    black = _run(rules, 0, (0, 1, 2)), _run(rules, 10, (0, 1, 2))
    red = _run(rules, 0, (1, 6, 9)), _run(rules, 10, (1, 6, 9))
    return (
        say("每家的牌都要摆成<b>门子</b>。门子有<b>胡息</b>，小字黑／红，大字黑／红："),
        say("<b>碰</b> {small}，{big}　两张和翻开的一张", small=peng[0], big=peng[1]),
        say("<b>坎</b> {small}，{big}　发牌时手里就有三张", small=kan[0], big=kan[1]),
        say("<b>招</b> {small}，{big}　坎和翻开的第四张", small=zhao[0], big=zhao[1]),
        say("<b>壠</b> {small}，{big}　发牌就有四张", small=long[0], big=long[1]),
        say("<b>一二三</b>　小字 {small}，大字 {big}", small=black[0], big=black[1]),
        say("<b>二七十</b>　小字 {small}，大字 {big}", small=red[0], big=red[1]),
    )


def _alike(rules: Rules, meld_type: str, count: int, kind: Kind) -> int:
    return rules.huxi(Meld(meld_type, (kind,) * count))


def _run(rules: Rules, size: int, ranks: tuple[int, int, int]) -> int:
    first, second, third = ranks
    return rules.huxi(Meld("run", (first + size, second + size, third + size)))


def _small_and_big(rules: Rules, meld_type: str, count: int) -> tuple[int, int]:
    return _alike(rules, meld_type, count, BLACK), _alike(rules, meld_type, count, BLACK + 10)


def _colours(rules: Rules, meld_type: str, count: int) -> tuple[str, str]:
    """For small cards and for big ones: the 胡息 of black and of red."""
    small, big = (
        "／".join(str(_alike(rules, meld_type, count, kind + size)) for kind in (BLACK, RED))
        for size in (0, 10)
    )
    return small, big
