"""/ping: whether the bot is well, in numbers that tell nothing of anybody."""

from __future__ import annotations

import time

from telegram import Bot
from telegram.error import TelegramError

from bot.chat.desk import Desk
from bot.views.message import Message
from bot.views.say import Say
from bot.views.status import ping_page


async def answer(desk: Desk, bot: Bot, say: Say) -> Message:
    """How long Telegram takes to answer, how long the bot runs, how many tables are open, what waits."""
    began = time.monotonic()
    try:
        await bot.get_me()
        trip: float | None = time.monotonic() - began
    except TelegramError:
        trip = None
    tables, waiting = len(desk.service.tables), desk.outbox.waiting
    return ping_page(say, trip, time.monotonic() - desk.since, tables=tables, waiting=waiting)
