"""Cards as pictures: the hand in private, the settlement in the group, and the way back to text."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import Players


async def test_hands_and_settlements_are_pictures_and_can_be_text(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=1, pictures=True) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        await home.table(group, people[0])
        lobby = await group.shows("阿明")
        for person in people[1:]:
            await person.tap(lobby, "坐下")
        await people[0].tap(await group.shows("开局"), "开局")
        hands = [await person.sees("第 1 局") for person in people]
        assert all(hand.photo for hand in hands)
        assert all("手20" not in hand.text for hand in hands)

        await people[1].tap(hands[1], "文字")
        as_text = await people[1].sees(lambda m: m.photo is None and "手20" in m.text)
        assert hands[1].deleted
        assert any(button.text == "图片" for button in as_text.buttons)

        players = Players(home, people, group)
        settlement = await players.round()
        assert settlement.photo
        assert "息" not in settlement.text.splitlines()[0]
        assert "600 秒没人按就自动开" in settlement.text.splitlines()
        await people[0].tap(settlement, "看三家")
        await people[0].tap(settlement, "文字")
        full = await group.shows(lambda m: m.photo is None and "本局" in m.text and "看三家" in m.text)
        assert settlement.deleted
        assert any(button.text == "图片" for button in full.buttons)
        await people[2].tap(full, "下一局")
        assert (await people[1].sees("第 1 局")).photo is None
