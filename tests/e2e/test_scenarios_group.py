"""Scenarios 8 to 16: everything that happens to a group while people play in it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bot.chat import keeper
from bot.chat.commands import COMMANDS
from bot.chat.desk import ANONYMOUS_ADMIN
from bot.host.table import Phase
from bot.playground import Person, Room
from tests.e2e.house import House
from tests.e2e.playing import Players
from tests.e2e.strict import due, hand_of, in_round, seated, settled, strict_house, table_of


@pytest.mark.parametrize("heard", ["by the service message", "by a call that failed"])
async def test_scenario_08_the_group_becomes_a_supergroup_in_mid_round(tmp_path: Path, heard: str) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, rounds=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
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
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, supergroup=True)
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
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, supergroup=supergroup)
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
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
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
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
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
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, topics=True)
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


async def test_scenario_12_an_anonymous_admin_opens_a_table_and_sits_down_by_button(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        ming, boss = home.people("阿明", "群主")
        group = home.server.group("麻友", members=[ming, boss], supergroup=True)
        group.promote(boss, anonymous=True)
        boss.send("/new", group)
        lobby = await group.shows("坐下")
        assert home.desk.service.tables[0].people == ()
        boss.send("/leave", group)
        await group.shows("匿名时我看不出你是谁")
        assert (await boss.tap(lobby, "坐下")).text.startswith("已坐下")
        assert [person.user_id for person in table_of(home, boss).people] == [boss.id]
        assert await home.desk.store.people.get(ANONYMOUS_ADMIN) is None
        for event in await home.desk.store.journal.events(table_of(home, boss).id):
            assert ANONYMOUS_ADMIN not in event.data.values()
        boss.send("/stop", group)
        await group.shows("这一桌收了")


async def test_scenario_13_a_deleted_table_message_is_sent_anew(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
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


async def test_scenario_14_every_command_gets_an_answer_in_every_state_and_place(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        (guest,) = home.people("客人")
        group = home.server.group("麻友", members=[*people, guest], supergroup=True)
        empty = home.server.group("空群", members=[guest])
        channel = home.server.channel("频道", members=[guest])
        asked = [name for name in COMMANDS if name not in ("stop", "leave", "start")]

        async def answered(person: Person, text: str, room: Room | None) -> None:
            await settled(home)
            here = room or person.private
            newest = max((m.id for m in here.messages), default=0)
            person.send(text, room)
            await here.shows(lambda m: m.id > newest)

        for name in COMMANDS:
            await answered(guest, f"/{name}", guest.private)
            await answered(guest, f"/{name}", channel)
            if name != "new":
                await answered(guest, f"/{name}", empty)
        await answered(guest, "/nosuchthing", None)
        players = await in_round(home, group, people)
        for name in asked:
            await answered(guest, f"/{name}", group)
            await answered(people[1], f"/{name}", group)
        for text in ("/leave", "/stop", "/new qq-full 5"):
            await answered(guest, text, group)
        settlement = await players.round()
        for name in asked:
            await answered(people[0], f"/{name}", group)
        await answered(people[2], "/leave", group)
        assert settlement.text
        await answered(people[0], "/stop", group)
        for name in (*asked, "leave", "stop"):
            await answered(people[0], f"/{name}", group)


async def test_scenario_14_a_second_new_shows_the_table_that_is_open(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        first = await seated(home, group, [ming])
        hong.send("/new", group)
        await group.shows("这里已经有一桌")
        again = await group.shows(
            lambda m: "坐下" in m.labels[0][0] and m.id != first.id if m.labels else False
        )
        assert "阿明" in again.text
        await settled(home)
        assert first.buttons == ()
        assert len(home.desk.service.tables) == 1


async def test_scenario_14_a_second_new_says_that_its_words_were_for_nothing(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        await seated(home, group, [ming])
        hong.send("/new", group)
        plain = await group.shows("这里已经有一桌")
        assert "没用上" not in plain.text
        asked = hong.send("/new hunan <b>2", group)
        told = await group.shows("没用上")
        assert told.text.splitlines() == [
            "这里已经有一桌，就在下面。",
            "「\u2068hunan <b>2\u2069」没用上，改规矩发 /settings。",
        ]
        assert told.reply_to is asked
        (table,) = home.desk.service.tables
        assert (table.rules, table.base) == ("qq-half", 3)


async def test_scenario_15_chatter_brings_no_reaction(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, bot="admin")
        await in_round(home, group, people)
        await settled(home)
        before = home.server.calls.count(chat_id=group.id), table_of(home, people[0]).seq
        for text in (
            "打快点",
            "碰！",
            "胡",
            "过",
            "@paohuzi_bot 吃",
            "开局",
            "/ new",
            "／new",
            "new",
            "坐下",
        ):
            people[0].send(text, group)
        people[1].send("牌不错", group, reply_to=group.bot_messages[-1])
        people[2].send("/new@some_other_bot", group)
        people[2].send("/roll", group)
        people[2].send("/help", group)
        help_page = await group.shows(lambda m: m.reply_to is not None)
        await settled(home)
        assert help_page.reply_to is not None
        assert help_page.reply_to.text == "/help"
        assert home.server.calls.count(chat_id=group.id) == before[0] + 1
        assert table_of(home, people[0]).seq == before[1]


async def test_scenario_16_commands_from_an_outage_are_not_carried_out(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        home.server.clock.speed = 1
        await seated(home, group, people)
        seq = table_of(home, people[0]).seq
        for text in ("/stop", "/leave", "/new"):
            people[0].send(text, group, ago=90)
        people[1].send("/leave", ago=3600)
        await group.shows("之前的命令没有执行")
        await people[1].sees("之前的命令没有执行")
        people[0].send("/help", group, ago=30)
        await group.shows(lambda m: m.reply_to is not None and m.reply_to.text == "/help")
        await settled(home)
        assert table_of(home, people[0]).seq == seq
        assert sum("之前的命令没有执行" in m.text for m in group.bot_messages) == 1
        newcomer = home.server.person("新人")
        newcomer.start(ago=3600)
        await newcomer.sees("之前的命令没有执行")
        assert await home.desk.store.people.can_message(newcomer.id)


async def test_scenario_16_old_presses_are_harmless(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        lobby = await seated(home, group, people)
        keyboard = lobby.versions[-1]
        await people[0].tap(lobby, "开局")
        players = Players(home, people, group)
        settlement = await players.round()
        assert table_of(home, people[0]).phase is Phase.BETWEEN
        seq = table_of(home, people[0]).seq
        for label in ("离开", "开局", "换位", "玩法"):
            answer = await people[1].tap(keyboard, label)
            assert answer.text
        assert table_of(home, people[0]).seq == seq
        await players.next_round(settlement)


@pytest.mark.parametrize("bot", ["member", "admin"])
async def test_a_player_who_leaves_the_group_frees_the_seat_and_the_group_is_told_once(
    tmp_path: Path, bot: Any
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, bot=bot)
        lobby = await seated(home, group, people)
        people[2].leave(group)
        told = await group.shows("退群了，位子空出来了")
        assert "老王" in told.text
        await home.server.wait_for(lambda: "老王" not in lobby.text)
        await settled(home)
        assert sum("退群了" in m.text for m in group.bot_messages) == 1
        assert home.desk.service.tables_of(people[2].id) == ()


@pytest.mark.parametrize("bot", ["member", "admin"])
async def test_a_player_who_leaves_the_group_in_a_round_keeps_the_seat_till_it_is_over(
    tmp_path: Path, bot: Any
) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, bot=bot)
        players = await in_round(home, group, people)
        people[2].leave(group)
        await group.shows("这一局打完，位子就空出来")
        assert table_of(home, people[0]).departed == {people[2].id}
        settlement = await players.round()
        assert "老王" in settlement.text
        assert [person.name for person in table_of(home, people[0]).people] == ["阿明", "小红"]
        await settled(home)
        assert sum("退群了" in m.text for m in group.bot_messages) == 1


async def test_who_comes_back_in_the_round_keeps_the_seat(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        await in_round(home, group, people)
        people[2].leave(group)
        await group.shows("退群了")
        people[2].join(group)
        await home.server.wait_for(lambda: True)
        people[0].send("/help", group)
        await group.shows(lambda m: m.reply_to is not None)
        assert table_of(home, people[0]).departed == frozenset()


async def test_an_idle_lobby_closes_and_says_so(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", idle_lobby_after=600) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        lobby = await seated(home, group, [ming])
        now = time.monotonic()
        await keeper.tidy(home.desk, now + 590, time.time())
        assert len(home.desk.service.tables) == 1
        await keeper.tidy(home.desk, now + 610, time.time())
        await home.server.wait_for(lambda: "太久没人动，这一桌收了" in lobby.text)
        assert lobby.buttons == ()
        assert home.desk.service.tables == ()
        ming.send("/new", group)
        await group.shows(lambda m: m.id > lobby.id and "坐下" in m.labels[0][0] if m.labels else False)


async def test_a_table_in_play_that_nobody_touches_for_a_day_closes_with_nothing_paid(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        await in_round(home, group, people)
        await settled(home)
        board, now = group.find("第 1 局"), time.monotonic()
        assert board is not None
        await keeper.tidy(home.desk, now + 23 * 3600, time.time())
        assert len(home.desk.service.tables) == 1
        assert due(home, people)
        await keeper.tidy(home.desk, now + 25 * 3600, time.time())
        told = await group.shows("太久没人动")
        assert "没打完的这一局不算" in told.text
        await people[1].sees("没打完的这一局不算")
        await home.server.wait_for(lambda: board.buttons == ())
        assert await home.desk.store.ledger.settlements(group.id) == []


async def test_scenario_09_without_the_right_to_send_photos_settlements_are_text(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, pictures=True) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people, supergroup=True)
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
