"""Cards, melds and their 胡息."""

from __future__ import annotations

from bot.views.rulebook.stakes import Stakes
from bot.views.say import Markup, Say
from engine import Meld, Rules

_ALIKE = (("peng", 3), ("kan", 3), ("wei", 3), ("pao", 4), ("ti", 4))


def melds(say: Say, stakes: Stakes) -> tuple[Markup, ...]:
    """R1, R2, and the table of melds; the values are the rule set's (R4)."""
    rules = stakes.rules
    peng, kan, wei, pao, ti = (_alike(rules, *each) for each in _ALIKE)
    runs = rules.huxi(Meld("run", (0, 1, 2))), rules.huxi(Meld("run", (10, 11, 12)))
    return (
        say("80 张牌：小字一到十，大字壹到拾，每种四张。二、七、十，大小都是<b>红</b>字，别的是黑字。"),
        Markup(""),
        say("每家的牌都要摆成<b>门子</b>。门子有<b>胡息</b>，小字／大字："),
        say("<b>碰</b> {small}／{big}　手里一对，要了别人的第三张", small=peng[0], big=peng[1]),
        say("<b>坎</b> {small}／{big}　发牌时手里就有三张", small=kan[0], big=kan[1]),
        say("<b>偎</b> {small}／{big}　手里一对，自己摸到第三张", small=wei[0], big=wei[1]),
        say("<b>跑</b> {small}／{big}　翻开的牌凑成四张", small=pao[0], big=pao[1]),
        say("<b>提</b> {small}／{big}　发牌就有四张，或自己摸成四张", small=ti[0], big=ti[1]),
        say("<b>一二三、二七十</b> {small}／{big}　同是小字或同是大字", small=runs[0], big=runs[1]),
        say("<b>别的一句话</b> 0　三张连着，如四五六、柒捌玖"),
        say("<b>绞</b> 0　同一个数，大小都有，如八八捌"),
        say("<b>将</b> 0　一对；有提或跑的时候才要"),
    )


def _alike(rules: Rules, meld_type: str, count: int) -> tuple[int, int]:
    """The 胡息 of cards that are alike, small and big."""
    return rules.huxi(Meld(meld_type, (0,) * count)), rules.huxi(Meld(meld_type, (10,) * count))
