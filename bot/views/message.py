"""A message as plain data: what a view says, before anybody knows how it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.views.layout import width


@dataclass(frozen=True, slots=True)
class Press:
    """What a button means when it is pressed.

    `what` is a short word of ASCII letters and underscores, `table` a table's id (0: none), `moment` the
    `Table.moment` for which the button was made, `arg` a short text without colons (an option's number, a
    rule set's name). All of it together fits Telegram's 64 bytes.
    """

    what: str
    table: int = 0
    moment: int = 0
    arg: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button: a press of ours, or a link. `style` is Telegram's: success, danger, primary."""

    label: str
    press: Press | None = None
    url: str | None = None
    style: str | None = None


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is drawn when it is sent. Pictures with equal `key` look alike; `draw` gives PNG bytes."""

    key: object
    draw: Callable[[], bytes] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """A message: `text` in Telegram's HTML, and its inline keyboard, row by row (empty: none).

    With a picture the text is its caption: at most `CAPTION` characters. `asks`: the message is a question, and the
    writing field of who is mentioned in it is opened with this hint (at most 64 characters) for a reply; it has no
    keyboard then.
    """

    text: str
    keyboard: Keyboard = ()
    picture: Picture | None = None
    asks: str = ""


CAPTION = 1024
"""How many characters Telegram takes under a picture, mark-up not counted."""


ROOM = 44
"""How much fits on a row of buttons on a phone, in halves of a Chinese character."""


def wrapped(row: tuple[Button, ...]) -> Keyboard:
    """A row of buttons, in as many rows as it takes so that no label is cut: all buttons of a row are as wide."""
    widest = max((width(button.label) for button in row), default=1)
    return rows(row, max(1, min(len(row), ROOM // widest)))


def rows(buttons: tuple[Button, ...], most: int) -> Keyboard:
    """The buttons in rows of at most `most` (1 to 5)."""
    return tuple(buttons[start : start + most] for start in range(0, len(buttons), most))
