"""The running bot: everything is put together, polls until it is told to stop, and leaves in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats, Update
from telegram.error import TelegramError
from telegram.ext import ApplicationBuilder, ContextTypes

from bot.chat import commands, presses
from bot.chat.desk import TO_HAND, App, Desk, start_url
from bot.chat.ordering import TableOrder
from bot.chat.outbox import Limits, Outbox
from bot.chat.presenter import Presenter
from bot.chat.sending import BotSender
from bot.chat.unreachable import forbidden
from bot.host.service import Pace, TableService
from bot.settings import Settings
from bot.views import commands as offers
from bot.views.say import chinese
from storage import Store

log = logging.getLogger(__name__)

UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
"""The kinds of updates that the bot asks Telegram for."""

HEARTBEAT = 30.0
"""Seconds between two times in the health file."""

CONNECTIONS = 64
"""How many calls may be under way at once; answers to presses must never wait for a free connection."""


def run(settings: Settings) -> int:
    """Run the bot until SIGTERM or SIGINT; the exit code (0).

    Raises StoreError if the database cannot be used, telegram.error.InvalidToken for a refused token,
    telegram.error.NetworkError if the Bot API cannot be reached at the start.
    """
    asyncio.run(_run(settings))
    return 0


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with running(settings):
        log.info("the bot runs")
        await stop.wait()
        log.info("the bot stops")


@contextlib.asynccontextmanager
async def running(settings: Settings, chance: Callable[[], int] | None = None) -> AsyncIterator[Desk]:
    """A bot that polls as long as the context lasts. Raises as `run` does. `chance`: see `TableService`."""
    async with await Store.open(settings.db) as store, _application(settings) as app:
        desk = _desk(app, settings, store, chance)
        app.bot_data["desk"] = desk
        commands.register(app)
        presses.register(app)
        app.add_error_handler(_failed)
        await _introduce(app)
        await desk.service.resume()
        heart = asyncio.create_task(_beat(settings.health_file)) if settings.health_file else None
        try:
            await app.start()
            assert app.updater is not None  # noqa: S101 - the builder makes one
            await app.updater.start_polling(allowed_updates=UPDATES, drop_pending_updates=False)
            yield desk
        finally:
            if heart is not None:
                heart.cancel()
            await _leave(app, desk)


@contextlib.asynccontextmanager
async def _application(settings: Settings) -> AsyncIterator[App]:
    app = (
        ApplicationBuilder()
        .token(settings.secret)
        .base_url(settings.api_base_url)
        .base_file_url(settings.api_file_url)
        .concurrent_updates(TableOrder())
        .connection_pool_size(CONNECTIONS)
        .build()
    )
    async with app:
        yield app


def _desk(app: App, settings: Settings, store: Store, chance: Callable[[], int] | None) -> Desk:
    username = app.bot.username

    async def sent(slot: str, chat_id: int, message_id: int) -> None:
        table_id, _, name = slot.partition(":")
        await store.messages.save(int(table_id), name, chat_id, message_id)

    async def cannot_write(chat_id: int) -> None:
        await forbidden(desk, chat_id)

    outbox = Outbox(BotSender(app.bot), Limits.of(settings), on_sent=sent, on_forbidden=cannot_write)
    presenter = Presenter(store, outbox, start_url(username, TO_HAND), pictures=settings.pictures)
    pace = Pace(settings.open_card_pause, settings.computer_pause, settings.next_round_after)
    service = TableService(store, presenter, pace, chance)
    desk = Desk(settings, store, service, outbox, presenter, username)
    return desk


async def _introduce(app: App) -> None:
    """Tell Telegram which commands to offer where. That it fails does not matter for the game."""
    scopes = (
        (BotCommandScopeAllGroupChats(), offers.in_group(chinese)),
        (BotCommandScopeAllPrivateChats(), offers.in_private(chinese)),
    )
    for scope, offered in scopes:
        try:
            await app.bot.set_my_commands(offered, scope=scope)
        except TelegramError as error:
            log.warning("the commands could not be offered: %s", error.message)


async def _failed(_: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    log.error("an update could not be worked on", exc_info=context.error)


async def _beat(path: Path) -> None:
    """Write the time into the health file, again and again."""
    while True:
        try:
            await asyncio.to_thread(path.write_text, f"{int(time.time())}\n")
        except OSError as error:
            log.warning("the health file cannot be written: %s", error.strerror)
        await asyncio.sleep(HEARTBEAT)


async def _leave(app: App, desk: Desk) -> None:
    """Stop hearing, finish what is in hand, say what can still be said, and close."""
    if app.updater is not None and app.updater.running:
        await app.updater.stop()
    if app.running:
        await app.stop()
    await desk.service.close()
    await desk.outbox.idle(within=3)
    await desk.outbox.close()
