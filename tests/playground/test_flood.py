"""Flood control: 20 a minute in a group, one a second in private with a burst, 30 a second in all."""

from datetime import timedelta

import pytest
from telegram import Bot
from telegram.error import BadRequest, RetryAfter

from bot.playground import Playground
from bot.playground.errors import ApiError
from bot.playground.flood import FloodControl, Pace
from bot.playground.model import Chat, ChatType
from tests.playground.conftest import Scene


@pytest.fixture
def still(server: Playground) -> Playground:
    """The playground with a clock that stands still."""
    server.clock.speed = 0
    return server


async def test_a_group_takes_20_sends_and_edits_a_minute(bot: Bot, still: Playground, scene: Scene) -> None:
    for number in range(10):
        sent = await bot.send_message(scene.group.id, f"{number}")
        await bot.edit_message_text(f"{number}!", scene.group.id, sent.message_id)
    still.clock.advance(18.5)
    for call in (
        bot.send_message(scene.group.id, "x"),
        bot.edit_message_text("x", scene.group.id, sent.message_id),
    ):
        with pytest.raises(RetryAfter) as refusal:
            await call
        assert refusal.value.retry_after == timedelta(seconds=42)
    press = scene.hong.press_data(scene.group.bot_messages[-1], "x")
    await bot.answer_callback_query(press.query.id, "free")
    await bot.delete_message(scene.group.id, sent.message_id)
    await bot.send_message(scene.ming.id, "another chat")
    still.clock.advance(41.5)
    await bot.send_message(scene.group.id, "x")
    assert still.calls.count(chat_id=scene.group.id, ok=False) == 2
    refused = still.calls.of("sendMessage", ok=False)[0]
    assert (refused.code, refused.description) == (429, "Too Many Requests: retry after 42")


async def test_an_edit_that_changes_nothing_counts(bot: Bot, still: Playground, scene: Scene) -> None:
    sent = await bot.send_message(scene.group.id, "x")
    for _ in range(19):
        with pytest.raises(BadRequest, match=r"^Message is not modified"):
            await bot.edit_message_text("x", scene.group.id, sent.message_id)
    with pytest.raises(RetryAfter):
        await bot.edit_message_text("y", scene.group.id, sent.message_id)


async def test_a_private_chat_takes_a_short_burst(bot: Bot, still: Playground, scene: Scene) -> None:
    for _ in range(5):
        await bot.send_message(scene.ming.id, "x")
    with pytest.raises(RetryAfter) as refusal:
        await bot.send_message(scene.ming.id, "x")
    assert refusal.value.retry_after == timedelta(seconds=5)
    still.clock.advance(5)
    await bot.send_message(scene.ming.id, "x")


async def test_all_chats_together_take_30_a_second(bot: Bot, still: Playground, scene: Scene) -> None:
    people = [still.person(f"{number}") for number in range(7)]
    for person in people:
        person.start()
    sent = 0
    for person in people:
        for _ in range(5):
            if sent < 30:
                await bot.send_message(person.id, "x")
                sent += 1
    with pytest.raises(RetryAfter) as refusal:
        await bot.send_message(scene.group.id, "x")
    assert refusal.value.retry_after == timedelta(seconds=1)
    still.clock.advance(1)
    await bot.send_message(scene.group.id, "x")


async def test_it_can_be_switched_off_and_changed(bot: Bot, still: Playground, scene: Scene) -> None:
    still.flood.enabled = False
    for number in range(50):
        await bot.send_message(scene.group.id, f"{number}")
    still.flood.enabled = True
    still.flood.group = Pace(1, 10)
    await bot.send_message(scene.group.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(scene.group.id, "x")


def test_a_penalty_keeps_the_chat_shut() -> None:
    flood = FloodControl()
    flood.penalty = 30.0
    flood.group = Pace(1, 10.0)
    chat = Chat(-1, ChatType.GROUP)
    waits = []
    for at in (0.0, 4.0, 12.0, 39.0, 40.0):
        try:
            flood.count(chat, at)
        except ApiError as refusal:
            waits.append((at, str(refusal)))
    assert waits == [
        (4.0, "Too Many Requests: retry after 36"),
        (12.0, "Too Many Requests: retry after 28"),
        (39.0, "Too Many Requests: retry after 1"),
    ]
