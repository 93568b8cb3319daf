"""House rules in words (R49): what each can be called, what its values mean, and what differs from the rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.host.changing import FAN, changed_keys, usual_value, value
from bot.host.house import House
from bot.views.layout import listed
from bot.views.rulesets import fan_name
from bot.views.say import Markup, Say
from engine.house import HouseRuleError
from engine.rules import RULE_SETS, Rules

Says = Callable[[Say], Markup]


@dataclass(frozen=True, slots=True)
class _Words:
    """A house rule: its name, what it means, and what its value is called."""

    name: Says
    about: Says
    value: Callable[[Say, Any], Markup]


def _on_off(say: Say, on: Any) -> Markup:
    return say("开") if on else say("关")


def _seconds(say: Say, seconds: Any) -> Markup:
    return say.n("{n} 秒", n=seconds) if seconds else say("不限时")


_WORDS: Mapping[str, _Words] = {
    "min_huxi": _Words(
        lambda say: say("起胡"),
        lambda say: say("胡牌最少要这么多胡息。胡息变成等数的算法不变，最少 1 等。"),
        lambda say, n: say("{n} 息", n=n),
    ),
    "zi_mo": _Words(
        lambda say: say("自摸"),
        lambda say: say("自己摸的牌胡了，多算几等。不帮忙凑起胡的息。"),
        lambda say, n: say("加 {n} 等", n=n) if n else say("不加"),
    ),
    "fan_cap": _Words(
        lambda say: say("封顶"),
        lambda say: say("名堂加起来再多，番也只算到这里。"),
        lambda say, n: say("不封顶") if n is None else say("{n} 番", n=n),
    ),
    "win_on_discard": _Words(
        lambda say: say("点炮"),
        lambda say: say("开：别人打出的牌也能胡，打的人一个人付两家。关：只能胡摸出来的牌和亮张。"),
        _on_off,
    ),
    "dead_bars_peng": _Words(
        lambda say: say("臭牌禁碰"),
        lambda say: say("开：臭牌不能吃也不能碰。关：臭牌只是不能吃。"),
        _on_off,
    ),
    "tian_doubled": _Words(
        lambda say: say("天胡翻倍"),
        lambda say: say("开：天胡和胡亮张，胡息先翻倍再算等。"),
        _on_off,
    ),
    "huang_fan": _Words(
        lambda say: say("黄番"),
        lambda say: say("开：前面连着荒庄几次，下一次胡就多付几倍。"),
        _on_off,
    ),
    "must_hu": _Words(
        lambda say: say("有胡必胡"),
        lambda say: say("开：能胡就自动胡，不问。"),
        _on_off,
    ),
    "open_wei": _Words(
        lambda say: say("明偎"),
        lambda say: say("开：偎的牌亮给大家看。别的都不变。"),
        _on_off,
    ),
    "huang_dealer": _Words(
        lambda say: say("荒庄"),
        lambda say: say("没人胡的时候：庄家连庄，连着三次才换；或者每次都换下家坐庄。"),
        lambda say, word: say("换下家") if word == "next" else say("连庄"),
    ),
    "base": _Words(
        lambda say: say("底分"),
        lambda say: say("一手牌算出来是几分，每家就付几个底分。"),
        lambda say, n: say("{n} 分", n=n),
    ),
    "multiplier": _Words(
        lambda say: say("倍数"),
        lambda say: say("分数乘倍数，就是欢乐豆。"),
        lambda say, n: say("{n} 倍", n=n),
    ),
    "rounds": _Words(
        lambda say: say("局数"),
        lambda say: say("一场打多少局。不限，就打到有人走。"),
        lambda say, n: say.n("{n} 局", n=n) if n else say("不限"),
    ),
    "first_dealer": _Words(
        lambda say: say("定庄"),
        lambda say: say(
            "一场的第一个庄：抽签，或者切牌。切牌每人翻一张，最大的坐庄，一样大就再切，大家都看得到。"
        ),
        lambda say, word: say("切牌") if word == "cut" else say("抽签"),
    ),
    "wanted": _Words(
        lambda say: say("人数"),
        lambda say: say("这一桌等几个人。四个人打，庄的对家歇一局。"),
        lambda say, n: say.n("{n} 人", n=n),
    ),
    "two": _Words(
        lambda say: say("两人可打"),
        lambda say: say("开：只有两个人也能开局。第三家的牌放一边，谁也不看。"),
        _on_off,
    ),
    "computers": _Words(
        lambda say: say("电脑上桌"),
        lambda say: say("开：缺人的时候可以加电脑。"),
        _on_off,
    ),
    "ledger": _Words(
        lambda say: say("电脑局记账"),
        lambda say: say("开：有电脑的局也记账。关：有电脑就是练习。"),
        _on_off,
    ),
    "escapes": _Words(
        lambda say: say("退群算逃跑"),
        lambda say: say("开：打到一半退群，算逃跑，要赔。关：电脑替他打完这一局。"),
        _on_off,
    ),
    "claim_clock": _Words(
        lambda say: say("应牌时限"),
        lambda say: say("翻开一张牌，要不要，想多久。时间到算过。"),
        _seconds,
    ),
    "discard_clock": _Words(
        lambda say: say("出牌时限"),
        lambda say: say("该打牌的人想多久。时间到，电脑替他打。"),
        _seconds,
    ),
    "changed_by": _Words(
        lambda say: say("谁能改"),
        lambda say: say("谁能改这些规矩：开桌的人和群管理员，或者只有群管理员。"),
        lambda say, word: say("只有管理员") if word == "admins" else say("开桌的人和管理员"),
    ),
}


def rule_name(say: Say, key: str) -> Markup:
    """What players call a house rule, by its key (see `bot.host.changing`)."""
    return fan_name(say, key.removeprefix(FAN)) if key.startswith(FAN) else _WORDS[key].name(say)


def rule_about(say: Say, key: str) -> Markup:
    """What a house rule means, in at most 200 characters. KeyError for a 名堂."""
    return _WORDS[key].about(say)


def value_name(say: Say, key: str, to: Any) -> Markup:
    """What a value of a house rule is called."""
    if key.startswith(FAN):
        return say("不算") if to is None else say("{n} 番", n=to)
    return _WORDS[key].value(say, to)


def rule_said(say: Say, house: House, key: str) -> Markup:
    """A house rule with its value: 「起胡 10 息」."""
    return say("{rule} {value}", rule=rule_name(say, key), value=value_name(say, key, value(house, key)))


def difference(say: Say, house: House, key: str) -> Markup:
    """A rule that differs from the rule set: 「起胡 10 息（原 15 息）」."""
    usual = value_name(say, key, usual_value(house, key, house))
    return say("{said}（原 {usual}）", said=rule_said(say, house, key), usual=usual)


def differences(say: Say, house: House, most: int) -> tuple[Markup, ...]:
    """The rules in which a house differs from its rule set, one a line, the first `most` of them; () for none."""
    keys = changed_keys(house)
    if not keys:
        return ()
    found = [say.n("和原样不同的 {n} 条：", n=len(keys))]
    found += [say("● {difference}", difference=difference(say, house, key)) for key in keys[:most]]
    return (*found, say("……")) if len(keys) > most else tuple(found)


FEW = 3
"""How many house rules are named where there is little room."""


def house_mark(say: Say, house: House) -> Markup | None:
    """One line that says that house rules are played, with the first few of them; None for the set as it is."""
    keys = changed_keys(house)
    if not keys:
        return None
    few = listed(say, (rule_said(say, house, key) for key in keys[:FEW]))
    if len(keys) <= FEW:
        return say("自定规矩：{few}", few=few)
    return say.n("自定规矩：{few}……共 {n} 条", few=few, n=len(keys))


def board_mark(say: Say, rules: Rules) -> Markup | None:
    """A short line for the board where the rule set is not played as it is."""
    return say("自定规矩，发 /rules 看") if rules.changes() else None


def wrong(say: Say, error: HouseRuleError) -> Markup:
    """What is wrong with a house rule, and what it can be."""
    can, key = error.allowed, error.field
    if key == "rules":
        return say("没有这种玩法。有：{known}。", known=listed(say, RULE_SETS))
    if can is None:
        word = key.removeprefix(FAN)
        return say("没有「{word}」这一条。要写玩法和 字段=值，用空格隔开。", word=word)
    name = rule_name(say, key)
    if not can.leaves_a_choice:
        return say("这种玩法不能改「{rule}」。", rule=name)
    if can.numbers is None:
        values = (
            Markup(f"{_written(each)} {value_name(say, key, each)}")
            for each in can.values
            if each is not None
        )
        return say("「{rule}」只能是：{values}。", rule=name, values=listed(say, values))
    least, most = can.numbers
    if None in can.values and key not in _NULL_IS_THE_SETS:
        none = value_name(say, key, None)
        return say(
            "「{rule}」只能是 {least} 到 {most}，或者{none}（null）。",
            rule=name,
            least=least,
            most=most,
            none=none,
        )
    return say("「{rule}」只能是 {least} 到 {most}。", rule=name, least=least, most=most)


_NULL_IS_THE_SETS = frozenset({"wanted"})


def _written(each: object) -> str:
    """A value as the short text of a house has it."""
    return str(each).lower() if isinstance(each, bool) else str(each)
