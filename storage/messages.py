"""Where the messages of a table are, so that they can be edited after a restart."""

from storage.database import Database
from storage.rows import MessagePlace


class Messages:
    """The places of messages: each table has named slots. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, table_id: int, slot: str, chat_id: int, message_id: int, serial: int = 0) -> None:
        """Note where the message of a slot is now, and the round (its number at the table) that it is of."""
        await self._database.write_one(
            """
            INSERT INTO messages (table_id, slot, chat_id, message_id, serial) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (table_id, slot) DO UPDATE
            SET chat_id = excluded.chat_id, message_id = excluded.message_id, serial = excluded.serial
            """,
            (table_id, slot, chat_id, message_id, serial),
        )

    async def of(self, table_id: int) -> dict[str, MessagePlace]:
        """The messages of a table by slot."""
        rows = await self._database.read(
            "SELECT slot, chat_id, message_id, serial FROM messages WHERE table_id = ? ORDER BY slot",
            (table_id,),
        )
        return {slot: MessagePlace(*place) for slot, *place in rows}

    async def forget(self, table_id: int, slot: str) -> None:
        """Forget the message of a slot, if there is one."""
        await self._database.write_one(
            "DELETE FROM messages WHERE table_id = ? AND slot = ?", (table_id, slot)
        )

    async def forget_all(self, table_id: int) -> None:
        """Forget all messages of a table."""
        async with self._database.transaction() as change:
            await change.write("DELETE FROM messages WHERE table_id = ?", (table_id,))

    async def of_closed_tables(self) -> list[int]:
        """The closed tables of which messages are known, oldest first."""
        rows = await self._database.read(
            """
            SELECT DISTINCT table_id FROM messages JOIN tables ON tables.id = table_id
            WHERE closed_at IS NOT NULL ORDER BY table_id
            """
        )
        return [table_id for (table_id,) in rows]
