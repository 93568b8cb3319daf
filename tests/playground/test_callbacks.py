"""Presses and their answers."""

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import BadRequest

from bot.playground import Message as Shown
from bot.playground import Playground
from tests.playground.conftest import Scene
from tests.playground.test_sending import keyboard

TOO_OLD = r"(?i)^query is too old and response timeout expired or query id is invalid$"


@pytest.fixture
async def table(bot: Bot, scene: Scene) -> Shown:
    """A message with two buttons in the group."""
    await bot.send_message(scene.group.id, "桌", reply_markup=keyboard(["坐下", "离开"]))
    return scene.group.bot_messages[-1]


async def test_a_press_reaches_the_bot_with_its_message(bot: Bot, scene: Scene, table: Shown) -> None:
    scene.hong.press(table, "坐下")
    [update] = await bot.get_updates()
    query = update.callback_query
    assert query is not None
    assert isinstance(query.message, Message)
    assert (query.data, query.from_user.id, query.message.text) == ("坐下", scene.hong.id, "桌")
    assert query.from_user.language_code == "zh-hans"
    assert query.message.reply_markup == keyboard(["坐下", "离开"])
    assert query.chat_instance


async def test_the_answer_reaches_the_presser_only(
    bot: Bot, server: Playground, scene: Scene, table: Shown
) -> None:
    press = scene.hong.press(table, "坐")
    assert press.answer is None
    await bot.answer_callback_query(press.query.id, "满了 <", show_alert=True)
    popup = await press.answered()
    assert (popup.text, popup.show_alert, popup.url) == ("满了 <", True, "")
    assert scene.hong.popups == [popup]
    assert scene.ming.popups == []
    assert (server.log[-1].how, server.log[-1].seen_by) == ("popup", frozenset({scene.hong.id}))


async def test_a_query_is_answered_once_and_in_time(
    bot: Bot, server: Playground, scene: Scene, table: Shown
) -> None:
    press = scene.hong.press(table, "坐下")
    await bot.answer_callback_query(press.query.id)
    late = scene.hong.press(table, "坐下", ago=11)
    slow = scene.hong.press(table, "坐下")
    server.clock.advance(10.5)
    for query_id in (press.query.id, late.query.id, slow.query.id, "77"):
        with pytest.raises(BadRequest, match=TOO_OLD):
            await bot.answer_callback_query(query_id, "x")


async def test_an_answer_has_200_units(bot: Bot, scene: Scene, table: Shown) -> None:
    press = scene.hong.press(table, "坐下")
    with pytest.raises(BadRequest, match=r"^Message_too_long$"):
        await bot.answer_callback_query(press.query.id, "一" * 201)
    await bot.answer_callback_query(press.query.id, "一" * 200)


async def test_an_answer_opens_only_a_way_to_the_bot(bot: Bot, scene: Scene, table: Shown) -> None:
    press = scene.stranger.press_data(table, "坐下")
    with pytest.raises(BadRequest, match=r"^Url_invalid$"):
        await bot.answer_callback_query(press.query.id, url="https://example.org/?start=x")
    await bot.answer_callback_query(press.query.id, url="https://t.me/paohuzi_bot?start=join_7-a")
    started = scene.stranger.follow(await press.answered())
    assert started.text == "/start join_7-a"
    await bot.send_message(scene.stranger.id, "欢迎")


async def test_what_cannot_be_pressed(bot: Bot, scene: Scene, table: Shown) -> None:
    with pytest.raises(LookupError, match="No button '胡' among"):
        scene.hong.press(table, "胡")
    with pytest.raises(LookupError, match="is not in the chat"):
        scene.stranger.press(table, "坐下")
    await bot.edit_message_text("开局", scene.group.id, table.id)
    with pytest.raises(LookupError, match="No button"):
        scene.hong.press(table, "坐下")
    link = InlineKeyboardMarkup([[InlineKeyboardButton("去私聊", url="https://t.me/paohuzi_bot")]])
    await bot.edit_message_reply_markup(scene.group.id, table.id, reply_markup=link)
    with pytest.raises(LookupError, match=r"opens https://t\.me/paohuzi_bot"):
        scene.hong.press(table, "去私聊")
    assert scene.hong.follow(table, "去私聊").text == "/start"
    scene.group.delete_message(table)
    with pytest.raises(LookupError, match="was deleted"):
        scene.hong.press(table, "去私聊")


async def test_an_old_keyboard_and_a_deleted_message_can_still_be_pressed(
    bot: Bot, scene: Scene, table: Shown
) -> None:
    await bot.edit_message_text("开局", scene.group.id, table.id)
    scene.hong.press(table.versions[0], "坐下")
    scene.group.delete_message(table)
    scene.hong.press(table.versions[0], "离开")
    scene.hong.press_data(table, "made up")
    updates = await bot.get_updates()
    assert [u.callback_query.data for u in updates if u.callback_query] == ["坐下", "离开", "made up"]
    messages = [u.callback_query.message for u in updates if u.callback_query]
    assert [message.is_accessible for message in messages if message] == [True, False, False]
    assert messages[1] is not None
    assert messages[1].message_id == table.id
    assert messages[1].date.year == 1970


async def test_the_bot_may_have_no_access_to_a_message_that_is_there(
    bot: Bot, scene: Scene, table: Shown
) -> None:
    scene.hong.press(table, "坐下", accessible=False)
    [update] = await bot.get_updates()
    assert update.callback_query is not None
    assert update.callback_query.message is not None
    assert not update.callback_query.message.is_accessible


async def test_a_press_can_be_delivered_twice(bot: Bot, scene: Scene, table: Shown) -> None:
    scene.hong.press(table, "坐下").deliver_again()
    first, second = await bot.get_updates()
    assert first.callback_query == second.callback_query
    assert second.update_id == first.update_id + 1


async def test_ambiguous_beginnings_are_an_error(bot: Bot, scene: Scene) -> None:
    await bot.send_message(scene.ming.id, "x", reply_markup=keyboard(["吃 一二三", "吃 一一壹", "吃"]))
    shown = await scene.ming.sees("吃")
    assert scene.ming.press(shown, "吃").query.data == "吃"
    assert scene.ming.press(shown, "吃 一二").query.data == "吃 一二三"
    with pytest.raises(LookupError, match="2 buttons answer to '吃 '"):
        scene.ming.press(shown, "吃 ")
