"""Of one table, one new message is under way at most: a kill leaves no more than that in doubt. In simulated time."""

import asyncio

from bot.chat.delivery import UnsureError
from tests.chat.simulated import GROUP, OTHER_GROUP, PERSON, World, in_world


def test_new_messages_of_one_table_are_sent_one_after_another_whatever_their_chats() -> None:
    async def play(world: World) -> None:
        world.telegram.delay = 1
        world.put("board", "12:board", GROUP)
        world.put("hand", f"12:hand:{PERSON}", PERSON)
        world.put("hand", f"12:hand:{PERSON + 1}", PERSON + 1)
        world.put("other", "13:board", OTHER_GROUP)

    world = in_world(play)
    times = {call.chat_id: call.at for call in world.telegram.calls}
    assert times == {GROUP: 0, PERSON: 1, PERSON + 1: 2, OTHER_GROUP: 0}
    assert [slot for slot, _, _ in world.told.sent] == [
        "12:board",
        "13:board",
        f"12:hand:{PERSON}",
        f"12:hand:{PERSON + 1}",
    ]


def test_edits_do_not_wait_for_a_new_message_and_it_shows_what_is_newest_when_its_turn_comes() -> None:
    async def play(world: World) -> None:
        world.put("hand", f"12:hand:{PERSON}", PERSON)
        await world.outbox.idle()
        world.telegram.held[GROUP] = asyncio.Event()
        world.put("board", "12:board", GROUP)
        world.put("old", f"12:hand:{PERSON + 1}", PERSON + 1)
        await asyncio.sleep(1)
        world.put("new hand", f"12:hand:{PERSON}", PERSON)
        world.put("new", f"12:hand:{PERSON + 1}", PERSON + 1)
        await asyncio.sleep(1)
        assert world.telegram.seen(PERSON) == [("send", "hand"), ("edit", "new hand")]
        assert world.telegram.seen(PERSON + 1) == []
        world.telegram.held[GROUP].set()

    assert in_world(play).telegram.seen(PERSON + 1) == [("send", "new")]


def test_a_new_message_of_which_nobody_knows_does_not_hold_up_the_others_for_ever() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [UnsureError()]
        world.put("board", "12:board", GROUP)
        world.put("hand", f"12:hand:{PERSON}", PERSON)

    assert in_world(play).telegram.seen() == [("send", "board"), ("send", "hand")]


def test_what_is_given_up_while_it_waits_for_its_line_is_never_sent() -> None:
    async def play(world: World) -> None:
        world.telegram.delay = 1
        world.put("board", "12:board", GROUP)
        world.put("hand", f"12:hand:{PERSON}", PERSON)
        await asyncio.sleep(0.5)
        world.outbox.retire(f"12:hand:{PERSON}")

    assert in_world(play).telegram.seen() == [("send", "board")]
