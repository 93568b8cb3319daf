"""What the outbox makes of slots and of failures, in simulated time."""

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
from bot.chat.outbox import MOST_WAITING, Importance, Limits, Old
from bot.views.message import Button, Message, Press
from tests.chat.simulated import GROUP, OTHER_GROUP, PERSON, World, in_world, simulate

WITH_BUTTONS = ((Button("碰", Press("pick", 1, 2, "peng")),),)
FAST = Limits(private_interval=0.01, group_limit=1000)


def lively(text: str) -> Message:
    """A message with a keyboard."""
    return Message(text, WITH_BUTTONS)


# Slots


def test_a_slot_is_sent_once_and_then_edited() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.put("two")

    world = in_world(play)
    assert world.telegram.seen() == [("send", "one"), ("edit", "two")]
    assert world.told.sent == [("board:1", GROUP, 1)]
    assert world.outbox.where("board:1") == (GROUP, 1)


def test_what_is_shown_already_is_not_sent_again_but_another_keyboard_is() -> None:
    async def play(world: World) -> None:
        for message in (Message("same"), Message("same"), lively("same"), lively("same")):
            world.outbox.put(GROUP, "board:1", message, importance=Importance.TABLE)
            await world.outbox.idle()

    assert in_world(play).telegram.seen() == [("send", "same"), ("edit", "same")]


def test_going_back_to_what_is_shown_sends_nothing() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.put("two")
        world.put("one")

    assert in_world(play).telegram.seen() == [("send", "one")]


def test_what_is_put_while_a_send_is_under_way_becomes_an_edit_of_it() -> None:
    async def play(world: World) -> None:
        world.telegram.delay = 1
        world.put("one")
        await asyncio.sleep(0.5)
        world.put("two")
        world.put("three")

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "three")]


def test_28_a_message_known_from_before_a_restart_is_edited() -> None:
    async def play(world: World) -> None:
        world.outbox.know("board:1", GROUP, 77)
        world.put("on we go")

    calls = in_world(play).telegram.calls
    assert [(call.what, call.message_id) for call in calls] == [("edit", 77)]


@pytest.mark.parametrize(
    ("old", "before"), [(Old.CLEAR, ["clear"]), (Old.DELETE, ["delete"]), (Old.KEEP, [])]
)
def test_a_new_message_comes_after_the_old_one_was_dealt_with(old: Old, before: list[str]) -> None:
    async def play(world: World) -> None:
        world.outbox.put(GROUP, "board:1", lively("old"), importance=Importance.TABLE)
        await world.outbox.idle()
        world.outbox.put(GROUP, "board:1", lively("new"), importance=Importance.TABLE, new=True, old=old)
        await world.outbox.idle()
        world.put("newer")

    world = in_world(play)
    assert [call.what for call in world.telegram.calls] == ["send", *before, "send", "edit"]
    assert [call.message_id for call in world.telegram.calls[1:-2]] == [1] * len(before)
    assert world.telegram.calls[-1].message_id == 2
    assert world.told.sent == [("board:1", GROUP, 1), ("board:1", GROUP, 2)]


def test_an_old_message_without_a_keyboard_costs_no_call() -> None:
    async def play(world: World) -> None:
        world.put("old")
        await world.outbox.idle()
        world.outbox.put(GROUP, "board:1", Message("new"), importance=Importance.TABLE, new=True)

    assert in_world(play).telegram.seen() == [("send", "old"), ("send", "new")]


def test_an_edit_put_after_a_new_message_that_waits_is_joined_into_it() -> None:
    async def play(world: World) -> None:
        world.put("old")
        await world.outbox.idle()
        world.outbox.put(GROUP, "board:1", Message("new"), importance=Importance.TABLE, new=True)
        world.put("new, changed")

    assert in_world(play).telegram.seen() == [("send", "old"), ("send", "new, changed")]


def test_a_new_message_asked_for_during_a_send_still_clears_what_that_send_brought() -> None:
    async def play(world: World) -> None:
        world.telegram.delay = 1
        world.outbox.put(GROUP, "board:1", lively("one"), importance=Importance.TABLE)
        await asyncio.sleep(0.5)
        world.outbox.put(GROUP, "board:1", lively("two"), importance=Importance.TABLE, new=True)

    assert [(c.what, c.message_id) for c in in_world(play).telegram.calls] == [
        ("send", 1),
        ("clear", 1),
        ("send", 2),
    ]


