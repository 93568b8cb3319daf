"""What is explained once was explained: a hint counts as given when it came, not when it was due."""

from __future__ import annotations

from pathlib import Path

from storage import Store
from tests.e2e.doomed import SLOW_CLOCKS, Match
from tests.e2e.mortal import Mortal, mortal

HINT = "💡 底张"
"""Under every hand of a first round in 泸州."""

SETTINGS = {"rules": "luzhou-deng", "rounds": 1, **SLOW_CLOCKS}


async def hints(bot: Mortal, user_id: int) -> frozenset[str]:
    """What a person was explained, as it is stored."""
    async with await Store.look(bot.db) as store:
        return await store.people.hints_of(user_id)


async def test_scenario_28_a_hint_that_was_due_when_the_bot_was_killed_comes_afterwards(
    tmp_path: Path,
) -> None:
    async with mortal(tmp_path, 1, **SETTINGS) as bot:
        match = Match.of(bot, 1, 1)
        ming, _, wang = match.people
        await match.greet()
        await match.gather()
        await match.quiet()
        bot.server.faults.flood(600, chat_id=wang.id)
        await match.begin()
        await ming.sees(HINT, within=20)
        # Somebody else goes on, while the hand with the hint still waits.
        before = (await match.group.shows("第 1 局")).text
        await match.move(match.now)
        await bot.server.wait_for(lambda: (board := match.group.find("第 1 局")) and board.text != before)
        assert wang.find(HINT) is None
        await bot.revive()
        hand = await wang.sees(HINT, within=20)
        assert hand.text.count(HINT) == 1
        await match.quiet()
        assert match.surplus() <= 1


async def test_scenario_28_a_hint_that_came_is_not_given_again(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1, **SETTINGS) as bot:
        match = Match.of(bot, 1, 1)
        await match.greet()
        await match.gather()
        await match.begin()
        for person in match.people:
            await person.sees(HINT, within=20)
        await match.quiet()
        await match.move(match.now)
        await match.quiet()
        assert [await hints(bot, person.id) >= {"bottom"} for person in match.people] == [True] * 3
        await bot.revive()
        await match.quiet()
        assert [person.name for person in match.people if person.find(HINT)] == []
