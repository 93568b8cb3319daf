"""Three languages at one table."""

from __future__ import annotations

from pathlib import Path

from bot.chat.application import running
from bot.playground import Message, Person, Playground, Room
from tests.e2e.house import TOKEN, House, house, settings_for


async def table_of_three(home: House, *, english: str | None = "en") -> tuple[list[Person], Room]:
    """阿明 (simplified), 小红 (traditional) and Tom sit at a table in a group."""
    people = [
        home.server.person("阿明"),
        home.server.person("小红", language_code="zh-hant"),
        home.server.person("Tom", language_code=english),
    ]
    for person in people:
        person.start()
    group = home.server.group("麻友", members=people)
    await home.table(group, people[0])
    lobby = await group.shows("阿明")
    for person in people[1:]:
        await person.tap(lobby, "坐下")
    await home.server.wait_for(lambda: "Tom" in lobby.text)
    return people, group


async def hand_of(person: Person) -> Message:
    """The private message with the hand."""
    return await person.sees(
        lambda message: any((b.data or "").startswith(("look", "act")) for b in message.buttons)
    )


async def test_everybody_reads_their_own_language_and_the_group_its_own(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming, hong, tom), group = await table_of_three(home)
        assert await tom.sees("You have a seat in")
        assert await hong.sees("坐下了。\n")
        await ming.tap(await group.shows("开局"), "开局")
        assert "手" in (await hand_of(ming)).text
        assert (
            "莊" in "".join(message.text for message in hong.messages()) or "墩" in (await hand_of(hong)).text
        )
        assert "on the table" in (await hand_of(tom)).text
        board = await group.shows("去私聊出牌")
        assert board.labels[0] == ("吃", "碰", "胡", "过")
        popup = await tom.tap(board, "看牌")
        assert popup.text.startswith("Cards ")


async def test_lang_in_private_is_one_s_own_and_changes_what_stands_there(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming, _, tom), group = await table_of_three(home)
        await ming.tap(await group.shows("开局"), "开局")
        hand = await hand_of(tom)
        assert "on the table" in hand.text
        tom.send("/lang")
        page = await tom.sees("Language")
        assert page.labels == (("简体中文",), ("繁體中文",), ("English",), ("Same as Telegram ✓",))
        assert (await tom.tap(page, "繁體中文")).text == "語言換好了。"
        await home.server.wait_for(lambda: "桌面" in hand.text)
        await home.server.wait_for(lambda: ("繁體中文 ✓",) in page.labels)
        assert (await group.shows("去私聊出牌")).labels[0] == ("吃", "碰", "胡", "过")
        await tom.tap(page, "跟隨")
        await home.server.wait_for(lambda: "on the table" in hand.text)


async def test_lang_in_a_group_is_for_who_sits_there_or_an_admin(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming, hong, _), group = await table_of_three(home)
        stranger = home.server.person("路人")
        stranger.join(group)
        stranger.start()
        lobby = await group.shows("阿明")
        stranger.send("/lang", group)
        page = await group.shows("Language")
        assert (await stranger.tap(page, "English")).text.startswith("只有坐在牌桌上的人")
        assert ("开局",) in lobby.labels
        assert (await hong.tap(page, "English")).text == "語言換好了。"
        await home.server.wait_for(lambda: ("开局 Start",) in lobby.labels)
        assert lobby.labels[1][0] == "坐下 Sit"
        await ming.tap(lobby, "开局")
        board = await group.shows("去私聊出牌")
        assert board.labels[0] == ("吃 Chow", "碰 Pong", "胡 Win", "过 Pass")
        assert "手" in (await hand_of(ming)).text


async def test_languages_outlast_a_restart(tmp_path: Path) -> None:
    async with await Playground.start(token=TOKEN) as server:
        server.flood.enabled = False
        settings = settings_for(server, tmp_path / "paohuzi.db")
        async with running(settings) as desk:
            (ming, hong, _), group = await table_of_three(House(server, desk))
            ming.send("/lang", group)
            await hong.tap(await group.shows("Language"), "English")
            hong.send("/lang")
            await hong.tap(await hong.sees("跟隨"), "English")
            await desk.outbox.idle()
        async with running(settings) as desk:
            assert desk.readers.group(group.id).language == "en"
            assert desk.readers.person(ming.id).language == "zh-hans"
            assert desk.readers.person(hong.id).language == "en"


async def test_commands_are_offered_in_the_language_of_who_types(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1) as home:
        (ming,) = home.people("阿明")
        offered = home.server.world.settings.commands
        private = '{"type": "all_private_chats"}'
        said = {
            code: {c["command"]: c["description"] for c in offered[private, code]}
            for code in ("", "en", "zh")
        }
        assert said["zh"]["hand"] == "再发一次手牌"
        assert said["en"]["hand"] == said[""]["hand"] == "Show my hand again"
        ming.send("/lang")
        await ming.tap(await ming.sees("Language"), "繁體中文")
        own = f'{{"chat_id": {ming.id}, "type": "chat"}}'
        await home.server.wait_for(lambda: (own, "") in offered)
        assert "再發一次手牌" in [c["description"] for c in offered[own, ""]]
