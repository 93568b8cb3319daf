"""Links and messages: where things are in Telegram."""

from pathlib import Path

import pytest

from storage import Link, MessagePlace, Store, StoreError
from tests.storage.data import GROUP, HONG, MING, WANG, open_table


async def test_a_link_leads_to_its_table_expired_or_not(store: Store) -> None:
    table = await open_table(store)
    await store.links.new("abc_-9", table, MING, 100.5)
    await store.links.new("open", table, None, 200.0)
    assert await store.links.get("abc_-9") == Link("abc_-9", table, MING, 100.5)
    assert await store.links.get("open") == Link("open", table, None, 200.0)
    assert await store.links.get("ABC_-9") is None
    assert await store.links.drop_expired(100.5) == 1
    assert await store.links.get("abc_-9") is None
    assert await store.links.get("open") is not None


async def test_the_links_of_a_table_are_dropped_together(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await store.links.new("a", first, None, 9.0)
    await store.links.new("b", first, MING, 9.0)
    await store.links.new("c", second, MING, 9.0)
    await store.links.drop(first)
    assert [await store.links.get(token) for token in "abc"] == [None, None, Link("c", second, MING, 9.0)]


async def test_the_newest_link_of_a_person_is_found_without_its_token(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await store.links.new("late", first, MING, 30.0)
    await store.links.new("early", second, MING, 20.0)
    await store.links.new("of another", second, HONG, 40.0)
    await store.links.new("of anybody", second, None, 50.0)
    assert await store.links.newest_of(MING, 10.0) == Link("late", first, MING, 30.0)
    assert await store.links.newest_of(MING, 30.0) is None
    assert await store.links.newest_of(WANG, 10.0) is None
    await store.links.drop_of(MING, first)
    assert await store.links.newest_of(MING, 10.0) == Link("early", second, MING, 20.0)
    assert await store.links.newest_of(MING, 20.0) is None
    assert await store.links.get("of another") is not None


async def test_a_token_is_used_once_and_only_for_a_table_that_exists(store: Store) -> None:
    table = await open_table(store)
    await store.links.new("token", table, MING, 9.0)
    with pytest.raises(StoreError, match="UNIQUE constraint failed"):
        await store.links.new("token", table, None, 10.0)
    with pytest.raises(StoreError, match="FOREIGN KEY constraint failed"):
        await store.links.new("other", table + 1, None, 10.0)
    assert await store.links.get("token") == Link("token", table, MING, 9.0)
    assert await store.links.get("other") is None


async def test_messages_are_found_after_a_restart(path: Path) -> None:
    async with await Store.open(path) as store:
        table, other = await open_table(store), await open_table(store)
        await store.messages.save(table, "board", GROUP, 10)
        await store.messages.save(table, "hand:5", MING, 11)
        await store.messages.save(other, "board", GROUP, 12)
        await store.messages.save(table, "board", GROUP, 13)
    async with await Store.open(path) as store:
        assert await store.messages.of(table) == {
            "board": MessagePlace(GROUP, 13),
            "hand:5": MessagePlace(MING, 11),
        }
        await store.messages.forget(table, "board")
        await store.messages.forget(table, "never there")
        assert await store.messages.of(table) == {"hand:5": MessagePlace(MING, 11)}
        assert await store.messages.of(other) == {"board": MessagePlace(GROUP, 12)}
