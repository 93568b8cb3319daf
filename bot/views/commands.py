"""The commands that Telegram offers while one types, with a few words for each."""

from __future__ import annotations

from collections.abc import Callable

from bot.views.say import Say, plain

Offered = tuple[tuple[str, str], ...]
Offer = Callable[[Say], Offered]


def in_group(say: Say) -> Offered:
    """The commands for groups: name and description."""
    return (
        ("new", plain(say("开一桌"))),
        ("table", plain(say("再发一次牌桌"))),
        ("beans", plain(say("看账：谁欠谁"))),
        ("rules", plain(say("这一桌的规则"))),
        ("settings", plain(say("改规矩：底分、起胡、名堂"))),
        ("lang", plain(say("换群里的语言"))),
        ("leave", plain(say("离开牌桌"))),
        ("stop", plain(say("收桌"))),
        ("help", plain(say("下一步怎么做"))),
    )


def in_private(say: Say) -> Offered:
    """The commands for the private chat: name and description."""
    return (
        ("hand", plain(say("再发一次手牌"))),
        ("rules", plain(say("这一桌的规则"))),
        ("beans", plain(say("看账：谁欠谁"))),
        ("lang", plain(say("换语言"))),
        ("leave", plain(say("离开牌桌"))),
        ("help", plain(say("下一步怎么做"))),
    )
