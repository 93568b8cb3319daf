"""Groups, and what becomes of them when their chat id changes."""

import asyncio

import pytest

from storage import Group, MessagePlace, Store, StoreError
from tests.storage.data import (
    GROUP,
    HONG,
    MING,
    PLAYED,
    WANG,
    balances,
    finished,
    open_table,
    play,
    recomputed,
)

NEW = -1009999999999


async def test_a_group_has_a_title_and_settings(store: Store) -> None:
    assert await store.groups.get(GROUP) is None
    assert await store.groups.settings(GROUP) == {}
    await store.groups.save_settings(GROUP, {"rules": "hunan", "底分": 3, "extra": [1, None]})
    await store.groups.remember(GROUP, "麻友群")
    await store.groups.remember(GROUP, "麻友群 2")
    settings = {"rules": "hunan", "底分": 3, "extra": [1, None]}
    assert await store.groups.get(GROUP) == Group(GROUP, "麻友群 2", settings)
    await store.groups.save_settings(GROUP, {})
    assert await store.groups.settings(GROUP) == {}


async def test_one_setting_changes_without_the_others(store: Store) -> None:
    await store.groups.save_setting(GROUP, "house", {"base": 3})
    await store.groups.save_setting(GROUP, "language", "en")
    await store.groups.save_setting(GROUP, "house", None)
    assert await store.groups.settings(GROUP) == {"house": None, "language": "en"}


async def test_settings_that_are_saved_at_once_are_all_kept(store: Store) -> None:
    await asyncio.gather(*(store.groups.save_setting(GROUP, f"s{n}", n) for n in range(20)))
    assert await store.groups.settings(GROUP) == {f"s{n}": n for n in range(20)}


async def test_a_new_chat_id_keeps_everything(store: Store) -> None:
    table = await open_table(store, thread_id=3)
    await store.groups.remember(GROUP, "麻友群")
    await store.groups.save_settings(GROUP, {"base": 3})
    round_id = await play(store, table, finished(1))
    await store.ledger.correct(GROUP, [(MING, 1), (HONG, -1)], reason="why", author=WANG, at=2.0)
    await store.links.new("token", table, MING, 9e9)
    await store.messages.save(table, "board", GROUP, 55)
    await store.messages.save(table, "hand", MING, 56)
    before = await balances(store)
    events = await store.journal.events(table)

    await store.groups.migrate(GROUP, NEW)

    assert await balances(store, NEW) == before == {MING: -15, HONG: 31, WANG: -16}
    assert await balances(store, GROUP) == {}
    assert await store.groups.get(GROUP) is None
    assert await store.groups.get(NEW) == Group(NEW, "麻友群", {"base": 3})
    assert [(t.id, t.chat_id, t.thread_id) for t in await store.journal.open_tables()] == [(table, NEW, 3)]
    assert [r.id for r in await store.rounds.history(NEW)] == [round_id]
    assert [s.reason for s in await store.ledger.settlements(NEW)] == [None, "why"]
    link = await store.links.get("token")
    assert link is not None and link.table_id == table
    assert await store.messages.of(table) == {"hand": MessagePlace(MING, 56)}
    assert await store.journal.events(table) == events
    await store.journal.append(table, 2, PLAYED, 3.0, finished=finished(2))
    assert await recomputed(store, NEW) == await balances(store, NEW)
    assert await store.check() == ()


async def test_a_new_chat_id_told_twice_changes_nothing_more(store: Store) -> None:
    await play(store, await open_table(store), finished(1))
    await store.groups.migrate(GROUP, NEW)
    await store.groups.migrate(GROUP, NEW)
    await store.groups.migrate(NEW, NEW)
    assert await balances(store, NEW) == {MING: -16, HONG: 32, WANG: -16}


async def test_what_came_under_the_new_id_before_becomes_one_with_the_old(store: Store) -> None:
    old, early = await open_table(store), await open_table(store, NEW)
    await store.groups.remember(GROUP, "old title")
    await store.groups.save_settings(NEW, {"from": "new"})
    await store.groups.remember(NEW, "new title")
    await play(store, old, finished(1, (4, -2, -2)))
    await play(store, early, finished(1, (1, 1, -2)))
    await store.ledger.correct(NEW, [(MING, 7), (WANG, -7)], reason="early", author=WANG, at=2.0)
    await store.messages.save(early, "board", NEW, 2)

    await store.groups.migrate(GROUP, NEW)

    assert await balances(store, NEW) == {MING: 12, HONG: -1, WANG: -11}
    assert await recomputed(store, NEW) == await balances(store, NEW)
    assert await store.groups.get(NEW) == Group(NEW, "old title", {"from": "new"})
    assert {t.chat_id for t in await store.journal.open_tables()} == {NEW}
    assert await store.messages.of(early) == {"board": MessagePlace(NEW, 2)}
    assert await store.check() == ()


async def test_an_unknown_old_id_changes_nothing(store: Store) -> None:
    await play(store, await open_table(store, NEW), finished(1))
    await store.groups.migrate(GROUP, NEW)
    assert await balances(store, NEW) == {MING: -16, HONG: 32, WANG: -16}
    assert await store.groups.get(GROUP) is None


async def test_an_id_beyond_64_bits_is_refused_in_one_sentence(store: Store) -> None:
    with pytest.raises(StoreError, match="too large"):
        await store.groups.remember(2**63, "no chat")
    with pytest.raises(StoreError, match="too large"):
        await store.rounds.history(2**63)
    await store.groups.remember(-(2**63), "the least")
    assert await store.groups.get(-(2**63)) == Group(-(2**63), "the least", {})
