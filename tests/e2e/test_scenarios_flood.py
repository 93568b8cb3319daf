"""Scenario 34: a group under Telegram's 429, and one whose calls hang, while another table plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import Players
from tests.e2e.strict import PACE, SPEED, in_round


async def test_scenario_34_a_flooded_group_and_one_that_hangs_slow_no_other_table(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db", seed=5, **PACE) as home:
        home.server.flood.enabled = True
        home.server.clock.speed = SPEED
        tables: list[Players] = []
        for title in ("甲", "乙", "丙"):
            people = home.people(f"{title}一", f"{title}二", f"{title}三")
            group = home.server.group(title, members=people)
            tables.append(await in_round(home, group, people))
        flooded, hanging, free = tables
        for players in tables:
            await players.move()

        home.server.faults.flood(1_000_000, chat_id=flooded.group.id)
        home.server.faults.time_out(chat_id=hanging.group.id, times=None)
        for _ in range(4):
            assert await flooded.move(), "its people play on in their private chats"
            assert await hanging.move()
        board = await free.group.shows("墩")
        shown = len(board.versions)
        begun = asyncio.get_running_loop().time()
        result = await free.round()
        assert "本局" in result.text or "胡" in result.text or "荒庄" in result.text
        took = asyncio.get_running_loop().time() - begun
        assert took < 60
        assert len(board.versions) > shown, "its board went on"
        refused = home.server.calls.of(chat_id=flooded.group.id, ok=False)
        assert 1 <= len([call for call in refused if call.code == 429]) <= 3, "nobody knocks at a closed door"
        assert [call for call in home.server.calls if call.code == 429 and call not in refused] == []
        assert await flooded.move(), "and they still do"
        assert await home.desk.store.check() == ()
