"""Settings of a house for the tests of its pages."""

from __future__ import annotations

from dataclasses import replace

from bot.host.changing import changed
from bot.host.house import House
from bot.views.message import Message, Press
from bot.views.settings_frame import HouseSettings
from bot.views.settings_pages import PAGES, fan_pages

USUAL = House()


def settings(rules: str = "qq-half", *changes: tuple[str, object], **more: object) -> HouseSettings:
    house = USUAL.with_rules(rules)
    before = house
    for key, to in changes:
        house = changed(house, key, to)
    made = HouseSettings(house, before, USUAL, table=1_234_567_890)
    return replace(made, **more)  # type: ignore[arg-type]


def pages(shown_settings: HouseSettings) -> list[str]:
    """Every page that a rule set has."""
    found = [name for name, page in PAGES.items() if name != "fans" and page.fits(shown_settings)]
    fans = [f"fans-{number}" for number in range(fan_pages(shown_settings))]
    return ["home", "saved", "share", *found, *fans]


def presses(message: Message) -> list[Press]:
    return [button.press for row in message.keyboard for button in row if button.press]
