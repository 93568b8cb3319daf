"""Scenarios 24 to 27: deadlines, calls, 托管, and stopping, with real clocks of a second or two."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.chat import keeper
from bot.chat.application import running
from bot.chat.desk import Desk
from bot.host import intents as do
from bot.host.refused import Refused
from bot.host.table import Table
from bot.playground import Message, Person, Playground, Room
from storage import Store, StoredEvent
from tests.e2e.house import TOKEN, House, house, settings_for
from tests.e2e.playing import Players
from tests.e2e.strict import due, friends, in_round, table_of

CLOCK = 2
CLOCKS: dict[str, Any] = {"claim_clock": CLOCK, "discard_clock": CLOCK}


def asks(message: Message) -> bool:
    """Whether a message has buttons for a move."""
    return any((button.data or "").startswith("act:") for button in message.buttons)


async def events(home: House | Desk, table_id: int = 1) -> list[StoredEvent]:
    store = home.store if isinstance(home, Desk) else home.desk.store
    return await store.journal.events(table_id)


def asked_at(moment: int) -> Callable[[Message], bool]:
    """Whether a message asks the question of this moment."""
    return lambda message: any(
        (button.data or "").startswith("act:") and f":{moment}:" in (button.data or "")
        for button in message.buttons
    )


def played(found: Sequence[StoredEvent], by: str) -> list[StoredEvent]:
    return [event for event in found if event.kind == "Played" and event.data["by"] == by]


async def alone(home: House, seed: int = 1) -> tuple[Person, Room]:
    """One person and two computers, in a round."""
    (ming,) = home.people("阿明")
    group = home.server.group("麻友", members=[ming])
    await home.table(group, ming)
    lobby = await group.shows("加电脑")
    for _ in range(2):
        await ming.tap(lobby, "加电脑")
    await ming.tap(await group.shows("开局"), "开局")
    return ming, group


async def test_scenario_24_a_press_and_the_end_of_the_time_at_one_moment_are_one_move(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", claim_clock=600, discard_clock=600) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        raced = {"person": 0, "clock": 0}
        for _ in range(30):
            table = table_of(home, people[0])
            if not table.waiting_for:
                break
            user_id = table.waiting_for[0].user_id
            person = next(person for person in people if person.id == user_id)
            hand = await person.sees(asked_at(table.moment))
            press = person.press(
                hand, next(b.text for b in hand.buttons if (b.data or "").startswith("act:"))
            )
            if table.misses.get(user_id):
                await press.answered()
            late = home.desk.service.do(table.id, do.TimeUp(table.moment))
            (outcome,) = await asyncio.gather(late, return_exceptions=True)
            assert isinstance(outcome, Refused | Table), outcome
            await press.answered()
            found = (await events(home))[table.seq :]
            # Who is in 托管 by now may have been played for already.
            answers = [event for event in found if event.kind == "Played" and event.data["by"] != "auto"]
            seats = [event.data["seat"] for event in answers]
            assert len(seats) == len(set(seats)), answers
            raced[answers[0].data["by"]] += 1
        assert raced["person"] > 1
        assert raced["clock"] > 1


async def test_scenario_24_the_timer_of_an_earlier_turn_does_not_act_in_the_next(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", **CLOCKS) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        for _ in range(3):
            (*_, person) = due(home, people)
            # The call comes after a third of the time: the press is in the last two thirds.
            await person.sees("🔔")
            hand = await person.sees(asks)
            seq = table_of(home, people[0]).seq
            await person.tap(hand, hand.buttons[0].text)
            await home.server.wait_for(lambda who=person: who.find("🔔") is None)
            await home.server.wait_for(lambda now=seq: table_of(home, people[0]).seq > now, within=10)
        found = await events(home)
        for before, late in pairwise(found):
            if late in played(found, "clock") and before not in played(found, "clock"):
                assert late.at - before.at >= CLOCK - 0.05


async def test_scenario_25_who_looks_away_is_called_then_played_for_and_comes_back_by_one_tap(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "paohuzi.db", **CLOCKS, rounds=0, next_round_after=5) as home:
        ming, group = await alone(home)
        hand = await ming.sees(asks, within=20)
        assert f"⏱ {CLOCK}s" in hand.text
        called = await ming.sees("🔔")
        assert not re.search(
            r"[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]", called.text.replace("第 1 局", "")
        )
        assert not any("🔔" in message.text for message in group.bot_messages)
        await home.server.wait_for(lambda: called.deleted, within=10)
        (first,) = played(await events(home), "clock")
        assert first.data["action"].split()[0] in ("discard", "pass", "hu")

        back = await ming.sees("我回来了", within=20)
        assert "托管中" in back.text
        assert not asks(back)
        late = played(await events(home), "clock")
        assert len(late) == 2
        # The computer plays on; the clock does not run for who is in 托管.
        seq = table_of(home, ming).seq
        await home.server.wait_for(lambda: table_of(home, ming).seq > seq + 4, within=20)
        assert played((await events(home))[seq:], "auto")
        assert len(played(await events(home), "clock")) == 2

        seen = await ming.sees("我回来了")
        assert (await ming.tap(seen, "我回来了")).text.startswith("欢迎回来")
        assert table_of(home, ming).auto == frozenset()
        await ming.sees(lambda message: any(button.text == "托管" for button in message.buttons))
        assert ming.find("托管中") is None


async def test_scenario_25_a_call_leads_to_the_hand_and_goes_when_the_hand_comes_anew(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", claim_clock=4, discard_clock=4) as home:
        ming, _ = await alone(home)
        await ming.sees(asks, within=20)
        called = await ming.sees("🔔")
        hand = await ming.sees(asks)
        assert called.reply_to is hand
        assert called.text.splitlines()[1] == "点上面的引用，就到手牌和按钮。"
        moment = table_of(home, ming).moment
        ming.send("/hand")
        again = await ming.sees(lambda m: asks(m) and m.id > called.id)
        await home.server.wait_for(lambda: called.deleted)
        assert table_of(home, ming).moment == moment
        # The same question calls nobody a second time; the next one does.
        await home.server.wait_for(lambda: table_of(home, ming).moment != moment, within=10)
        late = await ming.sees(lambda m: "🔔" in m.text and m.id > again.id, within=20)
        assert [m for m in ming.messages() if "🔔" in m.text and m.id > called.id] == [late]
        assert late.reply_to is again


async def test_scenario_25_a_question_that_is_answered_calls_nobody(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", claim_clock=600, discard_clock=600) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        while await players.move():
            pass
        assert not any("🔔" in shown.text for shown in home.server.log)
        assert played(await events(home), "clock") == []


async def test_scenario_26_time_in_which_the_bot_was_down_counts_against_nobody(tmp_path: Path) -> None:
    db = tmp_path / "paohuzi.db"
    async with await Playground.start(token=TOKEN) as server:
        server.flood.enabled = False
        chosen = settings_for(server, db, claim_clock=3, discard_clock=3)
        async with running(chosen) as desk:
            ming, _ = await alone(House(server, desk))
            hand = await ming.sees(asks, within=20)
            await ming.sees("🔔")
        async with await Store.look(db) as store:
            stands = [event.seq for event in await store.journal.events(1)]
        for _ in range(2):
            # Down for longer than the clock, twice: the second start knows what the first had left.
            await asyncio.sleep(3.5)
            began = time.time()
            async with running(chosen) as desk:
                await server.wait_for(lambda: not hand.deleted)
                (table,) = desk.service.tables
                assert [event.seq for event in await events(desk)] == stands
                clock = await desk.store.journal.clock(table.id)
                assert clock is not None
                assert clock.due_at > began + 0.2
        async with running(chosen) as desk:
            await server.wait_for(lambda: desk.service.tables[0].seq > stands[-1], within=10)
            assert played(await events(desk), "clock")[0].at > began
        assert len([shown for shown in server.log if "🔔" in shown.text]) == 1


async def test_scenario_26_time_in_which_telegram_refuses_to_deliver_does_not_count(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", **CLOCKS) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        (ming,) = due(home, people)
        hand = await ming.sees(asks)
        others = [person for person in people if person is not ming]
        for person in others:
            home.server.faults.flood(4, chat_id=person.id)
        refused = time.time()
        seq = table_of(home, ming).seq
        await ming.tap(hand, hand.buttons[0].text)
        await home.server.wait_for(
            lambda: table_of(home, ming).seq > seq + 1 and played_late(home, seq), within=20
        )
        late = played((await events(home))[seq:], "clock")[0]
        waited = {person.id for person in others} & {table_of(home, ming).player(late.data["seat"]).user_id}
        if waited:
            assert late.at - refused >= 4 + CLOCK - 0.5


def played_late(home: House, seq: int) -> bool:
    """Whether the clock answered for somebody after the event `seq`."""
    (table,) = home.desk.service.tables
    return any(table.misses.values()) and table.seq > seq


@pytest.mark.parametrize("phase", ["lobby", "in a round", "between rounds"])
async def test_scenario_27_stopping_works_in_every_phase_and_leaves_no_clock_behind(
    tmp_path: Path, phase: str
) -> None:
    async with house(tmp_path / "paohuzi.db", rounds=3, claim_clock=600, discard_clock=600) as home:
        people, group = friends(home)
        players = Players(home, people, group)
        if phase == "lobby":
            await home.table(group, people[0])
            await group.shows("阿明")
        else:
            players = await in_round(home, group, people)
        if phase == "between rounds":
            await players.round()
        people[1].send("/stop", group)
        await group.shows("只有开桌的人或群管理员能收桌")
        people[0].send("/stop", group)
        if phase == "in a round":
            await group.shows("这一局打完就收桌")
            assert len(home.desk.service.tables) == 1
            settlement = await players.round()
            assert settlement.text
        await group.shows("这一桌收了")
        await ended(home, people, rounds=0 if phase == "lobby" else 1)


async def test_scenario_27_everybody_agrees_and_the_round_is_void(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", rounds=3, **CLOCKS) as home:
        people = home.people("阿明", "小红", "老王", "阿强")
        group = home.server.group("麻友", members=people)
        await in_round(home, group, people[:3])
        people[2].send("/leave", group)
        await group.shows("逃跑")
        people[0].send("/stop", group)
        board = await group.shows("马上散桌 0/3")
        assert (await people[3].tap(board, "马上散桌")).text.startswith("你没坐在这一桌")
        await people[0].tap(board, "马上散桌")
        await home.server.wait_for(lambda: any("马上散桌 1/3" in b.text for b in board.buttons))
        await people[0].tap(board, "马上散桌")
        assert any("马上散桌 1/3" in button.text for button in board.buttons)
        await people[1].tap(board, "马上散桌")
        assert len(home.desk.service.tables) == 1
        await people[2].tap(board, "马上散桌")
        over = await group.shows("这一桌收了")
        assert "没打完的这一局不算" in over.text
        for person in people[:3]:
            await person.sees("没打完的这一局不算")
        await ended(home, people[:3], rounds=0)
        seq = len(await events(home))
        # A clock that was left behind would answer now.
        await asyncio.sleep(CLOCK + 0.3)
        assert len(await events(home)) == seq


@pytest.mark.parametrize("phase", ["in a round", "between rounds"])
async def test_scenario_27_leaving_works_in_every_phase(tmp_path: Path, phase: str) -> None:
    async with house(tmp_path / "paohuzi.db", rounds=3, claim_clock=600, discard_clock=600) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        if phase == "between rounds":
            await players.round()
        people[1].send("/leave", group)
        if phase == "in a round":
            await people[1].tap(await group.shows("逃跑"), "逃跑")
        await group.shows("还差 1 人")
        assert [person.user_id for person in table_of(home, people[0]).people] == [people[0].id, people[2].id]
        assert await home.desk.outbox.idle()
        for person in people:
            assert person.find(asks) is None


async def test_scenario_27_a_table_that_nobody_touches_for_a_day_is_closed(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", rounds=3, claim_clock=0, discard_clock=0) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        await keeper.tidy(home.desk, time.monotonic() + 86_000, time.time())
        assert len(home.desk.service.tables) == 1
        await keeper.tidy(home.desk, time.monotonic() + 86_500, time.time())
        over = await group.shows("太久没人动")
        assert "没打完的这一局不算" in over.text
        await ended(home, people, rounds=0)


async def ended(home: House, people: Sequence[Person], rounds: int) -> None:
    """The table is closed; nobody is asked anything, no clock runs, and the books have so many rounds."""
    assert home.desk.service.tables == ()
    assert await home.desk.outbox.idle()
    for person in people:
        assert person.find(asks) is None
        assert person.find("🔔") is None
    store: Store = home.desk.store
    found = await store.rounds.of_table(1)
    assert len(found) == rounds
    assert await store.check() == ()
    if not rounds:
        assert await store.ledger.balances(-2001) == []
