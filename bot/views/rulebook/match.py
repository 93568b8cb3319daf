"""A match: who deals, undecided rounds, leaving, four at the table."""

from __future__ import annotations

from bot.views.rulebook.stakes import Stakes
from bot.views.rulesets import part
from bot.views.say import Markup, Say


def a_match(say: Say, stakes: Stakes) -> tuple[Markup, ...]:
    """Section 9."""
    again = say("<b>荒庄</b>：没人胡，谁也不付，庄家接着坐庄；连着荒到第 3 次、第 6 次……，换下家坐庄。")
    if stakes.rules.huang_dealer == "next":
        again = say("<b>荒庄</b>：没人胡，谁也不付，换下家坐庄。")
    return (
        say("<b>坐庄</b>：第一局抽签或切牌，以后谁胡谁坐庄。"),
        again,
        say(
            "<b>逃跑</b>：一局打到一半走，这一局马上结束，走的人赔。把另外两家手里和桌面最多能有的胡息加起来，"
            "减 12，除以 3（不到 1 算 0），再加 8，乘底分 {base}，两家平分。",
            base=stakes.base,
        ),
        say("有人走、换人，就重新开一场：庄家重新抽，豆接着记。"),
        say(
            "<b>四个人</b>：庄家的对家{part}，这一局不拿牌、不输不赢。换庄了再上桌。",
            part=part(say, stakes.rules),
        ),
        say("<b>欢乐豆</b>：分数乘倍数。几家的输赢加起来总是 0；/beans 看账，谁该给谁也算好了。"),
        say("有电脑的局是练习，一般不记账。"),
    )
