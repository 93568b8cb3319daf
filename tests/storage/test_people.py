"""People and the hints they have had."""

from pathlib import Path

from storage import Person, Store
from tests.storage.data import HONG, MING


async def test_a_person_is_as_last_seen(store: Store) -> None:
    assert await store.people.get(MING) is None
    assert await store.people.name(MING) == ""
    await store.people.remember(MING, "阿明", "Ming", "zh-hans")
    assert await store.people.get(MING) == Person(MING, "阿明", "Ming", "zh-hans", None, False)
    await store.people.remember(MING, "<b>明</b>", None, "en")
    assert await store.people.get(MING) == Person(MING, "<b>明</b>", None, "en", None, False)
    assert await store.people.name(MING) == "<b>明</b>"


async def test_whether_the_bot_may_write_and_the_chosen_language_stay_when_the_name_changes(
    store: Store,
) -> None:
    assert await store.people.can_message(MING) is False
    await store.people.set_can_message(MING, True)
    await store.people.set_language(MING, "zh_Hant")
    await store.people.remember(MING, "阿明", None, "en")
    assert await store.people.get(MING) == Person(MING, "阿明", None, "en", "zh_Hant", True)
    assert await store.people.can_message(MING) is True
    await store.people.set_can_message(MING, False)
    await store.people.set_language(MING, None)
    assert await store.people.get(MING) == Person(MING, "阿明", None, "en", None, False)


async def test_a_username_is_found_in_any_case_and_belongs_to_the_one_last_seen_with_it(store: Store) -> None:
    await store.people.remember(MING, "阿明", "Lucky_One")
    found = await store.people.by_username("lucky_one")
    assert found is not None and found.user_id == MING
    await store.people.remember(HONG, "小红", "lucky_ONE")
    found = await store.people.by_username("Lucky_One")
    assert found is not None and found.user_id == HONG
    assert await store.people.get(MING) == Person(MING, "阿明", None, None, None, False)
    assert await store.people.by_username("nobody") is None


async def test_nothing_is_written_when_nothing_is_new(store: Store, path: Path) -> None:
    await store.people.remember(MING, "阿明", "ming", "zh")
    await store.people.set_can_message(MING, True)
    await store.groups.remember(-100, "麻友群")
    wal = path.with_name("bot.db-wal")
    before = wal.stat().st_size
    await store.people.remember(MING, "阿明", "ming", "zh")
    await store.people.set_can_message(MING, True)
    await store.groups.remember(-100, "麻友群")
    assert wal.stat().st_size == before
    await store.people.remember(MING, "阿明2", "ming", "zh")
    assert wal.stat().st_size > before


async def test_what_hints_each_person_had_is_kept(path: Path) -> None:
    async with await Store.open(path) as store:
        assert await store.people.hints_of(MING) == frozenset()
        await store.people.note_hints(MING, ("bi", "wei"))
        await store.people.note_hints(MING, ("wei", "zhao"))
        await store.people.note_hints(HONG, ("dead",))
    async with await Store.open(path) as store:
        assert await store.people.hints_of(MING) == {"bi", "wei", "zhao"}
        assert await store.people.hints_of(HONG) == {"dead"}
