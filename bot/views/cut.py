"""The cut for the first deal, shown to all: who drew which card, and who deals (R3, R40)."""

from __future__ import annotations

from bot.host.table import Table
from bot.views.cards import won_card
from bot.views.layout import lines
from bot.views.message import Message
from bot.views.names import names
from bot.views.say import Markup, Say
from engine.cards import parse_kind


def cut(say: Say, table: Table) -> Message:
    """What everybody drew; equal highest cards are cut again. The table must have been cut for."""
    called = names(say, table.people)
    told: list[Markup] = []
    for number, drawn in enumerate(table.cuts):
        if number:
            told.append(say("一样大，再切："))
        told += [
            say("{name} {card}", name=called[user_id], card=won_card(say, parse_kind(code)))
            for user_id, code in drawn
        ]
    dealer = max(table.cuts[-1], key=lambda each: parse_kind(each[1]))[0]
    return Message(lines(say("🎴 切牌定庄"), told, say("{name} 最大，坐庄。", name=called[dealer])))
