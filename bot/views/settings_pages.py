"""The pages of /settings on which values are chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.host.changing import fan_keys, rule_keys, usual_value, value
from bot.host.house import BASES
from bot.views.houserules import rule_about, rule_name, rule_said, value_name
from bot.views.layout import SPACE, lines
from bot.views.message import Button, Keyboard, Message, rows
from bot.views.rulesets import set_difference, set_name
from bot.views.say import Markup, Say
from bot.views.settings_frame import (
    HouseSettings,
    bottom,
    choices,
    fitted,
    is_changed,
    named_value,
    sets,
    show,
    stepped,
)
from bot.views.settings_hands import most_fans
from bot.views.settings_preview import preview
from engine import RULE_SETS

FANS_ON_A_PAGE = 6
"""How many 名堂 stand on a page."""

_SWITCHES = ("win_on_discard", "dead_bars_peng", "tian_doubled", "huang_fan", "must_hu", "open_wei")
_CAPS = (1, 2, 3, 5, 10, 20, 50)
_MULTIPLIERS = (1, 2, 5, 10, 100)
_ROUNDS = (3, 6, 8, 12, 0)
_CLAIM_CLOCKS = (0, 15, 30, 60, 120)
_DISCARD_CLOCKS = (0, 30, 60, 120, 300)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title on a button, the keys that 恢复原样 puts back, and its text and buttons.

    `previews`: whether what is chosen there changes what a hand pays. `fits`: whether the rule set has such a page.
    """

    title: Callable[[Say], Markup]
    keys: Callable[[HouseSettings], tuple[str, ...]]
    body: Callable[[Say, HouseSettings, int], tuple[tuple[Markup, ...], Keyboard]]
    previews: bool = True
    fits: Callable[[HouseSettings], bool] = lambda _: True


