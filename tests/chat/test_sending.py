"""The sender over the real client, against a Bot API on loopback: what each call does, what each error means."""

import asyncio
import warnings
from collections.abc import AsyncIterator, Awaitable

import pytest
from telegram import Bot
from telegram import error as te
from telegram.request import HTTPXRequest

from bot.chat import sending
from bot.chat.delivery import (
    DeliveryError,
    FloodedError,
    GoneError,
    MovedError,
    NoThreadError,
    RejectedError,
    UnreachedError,
    UnsureError,
    UnwelcomeError,
)
from bot.chat.outbox import Importance, Outbox
from bot.chat.sending import BotSender, meaning
from bot.playground import Person, Playground, Room
from bot.views.message import Button, Message, Press

BUTTONS = (
    (
        Button("碰 三三三", Press("pick", 7, 12, "0"), style="success"),
        Button("过", Press("pick", 7, 12, "1")),
    ),
    (Button("去私聊", url="https://t.me/paohuzi_bot"),),
)


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    async with await Playground.start() as running:
        yield running


@pytest.fixture
async def sender(server: Playground) -> AsyncIterator[BotSender]:
    async with Bot(server.token, server.base_url, server.file_url) as bot:
        yield BotSender(bot)


@pytest.fixture
def ming(server: Playground) -> Person:
    person = server.person("阿明")
    person.start()
    return person


@pytest.fixture
def group(server: Playground, ming: Person) -> Room:
    return server.group("麻友", members=[ming])


async def send(sender: BotSender, chat_id: int, text: str = "<b>三</b>", thread_id: int | None = None) -> int:
    return await sender.send(chat_id, Message(text, BUTTONS), thread_id=thread_id, reply_to=None)


async def failure(call: Awaitable[object]) -> DeliveryError:
    with pytest.raises(DeliveryError) as caught:
        await call
    return caught.value


async def test_a_message_arrives_with_its_markup_and_buttons(sender: BotSender, ming: Person) -> None:
    await send(sender, ming.id, "<b>三</b> &lt;四&gt;")
    message = await ming.sees("三")
    assert message.text == "三 <四>"
    assert [(button.text, button.data, button.url) for button in message.buttons] == [
        ("碰 三三三", "pick:7:12:0", None),
        ("过", "pick:7:12:1", None),
        ("去私聊", None, "https://t.me/paohuzi_bot"),
    ]


async def test_a_button_has_its_colour(server: Playground, sender: BotSender, ming: Person) -> None:
    markup = sending.markup(BUTTONS)
    assert markup is not None
    assert [[button.style for button in row] for row in markup.inline_keyboard] == [["success", None], [None]]


async def test_a_question_is_sent_with_a_way_to_reply(sender: BotSender, ming: Person) -> None:
    question = Message("什么名字？", asks="名字")
    number = await sender.send(ming.id, question, thread_id=None, reply_to=None)
    message = await ming.sees("什么名字")
    assert message.id == number
    answer = ming.send("好", reply_to=message)
    assert answer.reply_to is message


async def test_a_message_is_edited_stripped_and_deleted(sender: BotSender, ming: Person) -> None:
    number = await send(sender, ming.id)
    await sender.edit(ming.id, number, Message("四", BUTTONS[1:]))
    message = await ming.sees("四")
    assert len(message.buttons) == 1
    await sender.clear_keyboard(ming.id, number)
    assert not message.buttons
    await sender.delete(ming.id, number)
    assert ming.find("四") is None


async def test_an_edit_without_a_keyboard_takes_it_away(sender: BotSender, ming: Person) -> None:
    number = await send(sender, ming.id)
    await sender.edit(ming.id, number, Message("四"))
    assert not (await ming.sees("四")).buttons


async def test_a_change_that_changes_nothing_is_success(sender: BotSender, ming: Person) -> None:
    number = await send(sender, ming.id)
    await sender.edit(ming.id, number, Message("<b>三</b>", BUTTONS))
    await sender.clear_keyboard(ming.id, number)
    await sender.clear_keyboard(ming.id, number)


async def test_a_reply_to_a_message_that_is_gone_is_sent_all_the_same(
    sender: BotSender, ming: Person
) -> None:
    asked = ming.send("/help")
    await sender.send(ming.id, Message("one"), thread_id=None, reply_to=asked.id)
    assert (await ming.sees("one")).reply_to is asked
    await sender.send(ming.id, Message("two"), thread_id=None, reply_to=9999)
    assert (await ming.sees("two")).reply_to is None


