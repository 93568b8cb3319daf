"""The tables of one process: each is locked, decided, committed, and only then told of."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Protocol

from bot.host import events as ev
from bot.host import recovery
from bot.host.decide import Refused, decide
from bot.host.finished import finished_round
from bot.host.fold import evolve, fold, opened
from bot.host.frames import frames
from bot.host.intents import ComputerPlays, GoOn, Intent, Sit, TimeUp
from bot.host.table import Phase, Table
from storage import Cause, Clock, Conflict, Store, StoreError

log = logging.getLogger(__name__)


LONGEST_SILENCE = 20
"""For how many times the time of a question it stands still for somebody whom Telegram does not reach."""

GLANCE = 0.2
"""Seconds until the first look whether Telegram has taken a question; each further one takes half as long again."""

LONGEST_GLANCE = 2.0
"""Seconds between two such looks at most."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Lengths of time, in seconds: how long a card that nobody can take lies open, how long a computer player
    thinks (also for somebody in 托管), and how long 下一局 waits for those who have not pressed."""

    open_card: float = 1.2
    computer: float = 1.0
    next_round: float = 30.0


class Listener(Protocol):
    """Who is told what a table looks like now."""

    async def resume(self, table: Table) -> None:
        """Take up a table that was open when the program stopped."""

    async def show(self, table: Table, events: Sequence[ev.Event], *, last: bool) -> None:
        """Show `table`. `events` are what was committed since the last call (empty for the states in between
        and after a restart); `last` says that this is the committed state."""

    def call(self, table: Table) -> None:
        """Call those of whom an answer is still waited for: a third of their time is over."""

    def has_heard(self, table: Table, user_id: int) -> bool:
        """Whether a person surely was shown what the table asks, as far as Telegram took it."""


@dataclass(slots=True)
class _Live:
    """What the process holds for one open table besides its state."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    showing: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: asyncio.Task[None] | None = None
    clock: asyncio.Task[None] | None = None
    due_at: float = 0.0
    touched: float = field(default_factory=time.monotonic)


