"""Houses that a group saved under a name, and house rules as a short text for another group."""

from __future__ import annotations

from collections.abc import Callable

from bot.host.changing import changed_keys
from bot.host.house import House, text
from bot.views.houserules import rule_said
from bot.views.layout import isolate, lines, listed, shorten
from bot.views.message import ROOM, Button, Message
from bot.views.names import short_name
from bot.views.rulesets import set_name
from bot.views.say import Markup, Say, plain
from bot.views.settings_frame import ASK, FORGET, USE, HouseSettings, name_token, show
from bot.views.settings_pages import next_match
from engine import RULE_SETS

SAVE, PASTE = "save", "paste"
"""The questions that wait for a reply: for a name, and for house rules as a text."""

_QUESTIONS = {"💾": SAVE, "📋": PASTE}
_PAGE = "⚙"
"""How the questions and the pages of /settings begin."""

_NAMED = 4


def saved_message(say: Say, settings: HouseSettings) -> Message:
    """The saved houses: choose one, forget one, save the one in force."""
    told = [say("按名字就用那一套；/new 加名字也行。")] if settings.saved else [say("还没存过。")]
    told += [_line(say, name, house) for name, house in settings.saved.items()]
    keyboard = [
        (
            Button(_label(say, settings, name), settings.press(USE, "saved", name_token(name))),
            show(say("删除"), settings, f"drop-{name_token(name)}"),
        )
        for name in settings.saved
    ]
    save = Button(plain(say("存下现在的规矩")), settings.press(ASK, SAVE))
    return Message(
        lines(say("⚙️ <b>存取规矩</b>"), next_match(say, settings), "", *told),
        (*keyboard, (save,), (show(say("返回"), settings, "home"),)),
    )


def _label(say: Say, settings: HouseSettings, name: str) -> str:
    called = shorten(name, ROOM // 2 - 2)
    return plain(say("{name} ✓", name=called)) if settings.saved[name] == settings.house else called


def _line(say: Say, name: str, house: House) -> Markup:
    keys = changed_keys(house)
    called, rules = isolate(name), set_name(say, house.rules)
    if not keys:
        return say("• <b>{name}</b>：{rules}", name=called, rules=rules)
    few = listed(say, (rule_said(say, house, key) for key in keys[:_NAMED]))
    if len(keys) > _NAMED:
        return say("• <b>{name}</b>：{rules}，{few}……", name=called, rules=rules, few=few)
    return say("• <b>{name}</b>：{rules}，{few}", name=called, rules=rules, few=few)


def forget_message(say: Say, settings: HouseSettings, token: str) -> Message:
    """Asks once more before a saved house is forgotten. KeyError if there is none of this token."""
    name = name_of(settings, token)
    forget = Button(plain(say("删除")), settings.press(FORGET, "saved", token), style="danger")
    return Message(
        say("⚙️ 真的删掉「{name}」这套规矩？", name=name), ((forget,), (show(say("返回"), settings, "saved"),))
    )


def name_of(settings: HouseSettings, token: str) -> str:
    """The name of the saved house that a press means. KeyError if there is none."""
    names = {name_token(name): name for name in settings.saved}
    return names[token]


def share_message(say: Say, settings: HouseSettings) -> Message:
    """The house as a short text, and how another group takes it over."""
    paste = Button(plain(say("贴上规矩")), settings.press(ASK, PASTE))
    return Message(
        lines(
            say("⚙️ <b>分享规矩</b>"),
            say("把这一行发到别的群，就用一样的规矩："),
            "",
            say("<code>/settings {text}</code>", text=text(settings.house)),
            "",
            say("或者在那里按「贴上规矩」，把它贴在回复里。"),
        ),
        ((paste,), (show(say("返回"), settings, "home"),)),
    )


def question(say: Say, which: str, user_id: int, name: str) -> Message:
    """Asks a person for a reply: `SAVE` or `PASTE`. The mention lets the field open for this person alone."""
    called = short_name(say, name)
    if which == SAVE:
        asked = say(
            '💾 <a href="tg://user?id={id}">{name}</a>，给这套规矩起个名字，回复这条消息。',
            id=user_id,
            name=called,
        )
        return Message(asked, asks=plain(say("规矩的名字")))
    asked = say(
        '📋 <a href="tg://user?id={id}">{name}</a>，把规矩贴在这里，回复这条消息。', id=user_id, name=called
    )
    return Message(asked, asks=plain(say("规矩，像 qq-half min_huxi=10")))


def asked_for(shown: str, reply: str) -> str | None:
    """What a reply means to a message of ours, by both texts: `SAVE`, `PASTE`, or None for ordinary chat.

    House rules can also be a reply to /settings itself, where other replies mean nothing.
    """
    if shown.startswith(_PAGE):
        return PASTE if reply.split()[:1] and reply.split(maxsplit=1)[0] in RULE_SETS else None
    return next((which for mark, which in _QUESTIONS.items() if shown.startswith(mark)), None)


_NOTICES: dict[str, Callable[[Say, str], Markup]] = {
    "saved": lambda say, name: say("存好了：{name}。发 /new {name} 就用它开桌。", name=name),
    "used": lambda say, name: say("用上了：{name}。", name=name),
    "used_later": lambda say, name: say("下一场起用：{name}。", name=name),
    "forgotten": lambda say, name: say("删掉了：{name}。", name=name),
}


def saved_notice(say: Say, code: str, name: str) -> Markup:
    """What was done with a saved house: `saved`, `used`, `used_later` or `forgotten`."""
    return _NOTICES[code](say, name)


def set_notice(say: Say, said: Markup, *, later: bool) -> Markup:
    """The answer to a press that set a rule; `later`: from the next match on."""
    return say("下一场起：{rule}", rule=said) if later else said


def restored_notice(say: Say, *, later: bool) -> Markup:
    """The answer to 恢复原样."""
    return say("下一场起恢复原样。") if later else say("恢复原样了。")


def newer_notice(say: Say) -> Markup:
    """The answer to a press of a page that is not the newest: somebody changed the house since."""
    return say("规矩刚刚改过了，先看最新的。")
