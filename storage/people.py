"""People: their names and languages, whether the bot may write to them, which hints they have had."""

from collections.abc import Iterable

from storage.database import Database, Transaction
from storage.rows import Person

_ENSURE = "INSERT INTO people (user_id) VALUES (?) ON CONFLICT DO NOTHING"
_HINT = "INSERT INTO hints (user_id, hint) VALUES (?, ?) ON CONFLICT DO NOTHING"


class People:
    """The people. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(
        self, user_id: int, name: str, username: str | None = None, language_code: str | None = None
    ) -> None:
        """Note what Telegram says of a person; does not touch the disk when nothing is new.

        A username belongs to one person at a time: whoever had it before loses it.
        """
        async with self._database.transaction() as change:
            await change.write(
                "UPDATE people SET username = NULL WHERE username = ? AND user_id <> ?", (username, user_id)
            )
            await change.write(
                """
                INSERT INTO people (user_id, name, username, language_code) VALUES (?, ?, ?, ?)
                ON CONFLICT (user_id) DO UPDATE
                SET name = excluded.name, username = excluded.username, language_code = excluded.language_code
                WHERE name <> excluded.name OR username IS NOT excluded.username
                    OR language_code IS NOT excluded.language_code
                """,
                (user_id, name, username, language_code),
            )

    async def get(self, user_id: int) -> Person | None:
        """A person, None if never seen."""
        return await self._one("SELECT * FROM people WHERE user_id = ?", user_id)

    async def by_username(self, username: str) -> Person | None:
        """The person last seen with that username (without @, upper and lower case are the same)."""
        return await self._one("SELECT * FROM people WHERE username = ?", username)

    async def name(self, user_id: int) -> str:
        """A person's name, "" if never seen."""
        person = await self.get(user_id)
        return "" if person is None else person.name

    async def can_message(self, user_id: int) -> bool:
        """Whether the bot may write to the person: has started it and not blocked it since."""
        person = await self.get(user_id)
        return person is not None and person.can_message

    async def set_can_message(self, user_id: int, can_message: bool) -> None:
        """Note whether the bot may write to the person."""
        async with self._database.transaction() as change:
            await ensure_people(change, (user_id,))
            await change.write(
                "UPDATE people SET can_message = ?1 WHERE user_id = ?2 AND can_message <> ?1",
                (int(can_message), user_id),
            )

    async def set_language(self, user_id: int, language: str | None) -> None:
        """Note the language that a person chose; None follows the client's again."""
        async with self._database.transaction() as change:
            await ensure_people(change, (user_id,))
            await change.write("UPDATE people SET language = ? WHERE user_id = ?", (language, user_id))

    async def set_pictures(self, user_id: int, pictures: bool) -> None:
        """Note whether a person wants cards drawn, or as text."""
        async with self._database.transaction() as change:
            await ensure_people(change, (user_id,))
            await change.write("UPDATE people SET pictures = ? WHERE user_id = ?", (int(pictures), user_id))

    async def hints_of(self, user_id: int) -> frozenset[str]:
        """The hints that a person has had."""
        rows = await self._database.read("SELECT hint FROM hints WHERE user_id = ?", (user_id,))
        return frozenset(hint for (hint,) in rows)

    async def note_hints(self, user_id: int, hints: Iterable[str]) -> None:
        """Note that a person has had these hints."""
        async with self._database.transaction() as change:
            await ensure_people(change, (user_id,))
            await change.write_all(_HINT, [(user_id, hint) for hint in hints])

    async def _one(self, sql: str, key: int | str) -> Person | None:
        rows = await self._database.read(sql, (key,))
        if not rows:
            return None
        user_id, name, username, language_code, language, can_message, pictures = rows[0]
        drawn = None if pictures is None else bool(pictures)
        return Person(user_id, name, username, language_code, language, bool(can_message), drawn)


async def ensure_people(change: Transaction, user_ids: Iterable[int]) -> None:
    """Make a row for whoever has none, so that what refers to people can be stored before their names are."""
    await change.write_all(_ENSURE, [(user_id,) for user_id in user_ids])
