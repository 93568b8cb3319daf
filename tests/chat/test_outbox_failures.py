"""What the outbox makes of everything that goes wrong, and of the end. In simulated time."""

import asyncio

import pytest

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
from bot.chat.outbox import Importance
from bot.views.message import Message
from tests.chat.simulated import GROUP, OTHER_GROUP, PERSON, World, in_world, simulate


def test_after_a_flood_the_newest_state_is_sent_when_the_time_is_over() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(35)]
        world.put("one")
        await asyncio.sleep(10)
        world.put("two")
        world.put("three")

    world = in_world(play)
    assert world.telegram.seen() == [("send", "one"), ("send", "three")]
    assert world.telegram.times(GROUP) == pytest.approx([0, 35])


def test_33_a_send_without_an_answer_is_not_repeated_but_the_next_state_is_sent() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnsureError("timed out")]
        world.put("one")
        await asyncio.sleep(600)
        world.put("one")
        await asyncio.sleep(600)
        assert world.telegram.seen() == [("send", "one")]
        world.put("two")

    assert in_world(play).telegram.seen() == [("send", "one"), ("send", "two")]


def test_33_a_one_off_message_without_an_answer_is_not_repeated() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnsureError("timed out")]
        world.outbox.say(GROUP, Message("once"), Importance.PROMPT)

    assert in_world(play).telegram.seen() == [("send", "once")]


def test_33_an_edit_without_an_answer_is_repeated() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.telegram.failures = [UnsureError("timed out")]
        world.put("two")

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "two"), ("edit", "two")]


def test_33_after_an_edit_without_an_answer_the_state_before_it_is_sent_again() -> None:
    async def play(world: World) -> None:
        world.put("one", importance=Importance.PROMPT)
        await world.outbox.idle()
        world.telegram.failures = [UnsureError("timed out")]
        world.put("two", importance=Importance.PROMPT)
        await asyncio.sleep(0.5)
        world.put("one", importance=Importance.PROMPT)

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "two"), ("edit", "one")]


def test_while_telegram_is_out_of_reach_the_pauses_grow_and_the_newest_state_comes_through() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnreachedError("no route")] * 9
        world.put("one", importance=Importance.PROMPT)
        await asyncio.sleep(100)
        world.put("two", importance=Importance.PROMPT)

    world = in_world(play)
    assert world.telegram.times(GROUP) == pytest.approx([0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    assert world.telegram.seen()[-1] == ("send", "two")


def test_after_a_success_the_pauses_begin_anew() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnreachedError("no route")] * 3
        world.put("one", importance=Importance.PROMPT)
        await asyncio.sleep(20)
        world.telegram.failures = [UnreachedError("no route")]
        world.put("two", importance=Importance.PROMPT)

    assert in_world(play).telegram.times(GROUP) == pytest.approx([0, 1, 3, 7, 20, 21])


def test_after_an_outage_of_more_than_an_hour_a_state_is_given_up() -> None:
    async def play(world: World) -> None:
        world.telegram.fails_always[GROUP] = UnreachedError("no route")
        world.put("one")
        assert await world.outbox.idle(5000)
        world.telegram.fails_always.clear()
        world.put("two")

    world = in_world(play)
    assert 3500 < world.telegram.times(GROUP)[-2] <= 3600
    assert world.telegram.seen()[-1] == ("send", "two")


def test_13_a_message_that_was_deleted_is_replaced_by_a_new_one() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.telegram.failures = [GoneError("message to edit not found")]
        world.put("two")
        await world.outbox.idle()
        world.put("three")

    world = in_world(play)
    assert world.telegram.seen() == [("send", "one"), ("edit", "two"), ("send", "two"), ("edit", "three")]
    assert world.telegram.calls[-1].message_id == 2
    assert world.told.sent[-1] == ("board:1", GROUP, 2)


def test_6_a_person_who_blocked_the_bot_is_told_of_once_and_what_waits_is_dropped() -> None:
    async def play(world: World) -> None:
        world.telegram.fails_always[PERSON] = UnwelcomeError("bot was blocked by the user")
        world.put("hand", slot="hand:1:300", chat_id=PERSON)
        world.outbox.say(PERSON, Message("and more"), Importance.TABLE)
        await world.outbox.idle()
        world.telegram.fails_always.clear()
        world.put("hand again", slot="hand:1:300", chat_id=PERSON)

    world = in_world(play)
    assert world.told.forbidden == [PERSON]
    assert world.telegram.seen() == [("send", "hand"), ("send", "hand again")]


def test_9_a_mute_bot_goes_on_when_it_may_speak_again() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.telegram.fails_always[GROUP] = RejectedError("not enough rights to send text messages")
        world.put("two")
        assert await world.outbox.idle()
        world.telegram.fails_always.clear()
        world.put("three")

    world = in_world(play)
    assert world.telegram.seen() == [("send", "one"), ("edit", "two"), ("edit", "three")]
    assert world.told.forbidden == []


def test_8_a_group_that_became_a_supergroup_gets_everything_under_its_new_id() -> None:
    async def play(world: World) -> None:
        world.put("board")
        world.put("other", slot="other:1")
        await world.outbox.idle()
        world.telegram.failures = [MovedError(OTHER_GROUP)]
        world.put("board, changed")
        world.put("other, changed", slot="other:1")
        await world.outbox.idle()
        world.put("board, last")
        world.outbox.say(GROUP, Message("said"), Importance.TABLE)

    world = in_world(play)
    assert world.told.migrated == [(GROUP, OTHER_GROUP)]
    assert world.telegram.seen(GROUP) == [("send", "board"), ("send", "other"), ("edit", "board, changed")]
    assert world.telegram.seen(OTHER_GROUP) == [
        ("send", "board, changed"),
        ("send", "other, changed"),
        ("edit", "board, last"),
        ("send", "said"),
    ]
    assert world.outbox.where("board:1") == (OTHER_GROUP, 3)


def test_8_a_migration_told_by_an_update_needs_no_failing_call() -> None:
    async def play(world: World) -> None:
        world.put("board")
        await world.outbox.idle()
        world.telegram.held[GROUP] = asyncio.Event()
        world.put("board, under way")
        await asyncio.sleep(1)
        world.put("board, changed")
        world.outbox.migrated(GROUP, OTHER_GROUP)
        world.outbox.migrated(GROUP, OTHER_GROUP)
        world.telegram.failures = [MovedError(OTHER_GROUP)]
        world.telegram.held[GROUP].set()

    world = in_world(play)
    assert world.telegram.seen(OTHER_GROUP)[-1][1] == "board, changed"
    assert world.told.migrated == []


def test_11_where_there_is_no_such_topic_the_message_goes_to_the_group() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [NoThreadError("message thread not found")]
        world.outbox.put(GROUP, "board:1", Message("a"), importance=Importance.TABLE, thread_id=4)

    assert [call.thread_id for call in in_world(play).telegram.calls] == [4, None]


def test_a_failure_that_nobody_thought_of_stops_nothing() -> None:
    class OddError(DeliveryError):
        pass

    async def play(world: World) -> None:
        world.telegram.failures = [OddError("?"), ZeroDivisionError(), None]  # type: ignore[list-item]
        for number in range(3):
            world.outbox.say(GROUP, Message(str(number)), Importance.TABLE)

    assert in_world(play).telegram.seen() == [("send", "0"), ("send", "1"), ("send", "2")]


def test_a_callback_that_fails_stops_nothing() -> None:
    async def play(world: World) -> None:
        async def fail(*_: object) -> None:
            raise ZeroDivisionError

        world.outbox._on_sent = fail
        world.put("one")
        await world.outbox.idle()
        world.put("two")

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "two")]


