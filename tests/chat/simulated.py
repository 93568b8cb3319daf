"""Time that passes only when everybody waits, and a Telegram that answers as told: for tests of pacing."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bot.chat.delivery import DeliveryError
from bot.chat.outbox import Importance, Limits, Outbox
from bot.views.message import Message

GROUP = -100
OTHER_GROUP = -200
PERSON = 300


class _Skipping(selectors.SelectSelector):
    """Instead of waiting until a timer is due, puts the clock forward to it."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        if not ready and timeout is not None and timeout > 0:
            self.now += timeout
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock that begins at 0 and needs no time."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.now


def simulate(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `play` in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        runner.run(play())


@dataclass(frozen=True)
class Call:
    """A call that arrived: when, what, where, and the text if it has one."""

    at: float
    what: str
    chat_id: int
    message_id: int
    text: str = ""
    thread_id: int | None = None
    reply_to: int | None = None


@dataclass
class FakeTelegram:
    """A `Sender` that notes every call, takes `delay` seconds for each, and fails as `failures` say.

    `failures` are used up in order, None meaning success; an UnsureError means that the call was carried out.
    `gate`, while it is set, holds every call to that chat until it is opened.
    """

    delay: float = 0.0
    failures: list[DeliveryError | None] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    held: dict[int, asyncio.Event] = field(default_factory=dict)
    fails_always: dict[int, DeliveryError] = field(default_factory=dict)
    last_id: int = 0

    async def send(
        self, chat_id: int, message: Message, *, thread_id: int | None, reply_to: int | None
    ) -> int:
        self.last_id += 1
        message_id = self.last_id
        await self._take("send", chat_id, message_id, message.text, thread_id, reply_to)
        return message_id

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        await self._take("edit", chat_id, message_id, message.text)

    async def clear_keyboard(self, chat_id: int, message_id: int) -> None:
        await self._take("clear", chat_id, message_id)

    async def delete(self, chat_id: int, message_id: int) -> None:
        await self._take("delete", chat_id, message_id)

    async def _take(
        self,
        what: str,
        chat_id: int,
        message_id: int,
        text: str = "",
        thread_id: int | None = None,
        reply_to: int | None = None,
    ) -> None:
        now = asyncio.get_running_loop().time()
        self.calls.append(Call(now, what, chat_id, message_id, text, thread_id, reply_to))
        if chat_id in self.held:
            await self.held[chat_id].wait()
        await asyncio.sleep(self.delay)
        failure = self.failures.pop(0) if self.failures else self.fails_always.get(chat_id)
        if failure is not None:
            raise failure

    def seen(self, chat_id: int | None = None) -> list[tuple[str, str]]:
        """What arrived (in one chat): the kind of call and the text."""
        return [(call.what, call.text) for call in self.calls if chat_id in (None, call.chat_id)]

    def times(self, chat_id: int) -> list[float]:
        return [call.at for call in self.calls if call.chat_id == chat_id]


@dataclass
class Told:
    """What the outbox told by its callbacks."""

    sent: list[tuple[str, int, int]] = field(default_factory=list)
    forbidden: list[int] = field(default_factory=list)
    migrated: list[tuple[int, int]] = field(default_factory=list)
    no_thread: list[tuple[int, int]] = field(default_factory=list)

    async def on_sent(self, slot: str, chat_id: int, message_id: int, _mark: int) -> None:
        self.sent.append((slot, chat_id, message_id))

    async def on_forbidden(self, chat_id: int) -> None:
        self.forbidden.append(chat_id)

    async def on_migrated(self, old: int, new: int) -> None:
        self.migrated.append((old, new))

    async def on_no_thread(self, chat_id: int, thread_id: int) -> None:
        self.no_thread.append((chat_id, thread_id))


class World:
    """An outbox over a fake Telegram, in the simulated time of the running loop.

    Slots whose names begin with the same number, as "12:board" does, are of one line.
    """

    def __init__(self, limits: Limits | None = None, telegram: FakeTelegram | None = None) -> None:
        self.telegram = telegram or FakeTelegram()
        self.told = Told()
        self.outbox = Outbox(
            self.telegram,
            limits,
            line_of=lambda slot: slot.partition(":")[0] if slot[0].isdigit() else slot,
            on_sent=self.told.on_sent,
            on_forbidden=self.told.on_forbidden,
            on_migrated=self.told.on_migrated,
            on_no_thread=self.told.on_no_thread,
            clock=asyncio.get_running_loop().time,
        )

    def put(
        self,
        text: str,
        slot: str = "board:1",
        chat_id: int = GROUP,
        importance: Importance = Importance.TABLE,
    ) -> None:
        """Put a message without a keyboard."""
        self.outbox.put(chat_id, slot, Message(text), importance=importance)

    async def finish(self) -> None:
        """Until all is sent; then the outbox is closed."""
        assert await self.outbox.idle(100_000)
        await self.outbox.close()


def in_world(play: Callable[[World], Awaitable[None]], limits: Limits | None = None) -> World:
    """Run `play(world)` in simulated time, then let the outbox finish; the world, to look at."""
    worlds: list[World] = []

    async def whole() -> None:
        world = World(limits)
        worlds.append(world)
        await play(world)
        await world.finish()

    simulate(whole)
    return worlds[0]


def most_in(times: list[float], seconds: float) -> int:
    """The most of these times that lie in any stretch of `seconds` (its end not counted)."""
    return max((sum(start <= time < start + seconds for time in times) for start in times), default=0)
