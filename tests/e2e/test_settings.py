"""House rules by buttons and by words (R49), through the real stack: /settings, saved houses, texts, /new NAME."""

from __future__ import annotations

import json
from pathlib import Path

from bot.playground import Message, Person, Room
from tests.e2e.house import House, house
from tests.e2e.playing import Players


async def opened(home: House, group: Room, person: Person) -> Message:
    """Ask /settings; the message that answers."""
    seen = {message.id for message in group.bot_messages}
    person.send("/settings", group)
    return await group.shows(lambda m: m.id not in seen and m.text.startswith("⚙️"))


def button(message: Message, wanted: str) -> str | None:
    """The data of the button with this label, or else of the first whose label begins or whose data ends so."""
    for fits in (str.__eq__, str.startswith):
        found = [b.data for b in message.buttons if fits(b.text, wanted) or (b.data or "").endswith(wanted)]
        if found:
            return found[0]
    return None


async def tap(home: House, person: Person, message: Message, *wanted: str) -> list[str]:
    """Press one button after the other, each on the page that the one before brought; the answers."""
    told = []
    for each in wanted:
        data = await home.server.wait_for(lambda each=each: button(message, each), what=each)
        before = message.now
        told.append((await person.tap(message, data)).text)
        await home.server.wait_for(lambda before=before: message.now is not before, what=f"after {each}")
    return told


async def test_r49_rules_are_changed_by_buttons_played_and_recorded(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=4, rounds=1) as home:
        ming, hong, wang = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=[ming, hong, wang])
        await home.table(group, ming)
        lobby = await group.shows("开的桌")
        page = await opened(home, group, ming)
        assert "别家摸，15 息：3 豆" in page.text
        assert await tap(home, ming, page, "起胡", "−5", "返回") == ["", "起胡 10 息", ""]
        assert "● 起胡 10 息（原 15 息）" in page.text
        assert await tap(home, ming, page, "名堂", "/fans.hong/3") == ["", "红胡 3 番"]
        assert "别家摸，18 息，十个红：12 豆 → 18 豆" in page.text
        assert await tap(home, ming, page, "返回", "底分") == ["", ""]
        assert await tap(home, ming, page, "/base/5") == ["底分 5 分"]
        assert "别家摸，10 息：胡不了 → 5 豆" in page.text
        await home.server.wait_for(lambda: "自定规矩：起胡 10 息、红胡 3 番" in lobby.text)
        assert "底分 5" in lobby.text
        for person in (hong, wang):
            await person.tap(lobby, "坐下")
        await home.server.wait_for(lambda: any(b.text == "开局" for b in lobby.buttons))
        await ming.tap(lobby, "开局")
        board = await group.shows("第 1 局")
        assert "自定规矩" in board.text
        await Players(home, [ming, hong, wang], group).round()
        (stored,) = await home.desk.store.rounds.of_match(1, 1)
        record = json.loads(stored.round.record)
        assert record["rules"] == {"set": "qq-half", "changes": {"min_huxi": 10, "fans": {"hong": 3}}}
        assert record["base"] == 5


async def test_r49_a_change_in_a_match_does_not_touch_it(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=5, rounds=1) as home:
        ming, hong, wang = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=[ming, hong, wang])
        await home.table(group, ming)
        lobby = await group.shows("开的桌")
        for person in (hong, wang):
            await person.tap(lobby, "坐下")
        await home.server.wait_for(lambda: any(b.text == "开局" for b in lobby.buttons))
        await ming.tap(lobby, "开局")
        await group.shows("第 1 局")
        (before,) = home.desk.service.tables
        page = await opened(home, group, ming)
        assert "这一场照旧，改了下一场起算。" in page.text
        assert await tap(home, ming, page, "起胡", "−5") == ["", "下一场起：起胡 10 息"]
        (table,) = home.desk.service.tables
        assert table.game == before.game
        assert table.house == before.house
        await Players(home, [ming, hong, wang], group).round()
        (stored,) = await home.desk.store.rounds.of_match(1, 1)
        assert json.loads(stored.round.record)["rules"] == "qq-half"
        after = await group.shows("自定规矩：起胡 10 息")
        assert "这一场打完了" in after.text


