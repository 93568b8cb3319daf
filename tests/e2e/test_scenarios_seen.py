"""Scenarios 35 to 38: what people see."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from bot.host.table import Phase
from bot.playground import Message
from tests.e2e.playing import Players
from tests.e2e.strict import friends, in_round, seated, settled, strict_house, table_of

NAMES = (
    ("<b>&amp;</b>", "_*[`"),
    ("\u202e\u0627\u0644\u0639\u0631\u0628", None),
    ("🀄🀅🀆👨‍👩‍👧‍👦", "x" * 64),
    ("阿明", None),
)
"""Markup, right to left with an override, emoji and a last name as long as Telegram allows, an ordinary one."""


async def test_scenario_35_odd_names_break_nothing(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3, rounds=1) as home:
        people = [home.server.person(first, last) for first, last in NAMES]
        for person in people:
            person.start()
        group = home.server.group("<i>麻&友</i>", members=people)
        await home.table(group, people[0])
        lobby = await group.shows("<b>&amp;")
        for person in people[1:]:
            assert (await person.tap(lobby, "坐下")).text.startswith("已坐下")
        await group.shows("阿明")
        await people[0].tap(lobby, "开局")
        await group.shows("第 1 局")
        settlement = await Players(home, people, group).round()
        people[0].send("/beans", group)
        beans = await group.shows(lambda m: m.reply_to is not None)
        await settled(home)
        assert "阿明" in settlement.text + beans.text
        assert home.server.calls.of("sendMessage", "editMessageText", ok=False) == []
        for message in (*group.bot_messages, beans):
            for line in message.text.splitlines():
                assert balanced(line), line
            assert "x" * 20 not in message.text


def balanced(line: str) -> bool:
    """Whether names that are written from right to left cannot turn around what stands beside them."""
    depth = 0
    for char in line:
        depth += {"\u2068": 1, "\u2069": -1}.get(char, 0)
        if depth == 0 and unicodedata.bidirectional(char) in ("R", "AL", "RLO", "RLE", "RLI", "LRO", "LRE"):
            return False
    return depth == 0


async def test_scenario_35_two_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people = home.people("小明", "小明", "阿红")
        group = home.server.group("麻友", members=people)
        lobby = await seated(home, group, people)
        names = re.findall(r"\u2068([^\u2069]+)\u2069", lobby.text)
        assert len(set(names[:3])) == 3
        await people[0].tap(lobby, "开局")
        board = await group.shows("第 1 局")
        assert set(names[:3]) <= set(re.findall(r"\u2068([^\u2069]+)\u2069", board.text))


async def test_scenario_36_to_38_what_the_board_and_the_hands_show(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        settlement = await players.round()
        await settled(home)
        boards = [v for m in group.bot_messages if m.text.startswith("🀄 第 1 局") for v in m.versions]
        hands = [v for p in people for m in p.private.bot_messages for v in m.versions if "墩 " in v.text]
        assert len(boards) > 5
        assert len(hands) > 30
        for version in boards:
            assert len(re.findall(r"手\d+", version.text)) == 3, version.text
        for version in hands:
            if "你　手" in version.text and "本局" not in version.text:
                assert len(re.findall(r"手\d+", version.text)) == 3, version.text
        for version in (*boards, *hands, settlement.now):
            assert "<pre>" not in version.html
            assert "<code>" not in version.html
            assert not re.search(r"[^ ] {2,}[^ ]", version.text), version.text
            assert not version.text.startswith(" ")


def mentioned(message: Message) -> set[int]:
    """Who is pinged by a message."""
    found = set()
    for entity in message.entities:
        if entity.type == "text_mention" and entity.user_id is not None:
            found.add(entity.user_id)
        assert entity.type != "mention"
    return found


async def test_scenario_37_only_who_is_waited_for_is_mentioned(tmp_path: Path) -> None:
    async with strict_house(tmp_path / "paohuzi.db", seed=3) as home:
        people, group = friends(home)
        players = await in_round(home, group, people)
        turns = 0
        board = await group.shows("第 1 局")
        while table_of(home, people[0]).phase is Phase.PLAYING:
            await settled(home)
            status = board.text.splitlines()[-1]
            if status.startswith("等"):
                turns += 1
                assert sum(person.name in status for person in people) == 1
            for message in group.bot_messages:
                assert len(mentioned(message)) <= 1
            if not await players.move():
                break
        assert turns > 3
        pinged = [message for message in group.bot_messages if mentioned(message)]
        assert len(pinged) < turns
