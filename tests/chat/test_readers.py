"""Who reads which language, with fewer kept than come."""

from pathlib import Path

from telegram import User

from bot.chat.readers import Readers
from storage import Store


def user(number: int, code: str = "en") -> User:
    return User(number, "阿明", is_bot=False, language_code=code)


async def test_only_so_many_people_and_groups_are_kept_and_others_are_looked_up_again(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "paohuzi.db") as store:
        readers = Readers(store, most=2)
        for number in (1, 2, 3):
            await store.people.remember(number, "阿明", None, "en")
            await readers.meet(user(number))
            await store.groups.remember(-number, "麻友")
            await readers.choose_for_group(-number, "en")
        assert [readers.person(number).language for number in (1, 2, 3)] == ["zh-hans", "en", "en"]
        assert [readers.group(-number).language for number in (1, 2, 3)] == ["zh-hans", "en", "en"]
        await readers.learn(1)
        assert [readers.person(number).language for number in (1, 2, 3)] == ["en", "zh-hans", "en"]
        assert (await readers.in_chat(-1)).language == "en"


async def test_who_is_spoken_to_is_not_forgotten_before_who_is_not(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "paohuzi.db") as store:
        readers = Readers(store, most=2)
        await readers.meet(user(1))
        await readers.meet(user(2))
        readers.person(1)
        await readers.meet(user(3))
        assert [readers.person(number).language for number in (1, 2, 3)] == ["en", "zh-hans", "en"]


async def test_a_choice_goes_before_what_telegram_says_also_when_it_was_forgotten(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "paohuzi.db") as store:
        readers = Readers(store, most=1)
        await store.people.remember(1, "阿明", None, "en")
        await readers.choose(user(1), "zh-hant")
        await readers.meet(user(1, "zh-hans"))
        assert readers.person(1).language == "zh-hant"
        await readers.meet(user(2))
        assert readers.person(1).language == "zh-hans"
        await readers.meet(user(1))
        assert readers.person(1).language == "zh-hant"
        await readers.choose(user(1), None)
        assert readers.person(1).language == "en"
