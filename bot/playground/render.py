"""The Bot API's JSON of users, chats, members, messages and queries."""

from __future__ import annotations

from typing import Any

from bot.playground.html import Entity
from bot.playground.model import Button, Chat, ChatType, File, Member, Message, Query, Status, User
from bot.playground.world import World

Json = dict[str, Any]
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
    "can_post_messages",
    "can_edit_messages",
    "can_manage_tags",
    "can_manage_direct_messages",
)
RESTRICTED_RIGHTS = (
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_send_messages",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_manage_topics",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_react_to_messages",
    "can_edit_tag",
)
THUMBNAIL = 320


def user_json(user: User) -> Json:
    """Return a User."""
    data: Json = {"id": user.id, "is_bot": user.is_bot, "first_name": user.first_name}
    for key in ("last_name", "username", "language_code"):
        if value := getattr(user, key):
            data[key] = value
    return data


def chat_json(world: World, chat: Chat) -> Json:
    """Return a Chat as it stands in messages."""
    data: Json = {"id": chat.id, "type": chat.type.value}
    if chat.type is ChatType.PRIVATE:
        user = world.users[chat.id]
        data |= {k: v for k, v in user_json(user).items() if k in ("first_name", "last_name", "username")}
        return data
    data["title"] = chat.title
    if chat.username:
        data["username"] = chat.username
    if chat.topics is not None:
        data["is_forum"] = True
    if chat.type is ChatType.GROUP:
        data["all_members_are_administrators"] = False
    return data


def entity_json(world: World, entity: Entity) -> Json:
    """Return a MessageEntity."""
    data: Json = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    if entity.url is not None:
        data["url"] = entity.url
    if entity.language is not None:
        data["language"] = entity.language
    if entity.user_id is not None:
        known = world.users.get(entity.user_id)
        data["user"] = user_json(known or User(entity.user_id, "?"))
    return data


def photo_json(file: File) -> list[Json]:
    """Return the PhotoSize list of a photo, smallest first."""
    sizes = [(file.file_id, file.unique_id, file.width, file.height)]
    longest = max(file.width, file.height)
    if longest > THUMBNAIL:
        small = [max(1, side * THUMBNAIL // longest) for side in (file.width, file.height)]
        sizes.insert(0, (f"{file.file_id}s", f"{file.unique_id}s", small[0], small[1]))
    return [
        {"file_id": i, "file_unique_id": u, "width": w, "height": h, "file_size": len(file.content)}
        for i, u, w, h in sizes
    ]


def document_json(file: File) -> Json:
    """Return a Document."""
    return {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_name": file.name,
        "mime_type": file.mime_type or "application/octet-stream",
        "file_size": len(file.content),
    }


def message_json(world: World, message: Message, *, reply: bool = True) -> Json:
    """Return a Message as it is now; `reply` False leaves out what it replies to."""
    data: Json = {
        "message_id": message.id,
        "date": int(message.date),
        "chat": chat_json(world, message.chat),
    }
    if message.sender:
        data["from"] = user_json(message.sender)
    if message.sender_chat:
        data["sender_chat"] = chat_json(world, message.sender_chat)
    if message.thread_id is not None:
        data |= {"message_thread_id": message.thread_id, "is_topic_message": True}
    if message.edited:
        data["edit_date"] = int(message.now.at)
    if reply and message.reply_to:
        data["reply_to_message"] = message_json(world, message.reply_to, reply=False)
    data |= message.service
    data |= _content_json(world, message)
    return data


def _content_json(world: World, message: Message) -> Json:
    content = message.content
    data: Json = {}
    caption = content.photo or content.document
    if content.photo:
        data["photo"] = photo_json(content.photo)
    if content.document:
        data["document"] = document_json(content.document)
    if content.text:
        data["caption" if caption else "text"] = content.text
    if content.entities:
        key = "caption_entities" if caption else "entities"
        data[key] = [entity_json(world, entity) for entity in content.entities]
    if content.keyboard:
        rows = [[dict(button.raw) for button in row] for row in content.keyboard]
        data["reply_markup"] = {"inline_keyboard": rows}
    return data


def member_json(world: World, chat: Chat, member: Member) -> Json:
    """Return a ChatMember."""
    data: Json = {"user": user_json(world.users[member.user_id]), "status": member.status.value}
    if member.status.admin:
        data["is_anonymous"] = member.anonymous
    if member.status is Status.ADMINISTRATOR:
        data["can_be_edited"] = False
        data |= {right: right in member.rights for right in ADMIN_RIGHTS}
    if member.status is Status.RESTRICTED:
        data |= {"is_member": True, "until_date": 0}
        data |= {right: right in member.rights for right in RESTRICTED_RIGHTS}
    if member.status is Status.KICKED:
        data["until_date"] = 0
    return data


def query_json(world: World, query: Query) -> Json:
    """Return a CallbackQuery; its message is inaccessible (date 0) if it was deleted or is too old."""
    message = query.message
    if message.deleted or not query.accessible:
        shown: Json = {"chat": chat_json(world, message.chat), "message_id": message.id, "date": 0}
    else:
        shown = message_json(world, message)
    return {
        "id": query.id,
        "from": user_json(query.user),
        "message": shown,
        "chat_instance": str(message.chat.id * 7_919 + 104_729),
        "data": query.data,
    }


def message_view(world: World, message: Message) -> dict[str, Any]:
    """Return a message as a page shows it."""
    photo, document = message.photo, message.content.document
    return {
        "message_id": message.id,
        "chat_id": message.chat.id,
        "thread_id": message.thread_id,
        "date": message.date,
        "sender": user_json(message.sender) if message.sender else None,
        "by_bot": message.by_bot,
        "text": message.text,
        "html": message.html,
        "entities": [entity_json(world, entity) for entity in message.entities],
        "keyboard": [[_button(button) for button in row] for row in message.content.keyboard],
        "photo": {"path": photo.path, "width": photo.width, "height": photo.height} if photo else None,
        "document": {"path": document.path, "name": document.name} if document else None,
        "reply_to": message.reply_to.id if message.reply_to else None,
        "service": dict(message.service),
        "versions": len(message.versions),
        "edited": message.edited,
        "deleted": message.deleted,
    }


def _button(button: Button) -> dict[str, str | None]:
    return {"text": button.text, "data": button.data, "url": button.url, "style": button.style}
