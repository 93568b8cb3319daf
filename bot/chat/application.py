"""The running bot: everything is put together, runs until it is told to stop, and leaves in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable

from telegram.error import Conflict
from telegram.ext import ApplicationBuilder, ContextTypes

from bot.chat import commands, keeper, languages, lifecycle, presses, repeats
from bot.chat.carrying import Carrier
from bot.chat.desk import TO_HAND, App, Desk, start_url
from bot.chat.hearing import hearing
from bot.chat.leaving import leave
from bot.chat.ordering import TableOrder
from bot.chat.outbox import Limits, Outbox
from bot.chat.presenter import Presenter
from bot.chat.pulse import Pulse
from bot.chat.readers import Readers
from bot.chat.rivals import Rivals
from bot.chat.sending import BotSender
from bot.chat.slots import named
from bot.garbage import collect_rarely
from bot.host.service import Pace, TableService
from bot.settings import Settings
from storage import Store

log = logging.getLogger(__name__)

CONNECTIONS = 64
"""How many calls may be under way at once; answers to presses must never wait for a free connection."""


def run(settings: Settings) -> int:
    """Run the bot until SIGTERM or SIGINT; the exit code (0).

    Raises StoreError if the database cannot be used (InUse: by another instance), telegram.error.InvalidToken for a
    refused token, telegram.error.Conflict if another program runs with it, telegram.error.NetworkError if the Bot
    API cannot be reached at the start, SettingsError if updates cannot come in the way that is set.
    """
    collect_rarely()
    asyncio.run(_run(settings))
    return 0


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with running(settings) as desk:
        log.info("the bot runs")
        ends = [asyncio.create_task(event.wait()) for event in (stop, desk.rivals.ousted)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        log.info("the bot stops")
    if desk.rivals.ousted.is_set():
        raise Conflict("another program asks for the updates of this token")


@contextlib.asynccontextmanager
async def running(settings: Settings, chance: Callable[[], int] | None = None) -> AsyncIterator[Desk]:
    """A bot that hears and answers as long as the context lasts. Raises as `run` does. `chance`: see `TableService`."""
    async with await Store.open(settings.db) as store, _application(settings) as app:
        desk = _desk(app, settings, store, chance)
        app.bot_data["desk"] = desk
        await repeats.look_up(desk)
        repeats.register(app)
        commands.register(app)
        presses.register(app)
        lifecycle.register(app)
        app.add_error_handler(_failed)
        await languages.offer(app.bot)
        await desk.service.resume()
        pulse = Pulse()
        ear = hearing(app, settings, pulse, desk.rivals)
        aside = [
            asyncio.create_task(keeper.keep(desk)),
            asyncio.create_task(keeper.forget_ended(desk)),
            asyncio.create_task(pulse.keep(store, settings.health_file)),
        ]
        try:
            await app.start()
            await ear.start()
            yield desk
        finally:
            for task in aside:
                task.cancel()
            await leave(app, desk, ear, back=not desk.rivals.ousted.is_set())


@contextlib.asynccontextmanager
async def _application(settings: Settings) -> AsyncIterator[App]:
    carriers = Carrier(CONNECTIONS), Carrier(2)
    app = (
        ApplicationBuilder()
        .token(settings.secret)
        .base_url(settings.api_base_url)
        .base_file_url(settings.api_file_url)
        .concurrent_updates(TableOrder())
        .request(carriers[0])
        .get_updates_request(carriers[1])
        .build()
    )
    try:
        async with app:
            yield app
    finally:
        # An application that could not be initialized leaves its connections open.
        for carrier in carriers:
            await carrier.shutdown()


def _desk(app: App, settings: Settings, store: Store, chance: Callable[[], int] | None) -> Desk:
    username = app.bot.username

    async def sent(slot: str, chat_id: int, message_id: int, mark: int) -> None:
        await store.messages.save(*named(slot), chat_id, message_id, mark)
        await presenter.was_sent(*named(slot))

    async def deleted(slot: str) -> None:
        await presenter.was_deleted(*named(slot))

    async def cannot_write(chat_id: int) -> None:
        await lifecycle.not_writable(desk, chat_id)

    async def moved(old: int, new: int) -> None:
        await lifecycle.moved(desk, old, new)

    async def no_pictures(chat_id: int) -> None:
        presenter.allow_pictures(chat_id, allowed=False)

    async def no_thread(chat_id: int, thread_id: int) -> None:
        await lifecycle.topic_gone(desk, chat_id, thread_id)

    outbox = Outbox(
        BotSender(app.bot),
        Limits.of(settings),
        line_of=lambda slot: named(slot)[0],
        on_sent=sent,
        on_deleted=deleted,
        on_forbidden=cannot_write,
        on_migrated=moved,
        on_no_thread=no_thread,
        on_no_pictures=no_pictures,
    )
    readers = Readers(store)
    to_hand = start_url(username, TO_HAND)
    pace = Pace(settings.open_card_pause, settings.computer_pause, settings.next_round_after)
    presenter = Presenter(
        store, outbox, readers, to_hand, pictures=settings.pictures, next_round=pace.next_round
    )
    service = TableService(store, presenter, pace, chance)
    desk = Desk(settings, store, service, outbox, presenter, readers, username, Rivals())
    return desk


async def _failed(_: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    log.error("an update could not be worked on", exc_info=context.error)
