"""The 名堂 of a rule set, with their values from the set itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.host.house import House
from bot.views.rulesets import fan_name
from bot.views.say import Markup, Say
from engine.rules import Fan

_COUNT_CARDS: Mapping[str, tuple[Callable[[Say, int], Markup], Callable[[Say, int], Markup]]] = {
    "hong": (
        lambda say, n: say("红字 {n} 张起", n=n),
        lambda say, n: say("红字 {n} 张起，多一张多一番", n=n),
    ),
    "hong_wu": (
        lambda say, n: say("红字 {n} 张起", n=n),
        lambda say, n: say("红字 {n} 张起，多一张多一番", n=n),
    ),
    "da": (
        lambda say, n: say("大字 {n} 张起", n=n),
        lambda say, n: say("大字 {n} 张起，多一张多一番", n=n),
    ),
    "xiao": (
        lambda say, n: say("小字 {n} 张起", n=n),
        lambda say, n: say("小字 {n} 张起，多一张多一番", n=n),
    ),
}
"""When a 名堂 that counts cards holds: without growing, and growing."""

_OTHERS: Mapping[str, Callable[[Say], Markup]] = {
    "dian": lambda say: say("红字正好一张"),
    "wu": lambda say: say("没有红字"),
    "dui_dui": lambda say: say("没有一句话，也没有绞"),
    "tian": lambda say: say("发牌就成，或庄家胡亮张"),
    "di": lambda say: say("闲家胡亮张"),
    "ting": lambda say: say("胡之前桌面没有门子，开局的提不算"),
    "shua_hou": lambda say: say("胡之前手里只剩一张"),
    "tuan": lambda say: say("一个数的大小字都是四张，每个数算一次"),
    "hang_hang_xi": lambda say: say("七门都有胡息"),
    "jia_hang_hang": lambda say: say("有将，其他六门都有胡息"),
    "si_qi_hong": lambda say: say("红字正好四张或七张"),
    "bei_kao_bei": lambda say: say("胡的那张成了碰或偎，将是同一个数的另一种字"),
    "qia": lambda say: say("胡息正好是十的倍数"),
    "shui_shang_piao": lambda say: say("胡墩里第一张"),
    "kun": lambda say: say("每门都有胡息，将不算"),
    "gui": lambda say: say("四张一样的都在自己这里，每种算一次"),
    "zi_mo": lambda say: say("胡自己摸的牌"),
}


_LUZHOU: Mapping[str, Callable[[Say], Markup]] = {
    "tian": lambda say: say("庄家发牌就成"),
    "di": lambda say: say("庄家的下家，胡庄家打的第一张"),
}
"""Where 泸州 means something else by the same name (L1, L7)."""


def fans(say: Say, house: House) -> tuple[Markup, ...]:
    """Section 11's table for this set, and how 名堂 add up (R36, L8)."""
    rules = house.engine_rules
    if not rules.fans:
        return (say("这个玩法没有名堂。"),)
    found = [say("名堂看胡的人所有的牌，桌面和手里都算；有几样，番就加起来。"), Markup("")]
    for code, fan in rules.fans.items():
        name, holds = fan_name(say, code), condition(say, code, fan, rules.family)
        found.append(
            say("<b>{name} {value} 番</b>　{condition}", name=name, value=fan.value, condition=holds)
        )
    found.append(Markup(""))
    if rules.together is not None:
        found.append(say("乌胡加对对胡，一共 {n} 番。", n=rules.together))
    if rules.tian_doubled:
        found.append(say("天胡、胡亮张不加番，胡息翻倍算等。"))
    if rules.family == "luzhou":
        found.append(say("这些番加在 1 番上面；没有名堂是 1 番。"))
    else:
        found.append(say("没有名堂是平胡，1 番。"))
    return tuple(found)


def condition(say: Say, code: str, fan: Fan, family: str = "hunan") -> Markup:
    """When a 名堂 holds, by its code and what it is in a rule set of this family."""
    if code in _COUNT_CARDS:
        still, growing = _COUNT_CARDS[code]
        return growing(say, fan.at) if fan.grows else still(say, fan.at)
    if code == "hai_di":
        return say("胡墩里最后一张") if fan.alone else say("胡墩里最后一张，另有名堂才加")
    if family == "luzhou" and code in _LUZHOU:
        return _LUZHOU[code](say)
    return _OTHERS[code](say) if code in _OTHERS else Markup("")
