"""Scenario 28: the bot is killed at any instant of a match, and comes back as if nothing had been.

The same match, with the same cards and the same choices, is played without and with kills. People choose by what
they are shown and by nothing else. Afterwards the journals are equal event by event, so are the ledgers, and
everybody was shown the same messages, with at most one more for each kill.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.chat.tokens import decode
from bot.host.refused import Refused
from bot.host.table import Phase, Table
from bot.playground import Message, Person, Room
from bot.views.say import chinese
from bot.views.toasts import refusal
from storage import Balance, Store, StoredRound
from tests.e2e.mortal import SOON, Mortal, mortal

Done = Callable[[Table], bool]
"""Whether something is done at a table."""

log = logging.getLogger(__name__)

SLOW_CLOCKS = {"claim_clock": 3600, "discard_clock": 3600}
STALE = refusal(chinese, Refused("stale"))
NAMES = ("阿明", "小红", "老王")


@dataclass(slots=True)
class Match:
    """Three people and a bot that may be killed; they go on pressing until the match is over."""

    bot: Mortal
    seed: int
    rounds: int
    people: list[Person]
    group: Room
    promised: int = 0
    """How many presses were answered as carried out."""

    @classmethod
    def of(cls, bot: Mortal, seed: int, rounds: int) -> Match:
        people = [bot.server.person(name) for name in NAMES]
        return cls(bot, seed, rounds, people, bot.server.group("麻友", people))

    async def play(self) -> None:
        """From the first command to the lobby after the match."""
        await self._until_open()
        for person in self.people:
            await self._do(person, "坐下", lambda now, who=person.id: now.person(who) is not None)
        await self._do(self.people[0], "开局", lambda now: now.match == 1)
        while True:
            table = self.now
            if table.phase is Phase.LOBBY:
                return
            if table.phase is Phase.BETWEEN:
                await self._next_round(table)
            else:
                await self._move(table)

    async def greet(self) -> None:
        """Everybody has pressed START, and been greeted."""
        for person in self.people:
            person.start()
            await person.sees("你好", within=20)

    async def _until_open(self) -> None:
        while self.bot.journal.read() is None:
            self.people[0].send("/new", self.group)
            await self.bot.until(self.bot.journal.read)

    async def _do(self, person: Person, label: str, done: Done) -> None:
        """Press a button in the group until it is carried out; it may take a while to be shown, and be lost."""
        while not done(self.now):
            message = await self.bot.until(lambda: done(self.now) or self.group.find(having(label)))
            if isinstance(message, Message):
                await self._press(person, message, label, done)

    @property
    def now(self) -> Table:
        """The table as it is committed."""
        table = self.bot.journal.read()
        assert table is not None
        return table

    async def _press(self, person: Person, message: Message, label: str, done: Done) -> None:
        """Press, and hold the bot to its word: what it says it has done is committed."""
        try:
            press = person.press(message, label)
        except LookupError:
            await asyncio.sleep(SOON)  # the message changed just now
            return
        if await self.bot.until(lambda: press.answer):
            assert press.answer is not None
            assert done(self.now) or press.answer.text == STALE, press.answer
            self.promised += done(self.now)

    async def _next_round(self, table: Table) -> None:
        for person in self.people:
            await self._do(
                person,
                "下一局",
                lambda now, who=person.id: now.serial > table.serial or who in now.ready,
            )

    async def _move(self, table: Table) -> None:
        """One answer of the first of those who are asked, as soon as they are shown the question."""
        assert table.game is not None
        asked = {table.player(seat).user_id for seat in table.game.legal()}
        person = next(person for person in self.people if person.id in asked)
        message = await self.bot.until(lambda: person.find(lambda m: bool(moves(m, table.moment))))
        if message is None:
            return
        label = self._choose(person, moves(message, table.moment))
        await self._press(person, message, label, lambda now: now.seq > table.seq)

    def _choose(self, person: Person, labels: Sequence[str]) -> str:
        chance = random.Random(f"{self.seed} {person.name} {labels}")
        wins = [label for label in labels if label.startswith("胡")]
        claims = [label for label in labels if label.startswith(("碰", "吃"))]
        if wins:
            return wins[0]
        return chance.choice(claims if claims and chance.random() < 0.7 else list(labels))


def having(label: str) -> Callable[[Message], bool]:
    """Whether a message has a button whose label begins so."""
    return lambda message: any(button.text.startswith(label) for button in message.buttons)


def moves(message: Message, moment: int) -> list[str]:
    """The labels of the moves that a message offers for a moment."""
    pressed = [(button.text, decode(button.data)) for button in message.buttons]
    return [text for text, press in pressed if press and press.what == "act" and press.moment == moment]


@dataclass(frozen=True, slots=True)
class Played:
    """What a match left behind."""

    events: list[tuple[str, str]]
    balances: list[Balance]
    rounds: list[StoredRound]
    shown: dict[str, list[str]]
    promised: int
    kills: int = 0


async def left_by(match: Match, kills: int = 0) -> Played:
    """Wait until all is sent, and look."""
    server = match.bot.server
    await server.wait_for(lambda: match.group.find("开局"), within=20)
    calls = -1
    while calls != len(server.calls):
        calls = len(server.calls)
        await asyncio.sleep(0.4)
    async with await Store.look(match.bot.db) as store:
        assert await store.check() == ()
        shown = {person.name: texts(person.private, match.rounds) for person in match.people}
        return Played(
            match.bot.journal.stored(),
            await store.ledger.balances(match.group.id),
            [stored.round for stored in await store.rounds.of_table(1)],
            {**shown, "麻友": texts(match.group, match.rounds)},
            match.promised,
            kills,
        )


def texts(room: Room, rounds: int) -> list[str]:
    """What stands in a chat in the end.

    Of boards and hands of earlier rounds that they are there: a new deal takes the place of their last edit, if that
    still waits. So it does of the word that somebody sat down, which is left out, as are the explanations that are
    given once: who is killed gives none.
    """
    found = [
        message.text.partition("\n\n💡")[0] for message in room.bot_messages if "坐下了" not in message.text
    ]
    heads = [re.search(r"第 (\d+) 局 · ", text) for text in found]
    return [
        head[0] if head is not None and int(head[1]) < rounds else text
        for text, head in zip(found, heads, strict=True)
    ]


async def undisturbed(folder: Path, seed: int, rounds: int) -> Played:
    async with mortal(folder, seed, rounds=rounds, **SLOW_CLOCKS) as bot:
        match = Match.of(bot, seed, rounds)
        await match.greet()
        await match.play()
        return await left_by(match)


@dataclass(slots=True)
class Reaper:
    """Kills the bot at random instants and starts it again, `kills` times."""

    match: Match
    kills: int
    chance: random.Random
    ways: list[str] = field(default_factory=list)

    def stop(self) -> None:
        """Kill no more after this time."""
        self.kills = 0

    async def work(self) -> None:
        bot = self.match.bot
        while len(self.ways) < self.kills:
            way = self.chance.choice(("calls", "calls", "write", "write", "time", "start", "flood", "unsure"))
            self.ways.append(way)
            await getattr(self, f"_{way}")()
            bot.kill()
            await bot.dead()
            bot.server.faults.clear()
            await bot.check()
            await bot.start()

    async def _calls(self) -> None:
        """After one of the next calls had its effect, before the bot hears of it."""
        calls = self.match.bot.server.calls
        if self.chance.random() < 0.7:
            await self._hears()
        await self._wait(len(calls) + self.chance.randint(1, 12), lambda: len(calls))

    async def _write(self) -> None:
        """In the middle of a write to the database."""
        await self._hears()
        thread = self.match.bot.kill_at_write(self.chance.randint(1, 6))
        await asyncio.to_thread(thread.join)

    async def _time(self) -> None:
        await self._hears()
        await asyncio.sleep(self.chance.uniform(0, 0.3))

    async def _start(self) -> None:
        """While it starts."""
        await asyncio.sleep(self.chance.uniform(0, 0.25))

    async def _flood(self) -> None:
        """While a 429 makes a chat wait."""
        await self._hears()
        self.match.bot.server.faults.flood(30, chat_id=self._somewhere())
        await asyncio.sleep(self.chance.uniform(0.05, 0.4))

    async def _unsure(self) -> None:
        """While a message or an edit has come, but the bot does not know."""
        await self._hears()
        fault = self.match.bot.server.faults.time_out(after=True, chat_id=self._somewhere())
        await self._wait(1, lambda: fault.left == 0)
        await asyncio.sleep(self.chance.uniform(0, 0.1))

    def _somewhere(self) -> int:
        return self.chance.choice([self.match.group.id, *(person.id for person in self.match.people)])

    async def _hears(self) -> None:
        polls = self.match.bot.server.calls.polls
        await self._wait(polls + 1, lambda: self.match.bot.server.calls.polls)

    async def _wait(self, wanted: int, count: Callable[[], int]) -> None:
        """Wait for what may not come, when nobody has anything to press."""
        with contextlib.suppress(TimeoutError):
            await self.match.bot.server.feed.wait_for(lambda: count() >= wanted, 2.0)


async def killed(folder: Path, seed: int, rounds: int, kills: int) -> tuple[Played, list[str]]:
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
        return await left_by(match, bot.lives - 1), reaper.ways


def is_part_of(some: Sequence[str], all_: Sequence[str]) -> bool:
    """Whether the texts are all there, in their order."""
    rest = iter(all_)
    return all(text in rest for text in some)


def compare(plain: Played, after: Played) -> int:
    """The same match came of it; how many messages there are more than without the kills."""
    assert after.events == plain.events
    assert after.balances == plain.balances
    assert after.rounds == plain.rounds
    more = 0
    for name, shown in plain.shown.items():
        assert is_part_of(shown, after.shown[name]), (name, shown, after.shown[name])
        more += len(after.shown[name]) - len(shown)
    assert more <= after.kills
    return more


def folder(place: Path, name: str) -> Path:
    """A new folder."""
    (place / name).mkdir()
    return place / name


async def test_scenario_28_killed_ten_times_a_match_is_the_same(tmp_path: Path) -> None:
    plain = await undisturbed(folder(tmp_path, "plain"), 1, rounds=1)
    after, _ = await killed(folder(tmp_path, "killed"), 1, rounds=1, kills=10)
    assert after.kills >= 5
    compare(plain, after)


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
        after, used = await killed(folder(tmp_path, f"killed-{seed}"), seed, rounds=2, kills=25)
        more += compare(plain, after)
        kills += after.kills
        ways.update(used)
        if kills >= 200:
            break
    log.info("%d kills in %d matches, %d messages more than without them", kills, seed, more)
    assert len(ways) == 6
    assert more <= kills
