"""The way out: hear no more, finish what is in hand, say that the bot will be back, all within a few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

from bot.chat.desk import App, Desk
from bot.chat.hearing import Hearing

log = logging.getLogger(__name__)

FOR_UPDATES = 1.5
"""Seconds at most to hear no more, and again to work off what came."""

FOR_MESSAGES = 2.0
"""Seconds at most for what is still to be sent."""


async def leave(app: App, desk: Desk, ear: Hearing, *, back: bool) -> None:
    """Leave in order. `back`: tell the open tables that the bot will be back."""
    desk.service.rest()
    await _within(FOR_UPDATES, ear.stop(), "updates")
    if app.running:
        await _within(FOR_UPDATES, app.stop(), "what came")
    await desk.service.close()
    if back:
        for table in desk.service.tables:
            desk.presenter.say_back_soon(table)
    if not await desk.outbox.idle(within=FOR_MESSAGES):
        log.warning("%d messages were not sent before the end", desk.outbox.waiting)
    await desk.outbox.close()


async def _within(seconds: float, work: Awaitable[None], what: str) -> None:
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        log.warning("%s took longer than %s s: not waited for", what, seconds)
