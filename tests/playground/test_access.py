"""Where the bot may write, and what happens to chats."""

import pytest
from telegram import Bot, ChatMemberAdministrator, ChatMemberRestricted, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.playground import Playground
from tests.playground.conftest import Scene
from tests.playground.test_sending import png


async def statuses(bot: Bot) -> list[tuple[int, str, str]]:
    """The pending changes of the bot's own place: chat, from, to."""
    changes = [update.my_chat_member for update in await bot.get_updates()]
    return [
        (change.chat.id, change.old_chat_member.status, change.new_chat_member.status)
        for change in changes
        if change
    ]


async def test_the_bot_cannot_begin_a_conversation(bot: Bot, scene: Scene) -> None:
    with pytest.raises(BadRequest, match=r"^Chat not found$"):
        await bot.send_message(scene.stranger.id, "x")
    scene.stranger.join(scene.group)
    with pytest.raises(Forbidden, match=r"^Forbidden: bot can't initiate conversation with a user$"):
        await bot.send_message(scene.stranger.id, "x")
    with pytest.raises(ValueError, match="has to press START first"):
        scene.stranger.send("/help")
    scene.stranger.start("t7_ab")
    await bot.send_message(scene.stranger.id, "x")
    last = (await bot.get_updates())[-1].message
    assert last is not None
    assert (last.text, last.chat.id, last.chat.type) == ("/start t7_ab", scene.stranger.id, "private")


async def test_a_payload_has_64_plain_characters(scene: Scene) -> None:
    scene.ming.start("x" * 64)
    for payload in ("x" * 65, "a b", "一"):
        with pytest.raises(ValueError, match="cannot carry"):
            scene.ming.start(payload)


async def test_blocking_and_unblocking(bot: Bot, scene: Scene) -> None:
    scene.ming.block()
    with pytest.raises(Forbidden, match=r"^Forbidden: bot was blocked by the user$"):
        await bot.send_message(scene.ming.id, "x")
    scene.ming.unblock()
    await bot.send_message(scene.ming.id, "x")
    scene.ming.block()
    scene.ming.start()
    me = scene.ming.id
    assert await statuses(bot) == [
        (me, "member", "kicked"),
        (me, "kicked", "member"),
        (me, "member", "kicked"),
        (me, "kicked", "member"),
    ]


async def test_kicked_from_a_group(bot: Bot, scene: Scene) -> None:
    scene.group.kick_bot()
    with pytest.raises(Forbidden, match=r"^Forbidden: bot was kicked from the group chat$"):
        await bot.send_message(scene.group.id, "x")
    scene.group.add_bot()
    await bot.send_message(scene.group.id, "x")
    assert await statuses(bot) == [
        (scene.group.id, "member", "kicked"),
        (scene.group.id, "kicked", "member"),
    ]


async def test_kicked_from_a_supergroup(bot: Bot, server: Playground, scene: Scene) -> None:
    group = server.group("大群", members=[scene.ming], supergroup=True)
    group.kick_bot()
    for call in (bot.send_message(group.id, "x"), bot.get_chat(group.id), bot.leave_chat(group.id)):
        with pytest.raises(Forbidden, match=r"^Forbidden: bot was kicked from the supergroup chat$"):
            await call


async def test_leaving(bot: Bot, scene: Scene) -> None:
    await bot.leave_chat(scene.group.id)
    with pytest.raises(Forbidden, match=r"^Forbidden: bot is not a member of the group chat$"):
        await bot.send_message(scene.group.id, "x")
    scene.hong.send("/new", scene.group)
    assert await statuses(bot) == [(scene.group.id, "member", "left")]
    with pytest.raises(BadRequest, match=r"^Chat not found$"):
        await bot.send_message(-77, "x")


async def test_muted(bot: Bot, server: Playground, scene: Scene) -> None:
    group = server.group("大群", members=[scene.ming], supergroup=True)
    sent = await bot.send_message(group.id, "x")
    group.mute_bot("can_send_photos")
    with pytest.raises(BadRequest, match=r"^Not enough rights to send text messages to the chat$"):
        await bot.send_message(group.id, "x")
    with pytest.raises(BadRequest, match=r"^Not enough rights to send documents to the chat$"):
        await bot.send_document(group.id, b"x")
    await bot.send_photo(group.id, png(9, 9))
    await bot.edit_message_text("y", group.id, sent.message_id)
    member = await bot.get_chat_member(group.id, bot.id)
    assert isinstance(member, ChatMemberRestricted)
    assert (member.can_send_messages, member.can_send_photos) == (False, True)
    group.unmute_bot()
    await bot.send_message(group.id, "x")
    assert [change[1:] for change in await statuses(bot)] == [
        ("left", "member"),
        ("member", "restricted"),
        ("restricted", "member"),
    ]
    with pytest.raises(ValueError, match="Only in supergroups"):
        scene.group.mute_bot()


