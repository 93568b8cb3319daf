"""Which updates are carried out is stored with what they changed, or not at all."""

import time

import pytest

from storage import Cause, Conflict, RoundRow, Store
from tests.storage.data import GROUP, OPENED, PLAYED, finished, open_table


async def test_an_update_is_carried_out_with_the_events_that_it_makes(store: Store) -> None:
    table = await store.journal.create_table(GROUP, None, OPENED, 1000.0, Cause("chat:-1", 70))
    await store.journal.append(table, 1, PLAYED, 1001.0, cause=Cause("table:1", 71))
    await store.journal.append(table, 2, PLAYED, 1002.0, finished=finished(1), cause=Cause("table:1", 72))
    assert await store.carried.since(0.0) == {"chat:-1": 70, "table:1": 72}
    assert await store.carried.since(1000.5) == {"table:1": 72}
    await store.carried.drop_before(1000.5)
    assert await store.carried.since(0.0) == {"table:1": 72}


@pytest.mark.parametrize("row", [None, finished(1)])
async def test_an_update_that_could_not_be_stored_is_not_carried_out(
    store: Store, row: RoundRow | None
) -> None:
    table = await open_table(store)
    with pytest.raises(Conflict):
        await store.journal.append(
            table,
            5,
            PLAYED,
            1001.0,
            finished=row,
            cause=Cause("table:1", 71),
        )
    assert await store.carried.since(0.0) == {}


async def test_an_update_is_carried_out_with_the_setting_that_it_makes(store: Store) -> None:
    before = time.time()
    await store.groups.save_setting(GROUP, "base", 2, Cause("chat:-1", 70))
    assert await store.carried.since(before) == {"chat:-1": 70}