async def test_11_a_message_goes_into_its_topic_and_a_lost_topic_is_told(
    server: Playground, sender: BotSender, ming: Person
) -> None:
    forum = server.group("话题", members=[ming], topics=True)
    topic = forum.topic("牌桌")
    await send(sender, forum.id, "三", thread_id=topic.thread_id)
    assert (await forum.shows("三")).thread_id == topic.thread_id
    forum.delete_topic(topic)
    assert isinstance(await failure(send(sender, forum.id, thread_id=topic.thread_id)), NoThreadError)


async def test_11_in_a_group_without_topics_a_topic_is_told_or_dropped(
    sender: BotSender, group: Room
) -> None:
    try:
        await send(sender, group.id, "三", thread_id=77)
    except NoThreadError:
        await send(sender, group.id, "三")
    assert await group.shows("三")


async def test_13_a_deleted_message_is_gone(sender: BotSender, ming: Person, group: Room) -> None:
    number = await send(sender, group.id)
    group.delete_message(await group.shows("三"))
    assert isinstance(await failure(sender.edit(group.id, number, Message("四"))), GoneError)
    assert isinstance(await failure(sender.clear_keyboard(group.id, number)), GoneError)
    assert isinstance(await failure(sender.delete(group.id, number)), GoneError)


async def test_8_a_group_that_moved_says_where(sender: BotSender, group: Room) -> None:
    number = await send(sender, group.id)
    moved = group.migrate()
    for call in (send(sender, group.id), sender.edit(group.id, number, Message("四"))):
        error = await failure(call)
        assert isinstance(error, MovedError)
        assert error.chat_id == moved.id


async def test_6_a_person_who_blocked_the_bot_or_never_started_it_is_unwelcoming(
    server: Playground, sender: BotSender, ming: Person
) -> None:
    ming.block()
    assert isinstance(await failure(send(sender, ming.id)), UnwelcomeError)
    never = server.person("路人")
    assert isinstance(await failure(send(sender, never.id)), UnwelcomeError)
    assert isinstance(await failure(send(sender, 123456)), UnwelcomeError)


async def test_10_a_group_without_us_is_unwelcoming(sender: BotSender, group: Room) -> None:
    group.kick_bot()
    assert isinstance(await failure(send(sender, group.id)), UnwelcomeError)


async def test_10_a_deleted_group_is_unwelcoming(sender: BotSender, group: Room) -> None:
    group.delete()
    assert isinstance(await failure(send(sender, group.id)), UnwelcomeError)


async def test_9_a_group_in_which_we_are_mute_rejects_but_is_not_unwelcoming(
    server: Playground, sender: BotSender, ming: Person
) -> None:
    group = server.group("麻友", members=[ming], supergroup=True)
    group.mute_bot()
    assert isinstance(await failure(send(sender, group.id)), RejectedError)


async def test_what_is_too_long_or_broken_is_rejected(sender: BotSender, ming: Person) -> None:
    assert isinstance(await failure(send(sender, ming.id, "三" * 5000)), RejectedError)
    assert isinstance(await failure(send(sender, ming.id, "<b>三")), RejectedError)


async def test_a_flood_says_for_how_long(server: Playground, sender: BotSender, ming: Person) -> None:
    server.clock.speed = 0
    server.faults.flood(35, chat_id=ming.id)
    error = await failure(send(sender, ming.id))
    assert isinstance(error, FloodedError)
    assert error.seconds == 35


@pytest.mark.parametrize(
    ("code", "text", "means"),
    [
        (502, "Bad Gateway", UnreachedError),
        (503, "Service Unavailable", UnreachedError),
        (500, "Internal Server Error", UnsureError),
        (504, "Gateway Timeout", UnsureError),
        (401, "Unauthorized", RejectedError),
    ],
)
async def test_what_an_error_of_the_server_means(
    server: Playground, sender: BotSender, ming: Person, code: int, text: str, means: type[DeliveryError]
) -> None:
    server.faults.error(code, text)
    assert type(await failure(send(sender, ming.id))) is means


async def test_33_a_connection_that_breaks_off_leaves_us_unsure(
    server: Playground, sender: BotSender, ming: Person
) -> None:
    server.faults.drop(after=True)
    assert isinstance(await failure(send(sender, ming.id)), UnsureError)


