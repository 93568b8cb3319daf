"""Which updates are carried out: Telegram brings those once more of which it does not know that they came."""

from storage.database import Database
from storage.rows import Cause

NOTE = (
    "INSERT INTO carried (lane, update_id, at) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (lane) DO UPDATE SET update_id = ?2, at = ?3"
)


def noted(cause: Cause, at: float) -> tuple[str, int, float]:
    """What `NOTE` takes, within the transaction in which the update has its effect."""
    return cause.lane, cause.update_id, at


class Carried:
    """The newest update of each lane that had an effect. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def since(self, at: float) -> dict[str, int]:
        """The newest update's id by lane, for the lanes that had one at this time (unix seconds) or later."""
        rows = await self._database.read("SELECT lane, update_id FROM carried WHERE at >= ?", (at,))
        return dict(rows)

    async def drop_before(self, at: float) -> None:
        """Forget the lanes that had none since."""
        async with self._database.transaction() as change:
            await change.write("DELETE FROM carried WHERE at < ?", (at,))
