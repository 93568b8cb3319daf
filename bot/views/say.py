"""How a view speaks: the message in the reader's language, with what is put into it made safe for HTML."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any, Protocol


class Markup(str):
    """Text that is Telegram HTML already, so that `Say` does not escape it."""

    __slots__ = ()


class Say(Protocol):
    """Says a message of the catalogue: `say("还差 {n} 人", n=2)`."""

    def __call__(self, message: str, /, **values: Any) -> Markup:
        """The message in the reader's language, its placeholders filled in and escaped for HTML."""


def sayer(translate: Callable[[str], str]) -> Say:
    """A `Say` over a catalogue: `translate` gives the reader's words for a message in Simplified Chinese."""

    def say(message: str, /, **values: Any) -> Markup:
        safe = {
            name: value if isinstance(value, Markup | int) else html.escape(str(value), quote=False)
            for name, value in values.items()
        }
        return Markup(translate(message).format(**safe))

    return say


def plain(text: str) -> str:
    """Telegram HTML as plain text, for pop-ups and button labels, which know no entities."""
    return html.unescape(text)


chinese = sayer(lambda message: message)
"""Simplified Chinese, the language in which the messages are written."""
