"""How a round goes, who may take a card, and which cards are dead."""

from __future__ import annotations

from bot.views.rulebook.stakes import Stakes
from bot.views.say import Markup, Say


def a_round(say: Say, stakes: Stakes) -> tuple[Markup, ...]:
    """Section 3: the deal, drawing and discarding, and what happens by itself."""
    shown = say("<b>偎</b>：手里一对，自己摸到第三张，自动扣下，别人看不见是什么。")
    if stakes.rules.open_wei:
        shown = say("<b>偎</b>：手里一对，自己摸到第三张，自动摆下，大家都看得见（明偎）。")
    return (
        say("每家 20 张。庄家多一张<b>亮张</b>，大家都看得见。墩里还有 19 张。"),
        say("庄家先打一张。以后轮着来：从墩里摸一张翻开，有人要就拿走，没人要就进河，下家再摸。"),
        say("摸到的牌不进手，不是摆成门子，就是进河。拿了牌摆下门子，再从手里打一张。"),
        Markup(""),
        say("<b>不用按、自动发生的：</b>"),
        shown,
        say("<b>提</b>：坎或偎，自己摸到第四张。发牌就有的四张，开局先提。"),
        say("<b>跑</b>：坎或偎，别人翻出第四张；碰过的，只有摸出来的第四张才跑。"),
        say("偎、提先于胡：摸成偎、提的牌，别人不能胡。"),
        say("<b>重跑</b>：第二次有了四张一样的，不用打牌，直接轮到下家。"),
        say("发牌就有三提，或提、坎一共五个：自动<b>天胡</b>。"),
        Markup(""),
        say("坎不能拆，也不能打。墩摸完了还没人胡，就是荒庄。"),
    )


def claims(say: Say, stakes: Stakes) -> tuple[Markup, ...]:
    """Section 4: the order in which a card goes, and who may claim it."""
    rules = stakes.rules
    won = say(
        "<b>胡</b>：只能胡摸出来的牌和亮张，打出来的不能胡。几家都能胡：摸牌的人先，再是他的下家、上家。"
    )
    if rules.win_on_discard:
        won = say("<b>胡</b>：摸出来的、打出来的和亮张都能胡。打出来的被胡，打牌的一家付两家的。")
    return (
        say("一张牌翻开，按这个次序归谁："),
        Markup(""),
        say("1. {claim}", claim=won),
        say("2. <b>跑</b>：自动。能胡的人还是先胡，这叫破跑胡。"),
        say("3. <b>碰</b>：手里正好一对，除了出这张牌的人，谁都能碰。"),
        say("4. <b>吃</b>：摸牌的人先，再是下家；上家永远不能吃。用手里两张凑成一句话或绞。"),
        Markup(""),
        say("有胡必胡：能胡就自动胡。") if rules.must_hu else say("胡、碰、吃都可以不要，按「过」。"),
        say("能要的人同时选，先按的不占便宜，还是按次序归。谁能要，别人看不出来。"),
        say("拿了以后没有牌可打，就不能碰、不能吃。"),
    )


def dead(say: Say, stakes: Stakes) -> tuple[Markup, ...]:
    """Section 6: dead cards and declined wins."""
    if stakes.rules.dead_bars_peng:
        what = (
            say("<b>臭牌</b>（过张）：这一局里不能再吃、再碰的牌。"),
            say("• 自己打过的牌，是臭牌。"),
            say("• 能吃能碰却没要的牌，是臭牌。"),
            say("被次序在前的人拿走的不算：想吃，被别人碰走了，不臭。"),
            say("臭牌还能胡；偎、提、跑也照样。放过碰的牌，自己再摸成三张是<b>臭偎</b>，要亮出来。"),
        )
    else:
        what = (
            say("<b>臭牌</b>（过张）：这一局里不能再吃的牌，碰不受影响。"),
            say("• 自己打过的牌，是臭牌。"),
            say("• 能吃却没吃的牌，是臭牌。放过碰不臭。"),
            say("被次序在前的人拿走的不算：想吃，被别人碰走了，不臭。"),
            say("臭牌还能碰、能胡；偎、提、跑也照样。放过碰的牌，自己再摸成三张是<b>臭偎</b>，要亮出来。"),
        )
    return (
        *what,
        Markup(""),
        say("<b>臭胡</b>：能胡却没胡，同样的牌就不能再胡，要等自己桌面的胡息变了才行。"),
        say("所以能胡的时候按「过」，会再问你一次。"),
    )
