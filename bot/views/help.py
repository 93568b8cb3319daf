"""The pages behind the commands: help by where one is, the greeting, the ledger, the question to leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.host.table import Person, Phase, Table
from bot.views.cards import labelled, needs_ranks
from bot.views.layout import lines, listed, signed
from bot.views.match import payments
from bot.views.message import Button, Message, Press
from bot.views.names import names, short_name
from bot.views.rulesets import part, set_name
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


def help_page(
    say: Say, user_id: int, tables: Sequence[Table], *, in_group: bool, here: Table | None
) -> Message:
    """What to do next from where the person is, how to read the cards, and which commands there are.

    `tables` are those at which the person sits, `here` the one of the group in which help was asked.
    """
    return Message(
        lines(
            say("🀄 跑胡子"),
            "",
            _next_step(say, user_id, tables, in_group=in_group, here=here),
            "",
            *_reading(say),
            "",
            *_commands(say),
        )
    )


def _next_step(
    say: Say, user_id: int, tables: Sequence[Table], *, in_group: bool, here: Table | None
) -> Markup:
    mine = next((table for table in tables if table is here), None) or next(
        (table for table in tables if table.phase is Phase.PLAYING), tables[-1] if tables else None
    )
    if mine is not None:
        return _seated(say, mine, user_id, in_group=in_group)
    if not in_group:
        return say("👉 你还没入座。把我加进群，在群里发 /new，再按「坐下」。")
    if here is None:
        return say("👉 这里还没有牌桌。发 /new 开一桌，按「坐下」；人不够可以「加电脑」。")
    if here.phase is Phase.LOBBY:
        return say("👉 这里有一桌，按「坐下」入座。找不到牌桌？发 /table。")
    return say("👉 这一桌正在打。等这一场打完，或有人离开，再按「坐下」。")


def _seated(say: Say, table: Table, user_id: int, *, in_group: bool) -> Markup:  # noqa: PLR0911
    """The next step of somebody who sits at a table, by its phase."""
    if table.phase is Phase.LOBBY:
        return say("👉 你坐好了。人齐了按「开局」；人不够就「加电脑」练习。")
    if table.phase is Phase.BETWEEN:
        return say("👉 一局打完了。按「下一局」接着打；不打了发 /leave。")
    seat = table.seat_of(user_id)
    if table.game is None or seat is None:
        return say("👉 这一局你{part}，看着就好；换庄了你再上桌。", part=part(say, table.house.engine_rules))
    asked = bool(table.game.view(seat).options)
    if in_group:
        if asked:
            return say("👉 现在等你：按「去私聊出牌」去选；这里的吃、碰、胡、过也能按。")
        return say("👉 正在打牌，现在不用你选。你的牌在我的私聊里：按「去私聊出牌」；「看牌」只给你自己看。")
    if asked:
        return say("👉 现在等你：在你的牌下面按一个按钮。找不到？发 /hand。")
    return say("👉 正在打牌，现在不用你选；轮到你，这里会有按钮。找不到你的牌？发 /hand。")


def _reading(say: Say) -> tuple[Markup, ...]:
    """What the characters on the cards and in the lines mean, for who begins."""
    words = say("息是胡息，墩是还没摸的牌，河是没人要的牌。吃、碰、胡、过你自己选；偎、提、跑自动发生。")
    if not needs_ranks(say):
        return (words,)
    small, big = (listed(say, (labelled(say, kind) for kind in range(size, size + 10))) for size in (0, 10))
    return (
        say("小字：{cards}", cards=small),
        say("大字：{cards}", cards=big),
        say("粗体是红字：大小字的二、七、十。"),
        words,
    )


def _commands(say: Say) -> tuple[Markup, ...]:
    return (
        say("/new 开一桌（在群里）"),
        say("/table 再发一次牌桌"),
        say("/hand 再发一次手牌"),
        say("/rules 规则，有例子"),
        say("/settings 改规矩：底分、起胡、名堂"),
        say("/beans 看账"),
        say("/lang 换语言"),
        say("/leave 离开牌桌"),
        say("/stop 收桌"),
        say("/help 这一页"),
    )


def rules_sent(say: Say, username: str) -> Message:
    """The answer in a group to who asked for the rules and has them privately. `username` is the bot's, without @."""
    button = Button(plain(say("去私聊看")), url=f"https://t.me/{username}")
    return Message(say("规则发到私聊了。"), ((button,),))


def rules_by_link(say: Say, url: str) -> Message:
    """The same for who never pressed START: `url` leads to it."""
    return Message(
        say("规则在私聊里：按下面的按钮，点 START。"), ((Button(plain(say("去私聊看")), url=url),),)
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
            say("3. 按「坐下」，人齐就开局"),
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
            say("牌局没完，现在离开算<b>逃跑</b>：这一局马上结束，你赔别家。"),
            say("（练习局，不记账）") if table.practice else None,
        ),
        (
            (Button(plain(say("逃跑")), Press("leave_sure", table.id, table.moment, arg), style="danger"),),
            (Button(plain(say("继续打")), Press("stay", table.id, table.moment, arg), style="success"),),
        ),
    )


def beans(say: Say, balances: Sequence[Balance]) -> Message:
    """The ledger of a group, in the order given, and the payments that would settle it."""
    if not balances:
        return Message(say("还没有账。真人打完一局就有了。"))
    called = names(say, [Person(balance.user_id, balance.name) for balance in balances], 12)
    rows = [
        say.n(
            "{name}　{beans} 豆　{n} 局", name=called[each.user_id], beans=signed(each.beans), n=each.rounds
        )
        for each in balances
    ]
    owed = payments(say, {each.user_id: each.beans for each in balances}, called)
    return Message(lines(say("📒 欢乐豆"), "", rows, "", owed))