def fan_pages(settings: HouseSettings) -> int:
    """How many pages of 名堂 there are for this rule set."""
    return -(-len(fan_keys(settings.house.rules)) // FANS_ON_A_PAGE)


def page_message(say: Say, settings: HouseSettings, name: str, number: int = 0) -> Message:
    """A page by its name in `PAGES`; the pages of 名堂 have numbers from 0. KeyError for a page that there is not."""
    page = PAGES[name]
    if not page.fits(settings) or not 0 <= number < (fan_pages(settings) if name == "fans" else 1):
        raise KeyError(name)
    body, keyboard = page.body(say, settings, number)
    shown = (Markup(""), *preview(say, settings.before, settings.house)) if page.previews else ()
    here = f"fans-{number}" if name == "fans" else name
    return Message(
        lines(
            say(
                "⚙️ <b>{title}</b> · {rules}", title=page.title(say), rules=set_name(say, settings.house.rules)
            ),
            next_match(say, settings),
            "",
            *body,
            *shown,
        ),
        fitted((*keyboard, bottom(say, settings, here))),
    )


def next_match(say: Say, settings: HouseSettings) -> Markup | None:
    """Says that a match goes on, which changes do not touch."""
    return say("这一场照旧，改了下一场起算。") if settings.in_match else None


def _sets_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    text, buttons = [say("换玩法，名堂和规则就照新玩法的原样。")], []
    for name in RULE_SETS:
        called = set_name(say, name)
        text += [Markup(f"<b>{called}</b>"), Markup(f"{SPACE}{set_difference(say, name)}")]
        label = say("{name} ✓", name=called) if name == settings.house.rules else called
        buttons.append(sets(label, settings, "sets", "rules", name))
    return tuple(text), rows(tuple(buttons), 2)


def _explained(say: Say, *keys: str) -> tuple[Markup, ...]:
    return tuple(
        say("<b>{rule}</b>　{about}", rule=rule_name(say, key), about=rule_about(say, key)) for key in keys
    )


def _numbers(settings: HouseSettings) -> tuple[str, ...]:
    can = rule_keys(settings.house.rules)
    return tuple(key for key in ("min_huxi", "zi_mo", "fan_cap") if key in can)


def _numbers_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keys, found = _numbers(settings), [*stepped(say, settings, "nums", "min_huxi", (1, 5))]
    if "zi_mo" in keys:
        found += stepped(say, settings, "nums", "zi_mo", (1,))
    if "fan_cap" in keys:
        if value(settings.house, "fan_cap") is None:
            found.append((named_value(say, settings, "nums", "fan_cap"),))
        else:
            found += stepped(say, settings, "nums", "fan_cap", (1, 5))
        found.append(choices(say, settings, "nums", "fan_cap", _caps(settings)))
    return _explained(say, *keys), tuple(found)


def _caps(settings: HouseSettings) -> tuple[int | None, ...]:
    """The four largest caps that change what a hand of many 番 pays, and none."""
    most = most_fans(settings.house.engine_rules)
    return (*[cap for cap in _CAPS if cap < most][-4:], None)


def _fans_page(say: Say, settings: HouseSettings, number: int) -> tuple[tuple[Markup, ...], Keyboard]:
    here, pages = f"fans-{number}", fan_pages(settings)
    keys = fan_keys(settings.house.rules)[number * FANS_ON_A_PAGE :][:FANS_ON_A_PAGE]
    text = (
        say("每样名堂算几番；一张一张多起来的，是起步的番。按名堂看条件。"),
        *(_fan_line(say, settings, key) for key in keys),
    )
    around = [show(say("第 {n} 页", n=page + 1), settings, f"fans-{page}") for page in range(pages)]
    turn = tuple(button for page, button in enumerate(around) if page != number)
    found = [row for key in keys for row in _fan_rows(say, settings, here, key)]
    return text, (*found, turn) if turn else tuple(found)


def _fan_line(say: Say, settings: HouseSettings, key: str) -> Markup:
    said = rule_said(say, settings.house, key)
    if not is_changed(settings, key):
        return said
    usual = value_name(say, key, usual_value(settings.house, key, settings.usual))
    return say("● <b>{said}</b>（原 {usual}）", said=said, usual=usual)


def _fan_rows(say: Say, settings: HouseSettings, page: str, key: str) -> Keyboard:
    """A 名堂 with its value; below it less, more, off, and as the set has it where it differs."""
    now = value(settings.house, key)
    usual = usual_value(settings.house, key, settings.usual)
    if now is None:
        found = [sets(say("开"), settings, page, key, usual or 1)]
    else:
        found = [
            sets(say("−{n}", n=1), settings, page, key, now - 1),
            sets(say("+{n}", n=1), settings, page, key, now + 1),
            sets(say("不算"), settings, page, key, None),
        ]
    if is_changed(settings, key) and (now is not None or usual is None):
        found.append(sets(say("原 {usual}", usual=value_name(say, key, usual)), settings, page, key, usual))
    return (named_value(say, settings, page, key),), tuple(found)


def _play_keys(settings: HouseSettings) -> tuple[str, ...]:
    can = rule_keys(settings.house.rules)
    return tuple(key for key in (*_SWITCHES, "huang_dealer") if key in can)


def _play_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keys = _play_keys(settings)
    buttons = []
    for key in keys:
        now = value(settings.house, key)
        to = ("stay" if now == "next" else "next") if key == "huang_dealer" else not now
        named = named_value(say, settings, "play", key)
        buttons.append(Button(named.label, sets(Markup(""), settings, "play", key, to).press))
    return _explained(say, *keys), rows(tuple(buttons), 2)


def _stakes_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keyboard = (
        *stepped(say, settings, "stakes", "base", (1, 5)),
        choices(say, settings, "stakes", "base", BASES),
        *stepped(say, settings, "stakes", "multiplier", (1, 10)),
        choices(say, settings, "stakes", "multiplier", _MULTIPLIERS),
    )
    return _explained(say, "base", "multiplier"), keyboard


def _match_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keyboard = (
        *stepped(say, settings, "match", "rounds", (1, 5)),
        choices(say, settings, "match", "rounds", _ROUNDS),
        choices(say, settings, "match", "first_dealer", ("lot", "cut")),
    )
    return _explained(say, "rounds", "first_dealer"), keyboard


def _clock_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keyboard = (
        *stepped(say, settings, "clock", "claim_clock", (5,)),
        choices(say, settings, "clock", "claim_clock", _CLAIM_CLOCKS),
        *stepped(say, settings, "clock", "discard_clock", (5,)),
        choices(say, settings, "clock", "discard_clock", _DISCARD_CLOCKS),
    )
    return _explained(say, "claim_clock", "discard_clock"), keyboard


def _seats_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    switches = []
    for key in ("two", "computers", "ledger", "escapes"):
        named = named_value(say, settings, "seats", key)
        switched = sets(Markup(""), settings, "seats", key, not value(settings.house, key))
        switches.append(Button(named.label, switched.press))
    keyboard = (choices(say, settings, "seats", "wanted", (2, 3, 4)), *((button,) for button in switches))
    return _explained(say, "wanted", "two", "computers", "ledger", "escapes"), keyboard


def _who_page(say: Say, settings: HouseSettings, _: int) -> tuple[tuple[Markup, ...], Keyboard]:
    keyboard = rows(choices(say, settings, "who", "changed_by", ("opener", "admins")), 1)
    return _explained(say, "changed_by"), keyboard


PAGES: dict[str, Page] = {
    "sets": Page(lambda say: say("玩法"), lambda _: ("rules",), _sets_page),
    "nums": Page(lambda say: say("起胡·封顶"), _numbers, _numbers_page),
    "fans": Page(
        lambda say: say("名堂"),
        lambda settings: fan_keys(settings.house.rules),
        _fans_page,
        fits=lambda settings: fan_pages(settings) > 0,
    ),
    "play": Page(lambda say: say("打法"), _play_keys, _play_page),
    "stakes": Page(lambda say: say("底分·倍数"), lambda _: ("base", "multiplier"), _stakes_page),
    "match": Page(
        lambda say: say("局数·定庄"), lambda _: ("rounds", "first_dealer"), _match_page, previews=False
    ),
    "seats": Page(
        lambda say: say("人数·电脑"),
        lambda _: ("wanted", "two", "computers", "ledger", "escapes"),
        _seats_page,
        previews=False,
    ),
    "clock": Page(
        lambda say: say("时限"), lambda _: ("claim_clock", "discard_clock"), _clock_page, previews=False
    ),
    "who": Page(lambda say: say("谁能改"), lambda _: ("changed_by",), _who_page, previews=False),
}
"""The pages by the names that presses carry, in their order on the overview."""


def page_buttons(say: Say, settings: HouseSettings) -> Keyboard:
    """The buttons that lead from the overview to the pages that fit the rule set."""
    found = [
        show(page.title(say), settings, f"{name}-0" if name == "fans" else name)
        for name, page in PAGES.items()
        if page.fits(settings)
    ]
    return rows(tuple(found), 3)
