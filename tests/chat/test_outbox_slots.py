"""What the outbox makes of slots: sent once, edited, replaced, given up. In simulated time."""

import asyncio

import pytest

from bot.chat.delivery import FloodedError, GoneError, RejectedError
from bot.chat.outbox import MOST_WAITING, Importance, Limits, Old
from bot.views.message import Button, Message, Press
from tests.chat.simulated import GROUP, PERSON, World, in_world

WITH_BUTTONS = ((Button("碰", Press("pick", 1, 2, "peng")),),)
FAST = Limits(private_interval=0.01, group_limit=1000)


def lively(text: str) -> Message:
    """A message with a keyboard."""
    return Message(text, WITH_BUTTONS)


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


def test_a_new_message_stays_a_new_one_when_a_flood_comes_between_and_more_is_put() -> None:
    async def play(world: World) -> None:
        world.outbox.know("board:1", GROUP, 5)
        world.telegram.delay = 1
        world.telegram.failures = [FloodedError(10)]
        world.outbox.put(GROUP, "board:1", lively("new"), importance=Importance.TABLE, new=True)
        await asyncio.sleep(0.5)
        world.put("newer")

    assert in_world(play).telegram.seen() == [("clear", ""), ("clear", ""), ("send", "newer")]


def test_what_replaces_a_prompt_that_waits_is_as_urgent() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(10)]
        world.outbox.say(GROUP, Message("first"), Importance.TABLE)
        await asyncio.sleep(1)
        world.outbox.say(GROUP, Message("second"), Importance.TABLE)
        world.put("you are asked", importance=Importance.PROMPT)
        world.put("you are asked, 3 s", importance=Importance.ORNAMENT)

    texts = [text for _, text in in_world(play).telegram.seen()]
    assert texts == ["first", "you are asked, 3 s", "first", "second"]


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


def test_a_stray_message_shows_only_the_newest_of_what_waits_for_it() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(5)]
        world.outbox.say(GROUP, Message("first"), Importance.TABLE)
        await asyncio.sleep(1)
        for number in range(5):
            world.outbox.edit(GROUP, 9, Message(f"page {number}"), Importance.TABLE)
            world.outbox.edit(GROUP, 8, Message(f"other {number}"), Importance.TABLE)

    calls = in_world(play).telegram.calls
    assert [(call.message_id, call.text) for call in calls if call.what == "edit"] == [
        (9, "page 4"),
        (8, "other 4"),
    ]


def test_a_stray_message_is_edited_although_its_keyboard_was_to_go() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(5)]
        world.outbox.say(GROUP, Message("first"), Importance.TABLE)
        await asyncio.sleep(1)
        world.outbox.strip(GROUP, 9)
        world.outbox.edit(GROUP, 9, Message("page"), Importance.ORNAMENT)

    seen = in_world(play).telegram.seen()
    assert seen == [("send", "first"), ("send", "first"), ("clear", ""), ("edit", "page")]


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


def test_who_waits_for_quiet_waits_on_when_it_was_quiet_for_a_moment_only() -> None:
    quiet = []

    async def play(world: World) -> None:
        async def put_more() -> None:
            await world.outbox.idle()
            world.put("two")

        async def wait() -> None:
            quiet.append(await world.outbox.idle())
            quiet.append(world.telegram.seen()[-1])

        world.telegram.delay = 0.1
        world.put("one")
        await asyncio.gather(put_more(), wait())

    in_world(play)
    assert quiet == [True, ("edit", "two")]
