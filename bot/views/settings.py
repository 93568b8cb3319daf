"""/settings: the overview of a group's house rules, and the way to each of its pages."""

from __future__ import annotations

from bot.host.changing import as_usual
from bot.host.house import House
from bot.views.houserules import differences, rule_said
from bot.views.layout import join, lines
from bot.views.message import Button, Message
from bot.views.names import short_name
from bot.views.rulesets import set_name
from bot.views.say import Say, plain
from bot.views.settings_frame import RESET, HouseSettings, fitted, show
from bot.views.settings_pages import PAGES, next_match, page_buttons, page_message
from bot.views.settings_preview import preview
from bot.views.settings_saved import forget_message, saved_message, share_message

SHOWN = 12
"""How many house rules the overview lists."""

_OWN = (
    ("base", "multiplier"),
    ("rounds", "first_dealer"),
    ("wanted", "two"),
    ("computers", "ledger"),
    ("claim_clock", "discard_clock"),
    ("escapes",),
    ("changed_by",),
)
"""What the overview says of a house besides its rule set, line by line."""


def settings_message(say: Say, settings: HouseSettings, page: str = "home") -> Message:
    """A page of /settings by the name that a press carries. KeyError for a page that there is not."""
    name, _, rest = page.partition("-")
    if name in PAGES:
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else 0
        return page_message(say, settings, name, number)
    match name:
        case "home":
            return _overview(say, settings)
        case "saved":
            return saved_message(say, settings)
        case "drop":
            return forget_message(say, settings, rest)
        case "share":
            return share_message(say, settings)
    raise KeyError(page)


def restored(settings: HouseSettings, page: str) -> House:
    """The house with everything on a page as the rule set has it; on the overview, with everything.

    KeyError for a page that there is not.
    """
    name = page.partition("-")[0]
    house, usual = settings.house, settings.usual
    if name == "home":
        return usual.with_rules(house.rules)
    if name == "sets":
        return house.with_rules(usual.rules)
    return as_usual(house, PAGES[name].keys(settings), usual)


def _overview(say: Say, settings: HouseSettings) -> Message:
    house = settings.house
    title = say("⚙️ <b>规矩</b> · {rules}", rules=set_name(say, house.rules))
    if settings.title:
        title = say(
            "⚙️ <b>规矩</b> · {group} · {rules}",
            group=short_name(say, settings.title, 20),
            rules=set_name(say, house.rules),
        )
    text = lines(
        title,
        next_match(say, settings),
        "",
        *(differences(say, house, SHOWN) or (say("名堂和规则都是原样。"),)),
        "",
        *(join(" · ", (rule_said(say, house, key) for key in keys)) for keys in _OWN),
        "",
        *preview(say, settings.before, house),
    )
    keyboard = (
        *page_buttons(say, settings),
        (show(say("存取"), settings, "saved"), show(say("分享"), settings, "share")),
        (Button(plain(say("全部恢复原样")), settings.press(RESET, "home")),),
    )
    return Message(text, fitted(keyboard))
