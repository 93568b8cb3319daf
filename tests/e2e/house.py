"""The whole product for tests: the real bot, over loopback HTTP, with a Telegram of our own and people in it."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.chat.application import running
from bot.chat.desk import Desk
from bot.playground import Person, Playground, Room
from bot.settings import Settings

TOKEN = "4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr"

QUICK: dict[str, Any] = {
    "pictures": False,
    "open_card_pause": 0,
    "claim_clock": 0,
    "discard_clock": 0,
    "computer_pause": 0,
    "next_round_after": 600,
    "group_limit": 20,
    "group_window": 0.1,
    "private_interval": 0.01,
    "private_burst": 10,
    "overall_limit": 1000,
}
"""Settings under which nobody waits for anything but the other."""


@dataclass(slots=True)
class House:
    """A running bot and the Telegram around it."""

    server: Playground
    desk: Desk

    def people(self, *names: str) -> list[Person]:
        """People who have pressed START."""
        found = [self.server.person(name) for name in names]
        for person in found:
            person.start()
        return found

    async def table(self, group: Room, opener: Person) -> None:
        """Let somebody open a table and wait for it."""
        opener.send("/new", group)
        await group.shows("坐下")


def settings_for(server: Playground, db: Path, **changes: Any) -> Settings:
    """Quick settings for a bot at this server."""
    return Settings(
        _env_file=None,
        token=SecretStr(TOKEN),
        db=db,
        api_base_url=server.base_url,
        api_file_url=server.file_url,
        **{**QUICK, **changes},
    )


@contextlib.asynccontextmanager
async def house(db: Path, seed: int = 1, **changes: Any) -> AsyncIterator[House]:
    """A bot at a fresh server; all chance comes from `seed`."""
    seeds = itertools.count(seed * 1_000_000)
    async with await Playground.start(token=TOKEN) as server:
        server.flood.enabled = False
        async with running(
            settings_for(server, db, **changes), lambda: random.Random(next(seeds)).getrandbits(256)
        ) as desk:
            yield House(server, desk)
