"""getChat, getChatMember, getChatAdministrators, getChatMemberCount, leaveChat."""

from __future__ import annotations

from typing import Any

from bot.playground.access import editable_chat, readable_chat
from bot.playground.errors import bad_request
from bot.playground.membership import leave
from bot.playground.model import ChatType, Member, Status
from bot.playground.params import Params
from bot.playground.render import chat_json, member_json, message_json
from bot.playground.world import World

_MEMBER_RIGHTS = (
    "can_send_messages",
    "can_send_photos",
    "can_send_documents",
    "can_send_other_messages",
    "can_invite_users",
)


def get_chat(world: World, params: Params) -> dict[str, Any]:
    """getChat."""
    chat = readable_chat(world, params)
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    data = chat_json(world, chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }
    if chat.username:
        data["active_usernames"] = [chat.username]
    if chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
        data["permissions"] = dict.fromkeys(_MEMBER_RIGHTS, True)
    if chat.pinned:
        data["pinned_message"] = message_json(world, chat.messages[chat.pinned[-1]])
    return data


def get_chat_member(world: World, params: Params) -> dict[str, Any]:
    """getChatMember; in a private chat only the person and the bot are known."""
    chat = readable_chat(world, params)
    user = world.users.get(params.integer("user_id"))
    if user is None or (chat.type is ChatType.PRIVATE and user.id not in (chat.id, world.bot.id)):
        raise bad_request("PARTICIPANT_ID_INVALID")
    if chat.type is ChatType.PRIVATE:
        return member_json(world, chat, Member(user.id, Status.MEMBER))
    return member_json(world, chat, chat.member(user.id))


def get_chat_administrators(world: World, params: Params) -> list[dict[str, Any]]:
    """getChatAdministrators: all but other bots."""
    chat = editable_chat(world, params)
    if chat.type is ChatType.PRIVATE:
        raise bad_request("there are no administrators in the private chat")
    return [member_json(world, chat, member) for member in chat.members.values() if member.status.admin]


def get_chat_member_count(world: World, params: Params) -> int:
    """getChatMemberCount."""
    chat = readable_chat(world, params)
    return 2 if chat.type is ChatType.PRIVATE else len(list(chat.inside()))


def leave_chat(world: World, params: Params) -> bool:
    """leaveChat."""
    chat = editable_chat(world, params)
    if chat.type is ChatType.PRIVATE:
        raise bad_request("chat member status can't be changed in private chats")
    leave(world, chat, world.bot)
    return True


METHODS = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
}
