"""How the outbox shares Telegram's 30 calls a second among many tables. In simulated time."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.delivery import FloodedError
from bot.chat.outbox import Importance
from bot.chat.pacing import Overall
from bot.views.message import Message
from tests.chat.simulated import GROUP, PERSON, FakeTelegram, World, in_world, most_in, simulate

THINK = 5.0


@dataclass
class Seen:
    """How long each view waited until it showed what was put, by kind: asked, not asked, board."""

    waited: dict[str, list[float]] = field(
        default_factory=lambda: {"asked": [], "not asked": [], "board": []}
    )

    def share(self, kind: str, part: float) -> float:
        ordered = sorted(self.waited[kind])
        return ordered[int(part * (len(ordered) - 1))]


class Tables:
    """Tables at which every 5 seconds somebody is asked, and the two others and the group see that."""

    def __init__(self, world: World, tables: int) -> None:
        self.world = world
        self.tables = tables
        self.seen = Seen()
        self.chance = random.Random(tables)
        self.newest: dict[str, tuple[int, float, str]] = {}
        self.waiting: dict[str, list[tuple[int, float, str]]] = {}

    def show(self, slot: str, chat_id: int, number: int, kind: str) -> None:
        importance = Importance.PROMPT if kind == "asked" else Importance.TABLE
        self.waiting.setdefault(slot, []).append((number, asyncio.get_running_loop().time(), kind))
        self.world.put(f"{slot} {number}", slot, chat_id, importance)

    async def table(self, table: int, until: float) -> None:
        await asyncio.sleep(self.chance.uniform(0, THINK))
        for number in itertools.count():
            asked = self.chance.randrange(3)
            for place in range(3):
                user = table * 10 + place + 1
                self.show(f"hand:{user}", user, number, "asked" if place == asked else "not asked")
            self.show(f"board:{table}", -table - 1, number, "board")
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * THINK)
            if asyncio.get_running_loop().time() > until:
                return

    async def play(self, seconds: float) -> Seen:
        await asyncio.gather(*(self.table(table, seconds) for table in range(self.tables)))
        assert await self.world.outbox.idle(60)
        for call in self.world.telegram.calls:
            slot, _, number = call.text.rpartition(" ")
            waiting = self.waiting.get(slot, [])
            while waiting and waiting[0][0] <= int(number):
                _, since, kind = waiting.pop(0)
                self.seen.waited[kind].append(call.at - since)
        assert not any(self.waiting.values()), "the newest state of everything was shown"
        return self.seen


def seen_at(tables: int, seconds: float = 240.0) -> tuple[Seen, FakeTelegram]:
    """What so many tables see of each other's moves, and the calls that it took."""
    found: list[tuple[Seen, FakeTelegram]] = []

    async def play() -> None:
        world = World(telegram=FakeTelegram(delay=0.1))
        found.append((await Tables(world, tables).play(seconds), world.telegram))
        await world.outbox.close()

    simulate(play)
    return found[0]


def test_with_one_table_everybody_sees_a_move_within_a_second() -> None:
    seen, _ = seen_at(1)
    assert seen.share("asked", 1) < 0.2
    assert seen.share("not asked", 1) < 1
    assert seen.share("board", 0.5) < 1
    assert seen.share("board", 1) < 60 / 14 + 0.2


def test_with_20_tables_everybody_still_sees_a_move_within_a_second() -> None:
    seen, telegram = seen_at(20)
    assert seen.share("asked", 1) < 1
    assert seen.share("not asked", 0.95) < 1
    assert most_in([call.at for call in telegram.calls], 1) <= 30


def test_with_45_tables_who_is_asked_sees_it_at_once_and_nobody_waits_ten_seconds() -> None:
    seen, telegram = seen_at(45)
    assert seen.share("asked", 0.95) < 1.5
    assert 1 < seen.share("not asked", 0.5) < 8
    assert seen.share("not asked", 1) < 10
    assert seen.share("board", 1) < 10
    assert most_in([call.at for call in telegram.calls], 1) <= 30


def test_the_scarcer_the_budget_the_fewer_calls_a_move_takes() -> None:
    calls = {tables: len(seen_at(tables, 120)[1].calls) / tables for tables in (10, 45, 60)}
    assert calls[10] > 1.1 * calls[45]
    assert calls[45] > 1.1 * calls[60]


def test_who_asks_nobody_leaves_a_part_of_the_budget_free_and_the_important_go_first() -> None:
    async def play(world: World) -> None:
        for number in range(100):
            world.put("board", slot=f"board:{number}", chat_id=-1 - number)
        world.put("asked", slot="hand:1", chat_id=1, importance=Importance.PROMPT)
        world.put("won", slot="result:1", chat_id=-1000, importance=Importance.SETTLEMENT)
        await asyncio.sleep(0.5)
        world.put("asked", slot="hand:2", chat_id=2, importance=Importance.PROMPT)

    calls = in_world(play).telegram.calls
    assert [call.text for call in calls[:2]] == ["won", "asked"]
    assert [call.at for call in calls if call.text == "asked"] == pytest.approx([0, 0.5])
    assert most_in([call.at for call in calls], 1) <= 30
    assert len(calls) == 103


