"""How a view speaks: the message in the reader's language, with what is put into it made safe for HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

_TAG = re.compile(r"<[^>]*>")


class Markup(str):
    """Text that is Telegram HTML already, so that `Say` does not escape it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Say:
    """Says messages of the catalogue in one language: `say("等 {name} 打牌", name="阿明")`.

    A message is a whole sentence in Simplified Chinese with named placeholders, and always a literal, so that
    it can be extracted. `language` is one of `bot.views.languages.LANGUAGES`.
    """

    language: str
    catalogue: NullTranslations

    @property
    def script(self) -> str:
        """The script in which cards are drawn for the reader: "hans" or "hant"."""
        return "hant" if self.language == "zh-hant" else "hans"

    def __call__(self, message: str, /, **values: Any) -> Markup:
        """The message in the reader's language, its placeholders filled in and escaped for HTML."""
        return _filled(self.catalogue.gettext(message), values)

    def n(self, message: str, /, *, n: int, **values: Any) -> Markup:
        """The same for a message that other languages word differently for one and for several, by `n`."""
        return _filled(self.catalogue.ngettext(message, message, n), {"n": n, **values})

    def on(self, place: str, message: str, /, **values: Any) -> Markup:
        """The same for a message whose words depend on where they stand: on a button, in a row of cards."""
        return _filled(self.catalogue.pgettext(place, message), values)


def _filled(text: str, values: Mapping[str, Any]) -> Markup:
    safe = {
        name: value if isinstance(value, Markup | int) else html.escape(str(value), quote=False)
        for name, value in values.items()
    }
    return Markup(text.format(**safe))


def plain(text: str) -> str:
    """Telegram HTML as plain text, for pop-ups and button labels, which know no entities."""
    return html.unescape(text)


def visible_length(text: str) -> int:
    """How many characters Telegram counts in a text of ours: UTF-16 units, without mark-up."""
    return len(plain(_TAG.sub("", text)).encode("utf-16-le")) // 2


chinese = Say("zh-hans", NullTranslations())
"""Simplified Chinese, the language in which the messages are written."""
