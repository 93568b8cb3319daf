"""The rule sets and their 名堂 by the names that players use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from bot.views.say import Markup, Say
from engine import Rules
from engine.rules import RULE_SETS

_SETS: Mapping[str, tuple[Callable[[Say], Markup], Callable[[Say], Markup]]] = {
    "qq-basic": (
        lambda say: say("QQ基本"),
        lambda say: say("红、点、乌，天胡翻倍"),
    ),
    "qq-half": (
        lambda say: say("QQ半名堂"),
        lambda say: say("再加对对胡和海底"),
    ),
    "qq-full": (
        lambda say: say("QQ全名堂"),
        lambda say: say("再加大小胡，多张多番"),
    ),
    "hunan": (
        lambda say: say("湖南守醒"),
        lambda say: say("臭牌只禁吃，不禁碰"),
    ),
    "changde-half": (
        lambda say: say("常德半名堂"),
        lambda say: say("只算红、点、乌"),
    ),
    "changde-full": (
        lambda say: say("常德全名堂"),
        lambda say: say("天胡、地胡也算番"),
    ),
    "suibian": (
        lambda say: say("随便跑胡子"),
        lambda say: say("常德全名堂，小胡十八张"),
    ),
    "changde-daliuba": (
        lambda say: say("常德大六八番"),
        lambda say: say("名堂最多，番最大，有黄番"),
    ),
    "changde-xiaoliuba": (
        lambda say: say("常德小六八番"),
        lambda say: say("名堂同大六八番，番小些"),
    ),
    "huaihua": (
        lambda say: say("怀化红拐弯"),
        lambda say: say("十三红算红乌，海底单独也算"),
    ),
    "changsha": (
        lambda say: say("长沙跑胡子"),
        lambda say: say("红胡多张多番，没有海底"),
    ),
    "luzhou-deng": (
        lambda say: say("泸州大贰·等"),
        lambda say: say("摸牌都翻开，有对必碰，点炮包赔"),
    ),
    "luzhou-hongwu": (
        lambda say: say("泸州大贰·红乌"),
        lambda say: say("泸州大贰，加红胡、乌胡"),
    ),
    "luzhou-kaikai": (
        lambda say: say("泸州大贰·开开"),
        lambda say: say("泸州大贰，名堂最多"),
    ),
    "guilin": (
        lambda say: say("桂林字牌"),
        lambda say: say("十息起胡，论子，翻醒也翻倍"),
    ),
    "bayi": (
        lambda say: say("八一字牌"),
        lambda say: say("桂林打法，醒不翻倍"),
    ),
}

_FANS: Mapping[str, Callable[[Say], Markup]] = {
    "hong": lambda say: say("红胡"),
    "dian": lambda say: say("点胡"),
    "hong_wu": lambda say: say("红乌"),
    "wu": lambda say: say("乌胡"),
    "dui_dui": lambda say: say("对对胡"),
    "da": lambda say: say("大胡"),
    "xiao": lambda say: say("小胡"),
    "tian": lambda say: say("天胡"),
    "di": lambda say: say("地胡"),
    "hai_di": lambda say: say("海底"),
    "ting": lambda say: say("听胡"),
    "shua_hou": lambda say: say("耍猴"),
    "tuan": lambda say: say("团胡"),
    "hang_hang_xi": lambda say: say("行行息"),
    "jia_hang_hang": lambda say: say("假行行"),
    "si_qi_hong": lambda say: say("四七红"),
    "bei_kao_bei": lambda say: say("背靠背"),
    "qia": lambda say: say("掐"),
    "shui_shang_piao": lambda say: say("水上漂"),
    "kun": lambda say: say("昆"),
    "gui": lambda say: say("归"),
    "zi_mo": lambda say: say("自摸"),
}


_PARTS: Mapping[str, Callable[[Say], Markup]] = {
    "shou_xing": lambda say: say("守醒"),
    "shu_xing": lambda say: say("数醒"),
    "zuo_di": lambda say: say("坐底"),
}
"""What it is called to sit out a round (R44)."""


def set_name(say: Say, rules: str) -> Markup:
    """What players call a rule set, by its name in `engine.rules.RULE_SETS`.

    A set without an entry here shows the title that its data have.
    """
    if rules in _SETS:
        return _SETS[rules][0](say)
    return Markup(escape(RULE_SETS[rules].title or rules, quote=False))


def set_difference(say: Say, rules: str) -> Markup:
    """A few words that tell a rule set from the others; empty for one without an entry here."""
    return _SETS[rules][1](say) if rules in _SETS else Markup("")


def fan_name(say: Say, code: str) -> Markup:
    """What players call a 名堂, by its code (rules section 11); one without an entry here by its title in the data."""
    return _FANS[code](say) if code in _FANS else Markup(escape(_title(code), quote=False))


def _title(code: str) -> str:
    """The title of a 名堂 in the first rule set that gives it one; else its code."""
    known = (fans[code] for rules in RULE_SETS.values() for fans in (rules.fans, rules.spare) if code in fans)
    return next((fan.title for fan in known if fan.title), code)


def counts_zi(rules: Rules) -> bool:
    """Whether a win counts 子, which are paid as they are, and not 等 and 番 (G1, G3)."""
    return rules.family in ("guilin", "bayi")


def part(say: Say, rules: Rules) -> Markup:
    """What it is called to sit out a round: 守醒, 数醒, 坐底 (R44)."""
    return _PARTS[rules.sits_out](say)