def test_what_waited_for_its_deadline_is_as_urgent_as_a_call_to_act() -> None:
    async def play(world: World) -> None:
        for second in range(20):
            for number in range(60):
                chat = 1 + second * 60 + number
                world.put("asked", slot=f"hand:{chat}", chat_id=chat, importance=Importance.PROMPT)
            if second == 1:
                world.put("board", slot="board:1", chat_id=-1)
            await asyncio.sleep(1)

    at = {call.text: call.at for call in in_world(play).telegram.calls}
    assert at["board"] < 20, "twice as many calls to act as there is room for do not starve it"


def test_a_message_is_made_once_when_it_is_sent_and_not_at_all_if_it_is_replaced() -> None:
    made: list[str] = []

    def making(text: str) -> Callable[[], Message]:
        def make() -> Message:
            made.append(text)
            return Message(text)

        return make

    async def play(world: World) -> None:
        world.telegram.failures = [FloodedError(10)]
        world.put("first")
        await asyncio.sleep(1)
        for text in ("two", "three", "four"):
            world.outbox.put(GROUP, "board:1", making(text), importance=Importance.TABLE)
        await world.outbox.idle(60)
        world.outbox.put(GROUP, "board:1", making("four"), importance=Importance.TABLE)

    world = in_world(play)
    assert world.telegram.seen() == [("send", "first"), ("send", "four")]
    assert made == ["four", "four"], "made again to see that it is what is shown already"


def test_a_message_that_cannot_be_made_stops_nothing() -> None:
    async def play(world: World) -> None:
        def make() -> Message:
            raise ZeroDivisionError

        world.outbox.put(PERSON, "hand:1:300", make, importance=Importance.PROMPT)
        world.put("next", chat_id=PERSON, slot="hand:1:300")
        await world.outbox.idle()
        world.outbox.put(PERSON, "hand:1:300", make, importance=Importance.PROMPT)
        await world.outbox.idle()
        world.put("last", chat_id=PERSON, slot="hand:1:300")

    assert in_world(play).telegram.seen() == [("send", "next"), ("edit", "last")]


def test_34_chats_that_hang_or_are_flooded_take_little_of_the_budget() -> None:
    def busy(outage: bool) -> Callable[[World], Awaitable[None]]:
        async def play(world: World) -> None:
            if outage:
                for number in range(5):
                    world.telegram.held[-500 - number] = asyncio.Event()
                    world.telegram.fails_always[-600 - number] = FloodedError(300)
                    world.put("hangs", slot=f"hangs:{number}", chat_id=-500 - number)
                    world.put("flooded", slot=f"flooded:{number}", chat_id=-600 - number)
                await asyncio.sleep(5)
            for second in range(30):
                for number in range(20):
                    world.put(f"{second}", f"hand:{number}", 1 + number, Importance.PROMPT)
                await asyncio.sleep(1)
            for event in world.telegram.held.values():
                event.set()
            world.telegram.fails_always.clear()

        return play

    def delays(world: World) -> list[float]:
        start = min(call.at for call in world.telegram.calls if call.chat_id > 0)
        return [call.at - start - float(call.text) for call in world.telegram.calls if call.chat_id > 0]

    calm, troubled = (delays(in_world(busy(outage))) for outage in (False, True))
    assert len(troubled) == len(calm) == 600
    assert max(troubled) == pytest.approx(max(calm), abs=0.1)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 0.5), st.floats(0, 1.5), st.floats(0, 1)), max_size=80),
    st.integers(1, 10),
)
def test_wherever_on_its_way_a_call_is_heard_there_are_never_too_many_in_a_second(
    calls: list[tuple[float, float, float]], limit: int
) -> None:
    overall = Overall(limit, 1.0)
    now, heard = 0.0, []
    under_way: list[tuple[float, int]] = []
    for pause, length, way in calls:
        now += pause
        while True:
            for end, number in sorted(under_way):
                if end <= now:
                    overall.end(number, end)
                    under_way.remove((end, number))
            if overall.free_at(now, Importance.PROMPT) <= now:
                break
            now = min([overall.free_at(now, Importance.PROMPT), *(end for end, _ in under_way)])
        under_way.append((now + length, overall.begin(now)))
        heard.append(now + way * length)
    assert most_in([at + 1e-6 * place for place, at in enumerate(sorted(heard))], 1 - 1e-3) <= limit
