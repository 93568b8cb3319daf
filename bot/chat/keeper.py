"""Tidies up at intervals: closes tables at which nothing happens, and forgets what is of no use any more."""

from __future__ import annotations

import asyncio
import logging
import time

from bot.chat.desk import Desk
from bot.chat.repeats import KEPT
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from storage import StoreError

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two times."""

SOON = 2.0
"""The same for what is small, and should be done before the program can end."""


async def keep(desk: Desk) -> None:
    """Tidy up, again and again."""
    while True:
        await asyncio.sleep(EVERY)
        await tidy(desk, time.monotonic(), time.time())


async def forget_ended(desk: Desk) -> None:
    """Forget the messages of closed tables as soon as their last states are sent, again and again."""
    while True:
        await asyncio.sleep(SOON)
        for table_id in tuple(desk.presenter.ended):
            if not desk.outbox.waits_for(f"{table_id}:"):
                desk.presenter.ended.discard(table_id)
                try:
                    await desk.store.messages.forget_all(table_id)
                except StoreError as error:
                    log.error("table=%d: its messages could not be forgotten: %s", table_id, error)


async def tidy(desk: Desk, now: float, unix: float) -> None:
    """Tidy up once; `now` is monotonic, `unix` the same moment in Unix seconds."""
    for table in desk.service.tables:
        if now - desk.service.untouched_since(table.id) >= _patience(desk, table):
            await _close(desk, table)
    still = {table.id for table in desk.service.tables}
    desk.told_unreachable = {told for told in desk.told_unreachable if told[0] in still}
    desk.told_late.clear()
    try:
        await desk.store.links.drop_expired(unix)
        await desk.store.carried.drop_before(unix - KEPT)
    except StoreError as error:
        log.error("what is over could not be forgotten: %s", error)


def _patience(desk: Desk, table: Table) -> float:
    """Seconds that a table may stand without anything happening."""
    waits_for_people = table.phase is Phase.LOBBY
    return desk.settings.idle_lobby_after if waits_for_people else desk.settings.idle_table_after


async def _close(desk: Desk, table: Table) -> None:
    try:
        await desk.service.do(table.id, do.Close("idle", table.seq))
    except Refused:
        log.debug("table %d is not idle any more", table.id)
    except StoreError as error:
        log.error("table %d cannot be closed: %s", table.id, error)
