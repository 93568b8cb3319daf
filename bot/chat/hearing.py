"""How updates come: the bot asks for them (polling), or Telegram brings them (webhook)."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import secrets
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Update
from telegram.error import BadRequest, Conflict, TelegramError

from bot.chat.desk import App
from bot.chat.pulse import Pulse
from bot.chat.rivals import Rivals
from bot.settings import Settings, SettingsError, variable

log = logging.getLogger(__name__)

KINDS = [
    Update.MESSAGE,
    Update.CHANNEL_POST,
    Update.CALLBACK_QUERY,
    Update.MY_CHAT_MEMBER,
    Update.CHAT_MEMBER,
]
"""The kinds of updates that the bot asks Telegram for."""

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name

BREATH = 0.02
"""Seconds between an answer with updates and the next asking: what comes meanwhile comes in one answer."""

LOOK_EVERY = 60.0
"""Seconds between two looks whether Telegram still brings the updates here."""


class Hearing(Protocol):
    """Lets updates come into the application's queue."""

    async def start(self) -> None:
        """Begin. Raises TelegramError, SettingsError."""

    async def stop(self) -> None:
        """Let no more updates come. What came is still worked on."""


def hearing(app: App, settings: Settings, pulse: Pulse, rivals: Rivals) -> Hearing:
    """The way that the settings choose."""
    if settings.webhook_url is not None:
        return Webhook(app, settings, settings.webhook_url, pulse)
    return Polling(app, pulse, rivals)


class Polling:
    """Long polling by the library's updater."""

    def __init__(self, app: App, pulse: Pulse, rivals: Rivals) -> None:
        self._app = app
        self._pulse = pulse
        self._rivals = rivals

    async def start(self) -> None:
        """Begin to ask. A webhook that was set is removed by this."""
        assert self._app.updater is not None  # noqa: S101 - the builder makes one
        self._rivals.begin()
        await self._app.updater.start_polling(
            poll_interval=BREATH,
            allowed_updates=KINDS,
            drop_pending_updates=False,
            error_callback=self._failed,
        )

    async def stop(self) -> None:
        """Ask no more; what came is acknowledged."""
        if self._app.updater is not None and self._app.updater.running:
            await self._app.updater.stop()

    def _failed(self, error: TelegramError) -> None:
        self._pulse.deaf(error)
        if isinstance(error, Conflict):
            self._rivals.conflict()


class Webhook:
    """A small HTTP server to which Telegram brings the updates, through a proxy that has the certificate.

    Only who knows the secret is believed; anybody else is sent away without a word.
    """

    def __init__(self, app: App, settings: Settings, url: str, pulse: Pulse) -> None:
        self._app = app
        self._url = url
        self._place = settings.webhook_host, settings.webhook_port
        given = settings.webhook_secret
        self._secret = given.get_secret_value() if given is not None else secrets.token_urlsafe(32)
        self._pulse = pulse
        self._runner: web.AppRunner | None = None
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen, and tell Telegram where. Raises SettingsError if either is not possible."""
        server = web.Application()
        server.router.add_post(urlsplit(self._url).path or "/", self._take)
        self._runner = web.AppRunner(server, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        host, port = self._place
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise SettingsError(f"cannot listen on {host}:{port}: {why}") from None
        await self._set()
        self._looking = asyncio.create_task(self._look())
        log.info("Telegram brings the updates to %s:%d", host, port)

    async def stop(self) -> None:
        """Listen no more. Telegram keeps what it cannot bring, for the next start."""
        if self._looking is not None:
            self._looking.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _set(self) -> None:
        try:
            await self._app.bot.set_webhook(self._url, secret_token=self._secret, allowed_updates=KINDS)
        except BadRequest as error:
            raise SettingsError(f"Telegram refused {variable('webhook_url')}: {error.message}") from None

    async def _take(self, request: web.Request) -> web.Response:
        """One update: it counts as taken once it is in the queue."""
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self._secret.encode()):
            log.warning("an update without the right secret was refused")
            return web.Response(status=403)
        try:
            update = Update.de_json(json.loads(await request.read()), self._app.bot)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            log.warning("what was brought is no update: %s", type(error).__name__)
            return web.Response(status=400)
        await self._app.update_queue.put(update)
        return web.Response()

    async def _look(self) -> None:
        """See at intervals whether the updates still come here, and could be brought."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                info = await self._app.bot.get_webhook_info()
            except TelegramError as error:
                self._pulse.deaf(error)
                continue
            if info.url != self._url:
                self._pulse.deaf(Conflict("another program took the updates of this token"))
            elif info.pending_update_count and info.last_error_message:
                self._pulse.deaf(TelegramError(f"it cannot bring updates: {info.last_error_message}"))
