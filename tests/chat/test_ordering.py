"""Updates of one table come one after another, those of different tables side by side."""

import asyncio
import datetime as dtm
import gc

import pytest
from telegram import (
    CallbackQuery,
    Chat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    Update,
    User,
)
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, ContextTypes

from bot.chat.ordering import TableOrder, key_of
from bot.chat.tokens import encode
from bot.playground import Playground
from bot.views.message import Press

LINES = ("pick:7:1:", "pick:7:2:", "pick:7:3:", "pick:8:9:")
LONG_AGO = dtm.datetime(2026, 1, 1, tzinfo=dtm.UTC)


def message_in(chat_id: int) -> Message:
    return Message(1, LONG_AGO, Chat(chat_id, "group" if chat_id < 0 else "private"), text="/new")


def command(chat_id: int) -> Update:
    return Update(1, message=message_in(chat_id))


def press(data: str, chat_id: int = -100) -> Update:
    user = User(5, "A", False)
    return Update(1, callback_query=CallbackQuery("1", user, "x", message=message_in(chat_id), data=data))


def on_table(table: int, chat_id: int = -100) -> Update:
    return press(encode(Press("pick", table, 3, "0")), chat_id)


class Steps:
    """Updates at work: each begins, waits until it is told to end, and ends."""

    def __init__(self, most_at_once: int = 64) -> None:
        self.order = TableOrder(most_at_once)
        self.log: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def _work(self, name: str) -> None:
        self.log.append(f"{name} begins")
        await self.ends[name].wait()
        self.log.append(f"{name} ends")

    def come(self, name: str, update: object) -> asyncio.Task[None]:
        self.ends[name] = asyncio.Event()
        task = asyncio.ensure_future(self.order.process_update(update, self._work(name)))
        self.tasks.append(task)
        return task

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
        await settled()

    async def all_end(self) -> None:
        for event in self.ends.values():
            event.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def settled() -> None:
    """Until everybody waits: the loop runs what is ready in rounds, and nothing here needs more than a few."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_table_works_on_one_update_at_a_time_in_the_order_in_which_they_came() -> None:
    steps = Steps()
    for name in "abc":
        steps.come(name, on_table(7))
    await settled()
    assert steps.log == ["a begins"]
    await steps.end("c", "b")
    assert steps.log == ["a begins"]
    await steps.end("a")
    assert steps.log == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


async def test_34_a_table_that_waits_holds_up_no_other() -> None:
    steps = Steps()
    steps.come("a", on_table(7))
    steps.come("b", on_table(8))
    steps.come("c", command(-100))
    steps.come("d", command(-200))
    await settled()
    assert steps.log == ["a begins", "b begins", "c begins", "d begins"]
    await steps.all_end()


async def test_34_many_updates_of_one_table_take_no_place_from_others() -> None:
    steps = Steps(most_at_once=2)
    for number in range(50):
        steps.come(f"a{number}", on_table(7))
    steps.come("b", on_table(8))
    await settled()
    assert steps.log == ["a0 begins", "b begins"]
    await steps.all_end()


async def test_no_more_than_the_most_are_worked_on_at_once() -> None:
    steps = Steps(most_at_once=3)
    for number in range(10):
        steps.come(f"{number}", on_table(number + 1))
    await settled()
    assert len(steps.log) == 3
    await steps.end("1")
    assert len(steps.log) == 5
    await steps.all_end()
    assert len(steps.log) == 20


async def test_an_update_that_fails_lets_the_next_one_go() -> None:
    order = TableOrder()

    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await order.process_update(on_table(7), fail())
    await order.process_update(on_table(7), settled())
    assert order.lanes == 0


async def test_an_update_broken_off_while_it_waits_leaves_no_trace() -> None:
    steps = Steps()
    steps.come("a", on_table(7))
    waiting = steps.come("b", on_table(7))
    steps.come("c", on_table(7))
    await settled()
    waiting.cancel()
    await steps.end("a", "c")
    assert steps.log == ["a begins", "a ends", "c begins", "c ends"]
    assert steps.order.lanes == 0
    gc.collect()  # a coroutine that was never closed would warn here, and a warning fails the test


async def test_nothing_is_kept_of_tables_that_are_quiet() -> None:
    steps = Steps()
    for number in range(1000):
        steps.come(f"{number}", on_table(number % 100 + 1))
    await settled()
    assert steps.order.lanes == 100
    await steps.all_end()
    assert steps.order.lanes == 0


@pytest.mark.parametrize(
    ("update", "key"),
    [
        (on_table(7, chat_id=300), ("table", 7)),
        (on_table(7, chat_id=-100), ("table", 7)),
        (press(encode(Press("rules", 0)), chat_id=300), ("chat", 300)),
        (press("made up"), ("chat", -100)),
        (command(300), ("chat", 300)),
        (Update(1), None),
        ("no update at all", None),
    ],
)
def test_what_an_update_must_not_overtake(update: object, key: object) -> None:
    assert key_of(update) == key


async def test_the_order_holds_in_a_running_bot() -> None:
    log: list[str] = []
    gate = asyncio.Event()

    async def work(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        log.append(f"{query.data} begins")
        if query.data == "pick:7:1:":
            await gate.wait()
        log.append(f"{query.data} ends")
        await query.answer()

    async with await Playground.start() as server:
        builder = ApplicationBuilder().token(server.token).base_url(server.base_url)
        app = builder.concurrent_updates(TableOrder()).build()
        app.add_handler(CallbackQueryHandler(work))
        ming = server.person("阿明")
        ming.start()
        async with app:
            buttons = [InlineKeyboardButton(data, callback_data=data) for data in LINES]
            await app.bot.send_message(ming.id, "here", reply_markup=InlineKeyboardMarkup([buttons]))
            await app.start()
            assert app.updater is not None
            await app.updater.start_polling()
            message = await ming.sees("here")
            presses = [ming.press(message, data) for data in LINES]
            await presses[3].answered()  # the other table's is done although this table's first one waits
            gate.set()
            await presses[2].answered()
            await app.updater.stop()
            await app.stop()
    assert log == [
        "pick:7:1: begins",
        "pick:8:9: begins",
        "pick:8:9: ends",
        "pick:7:1: ends",
        "pick:7:2: begins",
        "pick:7:2: ends",
        "pick:7:3: begins",
        "pick:7:3: ends",
    ]
