"""Telegram's HTML: text and entities out of markup, markup out of text and entities.

Offsets and lengths of entities count UTF-16 units, positions in complaints count bytes, as Telegram does.
"""

from __future__ import annotations

import html as stdlib_html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.playground.errors import ApiError, bad_request

_TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_SPACE = re.compile(r"\s*")
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"[^\s=>]*")
_TOKEN = re.compile(r"[A-Za-z0-9.\-]*")
_TRIMMED = " \t\n\r"
_TYPE_ORDER = {
    name: order for order, name in enumerate(("blockquote", "expandable_blockquote", "pre", "text_link"))
}


@dataclass(frozen=True, slots=True)
class Entity:
    """A marked stretch of text, in UTF-16 units; `url`, `user_id` or `language` where the type has one."""

    type: str
    offset: int
    length: int
    url: str | None = None
    user_id: int | None = None
    language: str | None = None


@dataclass(slots=True)
class _Open:
    """A tag that is not closed yet, `start` in UTF-16 units of the text."""

    tag: str
    argument: str
    start: int
    index: int


def utf16_len(text: str) -> int:
    """Return the length of `text` in UTF-16 units."""
    return len(text) + sum(char > "\uffff" for char in text)


def parse_html(markup: str) -> tuple[str, tuple[Entity, ...]]:
    """Return the text and its entities, by offset and, of equal ones, the longest first.

    Raises ApiError "Bad Request: can't parse entities: …" for unknown, unbalanced or unclosed tags.
    """
    parser = _Parser(markup)
    parser.run()
    entities = sorted(parser.entities, key=lambda e: (e.offset, -e.length, _TYPE_ORDER.get(e.type, 9)))
    return "".join(parser.pieces), tuple(
        replace(e, language=None) if e.type == "code" else e for e in entities
    )