async def test_a_group_becomes_a_supergroup(bot: Bot, scene: Scene) -> None:
    old = await bot.send_message(scene.group.id, "x")
    new = scene.group.migrate()
    for call in (
        bot.send_message(scene.group.id, "x"),
        bot.edit_message_text("y", scene.group.id, old.message_id),
    ):
        with pytest.raises(ChatMigrated) as migrated:
            await call
        assert migrated.value.new_chat_id == new.id
    await bot.send_message(new.id, "x")
    joined, left, came = await bot.get_updates()
    assert joined.my_chat_member is not None
    assert (joined.my_chat_member.chat.id, joined.my_chat_member.new_chat_member.status) == (new.id, "member")
    assert left.message is not None
    assert came.message is not None
    assert (left.message.chat.id, left.message.migrate_to_chat_id) == (scene.group.id, new.id)
    assert (came.message.chat.id, came.message.migrate_from_chat_id) == (new.id, scene.group.id)
    assert {user.id for user in new.members} == {scene.ming.id, scene.hong.id, bot.id}
    scene.hong.send("/new", new)
    with pytest.raises(ValueError, match="cannot write"):
        scene.hong.send("/new", scene.group)


async def test_a_deleted_group(bot: Bot, server: Playground, scene: Scene) -> None:
    big = server.group("大群", members=[scene.ming], supergroup=True)
    await bot.get_updates(offset=-1)
    server.world.updates.clear()
    scene.group.delete()
    big.delete()
    with pytest.raises(Forbidden, match=r"^Forbidden: the group chat was deleted$"):
        await bot.send_message(scene.group.id, "x")
    with pytest.raises(Forbidden, match=r"^Forbidden: bot was kicked from the supergroup chat$"):
        await bot.send_message(big.id, "x")
    assert await statuses(bot) == [(scene.group.id, "member", "left"), (big.id, "member", "kicked")]


async def test_channels(bot: Bot, server: Playground, scene: Scene) -> None:
    channel = server.channel("频道", members=[scene.ming, scene.hong])
    server.world.updates.clear()
    sent = await bot.send_message(channel.id, "x")
    assert (sent.from_user, sent.sender_chat and sent.sender_chat.id) == (None, channel.id)
    scene.ming.send("/new", channel)
    [update] = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    assert update.channel_post is not None
    assert update.channel_post.text == "/new"
    assert [message.text for message in channel.bot_messages] == ["x"]
    channel.demote_bot()
    with pytest.raises(BadRequest, match=r"^Need administrator rights in the channel chat$"):
        await bot.send_message(channel.id, "x")
    with pytest.raises(ValueError, match="no administrator"):
        scene.hong.send("x", channel)


async def test_what_the_bot_learns_of_a_chat(bot: Bot, server: Playground, scene: Scene) -> None:
    group = server.group("大群", members=[scene.ming, scene.hong], username="pao_group", topics=True)
    info = await bot.get_chat("@pao_group")
    assert (info.id, info.type, info.title, info.is_forum) == (group.id, "supergroup", "大群", True)
    assert (await bot.get_chat(scene.ming.id)).first_name == "阿明"
    assert await bot.get_chat_member_count(group.id) == 3
    assert [admin.user.id for admin in await bot.get_chat_administrators(group.id)] == [scene.ming.id]
    group.promote_bot()
    me = await bot.get_chat_member(group.id, bot.id)
    assert isinstance(me, ChatMemberAdministrator)
    assert me.can_delete_messages
    everybody = (scene.ming, scene.hong, scene.stranger)
    found = [await bot.get_chat_member(group.id, person.id) for person in everybody]
    assert [member.status for member in found] == ["creator", "member", "left"]
    with pytest.raises(BadRequest, match=r"^Participant_id_invalid$"):
        await bot.get_chat_member(group.id, 77)
    with pytest.raises(BadRequest, match=r"^There are no administrators in the private chat$"):
        await bot.get_chat_administrators(scene.ming.id)
