"""/rules: privately for who asks, in the lobby for all; its pages, whose rules they tell, and the way to them."""

from __future__ import annotations

from pathlib import Path

from bot.chat.rulebook import Book
from bot.playground import Person, Room
from bot.views.rulebook import PAGES
from tests.e2e.house import House, house


async def asked(home: House, person: Person, text: str, room: Room) -> str:
    """Ask for the rules in a group; what the group is told."""
    before = len(room.bot_messages)
    question = person.send(text, room)
    told = await room.shows(lambda m: m.reply_to is question)
    assert await home.desk.outbox.idle()
    assert len(room.bot_messages) == before + 1
    return told.text


async def test_asked_in_a_group_the_rules_come_privately_in_one_message(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        ming, tom = home.people("阿明"), home.server.person("Tom", language_code="en")
        tom.start()
        await tom.sees("/rules")
        group = home.server.group("麻友", members=[*ming, tom])
        assert await asked(home, tom, "/rules", group) == "规则发到私聊了。"
        (button,) = group.bot_messages[-1].buttons
        assert (button.text, button.url) == ("去私聊看", f"https://t.me/{home.desk.username}")
        book = await tom.sees("Which page?")
        before = len(tom.messages())
        await tom.tap(book, "Melds")
        seen = set()
        for number in range(1, PAGES):
            await home.server.wait_for(lambda number=number: f"{number}/{PAGES - 1}" in book.text)
            seen.add(book.text)
            if number < PAGES - 1:
                await tom.tap(book, "Next")
        assert len(seen) == PAGES - 1
        assert len(tom.messages()) == before
        assert await asked(home, tom, "/rules hunan", group) == "规则发到私聊了。"
        assert "Hunan" in (await tom.sees(lambda m: "Which page?" in m.text and m is not book)).text


async def test_in_private_the_rules_are_those_of_the_group_in_which_they_were_asked_for(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        ming.send("/new hunan 10", group)
        await group.shows("坐下")
        await asked(home, ming, "/rules", group)
        book = await ming.sees("想看哪一页")
        assert "湖南守醒 · 底分 10" in book.text
        await ming.tap(book, "算一手：平胡")
        await home.server.wait_for(lambda: "2 × 1 × 底分 10 ＝ 20" in book.text)
        ming.send("/stop", group)
        await group.shows("收了")
        ming.send("/settings bayi base=7", group)
        await group.shows("八一字牌")
        await ming.tap(book, "目录")
        await home.server.wait_for(lambda: "八一字牌 · 底分 7" in book.text)


async def test_who_never_pressed_start_finds_the_rules_behind_the_link(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        guest, outsider = home.server.person("客人"), home.server.person("路人")
        group = home.server.group("麻友", members=[ming, guest])
        ming.send("/new hunan 10", group)
        await group.shows("坐下")
        for text, title in (("/rules", "湖南守醒 · 底分 10"), ("/rules bayi", "八一字牌")):
            await home.desk.store.people.set_can_message(guest.id, False)
            assert "点 START" in await asked(home, guest, text, group)
            link = group.bot_messages[-1]
            guest.follow(link)
            book = await guest.sees(lambda m, title=title: title in m.text)
            await guest.tap(book, "门子和胡息")
            await home.server.wait_for(lambda book=book: f"1/{PAGES - 1}" in book.text)
        outsider.start(Book(group=group.id).payload(None))
        await outsider.sees("你不在那个群里")
        assert outsider.find("湖南") is None


async def test_a_link_from_a_topic_leads_to_the_rules_of_its_table(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        guest = home.server.person("客人")
        group = home.server.group("麻友", members=[ming, guest], topics=True)
        topic = group.topic("打牌")
        ming.send("/new hunan 10", group, topic=topic)
        await group.shows("坐下")
        guest.send("/rules", group, topic=topic)
        guest.follow(await group.shows("点 START"))
        assert "湖南守醒 · 底分 10" in (await guest.sees("想看哪一页")).text


async def test_an_anonymous_admin_gets_the_rules_where_they_were_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        ming, boss = home.people("阿明", "群主")
        group = home.server.group("麻友", members=[ming, boss], supergroup=True)
        group.promote(boss, anonymous=True)
        boss.send("/rules", group)
        book = await group.shows("想看哪一页")
        await ming.tap(book, "算一手：红胡")
        await home.server.wait_for(lambda: "每家付 30 豆" in book.text)


async def test_the_lobby_s_rules_are_those_of_its_table(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        ming.send("/new hunan 10", group)
        lobby = await group.shows("0 豆")
        await ming.tap(lobby, "规则")
        await home.server.wait_for(lambda: "湖南守醒" in lobby.text and "想看哪一页" in lobby.text)
        await ming.tap(lobby, "算一手：平胡")
        await home.server.wait_for(lambda: "2 × 1 × 底分 10 ＝ 20" in lobby.text)
        await ming.tap(lobby, "下一页")
        await home.server.wait_for(lambda: "8/10" in lobby.text)
        await ming.tap(lobby, "返回")
        await home.server.wait_for(lambda: "空位" in lobby.text)


async def test_made_up_pages_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        ming.send("/rules")
        book = await ming.sees("想看哪一页")
        text = book.text
        for arg in ("qq-half.3.1.99", "qq-half.3.1", "mahjong.3.1.1", "qq-half.x.1.1", "", "qq-half.-3.1.1"):
            answer = await ming.press_data(book, f"book:0:0:{arg}").answered()
            assert answer.text.startswith("这个按钮不能用了"), arg
        secret = home.server.group("别人的群", members=[home.server.person("路人")])
        made_up = f"book:0:0:{Book(group=secret.id).press(1).arg}"
        assert (await ming.press_data(book, made_up).answered()).text.startswith("这个按钮不能用了")
        assert (await ming.press_data(book, "lang:0:0:tlh").answered()).text.startswith("这个按钮不能用了")
        await home.desk.outbox.idle()
        assert book.text == text
