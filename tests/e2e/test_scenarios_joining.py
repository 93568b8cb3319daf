"""Scenarios 1 to 7: how people come to a seat and to their cards, and what they are told where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.host.table import Phase
from tests.e2e.house import house
from tests.e2e.strict import due, friends, in_round, seated, settled, strict_house, table_of


async def test_scenario_01_who_never_pressed_start_is_led_there_and_then_sits(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang = home.server.person("老王")
        group = home.server.group("麻友", members=[ming, wang])
        lobby = await seated(home, group, [ming])
        await settled(home)
        before = lobby.text
        popup = await wang.tap(lobby, "坐下")
        assert popup.text == ""
        assert popup.url.startswith("https://t.me/paohuzi_bot?start=")
        await settled(home)
        assert lobby.text == before
        assert table_of(home, ming).person(wang.id) is None
        wang.follow(popup)
        await home.server.wait_for(lambda: "老王" in lobby.text)
        assert await wang.sees("麻友")


async def test_scenario_01_start_without_the_lost_link_still_seats(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang = home.server.person("老王")
        group = home.server.group("麻友", members=[ming, wang])
        lobby = await seated(home, group, [ming])
        await wang.tap(lobby, "坐下")
        wang.start()
        await home.server.wait_for(lambda: "老王" in lobby.text)


async def test_scenario_02_five_press_sit_down_in_the_same_second(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        people = home.people("阿明", "小红", "老王", "阿强", "小丽")
        opener = home.server.person("客人")
        group = home.server.group("麻友", members=[opener, *people])
        await home.table(group, opener)
        lobby = await group.shows("坐下")
        presses = [person.press(lobby, "坐下") for person in people]
        answers = [(await press.answered()).text for press in presses]
        assert [text.startswith("已坐下") for text in answers] == [True, True, True, True, False]
        assert answers[4].startswith("位子都坐满了")
        await home.server.wait_for(lambda: all(p.name in lobby.text for p in people[:4]))
        assert "小丽" not in lobby.text
        assert [person.user_id for person in table_of(home, people[0]).people] == [p.id for p in people[:4]]


@pytest.mark.parametrize("first", ["坐下", "开局"])
async def test_scenario_03_joining_in_the_second_of_the_start_seats_or_tells_why_not(
    tmp_path: Path, first: str
) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        people = home.people("阿明", "小红", "老王", "阿强")
        group = home.server.group("麻友", members=people)
        lobby = await seated(home, group, people[:3])
        late, ming = people[3], people[0]
        if first == "坐下":
            joins, starts = late.press(lobby, "坐下"), ming.press(lobby, "开局")
        else:
            starts, joins = ming.press(lobby, "开局"), late.press(lobby, "坐下")
        assert (await starts.answered()).text.startswith("发牌了")
        answer = (await joins.answered()).text
        table = table_of(home, ming)
        assert table.phase is Phase.PLAYING
        if first == "坐下":
            assert answer.startswith("已坐下")
            assert len(table.people) == 4
        else:
            assert answer.startswith("正在打牌")
            assert len(table.people) == 3


async def test_scenario_04_each_start_gets_a_useful_answer(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang, hong = home.server.person("老王"), home.server.person("小红")
        group = home.server.group("麻友", members=[ming, wang, hong])
        lobby = await seated(home, group, [ming])
        link = await wang.tap(lobby, "坐下")
        unused = await hong.tap(lobby, "坐下")

        wang.follow(link)
        await home.server.wait_for(lambda: "老王" in lobby.text)
        wang.follow(link)
        assert await wang.sees("你已经坐下了")
        assert len(table_of(home, ming).people) == 2

        ming.send("/stop", group)
        await group.shows("这一桌收了")
        hong.follow(unused)
        assert await hong.sees("这一桌已经收了")
        hong.start("no-such-token_0123456789")
        assert await hong.sees("这个入座链接过期了")
        hong.start()
        assert await hong.sees("跑胡子")


async def test_scenario_05_a_link_is_for_one_person_who_is_in_the_group(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang, stranger = home.server.person("老王"), home.server.person("路人")
        group = home.server.group("麻友", members=[ming, wang])
        lobby = await seated(home, group, [ming])
        link = await wang.tap(lobby, "坐下")
        stranger.follow(link)
        assert await stranger.sees("这个入座链接是给别人的")
        wang.leave(group)
        wang.follow(link)
        assert await wang.sees("你不在那个群里")
        assert [person.name for person in table_of(home, ming).people] == ["阿明"]
        wang.join(group)
        await wang.tap(lobby, "坐下")
        await home.server.wait_for(lambda: "老王" in lobby.text)


async def test_scenario_05_a_press_made_up_for_another_group_seats_nobody(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        ming, stranger = home.people("阿明", "路人")
        group = home.server.group("麻友", members=[ming])
        other = home.server.group("别处", members=[stranger])
        lobby = await seated(home, group, [ming])
        elsewhere = await seated(home, other, [stranger])
        data = next(button.data for button in lobby.buttons if button.text == "坐下")
        assert data is not None
        answer = await stranger.press_data(elsewhere, data).answered()
        assert answer.text.startswith("这个按钮不能用了")
        assert "路人" not in lobby.text


async def test_scenario_06_who_blocks_the_bot_before_the_match_loses_the_seat_and_is_shown_the_way_back(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        lobby = await seated(home, group, [ming, hong])
        hong.block()
        told = await group.shows("收不到我的私聊")
        await home.server.wait_for(lambda: "小红" not in lobby.text)
        hong.follow(told, "私聊入座")
        await home.server.wait_for(lambda: "小红" in lobby.text)
        assert await hong.sees("麻友")


async def test_scenario_06_who_blocks_the_bot_in_a_round_is_told_of_once_and_gets_the_hand_back(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        await players.move()
        await settled(home)
        gone = next(person for person in people if person not in due(home, people))
        gone.block()
        await group.shows("看不到手牌")
        await players.move()
        await settled(home)
        assert gone.private.bot_messages[-1].versions[-1].at < group.bot_messages[-1].date
        gone.unblock()
        again = await gone.sees(lambda m: "第 1 局" in m.text and m.date > group.bot_messages[-1].date)
        assert "你　手" in again.text
        settlement = await players.round()
        assert "本局" in settlement.text
        assert sum("看不到手牌" in message.text for message in group.bot_messages) == 1


async def test_scenario_06_a_blocked_seat_is_played_on_when_its_time_is_up(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=3, claim_clock=1, discard_clock=1) as home:
        people, group = friends(home)
        await in_round(home, group, people)
        await settled(home)
        blocked = due(home, people)[0]
        blocked.block()
        before = table_of(home, blocked).moment
        await group.shows("看不到手牌")
        await home.server.wait_for(lambda: table_of(home, people[0]).moment > before, within=10)


async def test_scenario_07_a_hand_that_could_not_be_sent_is_told_in_the_group_and_sent_by_hand(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        wang = people[2]
        group = home.server.group("麻友", members=people)
        lobby = await seated(home, group, people)
        await settled(home)
        fault = home.server.faults.error(
            403, "Forbidden: bot was blocked by the user", method="sendMessage", chat_id=wang.id, times=None
        )
        await people[0].tap(lobby, "开局")
        told = await group.shows("看不到手牌")
        assert "老王" in told.text
        assert wang.find("第 1 局") is None
        wang.send("/hand", group)
        link = await group.shows(lambda m: m.reply_to is not None and "看不到手牌" in m.text)
        assert fault in home.server.faults.pending()
        home.server.faults.clear()
        wang.follow(link, "去私聊出牌")
        assert "你　手" in (await wang.sees("第 1 局")).text
        first = wang.private.bot_messages[-1]
        wang.send("/hand")
        assert "你　手" in (await wang.sees(lambda m: "第 1 局" in m.text and m.id > first.id)).text
