"""Scenario 28: the bot is killed at any instant of a match, and comes back as if nothing had been.

The same match, with the same cards and the same choices, is played without and with kills. People choose by what
they are shown and by nothing else. Afterwards the journals are equal event by event, so are the ledgers, and
everybody was shown the same messages. After each kill there is at most one message more than before it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.host.table import Phase
from storage import Store
from tests.e2e.doomed import QUIET, SLOW_CLOCKS, Match, Played, Reaper, left_by, undisturbed
from tests.e2e.mortal import mortal

log = logging.getLogger(__name__)


async def killed(folder: Path, seed: int, rounds: int, kills: int) -> tuple[Played, Reaper]:
    async with mortal(folder, seed, rounds=rounds, **SLOW_CLOCKS) as bot:
        match = Match.of(bot, seed, rounds)
        await match.greet()
        reaper = Reaper(match, kills, random.Random(seed))
        playing, reaping = (asyncio.create_task(work) for work in (match.play(), reaper.work()))
        playing.add_done_callback(lambda _: reaper.stop())
        await asyncio.wait((playing, reaping), return_when=asyncio.FIRST_EXCEPTION)
        for task in (playing, reaping):
            task.cancel()
        for end in await asyncio.gather(reaping, playing, return_exceptions=True):
            if isinstance(end, Exception):
                raise end
        assert "Traceback" not in bot.log.read_text()
        return await left_by(match, bot.lives - 1), reaper


def missing(wanted: Sequence[str], found: Sequence[str]) -> list[str]:
    """The first of the wanted texts that is not found behind those before it; [] if all are, in their order."""
    rest = iter(found)
    return [text for text in wanted if text not in rest][:1]


def compare(plain: Played, after: Played) -> int:
    """The same match came of it; how many messages there are more than without the kills."""
    assert after.events == plain.events
    assert after.balances == plain.balances
    assert after.rounds == plain.rounds
    more = 0
    for name, shown in plain.shown.items():
        assert missing(shown, after.shown[name]) == [], (name, after.shown[name])
        more += len(after.shown[name]) - len(shown)
    assert more <= after.kills
    return more


def folder(place: Path, name: str) -> Path:
    """A new folder."""
    (place / name).mkdir()
    return place / name


async def test_scenario_28_killed_eight_times_a_match_is_the_same(tmp_path: Path) -> None:
    plain = await undisturbed(folder(tmp_path, "plain"), 1, rounds=1)
    after, _ = await killed(folder(tmp_path, "killed"), 1, rounds=1, kills=8)
    assert after.kills >= 5
    compare(plain, after)


async def test_scenario_28_what_came_and_was_not_confirmed_comes_twice_once_at_most(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1, rounds=1, **SLOW_CLOCKS) as bot:
        match = Match.of(bot, 1, 1)
        await match.greet()
        await match.gather()
        await match.quiet()
        assert match.surplus() == 0
        # Telegram takes every new message of the deal and does not say so: four are wanted at one moment.
        unsure = bot.server.faults.time_out(after=True, method="sendMessage", times=None)
        await match.begin()
        await bot.server.wait_for(lambda: bot.server.calls.count("sendMessage", ok=False) >= 1)
        await asyncio.sleep(QUIET)
        assert unsure in bot.server.faults.pending()
        await bot.revive()
        await match.quiet()
        assert match.surplus() == 1


async def test_scenario_28_the_end_of_a_table_is_told_although_it_was_killed_before_it_could(
    tmp_path: Path,
) -> None:
    async with mortal(tmp_path, 1, rounds=2, **SLOW_CLOCKS) as bot:
        match = Match.of(bot, 1, 2)
        await match.greet()
        await match.play()
        await match.group.shows("开局")
        bot.server.faults.flood(600, chat_id=match.group.id)
        match.people[0].send("/stop", match.group)
        await bot.until(lambda: match.now.phase is Phase.CLOSED)
        bot.kill()
        await bot.dead()
        assert match.group.find("这一桌收了") is None
        bot.server.faults.clear()
        await bot.start()
        over = await match.group.shows("这一桌收了", within=20)

        # Once everybody surely was told, nothing of the table is kept, and nothing is told again.
        async with await Store.look(bot.db) as store:
            assert await store.messages.of_closed_tables() == [1]
        await forgotten(bot.db)
        edits = bot.server.calls.count("editMessageText")
        bot.kill()
        await bot.dead()
        await bot.start()
        match.people[0].send("/new", match.group)
        await match.group.shows("坐下", within=20)
        assert match.group.find("这一桌收了") is over
        assert bot.server.calls.count("editMessageText") == edits


async def forgotten(db: Path) -> None:
    """Until nothing of closed tables is kept."""
    for _ in range(1000):
        async with await Store.look(db) as store:
            if not await store.messages.of_closed_tables():
                return
        await asyncio.sleep(0.02)
    raise AssertionError("the messages of a closed table are kept for ever")


@pytest.mark.slow
async def test_scenario_28_killed_two_hundred_times_matches_are_the_same(tmp_path: Path) -> None:
    kills = more = 0
    ways: set[str] = set()
    for seed in itertools.count(1):
        plain = await undisturbed(folder(tmp_path, f"plain-{seed}"), seed, rounds=2)
        after, reaper = await killed(folder(tmp_path, f"killed-{seed}"), seed, rounds=2, kills=25)
        more += compare(plain, after)
        kills += after.kills
        ways.update(reaper.ways)
        if kills >= 200:
            break
    log.info("%d kills in %d matches, %d messages more than without them", kills, seed, more)
    assert len(ways) == 6
    assert more <= kills
