"""Pictures or text: what a person chose, and the button that changes it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.host.table import Table
from bot.views.message import Button, Picture, Press
from bot.views.picture import hand_picture, settled, settlement_picture
from bot.views.say import Say, plain
from engine import Rules, View

TEXT, PICTURE = "text", "picture"
"""The two ways to look at cards, as the button's argument."""


def look_row(say: Say, table: Table, *, picture: bool) -> tuple[Button, ...]:
    """The button that changes from pictures to text, or back."""
    if picture:
        return (Button(plain(say("文字")), Press("look", table.id, 0, TEXT)),)
    return (Button(plain(say("图片")), Press("look", table.id, 0, PICTURE)),)


def drawn_hand(say: Say, rules: Rules, view: View) -> Picture:
    """The table as a seat sees it, drawn."""
    cards = say.script
    return Picture((view, rules, cards), lambda: hand_picture(view, rules, script=cards))


def drawn_settlement(say: Say, table: Table, totals: Mapping[int, int]) -> Picture:
    """The end of the table's last round, drawn; `totals` are the group's beans by user id."""
    cards, shown = say.script, settled(say, table, totals)
    return Picture((shown, cards), lambda: settlement_picture(shown, script=cards))
