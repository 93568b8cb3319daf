"""The real Application, polling, with people around it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from bot.playground import Playground
from tests.playground.conftest import Scene


async def new(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Open a table."""
    assert update.effective_message is not None
    rows = [[InlineKeyboardButton("坐下", callback_data="sit", style="success")]]
    await update.effective_message.reply_html("<b>桌</b>", reply_markup=InlineKeyboardMarkup(rows))


async def sit(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Seat the presser."""
    assert update.callback_query is not None
    await update.callback_query.answer("已入座")
    await update.callback_query.edit_message_text(f"{update.callback_query.from_user.first_name} 坐下了")


@pytest.fixture
async def running(server: Playground) -> AsyncIterator[Application[Any, Any, Any, Any, Any, Any]]:
    builder = Application.builder().token(server.token).base_url(server.base_url)
    app = builder.base_file_url(server.file_url).build()
    app.add_handler(CommandHandler("new", new))
    app.add_handler(CallbackQueryHandler(sit))
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(timeout=20, allowed_updates=Update.ALL_TYPES)
        yield app
        await app.updater.stop()
        await app.stop()


@pytest.mark.usefixtures("running")
async def test_a_table_is_opened_and_joined(server: Playground, scene: Scene) -> None:
    scene.ming.send("/new@paohuzi_bot", scene.group)
    table = await scene.group.shows("坐下")
    assert (table.html, table.buttons[0].style) == ("<b>桌</b>", "success")
    popup = await scene.hong.tap(table, "坐下")
    assert popup.text == "已入座"
    await server.wait_for(lambda: table.text == "小红 坐下了")
    assert table.labels == ()
    assert server.calls.count("sendMessage", "editMessageText", chat_id=scene.group.id) == 2
    assert len(server.calls.times(chat_id=scene.group.id)) == 2


@pytest.mark.usefixtures("running")
async def test_hundred_presses_are_all_answered(server: Playground, scene: Scene) -> None:
    server.flood.enabled = False
    scene.ming.send("/new", scene.group)
    table = await scene.group.shows("坐下")
    people = [server.person(f"{number}") for number in range(100)]
    for person in people:
        person.join(scene.group)
    presses = [person.press(table.versions[0], "坐下") for person in people]
    await server.wait_for(lambda: all(press.answer for press in presses), within=20)
    assert {popup.user_id for popup in server.world.popups} == {person.id for person in people}
