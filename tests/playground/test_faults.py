"""What goes wrong on request, as the real client tells it."""

import asyncio
from datetime import timedelta

import aiohttp
import pytest
from telegram import Bot
from telegram.error import EndPointNotFound, InvalidToken, NetworkError, RetryAfter, TimedOut

from bot.playground import Playground
from tests.playground.conftest import Scene
from tests.playground.test_sending import keyboard


async def test_flood_of_one_chat(bot: Bot, server: Playground, scene: Scene) -> None:
    server.clock.speed = 0
    server.faults.flood(245, chat_id=scene.group.id)
    for _ in range(2):
        with pytest.raises(RetryAfter) as refusal:
            await bot.send_message(scene.group.id, "x")
        assert refusal.value.retry_after == timedelta(seconds=245)
    await bot.send_message(scene.ming.id, "x")
    server.clock.advance(245)
    await bot.send_message(scene.group.id, "x")


async def test_flood_of_everything_spares_polling(bot: Bot, server: Playground, scene: Scene) -> None:
    server.faults.flood(30)
    with pytest.raises(RetryAfter):
        await bot.get_me()
    scene.ming.send("/x")
    assert len(await bot.get_updates()) == 1
    server.faults.clear()
    assert (await bot.get_me()).username == "paohuzi_bot"


async def test_a_time_out_before_the_effect(hasty: Bot, server: Playground, scene: Scene) -> None:
    server.faults.time_out(method="sendMessage")
    with pytest.raises(TimedOut):
        await hasty.send_message(scene.group.id, "x")
    assert scene.group.bot_messages == []
    await hasty.send_message(scene.group.id, "x")
    assert [call.code for call in server.calls.of("sendMessage")] == [0, 200]


async def test_a_time_out_after_the_effect(hasty: Bot, server: Playground, scene: Scene) -> None:
    server.faults.time_out(after=True, chat_id=scene.group.id)
    with pytest.raises(TimedOut):
        await hasty.send_message(scene.group.id, "x")
    assert [message.text for message in scene.group.bot_messages] == ["x"]


async def test_a_dropped_connection(bot: Bot, server: Playground, scene: Scene) -> None:
    server.faults.drop(times=2)
    for _ in range(2):
        with pytest.raises(NetworkError) as failure:
            await bot.send_message(scene.group.id, "x")
        assert not isinstance(failure.value, TimedOut)
    assert scene.group.bot_messages == []
    server.faults.drop(after=True)
    with pytest.raises(NetworkError):
        await bot.send_message(scene.group.id, "y")
    assert [message.text for message in scene.group.bot_messages] == ["y"]


async def test_a_slow_answer_holds_up_nothing_else(bot: Bot, server: Playground, scene: Scene) -> None:
    server.faults.slow(0.4, chat_id=scene.group.id)
    order: list[str] = []

    async def send(chat_id: int, name: str) -> None:
        await bot.send_message(chat_id, name)
        order.append(name)

    await asyncio.gather(send(scene.group.id, "slow"), send(scene.ming.id, "quick"))
    assert order == ["quick", "slow"]


async def test_a_slow_answer_times_out_without_effect(hasty: Bot, server: Playground, scene: Scene) -> None:
    server.faults.slow(60)
    with pytest.raises(TimedOut):
        await hasty.send_message(scene.group.id, "x")
    assert scene.group.bot_messages == []


async def test_an_error_of_ones_choice(bot: Bot, server: Playground, scene: Scene) -> None:
    server.faults.error(502, "Bad Gateway", method="editMessageText")
    await bot.send_message(scene.group.id, "x")
    with pytest.raises(NetworkError, match=r"^Bad Gateway$"):
        await bot.edit_message_text("y", scene.group.id, scene.group.bot_messages[-1].id)
    assert server.faults.pending() == []


async def test_polling_fails_only_when_it_is_named(bot: Bot, server: Playground) -> None:
    server.faults.error(500, "Internal Server Error", method="getUpdates")
    assert (await bot.get_me()).id == 4242
    with pytest.raises(NetworkError):
        await bot.get_updates()
    assert await bot.get_updates() == ()


@pytest.mark.parametrize(
    ("token", "status", "description"),
    [("4242:other", 401, "Unauthorized"), ("nonsense", 404, "Not Found"), ("x:y", 404, "Not Found")],
)
async def test_wrong_tokens(server: Playground, token: str, status: int, description: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{server.base_url}{token}/getMe") as answer:
        assert answer.status == status
        assert await answer.json() == {"ok": False, "error_code": status, "description": description}
    other = Bot(token, server.base_url)
    with pytest.raises(InvalidToken, match="was rejected by the server"):
        await other.initialize()
    await other.shutdown()


async def test_an_unknown_method(bot: Bot) -> None:
    with pytest.raises(EndPointNotFound, match="Endpoint 'noSuchMethod' not found"):
        await bot.do_api_request("noSuchMethod")


async def test_stopping_ends_what_hangs(hasty: Bot) -> None:
    async with await Playground.start() as short_lived:
        short_lived.faults.time_out()
        patient = Bot(short_lived.token, short_lived.base_url)
        call = asyncio.create_task(patient.get_me())
        await short_lived.wait_for(lambda: len(short_lived.calls) > 0)
    with pytest.raises(NetworkError):
        await call
    await patient.shutdown()
    assert (await hasty.get_me()).is_bot


async def test_a_press_during_a_fault_is_not_lost(bot: Bot, server: Playground, scene: Scene) -> None:
    await bot.send_message(scene.group.id, "x", reply_markup=keyboard(["坐下"]))
    server.faults.drop(method="answerCallbackQuery")
    press = scene.hong.press(scene.group.bot_messages[-1], "坐下")
    with pytest.raises(NetworkError):
        await bot.answer_callback_query(press.query.id)
    assert press.answer is None
    await bot.answer_callback_query(press.query.id, "好")
    assert (await press.answered()).text == "好"
