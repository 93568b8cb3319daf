"""Text on a narrow screen: how wide it is, how it is cut, how it is lined up with full-width spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from bot.views.say import Markup, Say

SPACE = "\u3000"
"""The full-width space: as wide as a Chinese character in the phones' proportional fonts."""

HALF = "\u2002"
"""A space half as wide, about the width of a digit."""

_JOINER = "\u200d"
_FIRST_STRONG_ISOLATE = "\u2068"
_POP_ISOLATE = "\u2069"


def clusters(text: str) -> list[str]:
    """The text in pieces that must not be cut: a letter with its accents, an emoji with its parts, a flag."""
    pieces: list[str] = []
    for char in text:
        previous = pieces[-1] if pieces else ""
        if previous and (_continues(char) or previous.endswith(_JOINER) or _completes_flag(previous, char)):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _continues(char: str) -> bool:
    return (
        char == _JOINER or unicodedata.category(char).startswith("M") or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _completes_flag(previous: str, char: str) -> bool:
    return len(previous) == 1 and all("\U0001f1e6" <= letter <= "\U0001f1ff" for letter in previous + char)


def width(text: str) -> int:
    """How wide the plain text is, in halves of a Chinese character."""
    return sum(_cluster_width(piece) for piece in clusters(text))


def _cluster_width(piece: str) -> int:
    char = piece[0]
    if unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if (len(piece) > 1 and ord(char) > 0x2000) or unicodedata.east_asian_width(char) in "WF" else 1


def shorten(text: str, limit: int) -> str:
    """The text if it is at most `limit` halves wide, else its beginning with an ellipsis, within `limit`."""
    if width(text) <= limit:
        return text
    kept = ""
    for piece in clusters(text):
        if width(kept + piece) > limit - 2:
            break
        kept += piece
    return kept.rstrip() + "…"


def visible(text: str) -> str:
    """The text on one line without what has no width or turns the line around; at most two accents a letter.

    The joiner inside an emoji stays.
    """
    kept = (
        char
        for char in unicodedata.normalize("NFC", " ".join(text.split()))
        if char == _JOINER or not unicodedata.category(char).startswith("C")
    )
    return "".join(piece if _JOINER in piece else piece[:3] for piece in clusters("".join(kept))).strip(
        f" {_JOINER}"
    )


def isolate(text: str) -> str:
    """The text as an island of its own writing direction, so that a name cannot turn the line around."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"


def pad(text: str, to: int) -> str:
    """The plain text, filled up with spaces on the right to `to` halves."""
    return text + blank(to - width(text))


def blank(halves: int) -> str:
    """Space of a width in halves of a Chinese character (0 or less: nothing)."""
    return SPACE * (halves // 2) + HALF * (halves % 2) if halves > 0 else ""


def lines(*parts: str | Iterable[str] | None) -> Markup:
    """The parts as lines of HTML; None is left out, an empty text is an empty line."""
    flat: list[str] = []
    for part in parts:
        if part is None:
            continue
        if isinstance(part, str):
            flat.append(part)
        else:
            flat.extend(part)
    return Markup("\n".join(flat))


def join(separator: str, parts: Iterable[Markup]) -> Markup:
    """Pieces of HTML in a row."""
    return Markup(separator.join(parts))


def listed(say: Say, parts: Iterable[str]) -> Markup:
    """Pieces of HTML as a list in a sentence: 「碰、吃」."""
    return Markup(say.on("between the parts of a list", "、").join(parts))


def signed(number: int) -> str:
    """A number of beans with its sign: +60, −30, 0."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"−{-number}"
