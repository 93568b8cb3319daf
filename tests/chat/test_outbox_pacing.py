"""How fast the outbox writes: scenarios of a busy group, in simulated time."""

import asyncio
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.delivery import FloodedError
from bot.chat.outbox import Importance, Limits
from bot.chat.pacing import GroupPace, PrivatePace, Window
from bot.views.message import Message
from tests.chat.simulated import GROUP, OTHER_GROUP, PERSON, FakeTelegram, World, in_world, most_in, simulate


async def busy_board(world: World, seconds: int, every: float = 0.5) -> None:
    """A board that changes all the time."""
    for number in range(int(seconds / every)):
        world.put(f"state {number}")
        await asyncio.sleep(every)


def test_a_group_gets_at_most_18_calls_in_60_seconds() -> None:
    async def play(world: World) -> None:
        await busy_board(world, 600)

    telegram = in_world(play).telegram
    times = telegram.times(GROUP)
    assert most_in(times, 60) <= 18
    assert len(times) >= 140, "the limit is used, not only kept"


def test_the_limit_holds_for_what_telegram_hears_although_calls_are_slow() -> None:
    async def play() -> None:
        world = World(telegram=FakeTelegram(delay=3.0))
        await busy_board(world, 300)
        await world.finish()
        starts = world.telegram.times(GROUP)
        for first, later in itertools.combinations(starts, 2):
            # a call is heard somewhere within its 3 seconds; even so no 19 are heard in one minute
            assert not (later - (first + 3) < 60 and starts.index(later) - starts.index(first) >= 18)

    simulate(play)


def test_the_newest_state_is_the_last_one_sent_and_the_others_are_joined() -> None:
    async def play(world: World) -> None:
        await busy_board(world, 100)
        world.put("the end")

    seen = in_world(play).telegram.seen()
    assert seen[0] == ("send", "state 0")
    assert seen[-1] == ("edit", "the end")
    assert len(seen) < 40


def test_a_settlement_goes_out_at_once_from_a_group_full_of_board_edits() -> None:
    async def play(world: World) -> None:
        await busy_board(world, 120)
        world.put("won", slot="settlement:1", importance=Importance.SETTLEMENT)
        world.outbox.say(GROUP, Message("asked"), Importance.PROMPT)
        await asyncio.sleep(1)

    telegram = in_world(play).telegram
    important = [call for call in telegram.calls if call.text in ("won", "asked")]
    assert [call.text for call in important] == ["won", "asked"]
    assert [call.at for call in important] == pytest.approx([120, 120])
    assert most_in(telegram.times(GROUP), 60) <= 18


def test_what_waits_goes_by_importance_and_then_by_age() -> None:
    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(10)]
        world.put("first", slot="a")
        await asyncio.sleep(1)
        for importance in reversed(Importance):
            for half in "xy":
                world.outbox.say(GROUP, Message(f"{importance.name} {half}"), importance)
        world.put("first, newer", slot="a")

    assert [text for _, text in in_world(play).telegram.seen()] == [
        "first",
        "SETTLEMENT x",
        "SETTLEMENT y",
        "PROMPT x",
        "PROMPT y",
        "first, newer",
        "TABLE x",
        "TABLE y",
        "ORNAMENT x",
        "ORNAMENT y",
        "PASSING x",
        "PASSING y",
    ]


def test_a_private_chat_gets_three_at_once_and_one_a_second_on_average() -> None:
    async def play(world: World) -> None:
        for number in range(8):
            world.outbox.say(PERSON, Message(str(number)), Importance.PROMPT)

    assert in_world(play).telegram.times(PERSON) == pytest.approx([0, 0, 0, 1, 2, 5, 5, 5])


