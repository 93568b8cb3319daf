"""How a round goes, who may take a card, and which cards are dead."""

from __future__ import annotations

from bot.host.house import House
from bot.views.cards import meld_word
from bot.views.say import Markup, Say
from engine import Rules


def a_round(say: Say, house: House) -> tuple[Markup, ...]:
    """Section 3: the deal, drawing and discarding, and what happens by itself."""
    rules = house.engine_rules
    return (
        *(_without_liang(say) if rules.open_draws else _with_liang(say)),
        say("庄家先打一张。以后轮着来：从墩里摸一张翻开，有人要就拿走，没人要就进河，下家再摸。"),
        say("摸到的牌不进手，不是摆成门子，就是进河。拿了牌摆下门子，再从手里打一张。"),
        Markup(""),
        say("<b>不用按、自动发生的：</b>"),
        *(_forced_open(say) if rules.open_draws else _forced(say, rules)),
        say("<b>重跑</b>：第二次有了四张一样的，不用打牌，直接轮到下家。"),
        say("发牌就有三个四张，或四张、坎一共五个：自动<b>天胡</b>。"),
        Markup(""),
        say("坎不能拆，也不能打。墩摸完了还没人胡，就是荒庄。"),
    )


def _with_liang(say: Say) -> tuple[Markup, ...]:
    return (say("每家 20 张。庄家多一张<b>亮张</b>，大家都看得见。墩里还有 19 张。"),)


def _without_liang(say: Say) -> tuple[Markup, ...]:
    """L1, L2."""
    return (
        say("庄家 21 张，另外两家 20 张，没有亮张。墩里还有 19 张。"),
        say("墩底亮一张黑字作<b>底张</b>：翻到红字就移到墩顶，再翻一张。底张不摸。"),
    )


def _forced(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """R8, R14, R18."""
    wei, pao = meld_word(say, "wei", rules), meld_word(say, "pao", rules)
    shown = say("<b>{wei}</b>：手里一对，自己摸到第三张，自动扣下，别人看不见是什么。", wei=wei)
    if rules.open_wei:
        shown = say("<b>{wei}</b>：手里一对，自己摸到第三张，自动摆下，大家都看得见（明偎）。", wei=wei)
    return (
        shown,
        say("<b>提</b>：坎或{wei}，自己摸到第四张。发牌就有的四张，开局先提。", wei=wei),
        say("<b>{pao}</b>：坎或{wei}，别人翻出第四张；碰过的，只有摸出来的第四张才算。", pao=pao, wei=wei),
        say("{wei}、提先于胡：自己摸进{wei}、提的牌，别人不能胡。", wei=wei),
    )


def _forced_open(say: Say) -> tuple[Markup, ...]:
    """L3."""
    return (
        say("<b>壠</b>：发牌就有的四张，开局先摆下。"),
        say("<b>招</b>：手里有坎，翻开第四张，不管谁的。"),
        say("<b>碰</b>：手里有一对，翻开第三张，不管谁的。碰过的牌不再变四张。"),
    )


def claims(say: Say, house: House) -> tuple[Markup, ...]:
    """Section 4: the order in which a card goes, and who may claim it."""
    rules = house.engine_rules
    won = say(
        "<b>胡</b>：只能胡摸出来的牌和亮张，打出来的不能胡。几家都能胡：摸牌的人先，再是他的下家、上家。"
    )
    if rules.win_on_discard:
        won = say("<b>胡</b>：摸出来的、打出来的都能胡。打出来的被胡，打牌的一家付两家的。")
    return (
        say("一张牌翻开，按这个次序归谁："),
        Markup(""),
        say("1. {claim}", claim=won),
        *(_taken_open(say) if rules.open_draws else _taken(say, rules)),
        say("4. <b>吃</b>：摸牌的人先，再是下家；上家永远不能吃。用手里两张凑成一句话或绞。"),
        Markup(""),
        say("有胡必胡：能胡就自动胡。") if rules.must_hu else say("胡、碰、吃都可以不要，按「过」。"),
        say("能要的人同时选，先按的不占便宜，还是按次序归。谁能要，别人看不出来。"),
        say("拿了以后没有牌可打，就不能吃。")
        if rules.open_draws
        else say("拿了以后没有牌可打，就不能碰、不能吃。"),
    )


def _taken(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """R18, R19."""
    pao = meld_word(say, "pao", rules)
    return (
        say("2. <b>{pao}</b>：自动。能胡的人还是先胡，这叫破跑胡。", pao=pao),
        say("3. <b>碰</b>：手里正好一对，除了出这张牌的人，谁都能碰。"),
    )


def _taken_open(say: Say) -> tuple[Markup, ...]:
    """L3."""
    return (
        say("2. <b>招</b>：自动。能胡的人还是先胡。"),
        say("3. <b>碰</b>：自动，摸牌的人自己有一对也碰。"),
    )


def dead(say: Say, house: House) -> tuple[Markup, ...]:
    """Section 6: dead cards and declined wins."""
    return (
        *_barred(say, house.engine_rules),
        Markup(""),
        say("<b>臭胡</b>：能胡却没胡，同样的牌就不能再胡，要等自己桌面的胡息变了才行。"),
        say("所以能胡的时候按「过」，会再问你一次。"),
    )


def _barred(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """R25, R26, as the set has them (L4 as hunan)."""
    not_taken = say("被次序在前的人拿走的不算：想吃，被别人碰走了，不臭。")
    chou_wei = say(
        "放过碰的牌，自己再摸成三张是<b>{chou_wei}</b>，要亮出来。",
        chou_wei=meld_word(say, "chou_wei", rules),
    )
    if rules.dead_bars_peng:
        return (
            say("<b>臭牌</b>（过张）：这一局里不能再吃、再碰的牌。"),
            say("• 自己打过的牌，是臭牌。"),
            say("• 能吃能碰却没要的牌，是臭牌。"),
            not_taken,
            say("臭牌还能胡；自动摆下的门子也照样。"),
            chou_wei,
        )
    only_chi = (
        say("<b>臭牌</b>（过张）：这一局里不能再吃的牌，碰不受影响。"),
        say("• 自己打过的牌，是臭牌。"),
        say("• 能吃却没吃的牌，是臭牌。放过碰不臭。"),
        not_taken,
        say("臭牌还能碰、能胡；自动摆下的门子也照样。"),
    )
    return only_chi if rules.open_draws else (*only_chi, chou_wei)
