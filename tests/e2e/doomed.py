"""A match of people at a bot that is killed again and again, and what is left of it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

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

SLOW_CLOCKS = {"claim_clock": 3600, "discard_clock": 3600}
STALE = refusal(chinese, Refused("stale"))
NAMES = ("阿明", "小红", "老王")

SAT = "坐下了"

QUIET = 0.12
"""For how many seconds a bot calls nobody that has nothing to say."""


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
    going: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while people may press."""

    @classmethod
    def of(cls, bot: Mortal, seed: int, rounds: int) -> Match:
        people = [bot.server.person(name) for name in NAMES]
        match = cls(bot, seed, rounds, people, bot.server.group("麻友", people))
        match.going.set()
        return match

    async def play(self) -> None:
        """From the first command to the lobby after the match."""
        await self.gather()
        await self.begin()
        while True:
            table = self.now
            if table.phase is Phase.LOBBY:
                return
            if table.phase is Phase.BETWEEN:
                await self._next_round(table)
            else:
                await self.move(table)

    async def gather(self) -> None:
        """Open the table, and sit down."""
        await self._until_open()
        for person in self.people:
            await self._do(person, "坐下", lambda now, who=person.id: now.person(who) is not None)

    async def add_computer(self) -> None:
        """Let a computer player sit down."""
        people = len(self.now.people)
        await self._do(self.people[0], "加电脑", lambda now: len(now.people) > people)

    async def begin(self) -> None:
        """Begin the match."""
        await self._do(self.people[0], "开局", lambda now: now.match == 1)

    async def greet(self) -> None:
        """Everybody has pressed START, and been greeted."""
        for person in self.people:
            person.start()
            await person.sees("你好", within=20)

    async def _until_open(self) -> None:
        self.people[0].send("/new", self.group)
        while not await self.bot.until(self.bot.journal.read):
            # If it was heard, it was forgotten with the bot that heard it.
            if not len(self.bot.server.world.updates):
                self.people[0].send("/new", self.group)

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
        if not self.going.is_set():
            await self.going.wait()  # what to press was chosen by what may be over then
            return
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

    async def move(self, table: Table) -> None:
        """One answer of the first of those who are asked, as soon as they are shown the question."""
        assert table.game is not None
        asked = {table.player(seat).user_id for seat in table.game.legal()}
        person = next(person for person in self.people if person.id in asked)
        message = await self.bot.until(lambda: person.find(lambda m: bool(moves(m, table.moment))))
        if message is None:
            return
        label = self._choose(person, moves(message, table.moment))
        await self._press(person, message, label, lambda now: now.seq > table.seq)

    def surplus(self) -> int:
        """How many messages the chats have beyond those of an undisturbed match; below 0: some are missing."""
        table = self.bot.journal.read()
        if table is None:
            return 0
        dealt, in_lobby = table.serial, table.phase is Phase.LOBBY
        told = dealt - (table.phase is Phase.PLAYING)
        lobbies = 1 + (in_lobby and dealt > 0)
        greetings_and_hands = len(self.people) * (1 + dealt)
        return sum(map(len, self._standing())) - (lobbies + dealt + told) - greetings_and_hands

    def _standing(self) -> list[list[Message]]:
        """What the bot wrote, by chat, without the word that somebody sat down: a deal may take its place."""
        rooms = (self.group, *(person.private for person in self.people))
        return [[message for message in room.bot_messages if SAT not in message.text] for room in rooms]

    async def quiet(self) -> None:
        """Until the bot has heard and said everything; AssertionError if something is missing then."""
        server = self.bot.server
        await server.wait_for(lambda: server.calls.polls > self.bot.polls_before, within=20)
        for _ in range(100):
            calls = len(server.calls)
            await asyncio.sleep(QUIET)
            if calls == len(server.calls) and not len(server.world.updates) and self.surplus() >= 0:
                return
        raise AssertionError(f"messages are missing: {self.surplus()}")

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

    Of boards and hands of earlier rounds, and of the lobby before them, that they are there: a new deal takes the place
    of their last edit, if that still waits. So it does of the word that somebody sat down, which is left out, as are
    the explanations that are given once: after a kill they may come later.
    """
    found = [message.text.partition("\n\n💡")[0] for message in room.bot_messages if SAT not in message.text]
    return [_lasting(text, rounds, last=number == len(found) - 1) for number, text in enumerate(found)]


def _lasting(text: str, rounds: int, *, last: bool) -> str:
    """What of a message is the same however much of what followed was joined."""
    head = re.search(r"第 (\d+) 局 · ", text)
    if head is not None and int(head[1]) < rounds:
        return head[0]
    return text if last or not text.startswith("🀄 跑胡子 · ") else text.splitlines()[0]


async def undisturbed(folder: Path, seed: int, rounds: int) -> Played:
    async with mortal(folder, seed, rounds=rounds, **SLOW_CLOCKS) as bot:
        match = Match.of(bot, seed, rounds)
        await match.greet()
        await match.play()
        left = await left_by(match)
        assert match.surplus() == 0
        return left


@dataclass(slots=True)
class Reaper:
    """Kills the bot at random instants and starts it again, `kills` times."""

    match: Match
    kills: int
    chance: random.Random
    ways: list[str] = field(default_factory=list)
    more: int = 0
    """How many messages more there are than without the kills."""

    def stop(self) -> None:
        """Kill no more after this time."""
        self.kills = 0

    async def work(self) -> None:
        """Kill, start, and look what it did, again and again."""
        bot, match = self.match.bot, self.match
        while len(self.ways) < self.kills:
            way = self.chance.choice(("calls", "calls", "write", "write", "time", "start", "flood", "unsure"))
            lives = bot.lives
            self.ways.append(way)
            await getattr(self, f"_{way}")()
            await bot.revive()
            match.going.clear()
            await match.quiet()
            more, self.more = match.surplus() - self.more, match.surplus()
            assert 0 <= more <= bot.lives - lives, (way, more)
            match.going.set()

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
        await self.match.bot.revive()
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
