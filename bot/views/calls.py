"""What is said to somebody who lets their time go, and about 托管."""

from __future__ import annotations

from bot.host.table import Table
from bot.views.layout import lines
from bot.views.message import Button, Message, Press
from bot.views.say import Markup, Say, plain


def your_turn(say: Say, table: Table, *, leads: bool) -> Message:
    """A new message, so that the phone rings: something is asked of a person. It names no card.

    `leads`: it is a reply to the hand.
    """
    way = say("点上面的引用，就到手牌和按钮。") if leads else say("找不到手牌和按钮？发 /hand。")
    return Message(lines(say("🔔 第 {n} 局在等你", n=table.number), way))


def auto_line(say: Say) -> Markup:
    """Says under one's own hand that the computer plays it."""
    return say("🤖 托管中，电脑替你打")


def auto_row(say: Say, table: Table, user_id: int) -> tuple[Button, ...]:
    """托管, or the way back from it, as one tap."""
    if user_id in table.auto:
        return (Button(plain(say("我回来了")), Press("comeback", table.id), style="success"),)
    return (Button(plain(say("托管")), Press("auto", table.id)),)


def agree_row(say: Say, table: Table) -> tuple[Button, ...]:
    """Under the board while the table is to close: closing it at once, if everybody wants that."""
    people = [p for p in table.people if not p.is_computer and p.user_id not in table.departed]
    agreed = len(table.agreed.intersection(p.user_id for p in people))
    label = say("马上散桌 {agreed}/{people}", agreed=agreed, people=len(people))
    return (Button(plain(label), Press("agree", table.id)),)