def test_a_prompt_overtakes_a_private_table_in_quick_play() -> None:
    async def play(world: World) -> None:
        for number in range(100):
            world.put(f"table {number}", slot="hand:1:300", chat_id=PERSON)
            await asyncio.sleep(0.3)
        world.outbox.say(PERSON, Message("it is your turn"), Importance.PROMPT)
        await asyncio.sleep(1.1)
        assert ("send", "it is your turn") in world.telegram.seen()

    times = in_world(play).telegram.times(PERSON)
    assert most_in(times, 5) <= 5
    assert max(later - earlier for earlier, later in itertools.pairwise(times)) < 2.5


def test_34_a_flooded_chat_delays_no_other() -> None:
    async def play(world: World) -> None:
        world.telegram.fails_always[GROUP] = FloodedError(245)
        world.put("flooded")
        await asyncio.sleep(1)
        world.put("free", chat_id=OTHER_GROUP, slot="board:2")
        world.put("hand", chat_id=PERSON, slot="hand:1:300")
        await asyncio.sleep(1)
        world.telegram.fails_always.clear()
        world.put("flooded no more")

    telegram = in_world(play).telegram
    assert telegram.times(OTHER_GROUP) == telegram.times(PERSON) == [1]
    assert telegram.times(GROUP) == pytest.approx([0, 245])
    assert telegram.seen(GROUP) == [("send", "flooded"), ("send", "flooded no more")]


def test_34_a_chat_whose_calls_hang_delays_no_other() -> None:
    async def play(world: World) -> None:
        world.telegram.held[GROUP] = asyncio.Event()
        world.put("hangs")
        await asyncio.sleep(1)
        for number in range(5):
            world.put(f"{number}", chat_id=OTHER_GROUP, slot="board:2", importance=Importance.PROMPT)
            await asyncio.sleep(1)
        assert len(world.telegram.times(OTHER_GROUP)) == 5
        world.telegram.held[GROUP].set()

    in_world(play)


def test_one_chat_has_one_call_under_way_at_a_time() -> None:
    async def play() -> None:
        world = World(Limits(private_burst=10), FakeTelegram(delay=2.0))
        for number in range(4):
            world.outbox.say(PERSON, Message(str(number)), Importance.TABLE)
        await world.finish()
        assert world.telegram.times(PERSON) == pytest.approx([0, 2, 4, 6])

    simulate(play)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 40), st.sampled_from(Importance), st.floats(0, 5)), max_size=120),
    st.integers(1, 20),
)
def test_the_pace_of_a_group_never_lets_more_than_the_limit_through(
    calls: list[tuple[float, Importance, float]], limit: int
) -> None:
    pace = GroupPace(limit, 60)
    now = 0.0
    begun, ended = [], []
    for pause, importance, length in calls:
        now = max(now + pause, pace.free_at(now + pause, importance))
        begun.append(now)
        now += length
        ended.append(now)
        pace.note(now, importance)
    for index in range(len(begun) - limit):
        assert begun[index + limit] - ended[index] >= 60 - 1e-6


@given(
    st.lists(st.tuples(st.floats(0, 4), st.floats(0, 5), st.sampled_from(Importance)), max_size=60),
    st.integers(1, 10),
)
def test_the_pace_of_a_private_chat_is_one_a_second_but_for_a_burst(
    calls: list[tuple[float, float, Importance]], burst: int
) -> None:
    pace = PrivatePace(1, burst)
    now = 0.0
    begun = []
    for pause, length, importance in calls:
        now = max(now + pause, pace.free_at(now + pause, importance))
        begun.append(now)
        now += length
        pace.note(now, importance)
    for (i, first), (j, later) in itertools.combinations(enumerate(begun), 2):
        assert j - i + 1 <= burst + (later - first) + 1e-6
    assert most_in([at + 1e-6 * place for place, at in enumerate(begun)], 5) <= max(5, burst)


