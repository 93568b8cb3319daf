"""A message as plain data: what a view says, before anybody knows how it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


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

    With a picture the text is its caption: at most `CAPTION` characters.
    """

    text: str
    keyboard: Keyboard = ()
    picture: Picture | None = None


CAPTION = 1024
"""How many characters Telegram takes under a picture, mark-up not counted."""


def rows(buttons: tuple[Button, ...], width: int) -> Keyboard:
    """The buttons in rows of at most `width` (1 to 5)."""
    return tuple(buttons[start : start + width] for start in range(0, len(buttons), width))
