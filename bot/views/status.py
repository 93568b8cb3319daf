"""What the bot says of itself: how it is, and that it will be back."""

from __future__ import annotations

from dataclasses import replace

from bot.views.layout import lines
from bot.views.message import CAPTION, Message
from bot.views.say import Markup, Say, visible_length

TEXT = 4096
"""How long a text may be."""


def ping_page(say: Say, trip: float | None, uptime: float, *, tables: int, waiting: int) -> Message:
    """The answer to /ping: seconds that Telegram took (None: it did not answer), seconds since the start."""
    reached = (
        say("Telegram 没回应") if trip is None else say("Telegram 往返 {ms} 毫秒", ms=round(trip * 1000))
    )
    return Message(
        lines(
            say("🏓 在"),
            reached,
            say("已运行 {time}", time=_length(say, int(uptime))),
            say.n("开着 {n} 桌", n=tables),
            say.n("待发 {n} 条", n=waiting),
        )
    )


def _length(say: Say, seconds: int) -> Markup:
    """A length of time in its two largest units."""
    minutes, hours, days = seconds // 60 % 60, seconds // 3600 % 24, seconds // 86_400
    if days:
        return say("{days} 天 {hours} 小时", days=days, hours=hours)
    if hours:
        return say("{hours} 小时 {minutes} 分", hours=hours, minutes=minutes)
    return say("{minutes} 分 {seconds} 秒", minutes=minutes, seconds=seconds % 60)


def back_soon(say: Say, message: Message) -> Message:
    """A table's message with the word that the bot will be back; the message itself where that has no room."""
    text = lines(message.text, "", say("🔧 维护一下，马上回来"))
    room = TEXT if message.picture is None else CAPTION
    return replace(message, text=text) if visible_length(text) <= room else message
