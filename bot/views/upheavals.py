"""What is told when something happens to the group, to the table as a whole, or to the bot itself."""

from __future__ import annotations

from bot.views.layout import lines
from bot.views.message import Message
from bot.views.names import short_name
from bot.views.say import Markup, Say

TITLE = 12
"""How wide the title of a group may be, in halves of a Chinese character."""


def left_group(say: Say, name: str, *, in_round: bool) -> Message:
    """The group is told that a player left it: the seat is free, or will be when the round is over."""
    called = short_name(say, name)
    if in_round:
        return Message(say("{name} 退群了。这一局打完，位子就空出来。", name=called))
    return Message(say("{name} 退群了，位子空出来了。", name=called))


def table_gone(say: Say, title: str, *, reason: str, void: bool) -> Message:
    """A player is told in private that the table was closed (`gone`, `idle`, `empty`); `void`: in mid-round."""
    called = short_name(say, title, TITLE)
    return Message(lines(_why(say, called, reason), void_round(say) if void else None))


def _why(say: Say, title: str, reason: str) -> Markup:
    match reason:
        case "gone":
            return say("我不在「{title}」里了，这一桌收了。你可以到别的群坐下。", title=title)
        case "idle":
            return say("「{title}」的牌桌太久没人动，收了。", title=title)
    return say("「{title}」的牌桌收了。", title=title)


def void_round(say: Say) -> Markup:
    """A round that was broken off brings nobody anything."""
    return say("没打完的这一局不算。")


def too_late(say: Say) -> Message:
    """A command that came in an outage was not carried out."""
    return Message(say("刚才我不在线，之前的命令没有执行。还要的话请再发一次。"))


def only_in_groups(say: Say) -> Message:
    """The answer to a command in a channel."""
    return Message(say("频道里开不了牌桌：把我加进群，在群里发 /new。"))
