"""Scenarios 12, and 14 to 16: what people write, in which state and place, and when."""

from __future__ import annotations

from pathlib import Path

from bot.chat.commands import COMMANDS
from bot.chat.desk import ANONYMOUS_ADMIN
from bot.host.table import Phase
from bot.playground import Person, Room
from tests.e2e.playing import Players
from tests.e2e.strict import friends, in_round, seated, settled, strict_house, table_of


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
        people, group = friends(home, bot="admin")
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
        people, group = friends(home)
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
        people, group = friends(home)
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
