"""Whether the bot may do something in a chat, and Telegram's words when it may not."""

from __future__ import annotations

from bot.playground.errors import bad_request, forbidden, migrated
from bot.playground.model import Chat, ChatType, Message, Status
from bot.playground.params import Params
from bot.playground.world import World

_SEND_RIGHTS = {
    "text messages": "can_send_messages",
    "photos": "can_send_photos",
    "documents": "can_send_documents",
}


def find_chat(world: World, params: Params) -> Chat:
    """Return the chat of `chat_id` (a number or @username); 400 "chat not found" otherwise."""
    wanted = params.text("chat_id")
    if not wanted:
        raise bad_request("chat_id is empty")
    for chat in world.chats.values():
        if str(chat.id) == wanted or (chat.username and f"@{chat.username}".lower() == wanted.lower()):
            break
    else:
        raise bad_request("chat not found")
    if chat.type is ChatType.PRIVATE and not (world.users[chat.id].met or world.users[chat.id].started):
        raise bad_request("chat not found")
    return chat


def readable_chat(world: World, params: Params) -> Chat:
    """Return a chat that the bot may look at; 403 if it is not in a supergroup or channel."""
    chat = find_chat(world, params)
    if chat.type in (ChatType.SUPERGROUP, ChatType.CHANNEL):
        _check_inside(world, chat)
    return chat


def editable_chat(world: World, params: Params) -> Chat:
    """Return a chat in which the bot may change its messages."""
    chat = find_chat(world, params)
    if chat.type is ChatType.PRIVATE:
        check_private(world, chat)
        return chat
    if chat.migrated_to:
        raise migrated(chat.migrated_to)
    if chat.deleted and chat.type is ChatType.GROUP:
        raise forbidden("the group chat was deleted")
    _check_inside(world, chat)
    return chat


def writable_chat(world: World, params: Params, what: str) -> Chat:
    """Return a chat to which the bot may send `what`: "text messages", "photos" or "documents"."""
    chat = editable_chat(world, params)
    member = world.bot_member(chat)
    if chat.type is ChatType.CHANNEL and not member.status.admin:
        raise bad_request("need administrator rights in the channel chat")
    if member.status is Status.RESTRICTED and _SEND_RIGHTS[what] not in member.rights:
        raise bad_request(f"not enough rights to send {what} to the chat")
    return chat


def check_private(world: World, chat: Chat) -> None:
    """403 if the person has not pressed START or has blocked the bot."""
    user = world.users[chat.id]
    if user.blocked:
        raise forbidden("bot was blocked by the user")
    if not user.started:
        raise forbidden("bot can't initiate conversation with a user")


def _check_inside(world: World, chat: Chat) -> None:
    status = chat.member(world.bot.id).status
    if status is Status.KICKED:
        raise forbidden(f"bot was kicked from the {chat.type.value} chat")
    if not status.inside:
        raise forbidden(f"bot is not a member of the {chat.type.value} chat")


def find_thread(world: World, chat: Chat, params: Params) -> int | None:
    """Return the thread id of `message_thread_id`, None for General; 400 if there is no such topic."""
    thread_id = params.integer("message_thread_id")
    if not thread_id:
        return None
    topic = world.topic(chat, thread_id)
    if topic is None:
        raise bad_request("message thread not found")
    if topic.closed and not world.bot_member(chat).status.admin:
        raise bad_request("TOPIC_CLOSED")
    return thread_id


def find_message(chat: Chat, message_id: int, what: str) -> Message:
    """Return a message that exists; 400 "`what` not found" otherwise, e.g. "message to edit not found"."""
    message = chat.messages.get(message_id)
    if message is None or message.deleted:
        raise bad_request(f"{what} not found")
    return message
