"""Edits, deletions and pins."""

import pytest
from telegram import Bot, InputMediaPhoto, Message
from telegram.error import BadRequest

from bot.playground import Playground
from tests.playground.conftest import Scene
from tests.playground.test_sending import keyboard, png


async def test_an_edit_changes_text_and_keyboard(bot: Bot, server: Playground, scene: Scene) -> None:
    sent = await bot.send_message(scene.group.id, "旧", reply_markup=keyboard(["坐下"]))
    shown = scene.group.bot_messages[-1]
    edited = await bot.edit_message_text("<b>新</b>", scene.group.id, sent.message_id, parse_mode="HTML")
    assert isinstance(edited, Message)
    assert edited.edit_date is not None
    assert (shown.html, shown.labels, shown.edited) == ("<b>新</b>", (), True)
    assert [version.text for version in shown.versions] == ["旧", "新"]
    assert [(entry.how, entry.text) for entry in server.log[-2:]] == [("message", "旧"), ("edit", "新")]


async def test_the_same_again_is_not_modified(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_message(scene.group.id, "x", reply_markup=keyboard(["y"]))
    where = (scene.group.id, sent.message_id)
    for change in (
        bot.edit_message_text("x", *where, reply_markup=keyboard(["y"])),
        bot.edit_message_reply_markup(*where, reply_markup=keyboard(["y"])),
    ):
        with pytest.raises(BadRequest, match=r"^Message is not modified: specified new message content and"):
            await change
    await bot.edit_message_reply_markup(*where)
    assert scene.group.bot_messages[-1].labels == ()


async def test_only_own_existing_messages_are_edited(bot: Bot, scene: Scene) -> None:
    own = await bot.send_message(scene.group.id, "x")
    others = scene.ming.send("/x", scene.group)
    with pytest.raises(BadRequest, match=r"^Message can't be edited$"):
        await bot.edit_message_text("y", scene.group.id, others.id)
    scene.group.delete_message(scene.group.bot_messages[-1])
    for message_id in (own.message_id, 9999):
        with pytest.raises(BadRequest, match=r"^Message to edit not found$"):
            await bot.edit_message_text("y", scene.group.id, message_id)


async def test_text_and_caption_are_not_confused(bot: Bot, scene: Scene) -> None:
    text = await bot.send_message(scene.group.id, "x")
    photo = await bot.send_photo(scene.group.id, png(9, 9), caption="旧", reply_markup=keyboard(["图"]))
    with pytest.raises(BadRequest, match=r"^There is no caption in the message to edit$"):
        await bot.edit_message_caption(scene.group.id, text.message_id, caption="y")
    with pytest.raises(BadRequest, match=r"^There is no text in the message to edit$"):
        await bot.edit_message_text("y", scene.group.id, photo.message_id)
    await bot.edit_message_caption(scene.group.id, photo.message_id, caption="新")
    shown = scene.group.bot_messages[-1]
    assert (shown.text, shown.labels, shown.photo is not None) == ("新", (), True)


async def test_a_photo_is_exchanged(bot: Bot, scene: Scene) -> None:
    first = await bot.send_photo(scene.group.id, png(9, 9))
    media = InputMediaPhoto(png(30, 20), caption="<i>二</i>", parse_mode="HTML")
    await bot.edit_message_media(media, scene.group.id, first.message_id, reply_markup=keyboard(["k"]))
    shown = scene.group.bot_messages[-1]
    assert shown.photo is not None
    assert (shown.photo.width, shown.html, shown.labels) == (30, "<i>二</i>", (("k",),))
    back = InputMediaPhoto(first.photo[-1].file_id)
    await bot.edit_message_media(back, scene.group.id, first.message_id)
    assert shown.photo.width == 9
    with pytest.raises(BadRequest, match=r"^Message is not modified"):
        await bot.edit_message_media(back, scene.group.id, first.message_id)


async def test_deleting(bot: Bot, server: Playground, scene: Scene) -> None:
    sent = [(await bot.send_message(scene.group.id, f"{n}")).message_id for n in range(3)]
    others = scene.hong.send("/x", scene.group)
    assert await bot.delete_message(scene.group.id, sent[0])
    with pytest.raises(BadRequest, match=r"^Message to delete not found$"):
        await bot.delete_message(scene.group.id, sent[0])
    with pytest.raises(BadRequest, match=r"^Message can't be deleted for everyone$"):
        await bot.delete_message(scene.group.id, others.id)
    assert await bot.delete_messages(scene.group.id, [*sent, others.id])
    assert scene.group.bot_messages == []
    assert not others.deleted
    scene.group.promote_bot()
    await bot.delete_message(scene.group.id, others.id)
    assert others.deleted
    old = await bot.send_message(scene.group.id, "x")
    server.clock.advance(48 * 3600 + 1)
    with pytest.raises(BadRequest, match=r"^Message can't be deleted for everyone$"):
        await bot.delete_message(scene.group.id, old.message_id)


async def test_pinning_needs_the_right(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_message(scene.group.id, "x")
    with pytest.raises(BadRequest, match=r"^Not enough rights to manage pinned messages in the chat$"):
        await bot.pin_chat_message(scene.group.id, sent.message_id)
    scene.group.promote_bot()
    await bot.pin_chat_message(scene.group.id, sent.message_id)
    assert [message.id for message in scene.group.pinned] == [sent.message_id]
    info = await bot.get_chat(scene.group.id)
    assert info.pinned_message is not None
    assert info.pinned_message.message_id == sent.message_id
    await bot.unpin_chat_message(scene.group.id)
    assert scene.group.pinned == []
    with pytest.raises(BadRequest, match=r"^Message to unpin not found$"):
        await bot.unpin_chat_message(scene.group.id)
