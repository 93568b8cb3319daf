"""Scenarios 17 to 23, and 33: buttons, whoever presses them, and sends that go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.chat.presses import HANDLERS
from bot.host.table import Phase
from bot.playground import Message, Person
from tests.e2e.house import House
from tests.e2e.playing import MOVES, Players
from tests.e2e.strict import due, friends, hand_of, in_round, seated, settled, strict_house, table_of


def move_of(person: Person) -> tuple[Message, str]:
    """The hand of somebody who is due, and the data of its first move."""
    hand = hand_of(person)
    return hand, next(b.data for b in hand.buttons if b.data and b.data.startswith(MOVES))


async def played(home: House, table_id: int) -> int:
    """How many moves the journal of a table has."""
    events = await home.desk.store.journal.events(table_id)
    return sum(event.kind == "Played" for event in events)


async def test_scenario_17_a_press_that_is_delivered_twice_is_one_move(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        await settled(home)
        (first,) = due(home, people)
        hand, data = move_of(first)
        press = first.press(hand, data)
        press.deliver_again()
        await press.answered()
        press.deliver_again()
        await first.tap(hand.versions[0], "托管")
        assert await played(home, table_of(home, first).id) == 1
        assert home.server.calls.count("answerCallbackQuery") == len(home.server.world.queries)


async def test_scenario_17_two_quick_taps_are_one_move(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        await settled(home)
        (first,) = due(home, people)
        hand, data = move_of(first)
        other = next(b.data for b in hand.buttons if b.data and b.data.startswith("act:") and b.data != data)
        presses = [first.press(hand, data), first.press(hand, data), first.press(hand, other)]
        answers = [(await press.answered()).text for press in presses]
        assert answers[0].startswith("已打")
        assert all(not text.startswith("已打") and text for text in answers[1:])
        assert await played(home, table_of(home, first).id) == 1


async def test_scenario_17_a_computer_is_added_once_for_each_press(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        lobby = await seated(home, group, [ming])
        press = ming.press(lobby, "加电脑")
        press.deliver_again()
        await press.answered()
        await ming.tap(lobby, "规则")
        assert len(table_of(home, ming).people) == 2


async def test_scenario_18_a_press_on_an_old_keyboard_is_told_so_and_the_keyboard_goes(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        await settled(home)
        (first,) = due(home, people)
        old, data = move_of(first)
        old_keyboard = old.versions[-1]
        for method in ("deleteMessage", "editMessageReplyMarkup"):
            home.server.faults.error(400, "Bad Request: odd", method=method, chat_id=first.id)
        first.send("/hand")
        new = await first.sees(lambda m: "第 1 局" in m.text and m.id > old.id)
        await settled(home)
        await players.move()
        await settled(home)
        assert old.buttons
        answer = await first.tap(old_keyboard, data)
        assert answer.text.startswith("这一步已经过去了")
        await home.server.wait_for(lambda: old.buttons == ())
        assert new.buttons
        assert (await first.tap(new.versions[0], data)).text.startswith("这一步已经过去了")
        await settled(home)
        assert new.buttons


async def test_scenario_19_a_press_by_somebody_else_is_told_to_that_person_only(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        (stranger,) = home.people("路人")
        group = home.server.group("麻友", members=[*people, stranger])
        await in_round(home, group, people)
        await settled(home)
        board = await group.shows("第 1 局")
        (first,) = due(home, people)
        _, data = move_of(first)
        other = next(person for person in people if person is not first)
        seq, shown = table_of(home, first).seq, len(home.server.log)
        answers = [await stranger.tap(board, label) for label in ("吃", "碰", "胡", "过", "看牌")]
        answers.append(await stranger.press_data(board, data).answered())
        answers.append(await other.press_data(hand_of(other), data).answered())
        assert all(answer.text for answer in answers)
        await settled(home)
        assert table_of(home, first).seq == seq
        new = home.server.log[shown:]
        assert [entry.how for entry in new] == ["popup"] * len(answers)
        assert {entry.seen_by for entry in new} == {frozenset({stranger.id}), frozenset({other.id})}


async def test_scenario_20_every_press_is_answered_once_and_before_anything_slow(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, floods=True) as home:
        people, group = friends(home)
        lobby = await seated(home, group, people)
        await settled(home)
        home.server.faults.flood(1, chat_id=group.id)
        slow = [home.server.faults.slow(0.5, method="sendMessage", chat_id=person.id) for person in people]
        assert (await people[0].tap(lobby, "开局")).text.startswith("发牌了")
        assert (await people[1].tap(lobby, "坐下")).text
        order = [call.method for call in home.server.calls]
        assert "sendMessage" not in order[-2:]
        for person in people:
            await person.sees("第 1 局")
        assert all(fault.left == 0 for fault in slow)
        home.server.faults.clear()
        board = await group.shows("第 1 局", within=10)
        presses = [
            p.press_data(board, data)
            for p in people
            for data in ("", "x", "sit:1:1:", "chi:1:1:", "hand:1:0:")
        ]
        for press in presses:
            await press.answered()
        asked = len(home.server.world.queries)
        assert home.server.calls.count("answerCallbackQuery") == asked
        assert home.server.calls.count("answerCallbackQuery", ok=True) == asked


async def test_scenario_21_presses_of_somebody_at_two_tables_never_cross(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=5) as home:
        ming, hong, wang, qiang, li = home.people("阿明", "小红", "老王", "阿强", "小丽")
        here = home.server.group("麻友", members=[ming, hong, wang])
        there = home.server.group("牌友", members=[ming, qiang, li])
        one = await in_round(home, here, [ming, hong, wang])
        two = await in_round(home, there, [ming, qiang, li])
        await settled(home)
        tables = home.desk.service.tables_of(ming.id)
        assert [table.chat_id for table in tables] == [here.id, there.id]
        hands = [await ming.sees(title) for title in ("麻友", "牌友")]
        assert hands[0].id != hands[1].id
        for title, table, hand in zip(("麻友", "牌友"), tables, hands, strict=True):
            assert title in hand.text
            assert {b.data.split(":")[1] for b in hand.buttons if b.data} == {str(table.id)}
        ming.send("/leave")
        await ming.sees("你坐在好几桌")
        before = [table.seq for table in home.desk.service.tables_of(ming.id)]
        one.people = [hong, wang]
        await one.move()
        assert home.desk.service.tables_of(ming.id)[1].seq == before[1]
        # Both tables go on to their settlements, each in its own group.
        for players, group in ((one, here), (two, there)):
            players.people = [p for p in players.people if p is not ming]
            while table_in_play(home, group.id) and await step(home, players.people, ming, group.id):
                pass
            assert await group.shows("看三家")
        totals = [await home.desk.store.ledger.balances(group.id) for group in (here, there)]
        assert [{b.user_id for b in each} for each in totals] == [
            {ming.id, hong.id, wang.id},
            {ming.id, qiang.id, li.id},
        ]


def table_in_play(home: House, chat_id: int) -> bool:
    table = home.desk.service.table_in(chat_id, None)
    return table is not None and table.phase is Phase.PLAYING


async def step(home: House, others: list[Person], shared: Person, chat_id: int) -> bool:
    """One move at the table of this group by whoever is due there."""
    table = home.desk.service.table_in(chat_id, None)
    if table is None or table.game is None:
        return False
    seat = min(table.game.legal())
    person = next(p for p in (shared, *others) if p.id == table.player(seat).user_id)

    def offered() -> tuple[Message, str] | None:
        for message in reversed(person.private.bot_messages):
            for button in message.buttons:
                what, number, moment, _ = (button.data or ":::").split(":", 3)
                if what == "act" and (number, moment) == (str(table.id), str(table.moment)):
                    assert button.data is not None
                    return message, button.data
        return None

    message, data = await home.server.wait_for(offered, within=10) or (None, "")
    assert message is not None
    answer = await person.tap(message, data)
    if "可以胡" in answer.text:
        sure = await person.sees(lambda m: any((b.data or "").startswith("sure:") for b in m.buttons))
        await person.tap(sure, next(b.data for b in sure.buttons if (b.data or "").startswith("sure:")) or "")
    return True


async def test_scenario_22_who_has_an_option_does_not_show(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=1) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        asked_together = waited = 0
        board = await group.shows("第 1 局")
        while table_of(home, people[0]).phase is Phase.PLAYING:
            await home.server.wait_for(lambda: moments(board) == {table_of(home, people[0]).public_moment})
            await settled(home)
            waiting = due(home, people)
            status = board.text.splitlines()[-1]
            if "等各家" in status:
                waited += 1
                asked_together += len(waiting) > 1
                offered = [
                    p for p in people if any((b.data or "").startswith(MOVES) for b in hand_of(p).buttons)
                ]
                assert offered == waiting
                assert [b.text for b in board.buttons] == ["吃", "碰", "胡", "过", "看牌", "去私聊出牌"]
                assert "⏱" not in board.text
                owner = status.split(" ")[0]
                assert all(p.name not in status.replace(owner, "") for p in people)
            if not await players.move():
                break
        assert waited > 5
        assert asked_together > 0


def moments(board: Message) -> set[int]:
    """The moments for which the board's buttons are."""
    return {int((button.data or "").split(":")[2]) for button in board.buttons if button.text in "吃碰胡过"}


