"""Who reads which language: each person in private and in toasts, each group on its board."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import User

from bot.chat.newest import Newest
from bot.views.languages import LANGUAGES, language_of, say_in
from bot.views.say import Say, chinese
from storage import Store

SETTING = "language"
"""The group's setting that holds its language."""


MOST = 20_000
"""How many people, and groups, are kept: many more than sit at tables at one time."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """How to speak to a person, and what Telegram said of their language; `met`: not only looked up."""

    say: Say
    code: str | None = None
    met: bool = True


_NOBODY = _Reader(chinese, met=False)


class Readers:
    """The languages of the people and groups that were met last, so that they need not be looked up again.

    Every method that is awaited may raise StoreError.
    """

    def __init__(self, store: Store, most: int = MOST) -> None:
        """`most`: how many people, and how many groups, are kept."""
        self._store = store
        self._people: Newest[int, _Reader] = Newest(most)
        self._groups: Newest[int, Say] = Newest(most)

    def person(self, user_id: int) -> Say:
        """How to speak to a person; Simplified Chinese to who was never met."""
        return self._people.get(user_id, _NOBODY).say

    def group(self, chat_id: int) -> Say:
        """How to speak to a group; Simplified Chinese to one that was never met."""
        return self._groups.get(chat_id, chinese)

    async def in_chat(self, chat_id: int) -> Say:
        """How to speak in a chat: to the group, or to the person whose private chat it is."""
        if chat_id > 0:
            await self.learn(chat_id)
            return self.person(chat_id)
        if chat_id not in self._groups:
            chosen = (await self._store.groups.settings(chat_id)).get(SETTING)
            self._groups.put(chat_id, say_in(chosen) if chosen in LANGUAGES else chinese)
        return self.group(chat_id)

    async def meet(self, user: User) -> None:
        """Note who comes with an update, and the language that their Telegram has now."""
        code = user.language_code
        known = self._people.get(user.id, _NOBODY)
        if not known.met or known.code != code:
            chosen = await self.chosen(user.id)
            self._people.put(user.id, _Reader(say_in(chosen or language_of(code)), code))

    async def learn(self, user_id: int) -> None:
        """Look up a person of whom nothing is known yet, as after a restart."""
        if user_id in self._people:
            return
        known = await self._store.people.get(user_id)
        if known is not None:
            chosen = known.language if known.language in LANGUAGES else None
            say = say_in(chosen or language_of(known.language_code))
            self._people.put(user_id, _Reader(say, met=False))

    async def chosen(self, user_id: int) -> str | None:
        """The language that a person chose; None for who follows Telegram."""
        known = await self._store.people.get(user_id)
        return known.language if known is not None and known.language in LANGUAGES else None

    async def choose(self, user: User, language: str | None) -> None:
        """Speak to a person in this one of LANGUAGES from now on; None follows Telegram again."""
        await self._store.people.set_language(user.id, language)
        say = say_in(language or language_of(user.language_code))
        self._people.put(user.id, _Reader(say, user.language_code))

    async def choose_for_group(self, chat_id: int, language: str) -> None:
        """Speak to a group in this one of LANGUAGES from now on."""
        await self._store.groups.save_setting(chat_id, SETTING, language)
        self._groups.put(chat_id, say_in(language))
