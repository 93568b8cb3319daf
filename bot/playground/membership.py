"""Who is where: joining, leaving, rights, blocking, the end of chats and their upgrade."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.playground.model import Chat, ChatType, Content, Member, Message, Status, Topic, User
from bot.playground.posting import post
from bot.playground.render import (
    ADMIN_RIGHTS,
    RESTRICTED_RIGHTS,
    chat_json,
    member_json,
    message_json,
    user_json,
)
from bot.playground.world import World

ALL_RIGHTS = frozenset(ADMIN_RIGHTS)
MUTED = frozenset[str]()


def set_member(world: World, chat: Chat, member: Member, by: User) -> None:
    """Change somebody's place in a group or channel; the bot gets `my_chat_member` or `chat_member`."""
    old = chat.member(member.user_id)
    if old == member:
        return
    chat.members[member.user_id] = member
    user = world.users[member.user_id]
    world.tell("member", {"status": member.status.value}, chat, user)
    if user is world.bot:
        _tell_bot(world, "my_chat_member", chat, by, old=old, new=member)
    elif chat.member(world.bot.id).status.admin:
        _tell_bot(world, "chat_member", chat, by, old=old, new=member)


def _tell_bot(world: World, kind: str, chat: Chat, by: User, *, old: Member, new: Member) -> None:
    by.met = True
    change = {
        "chat": chat_json(world, chat),
        "from": user_json(by),
        "date": int(world.now()),
        "old_chat_member": member_json(world, chat, old),
        "new_chat_member": member_json(world, chat, new),
    }
    world.updates.push(kind, change)


def join(world: World, chat: Chat, user: User, by: User | None = None) -> None:
    """Let somebody in, by themselves or invited; ValueError if they are inside already."""
    if chat.member(user.id).status.inside:
        raise ValueError(f"{user.first_name} is in the chat already.")
    by = by or user
    set_member(world, chat, Member(user.id, Status.MEMBER), by)
    if chat.type is not ChatType.CHANNEL:
        joined = user_json(user)
        post(world, chat, by, Content(), service={"new_chat_members": [joined]})


def leave(world: World, chat: Chat, user: User, by: User | None = None) -> None:
    """Let somebody leave, or be removed and banned when `by` is somebody else; ValueError for outsiders."""
    if not chat.member(user.id).status.inside:
        raise ValueError(f"{user.first_name} is not in the chat.")
    banned = by is not None and by is not user
    if user is not world.bot and chat.type is not ChatType.CHANNEL:
        post(world, chat, by or user, Content(), service={"left_chat_member": user_json(user)})
    status = Status.KICKED if banned else Status.LEFT
    set_member(world, chat, Member(user.id, status), by or user)


def promote(world: World, chat: Chat, user: User, by: User, *, anonymous: bool = False) -> None:
    """Make somebody an administrator with all rights."""
    set_member(world, chat, Member(user.id, Status.ADMINISTRATOR, ALL_RIGHTS, anonymous), by)


def demote(world: World, chat: Chat, user: User, by: User) -> None:
    """Make somebody an ordinary member, who may write again if muted."""
    set_member(world, chat, Member(user.id, Status.MEMBER), by)


def mute(world: World, chat: Chat, user: User, by: User, allowed: frozenset[str] = MUTED) -> None:
    """Take away what is not in `allowed` (e.g. "can_send_messages"); ValueError outside supergroups."""
    if chat.type is not ChatType.SUPERGROUP:
        raise ValueError("Only in supergroups can somebody be restricted.")
    set_member(world, chat, Member(user.id, Status.RESTRICTED, allowed & frozenset(RESTRICTED_RIGHTS)), by)


def set_blocked(world: World, user: User, blocked: bool) -> None:
    """Block the bot in the private chat, or unblock it."""
    if user.blocked == blocked:
        return
    chat = world.chats[user.id]
    old = world.bot_member(chat)
    user.blocked = blocked
    world.tell("member", {"blocked": blocked}, chat, user)
    if user.started:
        _tell_bot(world, "my_chat_member", chat, user, old=old, new=world.bot_member(chat))


def delete_chat(world: World, chat: Chat, by: User) -> None:
    """Delete a group; the bot is out of it, and of the group that was upgraded to it."""
    chat.deleted = True
    world.tell("chat", {"deleted": True}, chat)
    chats = [chat, *([world.chats[chat.migrated_from]] if chat.migrated_from else [])]
    for gone in chats:
        if gone.member(world.bot.id).status.inside:
            status = Status.KICKED if gone.type is ChatType.SUPERGROUP else Status.LEFT
            set_member(world, gone, Member(world.bot.id, status), by)


def migrate(world: World, chat: Chat, by: User) -> Chat:
    """Upgrade a group: a new chat with the same people, a service message on both sides; else ValueError.

    The bot is told that it joined the supergroup, and never that it left the group (as with Telegram).
    """
    if chat.type is not ChatType.GROUP or chat.migrated_to or chat.deleted:
        raise ValueError("Only a living group can be upgraded to a supergroup.")
    new = world.add_chat(ChatType.SUPERGROUP, chat.title or "")
    new.migrated_from, chat.migrated_to = chat.id, new.id
    for member in chat.members.values():
        if member.user_id != world.bot.id:
            new.members[member.user_id] = member
    set_member(world, new, replace(chat.member(world.bot.id)), by)
    post(world, chat, by, Content(), service={"migrate_to_chat_id": new.id})
    post(world, new, by, Content(), service={"migrate_from_chat_id": chat.id})
    return new


def open_topic(world: World, chat: Chat, name: str, by: User) -> Topic:
    """Open a topic in a forum; ValueError in chats without topics."""
    if chat.topics is None:
        raise ValueError("This chat has no topics.")
    service: dict[str, Any] = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
    topic = Topic(world.coming_message_id(chat), name)
    chat.topics[topic.thread_id] = topic
    post(world, chat, by, Content(), thread_id=topic.thread_id, service=service)
    return topic


def pin(world: World, message: Message, by: User) -> None:
    """Pin a message, with a service message about it."""
    chat = message.chat
    if message.id in chat.pinned:
        return
    chat.pinned.append(message.id)
    world.tell("pin", {"message_id": message.id, "pinned": True}, chat)
    pinned = message_json(world, message, reply=False)
    post(world, chat, by, Content(), thread_id=message.thread_id, service={"pinned_message": pinned})