HOSTILE = (
    "",
    "x",
    ":::",
    "sit",
    "sit:1",
    "act:1:1:0:0",
    "act:01:1:0",
    "act:99999999999:1:0",
    "act:1:-1:0",
    "begin:1:0:",
    "act:1:10001:9999",
    "act:1:10001:hu",
    "sure:1:10001:hu",
    "leave_sure:1:10000:0",
    "hands:1:0:1.1",
    "hands:1:0:9999999.1",
    "record:1:0:１.1",
    "set_base:1:9999:7",
    "set_rules:1:9999:nosuch",
    "look:1:0:<b>",
    "lang:0:0:xx",
    "book:1:0:qq-half.1.1.99999",
    "chi:1:٣:",
    "\u0000" * 8,
    "碰:1:1:",
    "a" * 64,
)


@pytest.mark.parametrize("who", ["a player", "a stranger"])
async def test_scenario_23_made_up_data_changes_nothing(tmp_path: Path, who: str) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        (stranger,) = home.people("路人")
        group = home.server.group("麻友", members=[*people, stranger])
        players = await in_round(home, group, people)
        await settled(home)
        board = await group.shows("第 1 局")
        presser = people[1] if who == "a player" else stranger
        (table,) = home.desk.service.tables
        made_up = list(HOSTILE)
        for what in HANDLERS:
            if who == "a stranger" and what != "sit":
                made_up += [f"{what}:{table.id}:{table.moment}:{arg}" for arg in ("", "0", str(people[0].id))]
            made_up.append(f"{what}:{table.id + 1}:{table.moment}:")
        shown, place = board.now, {m.id: m.now for m in group.bot_messages}
        for data in made_up:
            answer = await presser.press_data(board, data).answered()
            assert not answer.text.startswith(("已", "你胡了"))
        await settled(home)
        assert home.desk.service.tables == (table,)
        assert board.now is shown
        assert {m.id: m.now for m in group.bot_messages} == place
        assert await players.move()


