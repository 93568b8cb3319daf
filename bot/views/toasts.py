"""The short answers to a press: what happened, or why not and what to do instead; at most 200 characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.host.decide import Refused
from bot.host.house import BASES
from bot.views.cards import faces
from bot.views.houserules import wrong
from bot.views.layout import lines, listed
from bot.views.names import short_name
from bot.views.say import Markup, Say
from engine import Action
from engine.cards import Kind
from engine.house import HouseRuleError

_Words = Callable[[Say, Mapping[str, Any]], Markup]

_REFUSALS: Mapping[str, _Words] = {
    # the table
    "closed": lambda say, _: say("这一桌已经收了。发 /new 再开一桌。"),
    "not_seated": lambda say, _: say("你没坐在这一桌。开局前按「坐下」入座。"),
    "in_play": lambda say, _: say("正在打牌，这一场打完才能改。"),
    "already_seated": lambda say, _: say("你已经坐下了。人齐了按「开局」。"),
    "full": lambda say, _: say("位子都坐满了。有人离开才能坐下。"),
    "enough_players": lambda say, _: say("人够了，不用加电脑。按「开局」。"),
    "no_computer": lambda say, _: say("这一桌没有电脑。"),
    "alone": lambda say, _: say("只有你一个人，没人可换位。"),
    "too_few": lambda say, params: say.n("还差 {n} 人。等人坐下，或按「加电脑」。", n=params.get("n", 1)),
    "unknown_rules": lambda say, _: say("没有这种玩法。按「玩法」挑一个。"),
    "unknown_base": lambda say, _: say("底分只能选 {known}。", known=listed(say, map(str, BASES))),
    "already_leaving": lambda say, _: say("记下了，这一局打完你就离开。"),
    "leave_sure": lambda say, _: say("牌局没完，离开算逃跑，要赔别家。真要走就再确认一次。"),
    "not_yours_to_stop": lambda say, _: say("只有开桌的人或群管理员能收桌。你可以按「离开」。"),
    "not_yours_to_choose": lambda say, _: say("只有坐在牌桌上的人或群管理员能换群里的语言。"),
    "already_stopping": lambda say, _: say("已经定了：这一局打完就收桌。"),
    "already_auto": lambda say, _: say("已经在托管。"),
    "not_auto": lambda say, _: say("你没在托管。"),
    "already_agreed": lambda say, _: say("你已经同意了，等其他人。"),
    "already_ready": lambda say, _: say("你已经按过了，等其他人。"),
    "no_computers_here": lambda say, _: say("这一桌不让电脑上桌。等人坐下。"),
    "not_yours_to_change": lambda say, _: say("只有开桌的人或群管理员能改。"),
    "bad_house": lambda say, params: _bad_house(say, params.get("why")),
    "bad_name": lambda say, params: say("名字要 1 到 {most} 个字，不含冒号。", most=params.get("most", 20)),
    "too_many_saved": lambda say, params: say("最多存 {most} 套，先删一套。", most=params.get("most", 20)),
    "no_such_house": lambda say, _: say("没有存过这套规矩。"),
    # the chat
    "no_table_here": lambda say, _: say("这里还没有牌桌。发 /new 开一桌。"),
    "not_at_a_table": lambda say, _: say("你没坐在哪一桌。到群里发 /new 开桌，按「坐下」。"),
    "several_tables": lambda say, _: say("你坐在好几桌：到那个群里发同样的命令。"),
    "not_in_group": lambda say, _: say("你不在那个群里。先进群，再按「坐下」。"),
    "new_in_private": lambda say, _: say("牌桌开在群里：把我加进群，在群里发 /new。"),
    "only_in_group": lambda say, _: say("这个要在群里用：把我加进群，在群里发 /new。"),
    "no_such_round": lambda say, _: say("找不到这一局。"),
    "table_open": lambda say, params: _table_open(say, str(params.get("words", ""))),
    "anonymous": lambda say, _: say("匿名时我看不出你是谁：先关掉匿名，或用按钮。"),
    "link_over": lambda say, _: say("这个入座链接过期了。到群里再按一次「坐下」。"),
    "link_of_another": lambda say, _: say("这个入座链接是给别人的。到群里自己按「坐下」。"),
    "not_your_button": lambda say, _: say("这个按钮不是给你的。"),
    "unknown_button": lambda say, _: say("这个按钮不能用了。发 /table 看最新的牌桌。"),
    "try_again": lambda say, _: say("刚才没存上，请再试一次。"),
    # an answer in the round
    "stale": lambda say, _: say("这一步已经过去了，看最新的牌桌。"),
    "sitting_out": lambda say, _: say("这一局你歇着，看着就好。"),
    "answered": lambda say, _: say("你已经选过了，等各家。"),
    "not_asked": lambda say, _: say("现在没有你能选的。"),
    "several": lambda say, params: say("有 {n} 种吃法，去私聊里选。", n=params.get("n", 2)),
    "no_such_option": lambda say, params: _no_such_option(say, str(params.get("word", ""))),
    "pass_hu_sure": lambda say, _: say("你可以胡！不胡的话，这张牌暂时不能再胡。真不要，就在私聊里确认。"),
    # the engine's reasons
    "over": lambda say, _: say("这一局已经结束了。"),
    "absent": lambda say, _: say("这个位子这一局没有人打。"),
    "must_discard": lambda say, _: say("该你打一张牌。"),
    "no_such_cards": lambda say, _: say("你手里没有合适的牌。"),
    "kan": lambda say, _: say("坎不能拆，也不能打。"),
    "dead": lambda say, _: say("这张是臭牌：你打过或放过它，不能再这样要。"),
    "own_card": lambda say, _: say("这是你自己的牌，不能这样要。"),
    "by_itself": lambda say, _: say("这个碰自动摆下，不用选。"),
    "not_next": lambda say, _: say("只有摸牌的人和他的下家能吃。"),
    "forced_first": lambda say, _: say("这张牌轮不到吃碰。"),
    "no_meld": lambda say, _: say("这几张凑不成一句话，也不是绞。"),
    "bi": lambda say, _: say("吃了要把手里同样的牌也比出来，这样比不成。"),
    "owes_none_left": lambda say, _: say("这样要了就没有牌可打，不行。"),
    "declined": lambda say, _: say("臭胡：这张牌你放过一次，桌面胡息变了才能再胡。"),
    "discarded": lambda say, _: say("别人打出的牌不能胡，摸出来的才行。"),
    "not_complete": lambda say, _: say("还胡不了：牌没成，或胡息不够。"),
    "not_offered": lambda say, _: say("这一步不能这样选。"),
}


def _table_open(say: Say, words: str) -> Markup:
    """`words`: what was asked of a new table, for nothing."""
    here = say("这里已经有一桌，就在下面。")
    if not words:
        return here
    unused = say("「{words}」没用上，改规矩发 /settings。", words=short_name(say, words, 24))
    return lines(here, unused)


def _bad_house(say: Say, why: object) -> Markup:
    return wrong(say, why) if isinstance(why, HouseRuleError) else say("这个设定不行。")


def _no_such_option(say: Say, word: str) -> Markup:
    match word:
        case "chi":
            return say("这张牌你不能吃。")
        case "peng":
            return say("这张牌你不能碰。")
        case "hu":
            return say("这张牌你不能胡。")
        case "pass":
            return say("该你打牌，不能过。去私聊里选一张。")
    return say("没有这个选项，看最新的牌桌。")


def known_codes() -> frozenset[str]:
    """Every code of a refusal that has words."""
    return frozenset(_REFUSALS)


def refusal(say: Say, refused: Refused) -> Markup:
    """Why nothing happened, and the next step. Raises KeyError for a code without words."""
    return _REFUSALS[refused.code](say, refused.params)


def done(say: Say, action: Action, card: Kind | None = None) -> Markup:
    """What the presser's own answer was: 「已打 三」, 「已选 碰 三」. `card` lies face up."""
    match action.word:
        case "discard":
            return say("已打 {cards}", cards=faces(say, action.cards))
        case "hu":
            return say("你胡了！")
        case "peng" if card is not None:
            return say("已选 碰 {card}", card=faces(say, (card,)))
        case "chi" if card is not None:
            return say("已选 {cards} 吃 {card}", cards=faces(say, action.cards), card=faces(say, (card,)))
    return say("已过")
