"""The pages behind the commands: help by where one is, the greeting, the ledger, the question to leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.host.table import Person, Phase, Table
from bot.views.layout import lines, signed
from bot.views.match import payments
from bot.views.message import Button, Message, Press
from bot.views.names import names, short_name
from bot.views.rulesets import set_name
from bot.views.rulespage import rules_page
from bot.views.say import Markup, Say, plain


class Balance(Protocol):
    """The beans of a person in a group, and in how many rounds they came together."""

    @property
    def user_id(self) -> int:
        """Whose beans these are."""

    @property
    def name(self) -> str:
        """The person's name."""

    @property
    def beans(self) -> int:
        """Beans, of either sign."""

    @property
    def rounds(self) -> int:
        """Rounds that went into the ledger."""


def help_page(say: Say, in_group: bool, tables: Sequence[Table]) -> Message:
    """What to do next and which commands there are. `tables` are those at which the person sits."""
    playing = any(table.phase is not Phase.LOBBY for table in tables)
    return Message(
        lines(
            say("🀄 跑胡子"),
            "",
            *_next_step(say, in_group, seated=bool(tables), playing=playing),
            "",
            *_commands(say),
        )
    )


def _next_step(say: Say, in_group: bool, *, seated: bool, playing: bool) -> tuple[Markup, ...]:
    if playing and in_group:
        return (
            say("你正在打牌，牌在我的私聊里："),
            say("按「去私聊出牌」就到。"),
            say("在群里也能按吃、碰、胡、过，"),
            say("「看牌」只给你自己看。"),
        )
    if playing:
        return (
            say("你正在打牌，按钮一按就打。"),
            say("找不到手牌？发 /hand。"),
        )
    if seated:
        return (say("你坐好了，人齐按「开局」；"), say("人不够就「加电脑」练习。"))
    if in_group:
        return (say("发 /new 开一桌，按「坐下」，"), say("三个人就能开局。"))
    return (say("把我加进群，"), say("在群里发 /new，再按「坐下」。"))


def _commands(say: Say) -> tuple[Markup, ...]:
    return (
        say("/new 开一桌（在群里）"),
        say("/table 再发一次牌桌"),
        say("/hand 再发一次手牌"),
        say("/rules 这一桌的规则"),
        say("/beans 看账"),
        say("/leave 离开牌桌"),
        say("/stop 收桌"),
        say("/help 这一页"),
    )


def greeting(say: Say, username: str) -> Message:
    """The answer to /start in the private chat. `username` is the bot's, without @."""
    url = f"https://t.me/{username}?startgroup=new"
    return Message(
        lines(
            say("你好！这里打跑胡子。"),
            "",
            say("你的手牌和按钮都在这里。"),
            "",
            say("1. 把我加进你们的群"),
            say("2. 在群里发 /new 开桌"),
            say("3. 按「坐下」，三个人就开局"),
            "",
            say("不会打？发 /rules 看规则。"),
        ),
        ((Button(plain(say("加进群")), url=url),),),
    )


def seated(say: Say, table: Table, title: str) -> Message:
    """The answer to who was led to a seat through the private chat. `title` is the group's."""
    return Message(
        lines(
            say("你在「{title}」坐下了。", title=short_name(say, title, 20)),
            say("{rules} · 底分 {base}", rules=set_name(say, table.rules), base=table.base),
            "",
            say("人齐后在群里按「开局」，你的牌会发到这里。"),
        )
    )


def leave_question(say: Say, table: Table, user_id: int) -> Message:
    """Asks who would leave in mid-round once more.

    What it costs is not told: it would tell the others' 胡息 (R42).
    """
    arg = str(user_id)
    return Message(
        lines(
            say("牌局没完，现在离开算<b>逃跑</b>："),
            say("这一局马上结束，你赔另外两家。"),
        ),
        (
            (Button(plain(say("逃跑")), Press("leave_sure", table.id, table.moment, arg), style="danger"),),
            (Button(plain(say("继续打")), Press("stay", table.id, table.moment, arg), style="success"),),
        ),
    )


def rules(say: Say, name: str) -> Message:
    """The rule page of a set, by its name in `engine.RULE_SETS`."""
    return rules_page(say, name)


def beans(say: Say, balances: Sequence[Balance]) -> Message:
    """The ledger of a group, in the order given, and the payments that would settle it."""
    if not balances:
        return Message(say("还没有账。三个真人打完一局就有了。"))
    called = names(say, [Person(balance.user_id, balance.name) for balance in balances], 12)
    rows = [
        say("{name}　{beans} 豆　{n} 局", name=called[each.user_id], beans=signed(each.beans), n=each.rounds)
        for each in balances
    ]
    owed = payments(say, {each.user_id: each.beans for each in balances}, called)
    return Message(lines(say("📒 欢乐豆"), "", rows, "", owed))