async def test_scenario_33_a_send_that_came_although_nobody_heard_is_not_doubled(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        lobby = await seated(home, group, people)
        await settled(home)
        home.server.faults.drop(after=True, method="sendMessage", chat_id=group.id)
        await people[0].tap(lobby, "开局")
        await group.shows("第 1 局")
        await settled(home)
        assert sum("第 1 局" in m.text for m in group.bot_messages) == 1
        assert home.server.calls.count("sendMessage", chat_id=group.id, ok=False) == 1


async def test_scenario_33_a_send_that_is_refused_does_not_stop_the_game(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        lobby = await seated(home, group, people)
        await settled(home)
        for method in ("sendMessage", "editMessageText"):
            home.server.faults.error(400, "Bad Request: no reason", method=method, chat_id=group.id, times=2)
        home.server.faults.error(502, "Bad Gateway", method="sendMessage", chat_id=people[1].id)
        await people[0].tap(lobby, "开局")
        for person in people:
            await person.sees("第 1 局")
        settlement = await Players(home, people, group).round()
        assert "本局" in settlement.text


async def test_scenario_23_a_made_up_press_takes_no_buttons_from_an_older_settlement(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        (stranger,) = home.people("路人")
        group = home.server.group("麻友", members=[*people, stranger])
        players = await in_round(home, group, people)
        settlements = []
        for _ in range(2):
            settlements.append(await players.round())
            await players.next_round(settlements[-1])
        await settled(home)
        buttons = settlements[0].buttons
        assert buttons
        answer = await stranger.press_data(settlements[0], "sit:77:9999:").answered()
        assert answer.text.startswith("这一桌已经收了")
        await settled(home)
        assert settlements[0].buttons == buttons