def test_the_more_important_finds_room_in_a_group_where_the_less_important_waits() -> None:
    pace = GroupPace(18, 60)
    waits = []
    for now in range(0, 54, 3):
        waits.append([importance for importance in Importance if pace.free_at(now + 2, importance) > now + 2])
        pace.note(now, Importance.TABLE)
    assert Importance.SETTLEMENT not in itertools.chain(*waits)
    assert waits[17] == [Importance.PROMPT, Importance.TABLE, Importance.ORNAMENT, Importance.PASSING]
    assert waits[16] == waits[15] == [Importance.TABLE, Importance.ORNAMENT, Importance.PASSING]
    assert waits[0] == []


def test_a_board_in_quick_play_goes_on_at_an_even_pace_after_a_burst() -> None:
    async def play(world: World) -> None:
        await busy_board(world, 200)

    times = in_world(play).telegram.times(GROUP)
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert gaps[:3] == pytest.approx([0.5, 0.5, 0.5])
    assert max(gaps) == pytest.approx(5)
    assert most_in(times, 60) == 15


def test_a_board_that_changes_13_times_a_minute_shows_each_state_at_once() -> None:
    async def play(world: World) -> None:
        for minute in range(5):
            for number, second in enumerate((0, 1, 7, 12, 13, 20, 26, 31, 32, 40, 45, 51, 56)):
                await asyncio.sleep(60 * minute + second - asyncio.get_running_loop().time())
                world.put(f"state {minute}:{number}")

    telegram = in_world(play).telegram
    late = [at % 60 for at in telegram.times(GROUP) if at % 1 > 1e-6]
    assert late == [], "sent at the very second at which they were put"
    assert len(telegram.calls) == 65


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 20), st.floats(0, 1)), max_size=150),
    st.sampled_from([(Importance.SETTLEMENT, Importance.PROMPT), (Importance.SETTLEMENT,), ()]),
)
def test_no_board_waits_longer_than_one_step_of_the_even_pace(
    calls: list[tuple[float, float]], important: tuple[Importance, ...]
) -> None:
    pace = GroupPace(18, 60)
    now, round_ends = 0.0, 61.0
    for pause, quick in calls:
        now += pause * quick**2
        if now > round_ends:
            for each in important:
                assert pace.free_at(now, each) == now
                pace.note(now, each)
            round_ends = now + 61
        at = pace.free_at(now, Importance.TABLE)
        assert at - now <= 5 + 1e-6
        pace.note(at, Importance.TABLE)
        now = at


def test_a_question_or_a_settlement_does_not_hold_back_the_next_board() -> None:
    pace = GroupPace(18, 60)
    for now in range(0, 55, 5):
        pace.note(now, Importance.TABLE)
    pace.note(53, Importance.SETTLEMENT)
    pace.note(54, Importance.PROMPT)
    assert pace.free_at(55, Importance.TABLE) == 55


def test_a_passing_state_has_room_in_a_quiet_group_and_is_joined_with_the_next_in_a_busy_one() -> None:
    pace = GroupPace(18, 60)
    for now in range(0, 28, 4):
        assert pace.free_at(now, Importance.PASSING) == now
        pace.note(now, Importance.TABLE)
    assert pace.free_at(28, Importance.TABLE) == pace.free_at(28, Importance.ORNAMENT) == 28
    assert pace.free_at(28, Importance.PASSING) == 60

    async def play(world: World) -> None:
        for number in range(60):
            world.put(f"lies open {number}", importance=Importance.PASSING)
            await asyncio.sleep(1.2)
            world.put(f"asks {number}")
            await asyncio.sleep(4)

    seen = [text for _, text in in_world(play).telegram.seen()]
    assert [text for text in seen if text.startswith("asks")] == [f"asks {number}" for number in range(60)]
    assert seen[:4] == ["lies open 0", "asks 0", "lies open 1", "asks 1"]
    assert sum(text.startswith("lies open") for text in seen) < 10


def test_a_window_forgets_what_is_past() -> None:
    window = Window(2, 10)
    window.note(0)
    window.note(4)
    assert window.free_at(5) == 10
    assert window.free_at(10) == 10
    assert window.used(13.9) == 1
    assert window.used(14) == 0
