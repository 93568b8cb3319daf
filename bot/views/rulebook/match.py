"""A match: who deals, undecided rounds, leaving, four at the table."""

from __future__ import annotations

from bot.host.house import House
from bot.views.rulesets import part
from bot.views.say import Markup, Say


def a_match(say: Say, house: House) -> tuple[Markup, ...]:
    """Section 9."""
    again = say("<b>荒庄</b>：没人胡，谁也不付，庄家接着坐庄；连着荒到第 3 次、第 6 次……，换下家坐庄。")
    if house.engine_rules.huang_dealer == "next":
        again = say("<b>荒庄</b>：没人胡，谁也不付，换下家坐庄。")
    return (
        say.n("一场 {n} 局。", n=house.rounds) if house.rounds else say("一场不限局数，打到有人走。"),
        _first_dealer(say, house),
        again,
        say(
            "<b>逃跑</b>：一局打到一半走，这一局马上结束，走的人赔。把另外两家手里和桌面最多能有的胡息加起来，"
            "减 12，除以 3（不到 1 算 0），再加 8，乘底分 {base}，两家平分。",
            base=house.base,
        ),
        say("有人走、换人，就重新开一场：庄家重新抽，豆接着记。"),
        say(
            "<b>四个人</b>：庄家的对家{part}，这一局不拿牌、不输不赢。换庄了再上桌。",
            part=part(say, house.engine_rules),
        ),
        say("<b>欢乐豆</b>：分数乘倍数。几家的输赢加起来总是 0；/beans 看账，谁该给谁也算好了。"),
        say("有电脑的局也记账。") if house.ledger else say("有电脑的局是练习，不记账。"),
    )


def _first_dealer(say: Say, house: House) -> Markup:
    """R40."""
    if house.cuts:
        return say("<b>坐庄</b>：第一局切牌，每人翻一张，最大的坐庄，一样大再切；以后谁胡谁坐庄。")
    return say("<b>坐庄</b>：第一局抽签，以后谁胡谁坐庄。")
