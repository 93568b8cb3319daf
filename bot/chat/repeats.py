"""Updates that Telegram brings once more, because the bot was killed before it could say that they came.

What an update changes is stored together with the update's id (`storage.Cause`). Updates with the same key are worked
on in their order, so that those before a stored one were worked on too: whatever became of them, it is not done again.
"""

from __future__ import annotations

import logging
import time

from telegram import Update
from telegram.ext import ApplicationHandlerStop, TypeHandler

from bot.chat.desk import App, Context, Desk, Pressed, desk_of
from bot.chat.ordering import cause_of

log = logging.getLogger(__name__)

KEPT = 24 * 3600.0
"""Seconds for which Telegram keeps an update; after a week without any it counts them anew."""


async def look_up(desk: Desk) -> None:
    """Know what was carried out before this start. Raises StoreError."""
    desk.carried = await desk.store.carried.since(time.time() - KEPT)


def is_repeated(desk: Desk, update: Update) -> bool:
    """Whether an update was worked on before this start."""
    cause = cause_of(update)
    return cause is not None and cause.update_id <= desk.carried.get(cause.lane, -1)


async def _stop(update: Update, context: Context) -> None:
    """Go no further with a repeated update; a press gets its answer, if it had none."""
    if not is_repeated(desk_of(context), update):
        return
    log.info("update %d was worked on before the start", update.update_id)
    if update.callback_query is not None:
        await Pressed(update.callback_query).answer()
    raise ApplicationHandlerStop


def register(app: App) -> None:
    """Let the application stop at them before anything else."""
    app.add_handler(TypeHandler(Update, _stop), group=-1)
