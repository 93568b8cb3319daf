"""The store: everything that outlives a restart, in one SQLite file."""

from os import PathLike
from pathlib import Path
from types import TracebackType

from storage.audit import audit
from storage.backup import backup
from storage.carried import Carried
from storage.database import Database
from storage.groups import Groups
from storage.journal import Journal
from storage.ledger import Ledger
from storage.links import Links
from storage.messages import Messages
from storage.people import People
from storage.rounds import Rounds


class Store:
    """An open database with one part for each subject. What a call wrote is on the disk when it returns."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.journal = Journal(database)
        self.rounds = Rounds(database)
        self.ledger = Ledger(database)
        self.groups = Groups(database)
        self.people = People(database)
        self.links = Links(database)
        self.messages = Messages(database)
        self.carried = Carried(database)

    @classmethod
    async def open(cls, path: str | PathLike[str]) -> "Store":
        """Open a database file and bring it up to date; make it if there is none (its folder must be there).

        Raises InUse if another instance has it open, StoreError if the file is of a newer version, no database
        or cannot be written; it is then as it was.
        """
        return cls(await Database.open(Path(path)))

    @classmethod
    async def look(cls, path: str | PathLike[str]) -> "Store":
        """Open a database for reading only, as it is at this moment; the bot may go on with it meanwhile.

        Raises StoreError if there is none, or it is not of this program's version.
        """
        return cls(await Database.look(Path(path)))

    async def close(self) -> None:
        """Close the file; the store cannot be used any more."""
        await self._database.close()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def backup(self, path: str | PathLike[str]) -> None:
        """Copy the database as it is now into a new file, and check the copy; play goes on meanwhile.

        Raises StoreError if the path is taken or cannot be written, Damaged if the copy is; then there is no new
        file.
        """
        await backup(self._database.path, Path(path))

    async def check(self) -> tuple[str, ...]:
        """Everything that is wrong with the data, one sentence each; () if all is well. See `audit`."""
        return await audit(self._database.path)
