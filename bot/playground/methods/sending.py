"""sendMessage, sendPhoto, sendDocument, sendChatAction."""

from __future__ import annotations

from typing import Any

from bot.playground.access import find_message, find_thread, writable_chat
from bot.playground.content import parse_caption, parse_keyboard, parse_text
from bot.playground.errors import ApiError, bad_request
from bot.playground.methods.media import attached
from bot.playground.model import Chat, ChatType, Content, Message
from bot.playground.params import Params
from bot.playground.posting import post
from bot.playground.render import message_json
from bot.playground.world import World

_ACTIONS = (
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
)


def send_message(world: World, params: Params) -> dict[str, Any]:
    """sendMessage."""
    text, entities = parse_text(params)
    chat = writable_chat(world, params, "text messages")
    return _send(world, params, chat, Content(text, entities, parse_keyboard(params, chat.type)))


def send_photo(world: World, params: Params) -> dict[str, Any]:
    """sendPhoto."""
    text, entities = parse_caption(params)
    chat = writable_chat(world, params, "photos")
    keyboard = parse_keyboard(params, chat.type)
    photo = attached(world, params, params.text("photo"), "photo", part="photo")
    return _send(world, params, chat, Content(text, entities, keyboard, photo=photo))


def send_document(world: World, params: Params) -> dict[str, Any]:
    """sendDocument."""
    text, entities = parse_caption(params)
    chat = writable_chat(world, params, "documents")
    keyboard = parse_keyboard(params, chat.type)
    document = attached(world, params, params.text("document"), "document", part="document")
    return _send(world, params, chat, Content(text, entities, keyboard, document=document))


def send_chat_action(world: World, params: Params) -> bool:
    """sendChatAction."""
    if params.text("action").lower() not in _ACTIONS:
        raise bad_request("Wrong parameter action in request")
    chat = writable_chat(world, params, "text messages")
    find_thread(world, chat, params)
    world.tell("action", {"action": params.text("action")}, chat)
    return True


def _send(world: World, params: Params, chat: Chat, content: Content) -> dict[str, Any]:
    thread_id = find_thread(world, chat, params)
    reply_to = _reply(chat, params)
    if params.text("message_effect_id") and chat.type is not ChatType.PRIVATE:
        raise bad_request("EFFECT_ID_INVALID")
    world.flood.count(chat, world.now())
    if reply_to and thread_id is None:
        thread_id = reply_to.thread_id
    message = post(world, chat, world.bot, content, thread_id=thread_id, reply_to=reply_to)
    return message_json(world, message)


def _reply(chat: Chat, params: Params) -> Message | None:
    reply = params.object("reply_parameters") or {}
    message_id = reply.get("message_id") or params.integer("reply_to_message_id")
    if not message_id:
        return None
    if not isinstance(message_id, int):
        raise bad_request("message identifier must be a Number")
    try:
        return find_message(chat, message_id, "message to be replied")
    except ApiError:
        optional = params.flag("allow_sending_without_reply")
        if reply.get("allow_sending_without_reply") or optional:
            return None
        raise


METHODS = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": send_chat_action,
}