def test_an_old_message_that_cannot_be_deleted_any_more_loses_its_keyboard() -> None:
    async def play(world: World) -> None:
        world.outbox.know("board:1", GROUP, 5)
        world.telegram.failures = [RejectedError("message can't be deleted for everyone")]
        world.outbox.put(
            GROUP, "board:1", Message("new"), importance=Importance.TABLE, new=True, old=Old.DELETE
        )

    assert in_world(play).telegram.seen() == [("delete", ""), ("clear", ""), ("send", "new")]


def test_an_old_message_that_is_gone_does_not_hold_up_the_new_one() -> None:
    async def play(world: World) -> None:
        world.outbox.know("board:1", GROUP, 5)
        world.telegram.failures = [GoneError("message to edit not found")]
        world.outbox.put(GROUP, "board:1", Message("new"), importance=Importance.TABLE, new=True)

    assert in_world(play).telegram.seen() == [("clear", ""), ("send", "new")]


def test_a_slot_given_up_drops_what_waits_and_loses_its_keyboard() -> None:
    async def play(world: World) -> None:
        world.outbox.put(GROUP, "board:1", lively("one"), importance=Importance.TABLE)
        await world.outbox.idle()
        world.put("never sent")
        world.outbox.retire("board:1")
        assert await world.outbox.idle()
        assert world.outbox.where("board:1") is None

    assert in_world(play).telegram.seen() == [("send", "one"), ("clear", "")]


def test_a_slot_given_up_during_its_first_send_is_cleared_when_that_is_done() -> None:
    async def play(world: World) -> None:
        world.telegram.delay = 1
        world.outbox.put(GROUP, "board:1", lively("one"), importance=Importance.TABLE)
        await asyncio.sleep(0.5)
        world.outbox.retire("board:1")

    assert in_world(play).telegram.seen() == [("send", "one"), ("clear", "")]


def test_a_forgotten_slot_sends_what_waits_and_is_new_the_next_time() -> None:
    async def play(world: World) -> None:
        world.put("one")
        await world.outbox.idle()
        world.put("last")
        world.outbox.forget("board:1")
        await world.outbox.idle()
        assert world.outbox.where("board:1") is None
        world.put("one")

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "last"), ("send", "one")]


def test_a_stray_message_loses_its_keyboard() -> None:
    async def play(world: World) -> None:
        world.outbox.strip(GROUP, 9)

    assert [(call.what, call.message_id) for call in in_world(play).telegram.calls] == [("clear", 9)]


def test_11_a_new_message_goes_into_its_topic() -> None:
    async def play(world: World) -> None:
        world.outbox.put(GROUP, "board:1", Message("a"), importance=Importance.TABLE, thread_id=4)
        world.outbox.say(GROUP, Message("b"), Importance.TABLE, thread_id=5)

    assert [call.thread_id for call in in_world(play).telegram.calls] == [4, 5]


def test_one_off_messages_beyond_the_most_that_may_wait_are_dropped() -> None:
    async def play(world: World) -> None:
        for number in range(MOST_WAITING + 50):
            world.outbox.say(PERSON, Message(str(number)), Importance.TABLE)

    texts = [text for _, text in in_world(play, FAST).telegram.seen()]
    assert texts == [str(number) for number in range(MOST_WAITING)]


def test_an_ornament_that_comes_too_late_is_not_sent() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(125)]
        world.put("board")
        await asyncio.sleep(1)
        world.outbox.say(GROUP, Message("by the way"), Importance.ORNAMENT)
        world.outbox.say(GROUP, Message("you are asked"), Importance.PROMPT)

    assert [text for _, text in in_world(play).telegram.seen()] == ["board", "you are asked", "board"]


# Failures


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
        world.put("one")
        await world.outbox.idle()
        world.telegram.failures = [UnsureError("timed out")]
        world.put("two")
        await asyncio.sleep(0.5)
        world.put("one")

    assert in_world(play).telegram.seen() == [("send", "one"), ("edit", "two"), ("edit", "one")]


def test_while_telegram_is_out_of_reach_the_pauses_grow_and_the_newest_state_comes_through() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnreachedError("no route")] * 9
        world.put("one")
        await asyncio.sleep(100)
        world.put("two")

    world = in_world(play)
    assert world.telegram.times(GROUP) == pytest.approx([0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    assert world.telegram.seen()[-1] == ("send", "two")


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


# The end


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
