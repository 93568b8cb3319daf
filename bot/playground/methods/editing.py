"""editMessageText, editMessageCaption, editMessageReplyMarkup, editMessageMedia, deleteMessage(s)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.playground.access import editable_chat, find_message
from bot.playground.content import parse_caption, parse_keyboard, parse_text
from bot.playground.errors import NOT_MODIFIED, bad_request
from bot.playground.methods.media import attached
from bot.playground.model import Chat, ChatType, Content, Message
from bot.playground.params import Params
from bot.playground.posting import delete, edit
from bot.playground.render import message_json
from bot.playground.world import World

DELETABLE_SECONDS = 48 * 3600.0


def edit_message_text(world: World, params: Params) -> dict[str, Any]:
    """editMessageText."""
    text, entities = parse_text(params)
    message = _own_message(world, params)
    if message.content.photo or message.content.document:
        raise bad_request("there is no text in the message to edit")
    return _edit(world, message, Content(text, entities, parse_keyboard(params, message.chat.type)))


def edit_message_caption(world: World, params: Params) -> dict[str, Any]:
    """editMessageCaption."""
    text, entities = parse_caption(params)
    message = _own_message(world, params)
    if not (message.content.photo or message.content.document):
        raise bad_request("there is no caption in the message to edit")
    keyboard = parse_keyboard(params, message.chat.type)
    return _edit(world, message, replace(message.content, text=text, entities=entities, keyboard=keyboard))


def edit_message_reply_markup(world: World, params: Params) -> dict[str, Any]:
    """editMessageReplyMarkup."""
    message = _own_message(world, params)
    keyboard = parse_keyboard(params, message.chat.type)
    return _edit(world, message, replace(message.content, keyboard=keyboard))


def edit_message_media(world: World, params: Params) -> dict[str, Any]:
    """editMessageMedia, for photos and documents; a text message can be given one too."""
    media = params.object("media")
    if media is None or media.get("type") not in ("photo", "document"):
        raise bad_request("can't parse InputMedia: type must be specified")
    text, entities = parse_caption(media)
    message = _own_message(world, params)
    keyboard = parse_keyboard(params, message.chat.type)
    kind = str(media["type"])
    file = attached(world, params, str(media.get("media") or ""), kind)
    if kind == "photo":
        return _edit(world, message, Content(text, entities, keyboard, photo=file))
    return _edit(world, message, Content(text, entities, keyboard, document=file))


def delete_message(world: World, params: Params) -> bool:
    """deleteMessage."""
    chat = editable_chat(world, params)
    message = find_message(chat, params.integer("message_id"), "message to delete")
    if not _deletable(world, chat, message):
        raise bad_request("message can't be deleted for everyone")
    delete(world, message)
    return True


def delete_messages(world: World, params: Params) -> bool:
    """deleteMessages: what is not there, or may not be deleted, is skipped."""
    chat = editable_chat(world, params)
    ids = params.array("message_ids", int)
    if not ids:
        raise bad_request("message identifiers are not specified")
    if len(ids) > 100:
        raise bad_request("too many message identifiers specified")
    for message_id in ids:
        message = chat.messages.get(message_id)
        if message and not message.deleted and _deletable(world, chat, message):
            delete(world, message)
    return True


def _deletable(world: World, chat: Chat, message: Message) -> bool:
    if world.now() - message.date > DELETABLE_SECONDS:
        return False
    own = message.author is world.bot or chat.type is ChatType.PRIVATE
    return own or "can_delete_messages" in chat.member(world.bot.id).rights


def _own_message(world: World, params: Params) -> Message:
    if params.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    chat = editable_chat(world, params)
    if not params.text("message_id"):
        raise bad_request("message identifier is not specified")
    message = find_message(chat, params.integer("message_id"), "message to edit")
    own_post = chat.type is ChatType.CHANNEL and "can_edit_messages" in chat.member(world.bot.id).rights
    if (message.author is not world.bot and not own_post) or message.service:
        raise bad_request("message can't be edited")
    return message


def _edit(world: World, message: Message, content: Content) -> dict[str, Any]:
    world.flood.count(message.chat, world.now())
    if content == message.content:
        raise bad_request(NOT_MODIFIED)
    edit(world, message, content)
    return message_json(world, message)


METHODS = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageMedia": edit_message_media,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
