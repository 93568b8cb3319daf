"""/rules: the rules of a table in pages, with worked hands; all numbers come from the rule set and the engine."""

from __future__ import annotations

from collections.abc import Callable

from bot.host.house import House
from bot.views.cards import meld_word
from bot.views.houserules import differences
from bot.views.layout import lines
from bot.views.message import Button, Keyboard, Message, Press, rows
from bot.views.rulebook.bi import bi
from bot.views.rulebook.fans import fans
from bot.views.rulebook.match import a_match
from bot.views.rulebook.melds import melds
from bot.views.rulebook.play import a_round, claims, dead
from bot.views.rulebook.winning import first_hand, second_hand, winning
from bot.views.rulesets import set_difference, set_name
from bot.views.say import Markup, Say, plain
from engine import Rules

__all__ = ["PAGES", "rules_page"]

Title = Callable[[Say], Markup]
Body = Callable[[Say, House], tuple[Markup, ...]]

_PAGES: tuple[tuple[Title, Body], ...] = (
    (lambda say: say("门子和胡息"), melds),
    (lambda say: say("一局怎么打"), a_round),
    (lambda say: say("胡跑碰吃的次序"), claims),
    (lambda say: say("比"), bi),
    (lambda say: say("臭牌和臭胡"), dead),
    (lambda say: say("胡牌和算账"), winning),
    (lambda say: say("算一手：平胡"), first_hand),
    (lambda say: say("算一手：红胡"), second_hand),
    (lambda say: say("名堂"), fans),
    (lambda say: say("一场和庄家"), a_match),
)

SHOWN = 12
"""How many house rules the table of contents lists."""

PAGES = len(_PAGES) + 1
"""How many pages there are; page 0 is the table of contents."""


def rules_page(
    say: Say, house: House, number: int, turn: Callable[[int], Press], back: tuple[Button, ...] = ()
) -> Message:
    """One page of the rules that a house plays: 0 is the table of contents, then 1 to PAGES − 1.

    `turn` gives the press that leads to a page; `back` is a last row that leads away. IndexError for a page
    that there is not.
    """
    if not 0 <= number < PAGES:
        raise IndexError(f"there is no page {number}")
    keyboard = _contents(say, turn) if number == 0 else _around(say, number, turn)
    text = _summary(say, house) if number == 0 else _page(say, house, number)
    return Message(text, (*keyboard, back) if back else keyboard)


def _summary(say: Say, house: House) -> Markup:
    name, changed = house.rules, differences(say, house, SHOWN)
    return lines(
        say("📖 <b>{rules}</b> · 底分 {base}", rules=set_name(say, name), base=house.base),
        set_difference(say, name),
        "",
        *((*changed, "") if changed else ()),
        say(
            "三家打牌，轮流摸一张翻开。用翻开的牌和手里的牌摆成七门，胡息够 {n} 就能胡。",
            n=house.engine_rules.min_huxi,
        ),
        _by_itself(say, house.engine_rules),
        "",
        say("想看哪一页？"),
    )


def _by_itself(say: Say, rules: Rules) -> Markup:
    """What is a button and what is not."""
    if rules.open_draws:
        return say("吃和胡要按按钮；碰和招自动发生。")
    wei, pao = meld_word(say, "wei", rules), meld_word(say, "pao", rules)
    return say("碰和吃要按按钮；{wei}、提、{pao}自动发生。", wei=wei, pao=pao)


def _page(say: Say, house: House, number: int) -> Markup:
    title, body = _PAGES[number - 1]
    return lines(
        say("📖 <b>{title}</b>　{n}/{pages}", title=title(say), n=number, pages=PAGES - 1),
        set_name(say, house.rules),
        "",
        *body(say, house),
    )


def _contents(say: Say, turn: Callable[[int], Press]) -> Keyboard:
    buttons = (Button(plain(title(say)), turn(number + 1)) for number, (title, _) in enumerate(_PAGES))
    return rows(tuple(buttons), 2)


def _around(say: Say, number: int, turn: Callable[[int], Press]) -> Keyboard:
    found = []
    if number > 1:
        found.append(Button(plain(say("‹ 上一页")), turn(number - 1)))
    found.append(Button(plain(say("目录")), turn(0)))
    if number + 1 < PAGES:
        found.append(Button(plain(say("下一页 ›")), turn(number + 1)))
    return (tuple(found),)
