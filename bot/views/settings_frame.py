"""What every page of /settings is made of: the house that is changed, its version, and buttons that carry both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from bot.host.changing import usual_value, value
from bot.host.house import House
from bot.views.houserules import rule_name, value_name
from bot.views.message import Button, Keyboard, Press, wrapped
from bot.views.say import Markup, Say, plain

WHAT = "house"
"""The word of every press of /settings."""

SHOW, SET, RESET, HELP, USE, FORGET, ASK = "p", "v", "d", "h", "u", "x", "a"
"""What a press does, the first part of its argument: show a page, set a value, have it as the rule set has it,
explain a rule, choose a saved house, forget one, ask for a reply."""

_WORDS = {"n": None, "t": True, "f": False}
_VERSIONS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """What /settings shows of a group: `house` is what its next match plays.

    `before`: what that was when /settings was asked; `usual`: what the bot plays where nobody chose. `table`: the
    group's open table, 0 for none; `in_match`: one goes on there, which plays on as it began. `title`: the group's
    name where the message stands in another chat, else "". `saved`: the houses saved under a name.
    """

    house: House
    before: House
    usual: House
    table: int = 0
    in_match: bool = False
    title: str = ""
    saved: Mapping[str, House] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """A number of at most nine digits that tells this house from others: buttons are made for one version."""
        return version_of(self.house)

    def press(self, does: str, page: str, *rest: str) -> Press:
        """The press of a button of this version: what it does, the page to show then, and what it needs."""
        return Press(WHAT, self.table, self.version, "/".join((does, page, *rest)))


def version_of(house: House) -> int:
    """See `HouseSettings.version`."""
    return crc32(json.dumps(house.data(), sort_keys=True).encode()) % _VERSIONS


def name_token(name: str) -> str:
    """A saved house's name as ASCII, for a press."""
    return str(crc32(name.encode()))


def value_token(to: Any) -> str:
    """A value of a house rule as a press carries it."""
    return next((word for word, each in _WORDS.items() if each is to), str(to))


def value_from(token: str) -> Any:
    """The value that `value_token` made this of: None, a truth value, a whole number, else a word."""
    if token in _WORDS:
        return _WORDS[token]
    digits = token.removeprefix("-")
    return int(token) if digits.isascii() and digits.isdigit() and len(digits) < 7 else token


def show(label: Markup, settings: HouseSettings, page: str) -> Button:
    """A button with this label that shows a page."""
    return Button(plain(label), settings.press(SHOW, page))


def sets(label: Markup, settings: HouseSettings, page: str, key: str, to: Any) -> Button:
    """A button with this label that sets a rule to a value."""
    return Button(plain(label), settings.press(SET, page, key, value_token(to)))


def is_changed(settings: HouseSettings, key: str) -> bool:
    """Whether a rule differs from the rule set; of what is not the set's, from the bot's usual."""
    return bool(value(settings.house, key) != usual_value(settings.house, key, settings.usual))


def named_value(say: Say, settings: HouseSettings, page: str, key: str) -> Button:
    """A rule with its value, marked if it differs from the usual; pressed, it explains itself."""
    said = value_name(say, key, value(settings.house, key))
    if is_changed(settings, key):
        label = say("● {rule} {value}", rule=rule_name(say, key), value=said)
    else:
        label = say("{rule} {value}", rule=rule_name(say, key), value=said)
    return Button(plain(label), settings.press(HELP, page, key))


def stepped(say: Say, settings: HouseSettings, page: str, key: str, steps: tuple[int, ...]) -> Keyboard:
    """A number by its name, and a row that makes it smaller or larger: by each of `steps`, the smallest first."""
    now = value(settings.house, key)
    less = [sets(say("−{n}", n=step), settings, page, key, now - step) for step in reversed(steps)]
    more = [sets(say("+{n}", n=step), settings, page, key, now + step) for step in steps]
    return (named_value(say, settings, page, key),), (*less, *more)


def choices(
    say: Say, settings: HouseSettings, page: str, key: str, values: tuple[Any, ...]
) -> tuple[Button, ...]:
    """A row of values to choose from; the one in force is ticked."""
    now = value(settings.house, key)
    found = []
    for each in values:
        called = value_name(say, key, each)
        label = say("{name} ✓", name=called) if each == now and type(each) is type(now) else called
        found.append(sets(label, settings, page, key, each))
    return tuple(found)


def bottom(say: Say, settings: HouseSettings, page: str) -> tuple[Button, ...]:
    """The last row of a page: as the rule set has it, and back."""
    as_usual = Button(plain(say("恢复原样")), settings.press(RESET, page))
    return as_usual, show(say("返回"), settings, "home")


def fitted(keyboard: Keyboard) -> Keyboard:
    """The rows, those that are too wide for a phone in as many as it takes."""
    return tuple(part for row in keyboard for part in wrapped(row))
