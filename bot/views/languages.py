"""The languages: which there are, who reads which, and the page on which one is chosen."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from bot.views.layout import lines
from bot.views.message import Button, Message, Press
from bot.views.say import Markup, Say, chinese, plain

LANGUAGES = ("zh-hans", "zh-hant", "en")
"""Simplified Chinese, Traditional Chinese, English."""

FOLLOW = "auto"
"""The choice to follow Telegram's language."""

DOMAIN = "paohuzi"
LOCALES = Path(__file__).parent / "locales"
CATALOGUES: Mapping[str, str] = {"zh-hant": "zh_Hant", "en": "en"}
"""The folder of each language that has a catalogue; the messages themselves are Simplified Chinese."""

_TRADITIONAL = ("hant", "tw", "hk", "mo")

_NAMES: Mapping[str, Callable[[Say], Markup]] = {
    "zh-hans": lambda say: say("简体中文"),
    "zh-hant": lambda say: say("繁體中文"),
    "en": lambda say: say("English"),
}


@cache
def say_in(language: str) -> Say:
    """How to speak in one of `LANGUAGES`; KeyError for another."""
    if language == chinese.language:
        return chinese
    return Say(language, gettext.translation(DOMAIN, LOCALES, [CATALOGUES[language]]))


def language_of(code: str | None) -> str:
    """The language for the code that Telegram tells of a person (IETF tag); Simplified Chinese without one."""
    if not code:
        return "zh-hans"
    first, *rest = code.lower().replace("_", "-").split("-")
    if first != "zh":
        return "en"
    traditional = "hans" not in rest and any(part in _TRADITIONAL for part in rest)
    return "zh-hant" if traditional else "zh-hans"


def language_name(say: Say, language: str) -> Markup:
    """What a language calls itself."""
    return _NAMES[language](say)


def language_page(say: Say, chosen: str | None, *, in_group: bool) -> Message:
    """The choice of a language: for a group, or in private for oneself. `chosen` None follows Telegram."""
    what = say("这个群的牌桌用哪种文字？") if in_group else say("你和我的私聊用哪种文字？")
    buttons = [_choice(say, language, chosen, language_name(say, language)) for language in LANGUAGES]
    if not in_group:
        buttons.append(_choice(say, FOLLOW, chosen or FOLLOW, say("跟随 Telegram")))
    return Message(lines(say("🌐 语言 · Language"), "", what), tuple((button,) for button in buttons))


def _choice(say: Say, language: str, chosen: str | None, name: Markup) -> Button:
    label = say("{name} ✓", name=name) if language == chosen else name
    return Button(plain(label), Press("lang", arg=language))