async def test_a_server_that_is_not_there_is_unreached(ming: Person, server: Playground) -> None:
    bot = Bot(server.token, server.base_url, server.file_url)
    await bot.initialize()
    await server.stop()
    assert isinstance(await failure(send(BotSender(bot), ming.id)), UnreachedError)
    await bot.shutdown()


async def test_a_crowded_connection_pool_is_unreached(server: Playground, ming: Person) -> None:
    request = HTTPXRequest(connection_pool_size=1, pool_timeout=0.05)
    async with Bot(server.token, server.base_url, server.file_url, request=request) as bot:
        server.faults.slow(5)
        slow = asyncio.ensure_future(send(BotSender(bot), ming.id))
        await asyncio.sleep(0)  # it takes the only connection
        assert isinstance(await failure(send(BotSender(bot), ming.id)), UnreachedError)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)


def test_the_length_of_a_flood_is_read_without_a_warning() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        error = meaning(te.RetryAfter(7))
    assert isinstance(error, FloodedError)
    assert error.seconds == 7
    assert caught == []


@pytest.mark.parametrize(
    ("error", "means"),
    [
        (te.BadRequest("Message to edit not found"), GoneError),
        (te.BadRequest("Message can't be edited"), GoneError),
        (te.BadRequest("MESSAGE_ID_INVALID"), GoneError),
        (te.BadRequest("Chat not found"), UnwelcomeError),
        (te.BadRequest("PEER_ID_INVALID"), UnwelcomeError),
        (te.Forbidden("Forbidden: user is deactivated"), UnwelcomeError),
        (te.Forbidden("Forbidden: bot was kicked from the supergroup chat"), UnwelcomeError),
        (te.BadRequest("Not enough rights to send text messages to the chat"), RejectedError),
        (te.BadRequest("Topic_closed"), RejectedError),
        (te.TimedOut(), UnsureError),
        (te.NetworkError("httpx.ReadError: "), UnsureError),
        (te.EndPointNotFound("no such method"), RejectedError),
    ],
)
def test_what_telegrams_words_mean(error: te.TelegramError, means: type[DeliveryError]) -> None:
    assert type(meaning(error)) is means


async def test_33_a_send_that_timed_out_but_came_is_not_doubled(server: Playground, ming: Person) -> None:
    request = HTTPXRequest(read_timeout=0.2)
    async with Bot(server.token, server.base_url, server.file_url, request=request) as bot:
        sending_patience, sending.PATIENCE = sending.PATIENCE, 0.2
        try:
            outbox = Outbox(BotSender(bot))
            server.faults.time_out(after=True, method="sendMessage")
            outbox.put(ming.id, "hand:1", Message("三"), importance=Importance.PROMPT)
            assert await outbox.idle()
            outbox.put(ming.id, "hand:1", Message("三"), importance=Importance.PROMPT)
            assert await outbox.idle()
            await outbox.close()
        finally:
            sending.PATIENCE = sending_patience
    assert [message.text for message in ming.private.bot_messages] == ["三"]


async def test_a_slot_lives_in_a_real_chat(server: Playground, sender: BotSender, group: Room) -> None:
    outbox = Outbox(sender)
    outbox.put(group.id, "board:1", Message("one", BUTTONS), importance=Importance.TABLE)
    assert await outbox.idle()
    outbox.put(group.id, "board:1", Message("two", BUTTONS), importance=Importance.TABLE)
    assert await outbox.idle()
    outbox.put(group.id, "board:1", Message("three", BUTTONS), importance=Importance.TABLE, new=True)
    assert await outbox.idle()
    await outbox.close()
    first, second = group.bot_messages
    assert (first.text, first.buttons) == ("two", ())
    assert (second.text, len(second.buttons)) == ("three", 3)


async def test_a_busy_table_never_hears_a_429(server: Playground, sender: BotSender, group: Room) -> None:
    outbox = Outbox(sender)
    for number in range(25):
        outbox.put(group.id, "board:1", Message(f"state {number}"), importance=Importance.SETTLEMENT)
        await outbox.idle(0.05)
    await outbox.close()
    assert server.calls.count(chat_id=group.id) == 18
    assert all(call.ok for call in server.calls if call.chat_id == group.id)
