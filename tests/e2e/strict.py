"""The house under the conditions of the real Telegram: its limits hold, and nothing may go wrong unnoticed."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from bot.host.table import Phase, Table
from bot.playground import Message, Person, Room
from tests.e2e.house import House, house
from tests.e2e.playing import Players

SPEED = 100
"""Seconds of Telegram's clock in a real one; the bot keeps the same limits in its own, faster seconds."""

PACE: dict[str, Any] = {"group_limit": 18, "group_window": 0.63, "private_interval": 0.02, "private_burst": 3}


class _Faults(logging.Handler):
    """Keeps what the bot logs as its own failure."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage() if record.exc_info is None else repr(record.exc_info[1]))


@contextlib.asynccontextmanager
async def strict_house(
    db: Path, seed: int = 1, *, floods: bool = False, **changes: Any
) -> AsyncIterator[House]:
    """A bot at a Telegram with its limits. At the end no call was one too many (unless `floods`), no error is
    in the log, and the books are right."""
    faults = _Faults()
    logging.getLogger().addHandler(faults)
    try:
        async with house(db, seed, **{**PACE, **changes}) as home:
            home.server.flood.enabled = True
            home.server.clock.speed = SPEED
            yield home
            home.server.faults.clear()
            await settled(home)
            assert await home.desk.store.check() == ()
            assert floods or [call for call in home.server.calls if call.code == 429] == []
    finally:
        logging.getLogger().removeHandler(faults)
    assert faults.found == []


def friends(home: House, **kind: Any) -> tuple[list[Person], Room]:
    """阿明, 小红 and 老王, and their group of this kind (as `Playground.group` takes it)."""
    people = home.people("阿明", "小红", "老王")
    return people, home.server.group("麻友", members=people, **kind)


async def seated(home: House, group: Room, people: Sequence[Person]) -> Message:
    """The lobby of a table that the first opened and at which all sit."""
    await home.table(group, people[0])
    lobby = await group.shows(people[0].name)
    for person in people[1:]:
        assert (await person.tap(lobby, "坐下")).text.startswith("已坐下")
    if len(people) > 2:
        await group.shows("开局")
    return lobby


async def in_round(home: House, group: Room, people: Sequence[Person]) -> Players:
    """People at a table whose first round has been dealt."""
    lobby = await seated(home, group, people)
    await people[0].tap(lobby, "开局")
    await group.shows("第 1 局")
    return Players(home, people, group)


def table_of(home: House, person: Person) -> Table:
    """The one table at which somebody sits."""
    (table,) = home.desk.service.tables_of(person.id)
    return table


def due(home: House, people: Sequence[Person]) -> list[Person]:
    """Who has to answer in the round in play."""
    table = table_of(home, people[0])
    assert table.phase is Phase.PLAYING
    assert table.game is not None
    return [person for person in people if table.seat_of(person.id) in table.game.legal()]


def hand_of(person: Person) -> Message:
    """The newest private message with buttons of the person's hand."""
    found = person.find(lambda message: "第 " in message.text)
    assert found is not None
    return found


async def settled(home: House) -> None:
    """Wait until everything the bot has to say is said."""
    assert await home.desk.outbox.idle() or await home.desk.outbox.idle()
