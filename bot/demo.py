"""Playing without a token: the bot at a Telegram of our own, on this machine, with a page to play on."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
import tempfile
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot import settings
from bot.chat.application import running
from bot.playground import Person, Playground, Room
from bot.playground.flood import Pace
from bot.playground.world import FIRST_PERSON_ID
from storage import Store

DEFAULT_PORT: Final = 8081

NAMES: Final = ("阿明", "小红", "老王", "阿强", "小芳", "阿伟", "小李", "老周")
"""The people of the group 「麻友」, in the order in which they come."""

HINTS: Final[Mapping[str, Sequence[str]]] = {
    "zh": (
        "按两次「加电脑」，请两位电脑牌友。",
        "按「开局」发牌。",
        "按「去私聊出牌」，在私聊里看牌、出牌。",
    ),
    "en": (
        "Press 加电脑 twice: two computer players sit down.",
        "Press 开局 to deal.",
        "Press 去私聊出牌: your hand is in the private chat, one tap is one move.",
    ),
}

PACE: Final[Mapping[str, Any]] = {
    "log_level": "WARNING",
    "open_card_pause": 0.8,
    "computer_pause": 0.7,
    "private_interval": 0.25,
    "private_burst": 10,
}
"""Settings where nobody has set others: as with Telegram, but that a private chat never lags behind."""

PRIVATE_PACE: Final = Pace(40, 5.0)
"""What a private chat takes: more than the bot sends at its own pace."""

_SECRET_BYTES: Final = 27
_BOT_ID: Final = 4242
_EPOCH: Final = 1_735_689_600
"""2025-01-01 in Unix seconds, from which kept chats count their message ids."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to play: `port` None is the usual one, or any if that is taken; 0 any. `db` None: kept nowhere."""

    host: str = "127.0.0.1"
    port: int | None = None
    people: int = 4
    db: Path | None = None
    browser: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands: the server, the people in their order, their group."""

    server: Playground
    people: Sequence[Person]
    group: Room


@contextlib.asynccontextmanager
async def playing(
    options: Options, chosen: settings.Settings, chance: Callable[[], int] | None = None
) -> AsyncIterator[Scene]:
    """The server, with the bot at it and a table to sit down at, as long as the context lasts.

    `chosen` are the settings (see `load`). Raises SettingsError where it cannot listen, and as `running`.
    """
    with tempfile.TemporaryDirectory(prefix="paohuzi-") as folder:
        db = options.db or Path(folder) / "paohuzi.db"
        started = await _started(db) if options.db else set()
        async with await _serve(options, chosen.secret) as server:
            scene = _scene(server, options.people, started)
            updates = {"db": db, "api_base_url": server.base_url, "api_file_url": server.file_url}
            async with running(chosen.model_copy(update=updates), chance) as desk:
                opener = scene.people[0]
                if not opener.user.started:
                    opener.start()
                    await opener.sees(lambda _: True)
                kept = desk.service.table_in(scene.group.id, None) is not None
                opener.send("/table" if kept else "/new", scene.group)
                await scene.group.shows(lambda message: bool(message.buttons))
                yield scene


def load(**given: Any) -> settings.Settings:
    """The settings for playing: `given` before the environment before what suits this machine.

    Raises SettingsError for anything unknown or out of its range.
    """
    token = f"{_BOT_ID}:{secrets.token_urlsafe(_SECRET_BYTES)}"
    chosen = settings.load(**{settings.TOKEN: token}, **given)
    return chosen.model_copy(
        update={name: value for name, value in PACE.items() if name not in chosen.model_fields_set}
    )


def run(options: Options, chosen: settings.Settings) -> int:
    """Play until SIGTERM or SIGINT; the exit code (0). Raises as `playing` does."""
    asyncio.run(_run(options, chosen))
    return 0


async def _run(options: Options, chosen: settings.Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with playing(options, chosen) as scene:
        sys.stdout.write(f"不用令牌，在这里玩：\nNo token needed, play here:\n\n    {scene.server.url}/\n\n")
        sys.stdout.write("Ctrl-C 结束 · Ctrl-C to stop\n")
        sys.stdout.flush()
        if options.browser:
            await asyncio.to_thread(webbrowser.open, f"{scene.server.url}/")
        await stop.wait()


async def _serve(options: Options, token: str) -> Playground:
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        server = await _listen(options, port, token)
    except OSError as error:
        if options.port is not None:
            raise settings.SettingsError(
                f"cannot listen on {options.host}:{port}: {error.strerror}"
            ) from None
        server = await _listen(options, 0, token)
    server.flood.private = PRIVATE_PACE
    server.hints = HINTS
    return server


async def _listen(options: Options, port: int, token: str) -> Playground:
    first = int(10 * (time.time() - _EPOCH)) if options.db else 1
    return await Playground.start(port, token, host=options.host, first_message_id=first)


def _scene(server: Playground, number: int, started: set[int]) -> Scene:
    """People and group have the same ids each time, so that a kept database knows them again."""
    people = [server.person(NAMES[i]) for i in range(number)]
    for person in people:
        person.user.started = person.id in started
    return Scene(server, people, server.group("麻友", people))


async def _started(db: Path) -> set[int]:
    """Of those who may play, who has pressed START before."""
    async with await Store.open(db) as store:
        known = range(FIRST_PERSON_ID, FIRST_PERSON_ID + len(NAMES))
        return {user_id for user_id in known if await store.people.can_message(user_id)}
