"""Whole matches by people who press only what they see, from the group's first message to the totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.playground import Message, Person, Room
from engine import Record
from storage import StoredRound
from tests.e2e.house import House, house
from tests.e2e.playing import Players
from tests.e2e.secrets import leaks


def table_id(message: Message) -> int:
    """The table of a message, from its buttons."""
    (found,) = {int((button.data or "::").split(":")[1]) for button in message.buttons if button.data}
    return found


async def begin(home: House, group: Room, presser: Person) -> Message:
    """Press 开局; the message that had the button."""
    lobby = await group.shows("开局")
    await presser.tap(lobby, "开局")
    return lobby


async def rounds_of(home: House, message: Message, match: int = 1) -> list[StoredRound]:
    return await home.desk.store.rounds.of_match(table_id(message), match)


async def check_books(
    home: House, group: Room, stored: Sequence[StoredRound], settlements: Sequence[Message]
) -> None:
    """The ledger, the settlement messages and the totals agree with the engine's own replay of the records."""
    totals: dict[int, int] = {}
    assert len(stored) == len(settlements)
    for row, message in zip(stored, settlements, strict=True):
        result = Record.parse(row.round.record).replay().result
        assert result is not None
        points = {
            user: won for user, won in zip(row.round.people, result.points, strict=True) if user is not None
        }
        assert dict(row.round.postings) == points
        for user, beans in points.items():
            totals[user] = totals.get(user, 0) + beans
            text = "0" if beans == 0 else f"{'+' if beans > 0 else '−'}{abs(beans)}"
            name = next(p.first_name for p in group.members if p.id == user)
            assert re.search(rf"{name}\S*\s+{re.escape(text)}\s", message.text), (name, text, message.text)
        if result.end == "hu":
            assert f"{result.huxi} 息" in message.text
    balances = await home.desk.store.ledger.balances(group.id)
    assert {each.user_id: each.beans for each in balances} == totals
    assert sum(totals.values()) == 0


async def test_three_people_play_a_match_and_the_books_agree(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1, rounds=3) as home:
        ming, hong = home.people("阿明", "小红")
        wang = home.server.person("老王")
        group = home.server.group("麻友", members=[ming, hong, wang])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        assert (await hong.tap(lobby, "坐下")).text.startswith("已坐下")

        popup = await wang.tap(lobby, "坐下")
        assert "老王" not in lobby.text
        wang.follow(popup)
        await home.server.wait_for(lambda: "老王" in lobby.text)
        assert await wang.sees("麻友")

        await begin(home, group, hong)
        players = Players(home, [ming, hong, wang], group)
        settlements = []
        for number in range(3):
            settlements.append(await players.round())
            if number < 2:
                await players.next_round(settlements[-1])
        lobby = await group.shows("开局")
        assert await home.desk.outbox.idle()

        stored = await rounds_of(home, settlements[0])
        await check_books(home, group, stored, settlements)
        assert "这一场结束" in settlements[-1].text
        found, looked = leaks(home.server, stored, group.id)
        assert found == []
        assert looked > 200
        ming.send("/beans", group)
        beans = await group.shows("豆")
        for each in await home.desk.store.ledger.balances(group.id):
            assert each.name in beans.text


async def test_four_people_play_and_one_sits_out_each_round(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=4, rounds=4) as home:
        people = home.people("阿明", "小红", "老王", "阿强")
        group = home.server.group("麻友", members=people)
        await home.table(group, people[0])
        lobby = await group.shows("阿明")
        for person in people[1:]:
            await person.tap(lobby, "坐下")
        await begin(home, group, people[3])
        players = Players(home, people, group)
        settlements = []
        for number in range(4):
            round_number = f"第 {number + 1} 局"
            board = await group.shows(lambda m, n=round_number: n in m.text and "守醒 " in m.text)
            name = re.search(r"守醒 \W*(\w+)", board.text)
            assert name is not None
            resting = next(person for person in people if person.name == name[1])
            hand = await resting.sees("这一局你守醒")
            assert not hand.buttons
            settlements.append(await players.round())
            stored = await rounds_of(home, settlements[0])
            assert resting.id not in stored[-1].round.people
            dealer = people.index(next(p for p in people if p.id == stored[-1].round.people[0]))
            assert people[(dealer + 2) % 4] is resting
            assert Record.parse(stored[-1].round.record).dealer == 0
            if number < 3:
                await players.next_round(settlements[-1])
        await group.shows("开局")
        assert await home.desk.outbox.idle()
        stored = await rounds_of(home, settlements[0])
        await check_books(home, group, stored, settlements)
        found, looked = leaks(home.server, stored, group.id)
        assert found == []
        assert looked > 200


async def test_one_person_with_two_computers_practises(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=7, rounds=2) as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        await ming.tap(lobby, "加电脑")
        await ming.tap(lobby, "加电脑")
        await begin(home, group, ming)
        await group.shows("练习局，不记账")
        players = Players(home, [ming], group)
        first = await players.round()
        assert "练习" in first.text
        assert "600 秒没人按就自动开" in first.text.splitlines()
        await players.next_round(first)
        last = await players.round()
        assert "自动开" not in last.text
        await group.shows("开局")
        assert await home.desk.outbox.idle()
        stored = await rounds_of(home, first)
        assert [row.round.practice for row in stored] == [True, True]
        assert [row.round.postings for row in stored] == [(), ()]
        assert await home.desk.store.ledger.balances(group.id) == []
        found, looked = leaks(home.server, stored, group.id)
        assert found == []
        assert looked > 50


async def test_r42_who_leaves_in_mid_round_pays_and_a_new_match_begins(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=2) as home:
        people = home.people("阿明", "小红", "老王")
        ming, hong, wang = people
        group = home.server.group("麻友", members=people)
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        await hong.tap(lobby, "坐下")
        await wang.tap(lobby, "坐下")
        await begin(home, group, ming)
        players = Players(home, people, group)
        for _ in range(6):
            assert await players.move()

        wang.send("/leave", group)
        question = await group.shows("逃跑")
        assert not re.search(r"\d", question.text)
        popup = await hong.tap(question, "逃跑")
        assert popup.text == "这个按钮不是给你的。"
        await wang.tap(question, "逃跑")

        settlement = await home.server.wait_for(players.settlement)
        assert settlement is not None
        assert "老王" in settlement.text.splitlines()[0]
        stored = await rounds_of(home, settlement)
        result = Record.parse(stored[0].round.record).replay().result
        assert result is not None
        assert result.end == "quit"
        await check_books(home, group, stored, [settlement])
        lobby = await group.shows("还差 1 人")
        assert not question.buttons or await home.server.wait_for(lambda: not question.buttons)

        await wang.tap(lobby, "坐下")
        await home.server.wait_for(lambda: "老王" in lobby.text)
        await begin(home, group, ming)
        players.over.add(settlement.id)
        players.pressed.clear()
        again = await players.round()
        assert (await rounds_of(home, again, match=2))[0].round.number == 1


@pytest.mark.parametrize("pages", [("玩法", "湖南"), ("底分", "底分 10")])
async def test_the_lobby_changes_what_is_played(tmp_path: Path, pages: tuple[str, str]) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        (ming,) = home.people("阿明")
        group = home.server.group("麻友", members=[ming])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        await ming.tap(lobby, pages[0])
        await home.server.wait_for(lambda: any(pages[1] in button.text for button in lobby.buttons))
        await ming.tap(lobby, pages[1])
        await home.server.wait_for(lambda: any(button.text == "坐下" for button in lobby.buttons))
        assert pages[1] in lobby.text
