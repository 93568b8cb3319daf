"""The short answers to what was carried out: toasts of at most 200 characters, and one-line replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.views.say import Markup, Say, plain

_NOTICES: Mapping[str, Callable[[Say], Markup]] = {
    "seated": lambda say: say("已坐下。牌会发到我们的私聊里。"),
    "computer_seated": lambda say: say("电脑坐下了：练习，不记账。"),
    "computer_left": lambda say: say("电脑走了。"),
    "left": lambda say: say("你离开了这一桌。"),
    "will_leave": lambda say: say("记下了：这一局打完你就离开。"),
    "stayed": lambda say: say("好，继续打。"),
    "reseated": lambda say: say("换好位了。"),
    "begun": lambda say: say("发牌了，看私聊。"),
    "auto_on": lambda say: say("电脑替你打。按「我回来了」接着打。"),
    "auto_off": lambda say: say("欢迎回来，接着打。"),
    "agreed": lambda say: say("好，大家都同意就马上散。"),
    "ready": lambda say: say("好，人齐就开。"),
    "rules_chosen": lambda say: say("玩法换好了。"),
    "base_chosen": lambda say: say("底分换好了。"),
    "record_sent": lambda say: say("牌谱发到私聊了。"),
    "hand_sent": lambda say: say("牌发到私聊了。"),
    "language_chosen": lambda say: say("语言换好了。"),
    "stopped": lambda say: say("这一桌收了。"),
    "will_stop": lambda say: say("记下了：这一局打完就收桌。"),
}


def notice(say: Say, code: str) -> str:
    """What was done, as plain text. Raises KeyError for a code without words."""
    return plain(_NOTICES[code](say))
