"""Deep links: what a token in `t.me/<bot>?start=<token>` leads to."""

from storage.database import Database
from storage.people import ensure_people
from storage.rows import Link


class Links:
    """The deep links. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def new(self, token: str, table_id: int, user_id: int | None, expires_at: float) -> None:
        """Store a link to a table, for one person or (None) anybody. The token must be new."""
        async with self._database.transaction() as change:
            if user_id is not None:
                await ensure_people(change, (user_id,))
            await change.write(
                "INSERT INTO links (token, table_id, user_id, expires_at) VALUES (?, ?, ?, ?)",
                (token, table_id, user_id, expires_at),
            )

    async def get(self, token: str) -> Link | None:
        """A link, expired or not, so that the answer can say which; None if it is unknown."""
        rows = await self._database.read(
            "SELECT token, table_id, user_id, expires_at FROM links WHERE token = ?", (token,)
        )
        return Link(*rows[0]) if rows else None

    async def newest_of(self, user_id: int, now: float) -> Link | None:
        """A link for this person that has not expired by now (unix seconds), the one that lasts longest; or None."""
        rows = await self._database.read(
            "SELECT token, table_id, user_id, expires_at FROM links WHERE user_id = ? AND expires_at > ?"
            " ORDER BY expires_at DESC LIMIT 1",
            (user_id, now),
        )
        return Link(*rows[0]) if rows else None

    async def drop_of(self, user_id: int, table_id: int) -> None:
        """Forget the links of one person to a table."""
        async with self._database.transaction() as change:
            await change.write("DELETE FROM links WHERE user_id = ? AND table_id = ?", (user_id, table_id))

    async def drop(self, table_id: int) -> None:
        """Forget the links to a table."""
        async with self._database.transaction() as change:
            await change.write("DELETE FROM links WHERE table_id = ?", (table_id,))

    async def drop_expired(self, now: float) -> int:
        """Forget the links that expired by now (unix seconds); return how many."""
        async with self._database.transaction() as change:
            return await change.write("DELETE FROM links WHERE expires_at <= ?", (now,))
