"""From the parameters of a request to what a message shows, with Telegram's limits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.html import Entity, parse_html, trim, utf16_len
from bot.playground.model import Button, ChatType, Keyboard
from bot.playground.params import Params

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_CALLBACK_DATA = 64
MAX_BUTTONS = 100
MAX_BUTTONS_IN_ROW = 8
MAX_KEYBOARD_BYTES = 10_000
_STYLES = ("primary", "danger", "success")
_COMMAND = re.compile(r"(?<![\w/@.<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/@])")
_MENTION = re.compile(r"(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{3,31}(?![\w@])")
_URL = re.compile(r"https?://[^\s<>\"]+|(?<![\w@/.])t\.me/[A-Za-z0-9_/?=&-]+")

Formatted = tuple[str, tuple[Entity, ...]]


def parse_text(params: Params) -> Formatted:
    """Return text and entities of `text`; 400 if it is empty or longer than 4096 units."""
    text, entities = formatted(params.text("text"), params.text("parse_mode"), params.array("entities", dict))
    if not text.strip():
        raise bad_request("message text is empty")
    if utf16_len(text) > MAX_TEXT:
        raise bad_request("message is too long")
    return text, entities


def parse_caption(values: Params | Mapping[str, Any]) -> Formatted:
    """Return text and entities of `caption`, of a request or of a media object; 400 beyond 1024 units."""
    if isinstance(values, Params):
        caption, mode = values.text("caption"), values.text("parse_mode")
        entities = values.array("caption_entities", dict)
    else:
        caption, mode = str(values.get("caption") or ""), str(values.get("parse_mode") or "")
        entities = values.get("caption_entities")
    text, parsed = formatted(caption, mode, entities)
    if utf16_len(text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return text, parsed


def formatted(text: str, mode: str, entities: Any = None) -> Formatted:
    """Return text and entities by `mode` ("" or "HTML"), trimmed, with commands, mentions and links found."""
    if mode.lower() == "html":
        text, marked = parse_html(text)
    elif mode and mode.lower() != "none":
        raise bad_request("unsupported parse_mode")
    else:
        marked = tuple(_entity(raw) for raw in entities or ())
    text, marked = trim(text.replace("\r", ""), marked)
    return text, tuple(sorted((*marked, *found_entities(text, marked)), key=lambda e: (e.offset, -e.length)))


def found_entities(text: str, marked: tuple[Entity, ...] = ()) -> list[Entity]:
    """Return the commands, mentions and links in `text` outside of code and links that are marked already."""
    taken = [e for e in marked if e.type in ("code", "pre", "text_link", "text_mention", "bot_command")]
    found = []
    for kind, pattern in (("url", _URL), ("bot_command", _COMMAND), ("mention", _MENTION)):
        for match in pattern.finditer(text):
            start, length = utf16_len(text[: match.start()]), utf16_len(match.group())
            if not any(e.offset < start + length and start < e.offset + e.length for e in taken):
                taken.append(Entity(kind, start, length))
                found.append(taken[-1])
    return found


def _entity(raw: Any) -> Entity:
    try:
        kind, offset, length = str(raw["type"]), int(raw["offset"]), int(raw["length"])
        user_id = int(raw["user"]["id"]) if raw.get("user") else None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise bad_request("can't parse MessageEntity") from None
    if offset < 0 or length <= 0:
        raise bad_request("can't parse MessageEntity")
    return Entity(kind, offset, length, raw.get("url"), user_id, raw.get("language"))


def parse_keyboard(params: Params, chat_type: ChatType) -> Keyboard:
    """Return the inline keyboard of `reply_markup` (() without one, and for the other kinds of markup)."""
    markup = params.object("reply_markup")
    if markup is None:
        return ()
    rows = markup.get("inline_keyboard", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" must be an Array of Arrays')
    keyboard = tuple(tuple(_button(raw, chat_type) for raw in row) for row in rows if row)
    _check_size(keyboard)
    return keyboard


def _check_size(keyboard: Keyboard) -> None:
    total = sum(len(row) for row in keyboard)
    widest = max((len(row) for row in keyboard), default=0)
    size = sum(len(json.dumps(dict(b.raw), ensure_ascii=False).encode()) for row in keyboard for b in row)
    if total > MAX_BUTTONS or widest > MAX_BUTTONS_IN_ROW or size > MAX_KEYBOARD_BYTES:
        raise bad_request("reply markup is too long")


def _button(raw: Any, chat_type: ChatType) -> Button:
    if not isinstance(raw, dict):
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text, data, url, style = raw.get("text"), raw.get("callback_data"), raw.get("url"), raw.get("style")
    if not isinstance(text, str):
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not text.strip():
        raise bad_request("BUTTON_TEXT_EMPTY")
    if style is not None and style not in _STYLES:
        raise bad_request("can't parse inline keyboard button: invalid button style specified")
    if data is not None and not 1 <= len(str(data).encode()) <= MAX_CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if url is not None and not re.match(r"(https?|tg)://\S+|[\w-]+(\.[\w-]+)+", str(url)):
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    if "web_app" in raw and chat_type is not ChatType.PRIVATE:
        raise bad_request("BUTTON_TYPE_INVALID")
    if len(set(raw) - {"text", "style", "icon_custom_emoji_id"}) == 0:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    return Button(text, data, url, style, raw)
