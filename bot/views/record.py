"""牌谱: the record of a finished round, for players to keep and for bug reports."""

from __future__ import annotations

import html

from bot.host.table import Outcome
from bot.views.layout import lines
from bot.views.message import Message
from bot.views.say import Markup, Say


def record_page(say: Say, outcome: Outcome) -> Message:
    """The record of the round as one line of JSON (rules section 12), to copy with one tap."""
    line = Markup(f"<code>{html.escape(outcome.record.line(), quote=False)}</code>")
    return Message(
        lines(
            say("📜 第 {match} 场第 {n} 局的牌谱", match=outcome.match, n=outcome.number),
            say("一行就是一局，点一下就能复制："),
            "",
            line,
        )
    )