async def test_r49_who_may_change_is_checked_at_every_press(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        boss, ming, hong = home.people("群主", "阿明", "小红")
        group = home.server.group("麻友", members=[boss, ming, hong])
        await home.table(group, ming)
        page = await opened(home, group, hong)
        for label in ("起胡", "分享", "全部恢复原样"):
            assert (await hong.tap(page, label)).text == "只有开桌的人或群管理员能改。"
        answer = await hong.press_data(page, "house:1:0:v/nums/min_huxi/10").answered()
        assert answer.text == "只有开桌的人或群管理员能改。"
        hong.send("/settings hunan", group)
        await group.shows("只有开桌的人或群管理员能改。")
        assert home.desk.service.tables[0].house.changes == {}
        assert await tap(home, boss, page, "谁能改", "只有管理员") == ["", "谁能改 只有管理员"]
        assert (await ming.tap(page, "返回")).text == "只有开桌的人或群管理员能改。"
        lobby = await group.shows("开的桌")
        await ming.tap(lobby, "底分")
        await home.server.wait_for(lambda: any(b.text.startswith("底分 10") for b in lobby.buttons))
        assert (await ming.tap(lobby, "底分 10")).text == "只有开桌的人或群管理员能改。"


async def test_r49_without_a_table_who_asked_may_change_and_others_may_not(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        boss, ming, hong = home.people("群主", "阿明", "小红")
        group = home.server.group("麻友", members=[boss, ming, hong])
        page = await opened(home, group, ming)
        assert (await hong.tap(page, "起胡")).text == "只有开桌的人或群管理员能改。"
        assert await tap(home, ming, page, "起胡", "−1") == ["", "起胡 14 息"]
        assert await tap(home, boss, page, "−1") == ["起胡 13 息"]
        await home.table(group, hong)
        assert "自定规矩：起胡 13 息" in (await group.shows("开的桌")).text


async def test_r49_a_press_of_an_older_page_changes_nothing_and_brings_the_newest(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        group.promote(hong)
        page = await opened(home, group, ming)
        await tap(home, ming, page, "起胡")
        old = page.now
        await tap(home, hong, page, "+5")
        data = next(b.data for b in old.buttons if (b.data or "").endswith("/min_huxi/14"))
        answer = await ming.press_data(page, data or "").answered()
        assert (answer.text, answer.show_alert) == ("规矩刚刚改过了，先看最新的。", True)
        assert "起胡 20 息" in [button.text.removeprefix("● ") for button in page.buttons]
        data = next(b.data for b in old.buttons if (b.data or "").endswith("/min_huxi/20"))
        again = await ming.press_data(page, data or "").answered()
        assert again.text == "起胡 20 息"
        assert await tap(home, ming, page, "−1") == ["起胡 19 息"]


async def test_r49_bad_values_are_refused_with_the_range(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        page = await opened(home, group, ming)
        await tap(home, ming, page, "起胡")
        version = next(b.data for b in page.buttons if b.data and "/min_huxi/" in b.data).split(":")[2]
        for arg, told in (
            ("v/nums/min_huxi/31", "「起胡」只能是 0 到 30。"),
            ("v/nums/fan_cap/0", "「封顶」只能是 1 到 1000，或者不封顶（null）。"),
            ("v/nums/colour/1", "没有「colour」这一条。要写玩法和 字段=值，用空格隔开。"),
            ("v/nums/min_huxi", "这个按钮不能用了。发 /table 看最新的牌桌。"),
            ("z/nums", "这个按钮不能用了。发 /table 看最新的牌桌。"),
            ("u/saved/1", "没有存过这套规矩。"),
            ("x/saved/1", "没有存过这套规矩。"),
        ):
            assert (await ming.press_data(page, f"house:0:{version}:{arg}").answered()).text == told
        ming.send("/settings qq-half min_huxi=99", group)
        await group.shows("「起胡」只能是 0 到 30。")
        ming.send("/settings mahjong", group)
        await group.shows("没有这种玩法。有：qq-basic")
        await tap(home, ming, page, "返回")
        assert "名堂和规则都是原样。" in page.text


async def test_a_house_is_saved_by_reply_chosen_and_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        page = await opened(home, group, ming)
        await tap(home, ming, page, "起胡", "−5", "返回", "存取")
        await ming.tap(page, "存下现在的规矩")
        question = await group.shows("给这套规矩起个名字")
        hong.send("我们的", group, reply_to=question)
        await group.shows("只有开桌的人或群管理员能改。")
        ming.send("周末 十息", group, reply_to=question)
        await group.shows("存好了：周末 十息。")
        page = await opened(home, group, ming)
        await tap(home, ming, page, "全部恢复原样", "存取")
        assert "• 周末 十息：QQ半名堂，起胡 10 息" in page.text.replace("\u2068", "").replace("\u2069", "")
        assert await tap(home, ming, page, "周末 十息") == ["用上了：周末 十息。"]
        assert await tap(home, ming, page, "删除", "删除") == ["", "删掉了：周末 十息。"]
        assert "还没存过。" in page.text
        assert (await home.desk.store.groups.settings(group.id))["houses"] == {}
        assert (await home.desk.store.groups.settings(group.id))["house"]["changes"] == {"min_huxi": 10}


async def test_a_saved_house_opens_a_table_and_is_in_the_lobbys_menu(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        ming.send("/settings hunan must_hu=true base=2", group)
        await group.shows("● 有胡必胡 开")
        ming.send("/settings save 有胡", group)
        await group.shows("存好了：有胡。发 /new 有胡 就用它开桌。")
        ming.send("/settings qq-full", group)
        await group.shows("规矩 · QQ全名堂")
        ming.send("/new 有胡", group)
        lobby = await group.shows("开的桌")
        assert "湖南守醒" in lobby.text
        assert "自定规矩：有胡必胡 开" in lobby.text
        assert "底分 2" in lobby.text
        ming.send("/settings qq-full", group)
        await home.server.wait_for(lambda: "QQ全名堂" in lobby.text)
        await ming.tap(lobby, "玩法")
        await home.server.wait_for(lambda: any(b.text == "★ 有胡" for b in lobby.buttons))
        assert (await ming.tap(lobby, "★ 有胡")).text == "用上了：有胡。"
        await home.server.wait_for(lambda: "自定规矩：有胡必胡 开" in lobby.text)
        await ming.tap(lobby, "玩法")
        await home.server.wait_for(lambda: any(b.text == "自定规矩" for b in lobby.buttons))
        await ming.tap(lobby, "自定规矩")
        await group.shows(lambda m: "规矩 · 湖南守醒" in m.text and "有胡必胡" in m.text)


async def test_rules_are_shared_with_another_group_as_a_text(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming])
        other = home.server.group("牌友", members=[hong])
        page = await opened(home, group, ming)
        await tap(
            home,
            ming,
            page,
            "起胡",
            "−5",
            "返回",
            "名堂",
            "/fans.hong/n",
            "返回",
            "底分",
            "/base/10",
            "返回",
            "分享",
        )
        line = next(line for line in page.text.splitlines() if line.startswith("/settings"))
        assert line == "/settings qq-half min_huxi=10 hong=null base=10 claim_clock=0 discard_clock=0"
        hong.send(line, other)
        taken = await other.shows("● 起胡 10 息（原 15 息）")
        assert "● 红胡 不算（原 2 番）" in taken.text
        assert "底分 10 分" in taken.text
        settings = await home.desk.store.groups.settings(other.id)
        assert settings["house"]["changes"] == {"min_huxi": 10, "fans": {"hong": None}}

        third = home.server.group("第三群", members=[hong])
        page = await opened(home, third, hong)
        await tap(home, hong, page, "分享")
        await hong.tap(page, "贴上规矩")
        question = await third.shows("把规矩贴在这里")
        hong.send(line.removeprefix("/settings "), third, reply_to=question)
        await third.shows("● 红胡 不算（原 2 番）")
        page = await opened(home, third, hong)
        hong.send("luzhou-deng base=2", third, reply_to=page)
        await third.shows("底分 2 分")
        quiet = len(third.bot_messages)
        hong.send("好的", third, reply_to=page)
        hong.send("/table", third)
        await third.shows("这里还没有牌桌")
        assert len(third.bot_messages) == quiet + 1


async def test_in_private_the_opener_changes_the_rules_of_the_table(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友群", members=[ming, hong])
        ming.send("/settings")
        assert await ming.sees("你没坐在哪一桌")
        await home.table(group, ming)
        lobby = await group.shows("开的桌")
        await hong.tap(lobby, "坐下")
        ming.send("/settings")
        page = await ming.sees("⚙️")
        assert "麻友群" in page.text
        assert await tap(home, ming, page, "打法", "有胡必胡") == ["", "有胡必胡 开"]
        await home.server.wait_for(lambda: "自定规矩：有胡必胡 开" in lobby.text)
        hong.send("/settings")
        page = await hong.sees("⚙️")
        assert (await hong.tap(page, "打法")).text == "只有开桌的人或群管理员能改。"
        stolen = next(b.data for b in page.buttons if b.data)
        stranger = home.server.person("路人")
        stranger.start()
        greeting = await stranger.sees("你好")
        assert "这一桌已经收了" in (await stranger.press_data(greeting, stolen).answered()).text


async def test_r40_the_cut_for_the_first_deal_is_shown_to_all(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=2) as home:
        ming, hong, wang = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=[ming, hong, wang])
        await home.table(group, ming)
        lobby = await group.shows("开的桌")
        page = await opened(home, group, ming)
        assert await tap(home, ming, page, "局数", "切牌") == ["", "定庄 切牌"]
        for person in (hong, wang):
            await person.tap(lobby, "坐下")
        await home.server.wait_for(lambda: any(b.text == "开局" for b in lobby.buttons))
        await ming.tap(lobby, "开局")
        told = await group.shows("切牌定庄")
        board = await group.shows("第 1 局")
        assert told.id < board.id
        (table,) = home.desk.service.tables
        dealer = table.people[table.dealer].name
        assert told.text.count("【") == sum(len(drawn) for drawn in table.cuts)
        assert (
            told.text.splitlines()[-1].replace("\u2068", "").replace("\u2069", "") == f"{dealer} 最大，坐庄。"
        )


async def test_a_rule_explains_itself_in_a_pop_up(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        ming, hong = home.people("阿明", "小红")
        group = home.server.group("麻友", members=[ming, hong])
        page = await opened(home, group, ming)
        await tap(home, ming, page, "名堂")
        answer = await hong.tap(page, "红胡")
        assert (answer.text, answer.show_alert) == ("红胡：红字 10 张起", True)


async def test_r49_rules_tells_what_this_group_plays_page_by_page(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        ming.send("/settings qq-half min_huxi=12 first_dealer=cut hong=7", group)
        await group.shows("● 红胡 7 番（原 2 番）")
        ming.send("/rules", group)
        page = await ming.sees("📖 QQ半名堂")
        assert "● 起胡 12 息（原 15 息）" in page.text
        await tap(home, ming, page, "名堂")
        assert "红胡 7 番" in page.text
        await tap(home, ming, page, "目录", "一场和庄家")
        assert "第一局切牌" in page.text
        await home.table(group, ming)
        await tap(home, ming, page, "目录")
        assert "● 起胡 12 息（原 15 息）" in page.text
        ming.send("/rules hunan", group)
        named = await ming.sees("📖 湖南守醒")
        await tap(home, ming, named, "名堂", "目录")
        assert "和原样不同" not in named.text
