"""What the group is told about a player whose private chat cannot be reached."""

from __future__ import annotations

from bot.views.layout import lines
from bot.views.message import Button, Message
from bot.views.names import short_name
from bot.views.say import Say, plain


def cannot_sit(say: Say, name: str, url: str) -> Message:
    """The seat was given up; `url` leads that person back to it."""
    return Message(
        lines(
            say("{name} 收不到我的私聊，先让座了。", name=short_name(say, name)),
            say("按下面的按钮，点 START 就坐下。"),
        ),
        ((Button(plain(say("私聊入座")), url=url),),),
    )


def cannot_play(say: Say, name: str, url: str) -> Message:
    """The seat stays in play; `url` leads that person to the hand."""
    return Message(
        lines(
            say("{name} 收不到我的私聊，看不到手牌。", name=short_name(say, name)),
            say("解除屏蔽，点 START，牌就再发一次。"),
        ),
        ((Button(plain(say("去私聊出牌")), url=url),),),
    )
