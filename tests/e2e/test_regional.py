"""Matches of regional games through the real stack: two, three and four at the table, and house rules."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from bot.playground import Message, Person, Room
from bot.views.cards import face
from bot.views.say import chinese
from engine import Record, Result
from storage import StoredRound
from tests.e2e.house import House, house
from tests.e2e.playing import LOOKS, Players
from tests.e2e.secrets import leaks
from tests.e2e.test_match import check_books, rounds_of
from tests.views.sums import added_up

HIGH = [face(chinese, kind) for kind in range(20)]
"""The cards from the lowest to the highest (R3)."""


async def open_table(home: House, people: Sequence[Person], new: str, *, computers: int = 0) -> Room:
    """Open a table with a command, sit down, and press 开局."""
    group = home.server.group("麻友", members=list(people))
    people[0].send(new, group)
    lobby = await group.shows("开的桌")
    for person in people[1:]:
        await person.tap(lobby, "坐下")
    for _ in range(computers):
        await people[0].tap(lobby, "加电脑")
    await home.server.wait_for(lambda: any(button.text == "开局" for button in lobby.buttons))
    await people[-1].tap(lobby, "开局")
    return group


async def match(
    home: House, group: Room, people: Sequence[Person], rounds: int
) -> tuple[list[Message], list[StoredRound]]:
    """Play so many rounds to the end of the match; the settlements, and what was stored."""
    players = Players(home, people, group)
    settlements = []
    for number in range(rounds):
        settlements.append(await players.round())
        if number < rounds - 1:
            await players.next_round(settlements[-1])
    await group.shows("开局")
    assert await home.desk.outbox.idle()
    return settlements, await rounds_of(home, settlements[0])


def results(stored: Sequence[StoredRound]) -> list[Result]:
    """How the rounds ended, by the engine's own replay."""
    found = [Record.parse(row.round.record).replay().result for row in stored]
    return [result for result in found if result is not None]


def check_sums(settlements: Sequence[Message], stored: Sequence[StoredRound]) -> None:
    """Every settlement of a win that was sent calculates, line by line, what was paid.

    Who answers first differs from run to run, and so does how often somebody wins.
    """
    for message, result in zip(settlements, results(stored), strict=True):
        if result.end == "hu":
            assert added_up(message.text).pay == -min(result.points), message.text


async def check_everything(
    home: House, group: Room, settlements: Sequence[Message], stored: Sequence[StoredRound]
) -> None:
    """The books, the sums, and that nobody saw what they may not."""
    await check_books(home, group, stored, settlements)
    check_sums(settlements, stored)
    assert "这一场结束" in settlements[-1].text
    found, looked = leaks(home.server, stored, group.id)
    assert found == []
    assert looked > 50


async def test_hunan_with_four_cuts_for_the_first_deal(tmp_path: Path) -> None:
    """R40, R44."""
    async with house(tmp_path / "paohuzi.db", seed=3, rounds=3) as home:
        people = home.people("阿明", "小红", "老王", "阿强")
        group = await open_table(home, people, "/new hunan")
        cut = await group.shows("切牌定庄")
        board = await group.shows("第 1 局")
        drawn = re.findall(r"(\w+)\W* 【(.)】", cut.text.split("一样大")[-1])
        highest = max(drawn, key=lambda each: HIGH.index(each[1]))[0]
        assert f"{highest}\u2069 最大，坐庄" in cut.text or f"{highest} 最大，坐庄" in cut.text
        assert re.search(rf"庄 \W*{highest}", board.text)
        assert re.search(r"守醒 \W*\w+", board.text)

        settlements, stored = await match(home, group, people, 3)
        for row in stored:
            record = Record.parse(row.round.record)
            assert (record.rules.name, record.dealer, record.absent) == ("hunan", 0, None)
        assert all("守醒" in message.text for message in settlements)
        await check_everything(home, group, settlements, stored)


