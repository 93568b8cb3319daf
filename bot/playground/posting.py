"""Messages appear, change and go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.playground.model import Chat, ChatType, Content, Message, Shown, User, Version
from bot.playground.render import message_json, message_view
from bot.playground.world import World


def post(
    world: World,
    chat: Chat,
    author: User,
    content: Content,
    *,
    thread_id: int | None = None,
    reply_to: Message | None = None,
    service: Mapping[str, Any] | None = None,
    ago: float = 0.0,
) -> Message:
    """Add a message, dated `ago` seconds back, and tell the bot of it if the bot may see it.

    Posts of a channel name the channel only; anonymous administrators write as their group.
    """
    message = Message(
        chat,
        world.next_message_id(chat),
        world.now() - ago,
        author,
        sender=author,
        thread_id=thread_id,
        reply_to=reply_to,
        service=service or {},
    )
    if chat.type is ChatType.CHANNEL:
        message.sender, message.sender_chat = None, chat
    elif chat.member(author.id).anonymous:
        message.sender, message.sender_chat = world.anonymous, chat
    message.versions.append(Version(message, 0, message.date, content))
    chat.messages[message.id] = message
    _note(world, message, "message")
    _tell_bot(world, message, "channel_post" if chat.type is ChatType.CHANNEL else "message")
    return message


def edit(world: World, message: Message, content: Content) -> None:
    """Replace what a message shows."""
    message.versions.append(Version(message, len(message.versions), world.now(), content))
    _note(world, message, "edit")
    in_channel = message.chat.type is ChatType.CHANNEL
    _tell_bot(world, message, "edited_channel_post" if in_channel else "edited_message")


def _tell_bot(world: World, message: Message, kind: str) -> None:
    if bot_sees(world, message):
        message.author.met = message.author.met or message.sender is message.author
        world.updates.push(kind, message_json(world, message))


def delete(world: World, message: Message) -> None:
    """Take a message away from everybody."""
    message.deleted = True
    if message.id in message.chat.pinned:
        message.chat.pinned.remove(message.id)
    world.tell("delete", {"message_id": message.id}, message.chat)


def bot_sees(world: World, message: Message) -> bool:
    """Whether the bot gets an update of a message: privacy mode in groups, never its own messages."""
    if message.author is world.bot:
        return False
    if message.chat.type is ChatType.PRIVATE:
        return True
    member = message.chat.member(world.bot.id)
    if not member.status.inside:
        return False
    if message.chat.type is ChatType.CHANNEL or member.status.admin or not world.settings.privacy:
        return True
    answers_bot = message.reply_to is not None and message.reply_to.author is world.bot
    return bool(message.service) or answers_bot or _commands_bot(world, message.text)


def _commands_bot(world: World, text: str) -> bool:
    if not text.startswith("/"):
        return False
    name = (text.split(maxsplit=1)[0]).partition("@")[2]
    return not name or name.lower() == (world.bot.username or "").lower()


def _note(world: World, message: Message, how: str) -> None:
    version = message.now
    labels = tuple(button.text for button in version.buttons)
    data = tuple(button.data or button.url or "" for button in version.buttons)
    world.log.append(
        Shown(
            version.at,
            how,
            message.chat.id,
            message.id,
            world.people_in(message.chat),
            version.text,
            version.html,
            labels,
            data,
            message.photo is not None,
            message.by_bot,
        )
    )
    world.tell(how, message_view(world, message), message.chat, message.sender)