def test_idle_waits_no_longer_than_it_is_told_to() -> None:
    async def play() -> None:
        world = World()
        world.telegram.failures = [FloodedError(100)]
        world.put("one")
        assert not await world.outbox.idle(30)
        assert asyncio.get_running_loop().time() == pytest.approx(30)
        assert await world.outbox.idle(300)
        assert asyncio.get_running_loop().time() == pytest.approx(100)
        await world.outbox.close()

    simulate(play)


def test_after_closing_nothing_is_sent_and_nothing_is_left_behind() -> None:
    async def play() -> None:
        world = World()
        world.telegram.held[GROUP] = asyncio.Event()
        world.put("under way")
        world.put("waits", slot="b")
        await asyncio.sleep(1)
        await world.outbox.close()
        world.put("too late")
        assert await world.outbox.idle()
        assert world.telegram.seen() == [("send", "under way")]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    simulate(play)


def test_nothing_is_remembered_of_chats_that_are_quiet_again() -> None:
    async def play(world: World) -> None:
        for number in range(200):
            world.outbox.say(-1 - number, Message("hello"), Importance.TABLE)
        await world.outbox.idle()
        await asyncio.sleep(61)
        world.outbox.say(PERSON, Message("hello"), Importance.TABLE)
        await world.outbox.idle()
        assert list(world.outbox._backlog._chats) == [PERSON]
        assert world.outbox._backlog.slots == {}

    in_world(play)


def test_08_a_moved_group_takes_no_replies_and_no_stray_edits_along() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(5)]
        world.outbox.say(GROUP, Message("answer"), Importance.TABLE, reply_to=17)
        await asyncio.sleep(1)
        world.outbox.migrated(GROUP, OTHER_GROUP)
        world.outbox.strip(GROUP, 17)
        world.outbox.know("board:1", GROUP, 17)
        world.put("board")

    calls = [call for call in in_world(play).telegram.calls if call.chat_id == OTHER_GROUP]
    assert [(call.what, call.text, call.reply_to) for call in calls] == [
        ("send", "answer", None),
        ("send", "board", None),
    ]


def test_11_a_topic_that_is_gone_is_told_and_takes_its_messages_along() -> None:
    async def play(world: World) -> None:
        world.outbox.put(GROUP, "board:1", Message("board"), importance=Importance.TABLE, thread_id=4)
        await world.outbox.idle()
        world.telegram.failures = [NoThreadError("message thread not found")]
        world.outbox.say(GROUP, Message("news"), Importance.TABLE, thread_id=4)
        await world.outbox.idle()
        world.put("board")

    world = in_world(play)
    assert world.telegram.seen() == [("send", "board"), ("send", "news"), ("send", "news"), ("send", "board")]
    assert [call.thread_id for call in world.telegram.calls] == [4, 4, None, None]
    assert world.told.no_thread == [(GROUP, 4)]
