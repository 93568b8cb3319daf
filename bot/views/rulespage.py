"""The rules of a set on one page; all numbers come from the set itself."""

from __future__ import annotations

from bot.views.cards import meld_word
from bot.views.layout import SPACE, lines
from bot.views.message import Message
from bot.views.rulesets import fan_name, set_difference, set_name
from bot.views.say import Markup, Say
from engine import RULE_SETS, Meld, Rules
from engine.rules import Fan

_ALIKE = (("peng", 3), ("kan", 3), ("wei", 3), ("pao", 4), ("ti", 4))


def rules_page(say: Say, name: str) -> Message:
    """How the set is played: melds, the course of a round, its 名堂. KeyError for an unknown set."""
    rules = RULE_SETS[name]
    return Message(
        lines(
            say("📖 <b>{rules}</b>", rules=set_name(say, name)),
            set_difference(say, name),
            "",
            *_melds(say, rules),
            "",
            *_play(say, rules),
            "",
            *_fans(say, rules),
        )
    )


def _melds(say: Say, rules: Rules) -> tuple[Markup, ...]:
    """胡息 of the melds, small and big."""
    found = [say("<b>胡息</b>　小字／大字")]
    for meld_type, count in _ALIKE:
        small, big = (rules.huxi(Meld(meld_type, (kind,) * count)) for kind in (0, 10))
        found.append(say("{meld}　{small}／{big}", meld=meld_word(say, meld_type), small=small, big=big))
    small, big = rules.huxi(Meld("run", (0, 1, 2))), rules.huxi(Meld("run", (10, 11, 12)))
    found.append(say("一二三、二七十　{small}／{big}", small=small, big=big))
    found.append(say("别的一句话、绞、将　0"))
    return tuple(found)


def _play(say: Say, rules: Rules) -> tuple[str, ...]:
    dead = say("放过或打出的成臭牌，不能再吃。")
    if rules.dead_bars_peng:
        dead = say("放过或打出的成臭牌，不能吃碰。")
    won = say("摸出和打出的牌都能胡。") if rules.win_on_discard else say("只能胡摸出的牌和亮张。")
    return (
        say("<b>打法</b>"),
        say("三家各 20 张，庄多一张亮张。"),
        say("摸的牌翻开，谁都能要："),
        say("先胡，再跑，再碰，再吃。"),
        say("偎：手里一对，自己摸到第三张。"),
        say("提：坎或偎，自己摸到第四张。"),
        say("跑：坎、偎或碰，等来第四张。"),
        say("偎、提、跑自动摆下。"),
        say("碰的牌，打出的第四张不跑。"),
        say("吃：摸牌的人和他的下家能吃，"),
        say("手里同样的牌要一起比出来。"),
        dead,
        say("坎不能拆，也不能打。"),
        "",
        say("<b>胡牌</b>"),
        say("七门都成，{n} 息起胡；", n=rules.min_huxi),
        say("有提或跑时，要一对将。"),
        won,
        say("15 息 1 等，每多 3 息加 1 等，"),
        say("自摸再加 {n} 等。", n=rules.zi_mo),
        say("每家付 等 × 番 × 底分。"),
    )


def _fans(say: Say, rules: Rules) -> tuple[Markup, ...]:
    found = [say("<b>名堂</b>")]
    for code, fan in rules.fans.items():
        text = say("{name} {value} 番", name=fan_name(say, code), value=fan.value)
        found.append(text)
        found.append(Markup(f"{SPACE}{_condition(say, code, fan)}"))
    if rules.together is not None:
        found.append(say("乌胡加对对胡，一共 {n} 番", n=rules.together))
    if rules.tian_doubled:
        found.append(say("天胡、胡亮张，胡息翻倍算等"))
    found.append(say("没有名堂是平胡，1 番。"))
    return tuple(found)


def _condition(say: Say, code: str, fan: Fan) -> Markup:  # noqa: PLR0911
    match code:
        case "hong":
            held = say("红字 {n} 张起", n=fan.at)
        case "hong_wu":
            held = say("红字 {n} 张起", n=fan.at)
        case "da":
            held = say("大字 {n} 张起", n=fan.at)
        case "xiao":
            held = say("小字 {n} 张起", n=fan.at)
        case "dian":
            return say("红字正好一张")
        case "wu":
            return say("没有红字")
        case "dui_dui":
            return say("没有一句话和绞")
        case "tian":
            return say("发牌就成，或庄胡亮张")
        case "di":
            return say("闲家胡亮张")
        case _:
            return say("胡最后一张") if fan.alone else say("胡最后一张，另有名堂才加")
    return say("{condition}，多一张多一番", condition=held) if fan.grows else held
