"""A whole match by people who press only what they see."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import Players


async def test_three_people_play_a_match(tmp_path: Path) -> None:
    async with house(tmp_path / "p.db", rounds=3) as home:
        ming, hong = home.people("阿明", "小红")
        wang = home.server.person("老王")
        group = home.server.group("麻友", members=[ming, hong, wang])
        await home.table(group, ming)
        lobby = await group.shows("阿明")
        print((await hong.tap(lobby, "坐下")).text)
        popup = await wang.tap(lobby, "坐下")
        wang.follow(popup)
        await group.shows("开局")
        print(group.find("开局").text)
        await hong.tap(group.find("开局"), "开局")
        players = Players(home, [ming, hong, wang], group)
        for n in range(3):
            settlement = await players.round()
            print(settlement.text)
            if n < 2:
                await players.next_round(settlement)
        print(players.moves, len(home.server.log))
        for m in group.bot_messages: print("------", m.text, [b.text for b in m.buttons])
        for m in ming.messages(): print("======", m.text, [b.text for b in m.buttons])
