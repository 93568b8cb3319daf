"""pinChatMessage, unpinChatMessage, unpinAllChatMessages."""

from __future__ import annotations

from bot.playground.access import editable_chat, find_message
from bot.playground.errors import bad_request
from bot.playground.membership import pin
from bot.playground.model import Chat, ChatType
from bot.playground.params import Params
from bot.playground.world import World


def pin_chat_message(world: World, params: Params) -> bool:
    """pinChatMessage."""
    chat = _chat(world, params)
    pin(world, find_message(chat, params.integer("message_id"), "message to pin"), world.bot)
    return True


def unpin_chat_message(world: World, params: Params) -> bool:
    """unpinChatMessage: the named message, or the one pinned last."""
    chat = _chat(world, params)
    message_id = params.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if message_id not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(message_id)
    world.tell("pin", {"message_id": message_id, "pinned": False}, chat)
    return True


def unpin_all_chat_messages(world: World, params: Params) -> bool:
    """unpinAllChatMessages."""
    _chat(world, params).pinned.clear()
    return True


def _chat(world: World, params: Params) -> Chat:
    chat = editable_chat(world, params)
    rights = chat.member(world.bot.id).rights
    if chat.type is not ChatType.PRIVATE and not rights & {"can_pin_messages", "can_edit_messages"}:
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


METHODS = {
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "unpinAllChatMessages": unpin_all_chat_messages,
}
