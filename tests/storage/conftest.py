"""A new store for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path) as opened:
        yield opened