class _Parser:
    """One pass over the markup; `at` is the position of the next character."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.at = 0
        self.pieces: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> None:
        while self.at < len(self.markup):
            if self.markup[self.at] == "<":
                self._tag()
            elif reference := self._reference():
                self._put(reference)
            else:
                self._put(self.markup[self.at])
                self.at += 1
        if self.open:
            raise _complaint(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += utf16_len(piece)

    def _reference(self) -> str:
        found = _REFERENCE.match(self.markup, self.at)
        if not found:
            return ""
        hexadecimal, decimal, name = found.groups()
        code = int(hexadecimal, 16) if hexadecimal else int(decimal) if decimal else ord(_NAMED[name])
        if not 0 < code < 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            return ""
        self.at = found.end()
        return chr(code)

    def _tag(self) -> None:
        begin = self.at
        where = f"at byte offset {len(self.markup[:begin].encode())}"
        if self.markup.startswith("</", begin):
            self._end_tag(begin, where)
        else:
            self._start_tag(begin, where)

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.markup, self.at)
        text = found.group() if found else ""
        self.at += len(text)
        return text

    def _peek(self) -> str:
        return self.markup[self.at : self.at + 1]

    def _start_tag(self, begin: int, where: str) -> None:
        self.at = begin + 1
        tag = self._match(_TAG_NAME).lower()
        if not self._peek():
            raise _complaint(f"Unclosed start tag {where}")
        if tag not in _TYPES:
            raise _complaint(f'Unsupported start tag "{tag}" {where}')
        argument = ""
        while self._match(_SPACE) or self._peek() != ">":
            if self._peek() == ">":
                break
            name, value = self._attribute(tag, where)
            argument = _argument(tag, name, value) or argument
        self.at += 1
        if tag == "span" and argument != "spoiler":
            raise _complaint(f'Tag "span" must have class "tg-spoiler" {where}')
        self.open.append(_Open(tag, argument, self.length, len(self.pieces)))

    def _attribute(self, tag: str, where: str) -> tuple[str, str]:
        name = self._match(_ATTRIBUTE)
        if not name and self._peek():
            raise _complaint(f'Empty attribute name in the tag "{tag}" {where}')
        self._match(_SPACE)
        if self._peek() != "=":
            if tag == "blockquote" and name == "expandable":
                return name, name
            raise _complaint(f'Expected equal sign in declaration of an attribute of the tag "{tag}" {where}')
        self.at += 1
        self._match(_SPACE)
        value = self._quoted() if self._peek() in ("'", '"') else self._token()
        if not self._peek():
            raise _complaint(f"Unclosed start tag {where}")
        return name, value

    def _quoted(self) -> str:
        quote = self._peek()
        end = self.markup.find(quote, self.at + 1)
        end = len(self.markup) if end < 0 else end
        value = self.markup[self.at + 1 : end]
        self.at = end + 1
        return _REFERENCE.sub(lambda found: stdlib_html.unescape(found.group()), value)

    def _token(self) -> str:
        begin = self.at
        token = self._match(_TOKEN).lower()
        if self._peek() and not self._peek().isspace() and self._peek() != ">":
            offset = len(self.markup[:begin].encode())
            raise _complaint(f"Unexpected end of name token at byte offset {offset}")
        return token

    def _end_tag(self, begin: int, where: str) -> None:
        if not self.open:
            raise _complaint(f"Unexpected end tag {where}")
        self.at = begin + 2
        tag = self._match(_TAG_NAME).lower()
        self._match(_SPACE)
        if self._peek() != ">":
            raise _complaint(f"Unclosed end tag {where}")
        self.at += 1
        opened = self.open.pop()
        if tag and tag != opened.tag:
            raise _complaint(f'Unmatched end tag {where}, expected "</{opened.tag}>", found "</{tag}>"')
        if self.length > opened.start:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        kind, length, argument = _TYPES[opened.tag], self.length - opened.start, opened.argument
        if opened.tag == "a":
            target = argument or "".join(self.pieces[opened.index :])
            self.entities.extend(_link(target, opened.start, length))
        elif opened.tag == "blockquote" and argument:
            self.entities.append(Entity("expandable_blockquote", opened.start, length))
        elif (
            opened.tag == "pre"
            and self.entities
            and self.entities[-1] == Entity("code", opened.start, length, language=self.entities[-1].language)
        ):
            self.entities[-1] = Entity("pre", opened.start, length, language=self.entities[-1].language)
        else:
            self.entities.append(
                Entity(kind, opened.start, length, language=argument or None if kind == "code" else None)
            )


def _argument(tag: str, name: str, value: str) -> str:
    if (tag, name) in (("a", "href"), ("tg-emoji", "emoji-id"), ("blockquote", "expandable")):
        return value or name
    if (tag, name) == ("code", "class") and value.startswith("language-"):
        return value.removeprefix("language-")
    if (tag, name) == ("span", "class") and value.startswith("tg-"):
        return value.removeprefix("tg-")
    return ""


def _link(target: str, offset: int, length: int) -> list[Entity]:
    user = re.fullmatch(r"tg://user/?\?id=([0-9]+)", target)
    if user:
        return [Entity("text_mention", offset, length, user_id=int(user.group(1)))]
    if re.match(r"(https?|tg|tonsite)://", target):
        return [Entity("text_link", offset, length, url=target)]
    if re.fullmatch(r"[\w-]+(\.[\w-]+)+([/?#]\S*)?", target):
        return [Entity("text_link", offset, length, url=f"http://{target}")]
    return []


def _complaint(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")


def trim(text: str, entities: Sequence[Entity]) -> tuple[str, tuple[Entity, ...]]:
    """Return text and entities without spaces and line ends around them, as Telegram stores them.

    What comes first inside an entity stays, and so do full-width spaces.
    """
    first = min((entity.offset for entity in entities), default=utf16_len(text))
    before = text.encode("utf-16-le")[: first * 2].decode("utf-16-le")
    lead = len(before) - len(before.lstrip(_TRIMMED))
    text = text[lead:].rstrip(_TRIMMED)
    end = utf16_len(text)
    kept = []
    for entity in entities:
        start, stop = max(0, entity.offset - lead), min(end, entity.offset + entity.length - lead)
        if stop > start:
            kept.append(replace(entity, offset=start, length=stop - start))
    return text, tuple(kept)


def to_html(text: str, entities: Sequence[Entity]) -> str:
    """Return markup from which `parse_html` gives the same text and (nested, not crossing) entities."""
    encoded = text.encode("utf-16-le")
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for entity in entities:
        if tags := _markup(entity):
            opening.setdefault(entity.offset, []).append(tags[0])
            closing.setdefault(entity.offset + entity.length, []).insert(0, tags[1])
    cuts = sorted({0, len(encoded) // 2, *opening, *closing})
    parts: list[str] = []
    for start, stop in zip(cuts, [*cuts[1:], cuts[-1]], strict=True):
        parts += closing.get(start, [])
        parts += opening.get(start, [])
        parts.append(stdlib_html.escape(encoded[start * 2 : stop * 2].decode("utf-16-le"), quote=False))
    return "".join(parts)


def _markup(entity: Entity) -> tuple[str, str] | None:
    if entity.type in ("text_link", "text_mention"):
        target = entity.url or f"tg://user?id={entity.user_id}"
        return f'<a href="{stdlib_html.escape(target)}">', "</a>"
    if entity.type == "expandable_blockquote":
        return "<blockquote expandable>", "</blockquote>"
    tag = _TAGS.get(entity.type)
    return (f"<{tag}>", f"</{tag}>") if tag else None