class TableService:
    """All open tables: the one place that changes them."""

    def __init__(
        self, store: Store, listener: Listener, pace: Pace, chance: Callable[[], int] | None = None
    ) -> None:
        """`chance` gives a fresh seed for each decision; without it the system's own randomness does."""
        self._store = store
        self._listener = listener
        self._pace = pace
        self._chance = chance or (lambda: secrets.randbits(256))
        self._live: dict[int, _Live] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting = False

    def table(self, table_id: int) -> Table | None:
        """The open table of this id, or None."""
        live = self._live.get(table_id)
        return live.table if live else None

    @property
    def tables(self) -> tuple[Table, ...]:
        """All open tables, oldest first."""
        return tuple(live.table for live in self._live.values())

    def untouched_since(self, table_id: int) -> float:
        """When (monotonic seconds) something last happened at an open table; at a restart it counts anew."""
        return self._live[table_id].touched

    def table_in(self, chat_id: int, thread_id: int | None) -> Table | None:
        """The open table of a group, or of one topic of it; None if there is none."""
        for live in self._live.values():
            if (live.table.chat_id, live.table.thread_id) == (chat_id, thread_id):
                return live.table
        return None

    def tables_of(self, user_id: int) -> tuple[Table, ...]:
        """The open tables at which a person sits, oldest first."""
        return tuple(live.table for live in self._live.values() if live.table.person(user_id) is not None)

    async def resume(self) -> None:
        """Let every open table of the database go on, with the time that its question had left."""
        for ended in await recovery.ended_tables(self._store):
            await self._listener.resume(ended.before)
            table = evolve(ended.before, ended.end)
            self._spawn(self._listener.show(table, (ended.end,), last=True))
        for found in await recovery.open_tables(self._store):
            table = found.table
            live = self._live[table.id] = _Live(table)
            live.touched -= found.idle
            live.due_at = time.time() + found.left
            await self._keep_clock(live)
            await self._listener.resume(table)
            self._spawn(self._tell(live, (table,), ()))

    async def open(
        self, opening: ev.Opened, sitting: Sit | None = None, cause: Cause | None = None
    ) -> tuple[Table, bool]:
        """The table of the group (or topic) of `opening`, and whether it was opened just now, by `cause`.

        `sitting` is who sits down at once. Raises Refused if that is not possible, StoreError; then there is no table.
        """
        async with self._opening:
            existing = self.table_in(opening.chat_id, opening.thread_id)
            if existing is not None:
                return existing, False
            sat = decide(opened(0, opening), sitting, self._chance()) if sitting is not None else ()
            events = (opening, *sat)
            table_id = await self._store.journal.create_table(
                opening.chat_id, opening.thread_id, [ev.pack(event) for event in events], time.time(), cause
            )
            table = reduce(evolve, sat, opened(table_id, opening))
            self._live[table_id] = _Live(table)
        _log_events(table_id, 0, events)
        self._spawn(self._tell(self._live[table_id], (table,), events))
        return table, True

    async def do(self, table_id: int, intent: Intent, cause: Cause | None = None) -> Table:
        """Carry out an intent: decide, commit, tell. The table after it. `cause` is the update that it comes from.

        Raises Refused if the intent is not allowed, or `closed` if the table is not open; StoreError if the
        database does not take it. Nothing is changed then.
        """
        live = self._live.get(table_id)
        if live is None:
            raise Refused("closed")
        async with live.lock:
            before = live.table
            events = decide(before, intent, self._chance())
            if not events:
                return before
            shown = frames(before, events)
            await asyncio.shield(self._spawn(self._commit(live, events, shown, cause)))
            after = live.table
        _log_events(table_id, before.seq, events)
        self._spawn(self._tell(live, shown, events))
        return after

    async def _commit(
        self, live: _Live, events: Sequence[ev.Event], shown: Sequence[Table], cause: Cause | None
    ) -> None:
        """Write the events and what they settle in one transaction, then take over the new state, the last of `shown`.

        Each of the others lies open for a moment before people see it; their time begins after that.
        """
        before, table = live.table, shown[-1]
        pauses = len(shown) - 1
        outcome = table.last if table.last is not before.last else None
        clock = None
        if table.seconds and table.moment != before.moment:
            due_at = time.time() + pauses * self._pace.open_card + table.seconds
            clock = Clock(table.moment, due_at)
        try:
            await self._store.journal.append(
                table.id,
                before.seq,
                [ev.pack(event) for event in events],
                time.time(),
                finished=finished_round(outcome) if outcome else None,
                clock=clock,
                close=table.phase is Phase.CLOSED,
                cause=cause,
            )
        except Conflict:
            stored = await self._store.journal.events(table.id)
            live.table = fold(table.id, (ev.unpack(event.kind, event.data) for event in stored))
            raise
        live.table = table
        live.touched = time.monotonic()
        if clock is not None:
            live.due_at = clock.due_at
        if table.phase is Phase.CLOSED:
            del self._live[table.id]

    async def _tell(self, live: _Live, shown: Sequence[Table], events: Sequence[ev.Event]) -> None:
        """Show what happened, one state after another, and then let the table go on by itself."""
        async with live.showing:
            for number, table in enumerate(shown):
                last = number == len(shown) - 1
                await self._listener.show(table, events if last else (), last=last)
                if not last:
                    await asyncio.sleep(self._pace.open_card)
        self._schedule(live)

    def _schedule(self, live: _Live) -> None:
        """Set the timers of the table by what it waits for: people, the computer, or the next round.

        A table at which nobody plays any more, all being in 托管, does not go on by itself.
        """
        _stop_timers(live)
        table = live.table
        if self._resting:
            return
        if table.seconds and table.waiting_for:
            live.clock = self._spawn(self._watch(live, table))
        if table.goes_on:
            live.timer = self._spawn(self._later(self._pace.next_round, table, GoOn(table.moment)))
        elif table.phase is Phase.PLAYING and table.game is not None:
            waiting = [s for s in table.game.legal() if table.plays_itself(table.player(s).user_id)]
            if waiting:
                live.timer = self._spawn(self._later(self._pace.computer, table, ComputerPlays(waiting[0])))

    async def _watch(self, live: _Live, table: Table) -> None:
        """Call those who let a third of their time go, and answer for those who let all of it go."""
        await self._delivered(live, table)
        await asyncio.sleep(live.due_at - table.seconds * 2 / 3 - time.time())
        if live.table.moment == table.moment and live.table.waiting_for:
            self._listener.call(live.table)
        await asyncio.sleep(live.due_at - time.time())
        live.clock = None
        await self._go_on(table, TimeUp(table.moment))

    async def _delivered(self, live: _Live, table: Table) -> None:
        """Let the time stand still until Telegram has taken the question to everybody who has to answer."""
        began = since = time.time()
        glance = GLANCE
        longest = LONGEST_SILENCE * table.seconds
        while since - began < longest and live.table.moment == table.moment:
            late = live.table.waiting_for
            if all(self._listener.has_heard(live.table, person.user_id) for person in late):
                break
            await asyncio.sleep(glance)
            glance = min(glance * 1.5, LONGEST_GLANCE)
            now = time.time()
            live.due_at += now - since
            since = now
        if since > began:
            await self._keep_clock(live)

    async def _keep_clock(self, live: _Live) -> None:
        """Note until when the question in play runs."""
        if not live.table.seconds:
            return
        try:
            await self._store.journal.set_clock(live.table.id, Clock(live.table.moment, live.due_at))
        except StoreError as error:
            log.error("table=%d: its clock cannot be stored: %s", live.table.id, error)

    async def _later(self, seconds: float, table: Table, intent: GoOn | ComputerPlays) -> None:
        await asyncio.sleep(seconds)
        live = self._live.get(table.id)
        if live is not None:
            live.timer = None
        await self._go_on(table, intent)

    async def _go_on(self, table: Table, intent: GoOn | ComputerPlays | TimeUp) -> None:
        """Carry out what the host itself wants; that it is too late for it does not matter."""
        try:
            await self.do(table.id, intent)
        except Refused:
            log.debug("table=%d went on by itself before its timer", table.id)
        except StoreError as error:
            log.error("table=%d: %s", table.id, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` on the side; it is kept until it ends, and `close` waits for it or ends it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreError):
            log.error("a table's task failed", exc_info=error)

    def rest(self) -> None:
        """Let nothing happen any more but what people want: the program is about to end."""
        self._resting = True
        for live in self._live.values():
            _stop_timers(live)

    async def close(self) -> None:
        """Stop all timers and shows. What is committed stays; nothing else is lost."""
        self.rest()
        for live in tuple(self._live.values()):
            async with live.lock:
                pass  # what is being decided is committed first
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _stop_timers(live: _Live) -> None:
    for task in (live.timer, live.clock):
        if task is not None:
            task.cancel()
    live.timer = live.clock = None


def _log_events(table_id: int, after_seq: int, events: Sequence[ev.Event]) -> None:
    """A line for each event; never what anybody holds or plays."""
    for seq, event in enumerate(events, after_seq + 1):
        more = f" by={event.by}" if isinstance(event, ev.Played) else ""
        log.info("table=%d seq=%d kind=%s%s", table_id, seq, type(event).__name__, more)