async def test_luzhou_hongwu_with_two(tmp_path: Path) -> None:
    """R47, L1 to L8."""
    async with house(tmp_path / "paohuzi.db", seed=5, rounds=4) as home:
        people = home.people("阿明", "小红")
        group = await open_table(home, people, "/new luzhou-hongwu")
        board = await group.shows("第 1 局")
        assert re.search(r"^底张 .", board.text, re.MULTILINE)
        assert "亮张" not in board.text
        hand = await people[0].sees("对家")
        assert "下家" not in hand.text

        settlements, stored = await match(home, group, people, 4)
        assert {Record.parse(row.round.record).absent for row in stored} <= {1, 2}
        assert all(len(row.round.postings) == 2 for row in stored)
        for message in settlements:
            assert LOOKS[1] in [button.text for button in message.buttons]
            assert "无名" not in message.text
        await check_everything(home, group, settlements, stored)
        shown = " ".join(each.text for each in home.server.log if each.by_bot)
        assert not re.search("[偎扫]|[两三]家共|(?<!逃)跑(?!胡子)", shown)
        assert "必碰" in shown

        await people[0].tap(settlements[-1], LOOKS[1])
        hands = await group.shows("看两家 · 第 4 局")
        assert "没发出来的 20 张" in hands.text


async def test_guilin_with_two_people_and_a_computer(tmp_path: Path) -> None:
    """G1 to G4; the round is practice."""
    async with house(tmp_path / "paohuzi.db", seed=22, rounds=4) as home:
        people = home.people("阿明", "小红")
        group = await open_table(home, people, "/new guilin", computers=1)
        await group.shows("练习局，不记账")
        settlements, stored = await match(home, group, people, 4)
        assert [row.round.postings for row in stored] == [()] * 4
        assert await home.desk.store.ledger.balances(group.id) == []
        check_sums(settlements, stored)
        for message, result in zip(settlements, results(stored), strict=True):
            assert ("翻醒" in message.text) == (result.end == "hu")
        found, looked = leaks(home.server, stored, group.id)
        assert found == []
        assert looked > 50
        wins = [
            label
            for each in home.server.log
            if each.by_bot
            for label in each.labels
            if re.match(r"胡 \d", label)
        ]
        assert wins
        assert all(re.fullmatch(r"胡 \d+息·\d+子(×2)?·每家\d+豆起", label) for label in wins)


async def test_changde_daliuba_with_house_rules(tmp_path: Path) -> None:
    """R48, R49: the house is written as a text, played, recorded and explained."""
    async with house(tmp_path / "paohuzi.db", seed=6) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        people[0].send("/new changde-daliuba", group)
        lobby = await group.shows("开的桌")
        people[0].send(
            "/settings changde-daliuba min_huxi=10 hong=5 fan_cap=20 open_wei=true rounds=5", group
        )
        await home.server.wait_for(lambda: "自定规矩" in lobby.text)
        assert "5 局一场" in lobby.text
        for person in people[1:]:
            await person.tap(lobby, "坐下")
        await home.server.wait_for(lambda: any(button.text == "开局" for button in lobby.buttons))
        await people[1].tap(lobby, "开局")
        board = await group.shows("第 1 局")
        assert "常德大六八番" in board.text
        assert "自定规矩" in board.text

        settlements, stored = await match(home, group, people, 5)
        changes = {"min_huxi": 10, "fan_cap": 20, "open_wei": True, "fans": {"hong": 5}}
        for row in stored:
            assert json.loads(row.round.record)["rules"] == {"set": "changde-daliuba", "changes": changes}
        for message, row in zip(settlements, stored, strict=True):
            assert ("黄番 ×" in message.text) == (
                Record.parse(row.round.record).huang > 0 or "荒庄" in message.text
            )
        await check_everything(home, group, settlements, stored)
        assert not any("▨" in each.text for each in home.server.log)
