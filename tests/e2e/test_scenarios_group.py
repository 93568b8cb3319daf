"""Scenarios 8 to 11, and 13: what happens to a group, and to the bot in it, while people play there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import Person
from tests.e2e.house import House
from tests.e2e.playing import Players
from tests.e2e.strict import friends, hand_of, in_round, seated, settled, strict_house, table_of


@pytest.mark.parametrize("heard", ["by the service message", "by a call that failed"])
async def test_scenario_08_the_group_becomes_a_supergroup_in_mid_round(tmp_path: Path, heard: str) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, rounds=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        first = await players.round()
        await players.next_round(first)
        await group.shows("第 2 局")
        await players.move()
        await settled(home)
        before = await home.desk.store.ledger.balances(group.id)
        assert before
        old_board = group.find("第 2 局")
        assert old_board is not None

        big = group.migrate()
        if heard == "by a call that failed":
            home.server.world.updates.clear()
            await players.move()
        board = await big.shows(lambda m: "第 2 局" in m.text and "墩" in m.text)
        await home.server.wait_for(lambda: table_of(home, people[0]).chat_id == big.id)
        await settled(home)
        assert await home.desk.store.ledger.balances(big.id) == before
        assert await home.desk.store.ledger.balances(group.id) == []
        assert [m for m in big.bot_messages if m.buttons] == [board]

        assert (await people[0].tap(old_board, "看牌")).text.startswith("手牌")
        sent = home.server.calls.count(chat_id=group.id)
        players.group = big
        players.over.clear()
        settlement = await players.round()
        assert "本局" in settlement.text
        assert home.server.calls.count(chat_id=group.id) == sent
        kinds = [event.kind for event in await home.desk.store.journal.events(table_of(home, people[0]).id)]
        assert kinds.count("Moved") == 1
        people[1].send("/beans", big)
        await big.shows("豆")


async def test_scenario_08_a_lobby_and_its_links_move_too(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        wang, hong = home.server.person("老王"), home.server.person("小红")
        group = home.server.group("麻友", members=[ming, wang, hong])
        old = await seated(home, group, [ming])
        link = await wang.tap(old, "坐下")
        big = group.migrate()
        lobby = await big.shows("坐下")
        wang.follow(link)
        await home.server.wait_for(lambda: "老王" in lobby.text)
        hong.start()
        await hong.sees("跑胡子")
        assert (await hong.tap(old, "坐下")).text.startswith("已坐下")
        await home.server.wait_for(lambda: "小红" in lobby.text)
        ming.send("/new", big)
        await big.shows("这里已经有一桌")
        assert len(home.desk.service.tables) == 1


async def test_scenario_09_a_muted_bot_lets_people_play_on_and_shows_the_table_when_it_may(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home, supergroup=True)
        lobby = await seated(home, group, people)
        await settled(home)
        group.mute_bot()
        assert (await people[0].tap(lobby, "开局")).text.startswith("发牌了")
        for person in people:
            await person.sees("第 1 局")
        players = Players(home, people, group)
        for _ in range(4):
            await players.move()
        await settled(home)
        assert group.find("第 1 局") is None
        assert table_of(home, people[0]).seq > 8
        group.unmute_bot()
        board = await group.shows("第 1 局")
        assert f"墩 {_stock(home, people[0])}" in board.text


def _stock(home: House, person: Person) -> int:
    game = table_of(home, person).game
    assert game is not None
    return game.view(None).stock


@pytest.mark.parametrize("supergroup", [False, True])
@pytest.mark.parametrize("how", ["kicked", "deleted"])
async def test_scenario_10_without_its_group_the_table_ends_and_the_players_are_free(
    tmp_path: Path, how: str, supergroup: bool
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home, supergroup=supergroup)
        players = await in_round(home, group, people)
        for _ in range(3):
            await players.move()
        await settled(home)
        table = table_of(home, people[0])
        group.kick_bot() if how == "kicked" else group.delete()
        for person in people:
            told = await person.sees("我不在「")
            assert "麻友" in told.text
            assert "没打完的这一局不算" in told.text
            assert home.desk.service.tables_of(person.id) == ()
        events = await home.desk.store.journal.events(table.id)
        assert (events[-1].kind, events[-1].data) == ("Closed", {"reason": "gone"})
        assert await home.desk.store.rounds.of_match(table.id, 1) == []
        assert await home.desk.store.ledger.settlements(group.id) == []
        answer = await people[0].tap(hand_of(people[0]).versions[0], "图片")
        assert answer.text.startswith("这一桌已经收了")
        other = home.server.group("别处", members=people)
        await seated(home, other, people)


async def test_scenario_10_a_kick_that_is_only_noticed_by_a_failed_call_ends_the_table_too(
    tmp_path: Path,
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        await settled(home)
        group.kick_bot()
        home.server.world.updates.clear()
        await players.move()
        for person in people:
            await person.sees("我不在「")
        assert home.desk.service.tables == ()


async def test_scenario_10_what_was_settled_before_stays(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        settlement = await players.round()
        before = await home.desk.store.ledger.balances(group.id)
        await players.next_round(settlement)
        await players.move()
        group.kick_bot()
        await people[0].sees("没打完的这一局不算")
        assert await home.desk.store.ledger.balances(group.id) == before
        group.add_bot()
        people[0].send("/beans", group)
        shown = await group.shows("豆")
        assert all(each.name in shown.text for each in before)


async def test_scenario_11_everything_stays_in_its_topic(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong], topics=True)
        topics = [group.topic("一桌"), group.topic("二桌"), None]
        for topic in topics:
            ming.send("/new", group, topic=topic)
            thread = topic.thread_id if topic else None
            lobby = await group.shows(lambda m, t=thread: m.thread_id == t and "阿明" in m.text)
            await ming.tap(lobby, "加电脑")
            await ming.tap(lobby, "加电脑")
            lobby = await group.shows(lambda m, t=thread: m.thread_id == t and "开局" in m.labels[0])
            await ming.tap(lobby, "开局")
            await group.shows(lambda m, t=thread: m.thread_id == t and "第 1 局" in m.text)
            hong.send("/help", group, topic=topic)
            await group.shows(lambda m, t=thread: m.thread_id == t and m.reply_to is not None)
        await settled(home)
        tables = home.desk.service.tables_of(ming.id)
        threads = [topic.thread_id if topic else None for topic in topics]
        assert [table.thread_id for table in tables] == threads
        for table in tables:
            slots = await home.desk.store.messages.of(table.id)
            board = group.chat.messages[slots["board"].message_id]
            assert board.thread_id == table.thread_id
        sent = [
            call.values.get("message_thread_id")
            for call in home.server.calls.of("sendMessage", chat_id=group.id)
        ]
        assert set(sent) == {None, *(str(topic.thread_id) for topic in topics if topic)}


async def test_scenario_11_a_table_whose_topic_is_deleted_goes_on_in_general(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home, topics=True)
        topic = group.topic("一桌")
        people[0].send("/new", group, topic=topic)
        lobby = await group.shows("阿明")
        for person in people[1:]:
            await person.tap(lobby, "坐下")
        await settled(home)
        group.delete_topic(topic)
        people[0].press_data(
            lobby, f"begin:{table_of(home, people[0]).id}:{table_of(home, people[0]).moment}:"
        )
        board = await group.shows("第 1 局")
        assert board.thread_id is None
        await home.server.wait_for(lambda: table_of(home, people[0]).thread_id is None)
        people[1].send("/new", group)
        await group.shows("这里已经有一桌")
        assert len(home.desk.service.tables) == 1


async def test_scenario_11_a_reply_in_a_group_without_topics_is_no_topic(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming], supergroup=True)
        lobby = await seated(home, group, [ming])
        ming.send("/new", group, reply_to=lobby)
        again = await group.shows("这里已经有一桌")
        assert again.thread_id is None
        assert len(home.desk.service.tables) == 1


async def test_scenario_13_a_deleted_table_message_is_sent_anew(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        lobby = await seated(home, group, people[:2])
        await settled(home)
        group.delete_message(lobby)
        await people[2].press(lobby.versions[-1], "坐下").answered()
        lobby = await group.shows("老王")
        await people[0].tap(lobby, "开局")
        board = await group.shows("第 1 局")
        await settled(home)
        group.delete_message(board)
        assert (await people[1].press(board.versions[-1], "看牌").answered()).text.startswith("手牌")
        players = Players(home, people, group)
        await players.move()
        anew = await group.shows(lambda m: "第 1 局" in m.text and m.id > board.id)
        await players.move()
        await settled(home)
        assert [m.id for m in group.bot_messages if "第 1 局" in m.text] == [anew.id]


async def test_scenario_09_without_the_right_to_send_photos_settlements_are_text(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, pictures=True) as home:
        people, group = friends(home, supergroup=True)
        group.mute_bot("can_send_messages")
        players = await in_round(home, group, people)
        settlement = await players.round()
        assert settlement.photo is None
        assert "本局" in settlement.text
        await players.next_round(settlement)
        await group.shows("第 2 局")
        group.unmute_bot()
        again = await players.round()
        assert again.photo is not None
