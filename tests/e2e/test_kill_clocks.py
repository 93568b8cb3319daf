"""Scenario 28 with clocks that run out and a computer at the table: what the journal says is what happened, once.

Chance decides who is late, so there is no other run to compare with: the journal itself says what has to be.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.host import events as ev
from bot.host.books import go_over
from bot.host.fold import fold
from bot.host.table import Phase, Table
from bot.playground import Person
from bot.views.say import chinese
from bot.views.settlement import settlement
from storage import Store, StoredEvent
from tests.e2e.doomed import Match, moves
from tests.e2e.mortal import SOON, Mortal, mortal

log = logging.getLogger(__name__)

CLOCK = 1
"""Seconds for each answer, less than the bot is down at times."""

SETTINGS = {"claim_clock": CLOCK, "discard_clock": CLOCK, "computer_pause": 0.05, "next_round_after": 600}


@dataclass(slots=True)
class Lives:
    """From when to when the bot was there, in unix seconds; the last life goes on."""

    bot: Mortal
    began: list[float] = field(default_factory=lambda: [time.time()])
    ended: list[float] = field(default_factory=list)

    async def die(self, down: float) -> None:
        """Kill it, and start it again after `down` seconds."""
        self.bot.kill()
        self.ended.append(time.time())
        await self.bot.dead()
        await asyncio.sleep(down)
        self.began.append(time.time())
        await self.bot.revive()

    def within(self, since: float, until: float) -> float:
        """For how many of the seconds between two moments it was there."""
        lives = zip(self.began, [*self.ended, until], strict=True)
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in lives)


async def play(match: Match, present: Person, late: Person) -> None:
    """One plays; the other only comes back again and again, and lets every question go."""
    while match.now.phase is Phase.PLAYING:
        table = match.now
        message = present.find(lambda m, now=table.moment: bool(moves(m, now)))
        back = late.find(lambda m: any(button.text == "我回来了" for button in m.buttons))
        if message is not None:
            press = present.press(message, moves(message, table.moment)[0])
        elif back is not None and late.id in table.auto:
            press = late.press(back, "我回来了")
        else:
            await asyncio.sleep(SOON)
            continue
        await match.bot.until(
            lambda asked=press, seq=table.seq: asked.answer is not None or match.now.seq > seq
        )


async def reap(match: Match, lives: Lives, chance: random.Random) -> None:
    """Kill the bot again and again, at once or in the middle of a write, and let it be down for a while."""
    while match.now.phase is Phase.PLAYING:
        if chance.random() < 0.3:
            await asyncio.to_thread(match.bot.kill_at_write(chance.randint(1, 3)).join)
        else:
            await asyncio.sleep(chance.uniform(0.1, 1.6))
        await lives.die(chance.choice((0.0, 0.3, 1.5 * CLOCK)))


def late_answers(events: list[StoredEvent], lives: Lives) -> int:
    """How many answers the clock gave: each once, and after its time in which the bot was there."""
    table: Table | None = None
    opened_at = {}
    given: set[tuple[int, int]] = set()
    for stored in events:
        event = ev.unpack(stored.kind, stored.data)
        if isinstance(event, ev.Played) and event.by == "clock":
            assert table is not None
            assert (table.moment, event.seat) not in given
            given.add((table.moment, event.seat))
            there = lives.within(opened_at[table.moment], stored.at)
            assert there > CLOCK - 0.05, (stored, there)
        table = fold(1, (ev.unpack(e.kind, e.data) for e in events[: stored.seq]))
        opened_at.setdefault(table.moment, stored.at)
    return len(given)


@pytest.mark.slow
async def test_scenario_28_killed_while_clocks_run_out_and_a_computer_plays(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1, rounds=1, **SETTINGS) as bot:
        people = [bot.server.person(name) for name in ("阿明", "小红")]
        match = Match(bot, 1, 1, people, bot.server.group("麻友", people))
        match.going.set()
        lives = Lives(bot)
        await match.greet()
        await match.gather()
        await match.add_computer()
        await match.begin()
        chance = random.Random(1)
        await asyncio.gather(play(match, *people), reap(match, lives, chance))
        shown = await match.group.shows("看三家", within=20)
        await match.quiet()

        assert match.now.phase is Phase.LOBBY
        assert shown.text.startswith(re.sub("<[^>]+>", "", settlement(chinese, match.now, {}).text))
        assert 0 <= match.surplus() <= bot.lives - 1
        assert "Traceback" not in bot.log.read_text()
        async with await Store.look(bot.db) as store:
            books = await go_over(store)
            assert (books.tables, books.rounds, books.wrong) == (1, 1, [])
            assert await store.ledger.balances(match.group.id) == []
            answers = late_answers(await store.journal.events(1), lives)
        log.info("%d kills, %d answers of the clock", bot.lives - 1, answers)
        assert bot.lives - 1 >= 10
        assert answers >= 3


async def test_scenario_28_a_call_that_was_to_be_taken_back_is_taken_back_afterwards(tmp_path: Path) -> None:
    async with mortal(tmp_path, 1, rounds=1, claim_clock=6, discard_clock=6) as bot:
        match = Match.of(bot, 1, 1)
        await match.greet()
        await match.gather()
        await match.begin()
        (asked,) = match.now.waiting_for
        called = next(person for person in match.people if person.id == asked.user_id)
        await called.sees("🔔", within=20)
        await match.quiet()
        bot.server.faults.flood(600, chat_id=called.id)
        edits = bot.server.calls.count("editMessageText", chat_id=match.group.id)
        await match.move(match.now)
        # The group is shown what follows, so the call was given up too; but Telegram does not delete it yet.
        await bot.server.wait_for(
            lambda: bot.server.calls.count("editMessageText", chat_id=match.group.id) > edits
        )
        assert called.find("🔔") is not None
        await bot.revive()
        await match.quiet()
        assert asked not in match.now.waiting_for
        assert called.find("🔔") is None
