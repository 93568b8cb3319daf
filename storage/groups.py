"""Group chats: their titles, their house rules, and the change of their ids."""

import json
import time
from collections.abc import Mapping
from typing import Any

from storage.carried import NOTE, noted
from storage.database import Database, Transaction
from storage.rows import Cause, Group


class Groups:
    """The group chats. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(self, chat_id: int, title: str) -> None:
        """Note a group and its title; does not touch the disk when nothing is new."""
        async with self._database.transaction() as change:
            await change.write(
                """
                INSERT INTO groups (chat_id, title) VALUES (?, ?)
                ON CONFLICT (chat_id) DO UPDATE SET title = excluded.title WHERE title <> excluded.title
                """,
                (chat_id, title),
            )

    async def get(self, chat_id: int) -> Group | None:
        """A group, None if nothing is known of it."""
        rows = await self._database.read("SELECT title, settings FROM groups WHERE chat_id = ?", (chat_id,))
        return Group(chat_id, rows[0][0], json.loads(rows[0][1])) if rows else None

    async def settings(self, chat_id: int) -> dict[str, Any]:
        """The settings of a group as they were saved; {} if none were."""
        group = await self.get(chat_id)
        return {} if group is None else group.settings

    async def save_settings(self, chat_id: int, settings: Mapping[str, Any]) -> None:
        """Replace the settings of a group by others (what JSON can hold)."""
        text = json.dumps(settings, ensure_ascii=False, allow_nan=False)
        async with self._database.transaction() as change:
            group = await group_id(change, chat_id)
            await change.write("UPDATE groups SET settings = ? WHERE id = ?", (text, group))

    async def save_setting(self, chat_id: int, name: str, value: Any, cause: Cause | None = None) -> None:
        """Replace one of a group's settings (by what JSON can hold); the others stay.

        cause is the update that is carried out by this.
        """
        async with self._database.transaction() as change:
            group = await group_id(change, chat_id)
            ((kept,),) = await change.read("SELECT settings FROM groups WHERE id = ?", (group,))
            text = json.dumps({**json.loads(kept), name: value}, ensure_ascii=False, allow_nan=False)
            await change.write("UPDATE groups SET settings = ? WHERE id = ?", (text, group))
            if cause is not None:
                await change.write(NOTE, noted(cause, time.time()))

    async def migrate(self, old: int, new: int) -> None:
        """Give a group its new chat id (it became a supergroup): tables, ledger and settings go with it.

        If something was stored under the new id already, the two become one, with the old one's title and
        settings. The places of the old chat's messages are forgotten, since those cannot be edited any more.
        Nothing happens when the old id is unknown, so that it may be told twice.
        """
        async with self._database.transaction() as change:
            kept = await _find(change, old)
            if kept is None or old == new:
                return
            early = await _find(change, new)
            if early is not None:
                await change.write("UPDATE tables SET group_id = ? WHERE group_id = ?", (kept, early))
                await change.write("UPDATE settlements SET group_id = ? WHERE group_id = ?", (kept, early))
                await change.write(
                    """
                    UPDATE groups SET title = iif(groups.title = '', early.title, groups.title),
                        settings = iif(groups.settings = '{}', early.settings, groups.settings)
                    FROM groups AS early WHERE groups.id = ? AND early.id = ?
                    """,
                    (kept, early),
                )
                await change.write("DELETE FROM groups WHERE id = ?", (early,))
            await change.write("UPDATE groups SET chat_id = ? WHERE id = ?", (new, kept))
            await change.write("DELETE FROM messages WHERE chat_id = ?", (old,))


async def group_id(change: Transaction, chat_id: int) -> int:
    """The row id of a group, which is made if need be."""
    await change.write("INSERT INTO groups (chat_id) VALUES (?) ON CONFLICT DO NOTHING", (chat_id,))
    ((found,),) = await change.read("SELECT id FROM groups WHERE chat_id = ?", (chat_id,))
    return int(found)


async def _find(change: Transaction, chat_id: int) -> int | None:
    rows = await change.read("SELECT id FROM groups WHERE chat_id = ?", (chat_id,))
    return int(rows[0][0]) if rows else None
