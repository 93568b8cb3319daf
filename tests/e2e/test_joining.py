"""How people come to a seat, and what they are told where they cannot."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import Players


async def test_who_blocked_the_bot_loses_the_seat_before_the_match_and_is_shown_the_way_back(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        await home.table(group, ming)
        hong.block()
        lobby = await group.shows("阿明")
        await hong.tap(lobby, "坐下")
        told = await group.shows("小红 收不到我的私聊".replace("小红 ", ""))
        await home.server.wait_for(lambda: "小红" not in lobby.text)
        hong.follow(told, "私聊入座")
        await home.server.wait_for(lambda: "小红" in lobby.text)
        assert await hong.sees("麻友")


async def test_who_blocks_the_bot_in_play_gets_the_hand_back_by_start(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        await home.table(group, people[0])
        lobby = await group.shows("阿明")
        for person in people[1:]:
            await person.tap(lobby, "坐下")
        await people[0].tap(await group.shows("开局"), "开局")
        players = Players(home, people, group)
        await players.move()
        await home.desk.outbox.idle()
        (table,) = home.desk.service.tables_of(people[0].id)
        assert table.game is not None
        idle = next(p for p in people if table.seat_of(p.id) not in table.game.legal())
        idle.block()
        await players.move()
        told = await group.shows("看不到手牌")
        idle.follow(told, "去私聊出牌")
        settlement = await players.round()
        assert "本局" in settlement.text
        assert sum("看不到手牌" in message.text for message in group.bot_messages) == 1


async def test_a_link_is_for_one_person_and_one_time(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, wang = home.server.person("阿明"), home.server.person("老王")
        group = home.server.group("麻友", members=[ming, wang])
        await home.table(group, ming)
        lobby = await group.shows("坐下")
        popup = await ming.tap(lobby, "坐下")
        wang.follow(popup)
        assert await wang.sees("这个入座链接是给别人的")
        ming.follow(popup)
        await home.server.wait_for(lambda: "阿明　" in lobby.text or "阿明" in lobby.text.split("东")[1])
        ming.follow(popup)
        assert await ming.sees("这个入座链接过期了")
        assert "老王" not in lobby.text


async def test_start_without_the_lost_link_still_seats(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang = home.server.person("老王")
        group = home.server.group("麻友", members=[ming, wang])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        await wang.tap(lobby, "坐下")
        wang.start()
        await home.server.wait_for(lambda: "老王" in lobby.text)


async def test_five_press_sit_down_at_once(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        people = home.people("阿明", "小红", "老王", "阿强", "小丽")
        group = home.server.group("麻友", members=people)
        opener = home.server.person("客人")
        opener.join(group)
        await home.table(group, opener)
        lobby = await group.shows("坐下")
        presses = [person.press(lobby, "坐下") for person in people]
        answers = [(await press.answered()).text for press in presses]
        assert [text.startswith("已坐下") for text in answers] == [True, True, True, True, False]
        assert answers[4].startswith("四个位子都坐满了")
        await home.server.wait_for(lambda: all(p.name in lobby.text for p in people[:4]))
        assert "小丽" not in lobby.text


async def test_a_press_made_up_for_another_group_seats_nobody(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, stranger = home.people("阿明", "路人")
        group = home.server.group("麻友", members=[ming])
        other = home.server.group("别处", members=[stranger])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        await home.table(other, stranger)
        elsewhere = await other.shows("路人")
        data = next(button.data for button in lobby.buttons if button.text == "坐下")
        assert data is not None
        answer = await stranger.press_data(elsewhere, data).answered()
        assert answer.text.startswith("这个按钮不能用了")
        assert "路人" not in lobby.text
