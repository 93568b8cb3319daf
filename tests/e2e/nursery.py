"""A process that starts bots, each as a process of its own, quickly: everything is imported once, then it forks.

`python -m tests.e2e.nursery`: for each line of JSON on stdin (`db`, `api_base_url`, `api_file_url`, `seed`, `log`, and
further settings under `settings`) a bot is started, and a line with its process id printed. The cards come from the
seed and from how many rounds were dealt, so that they are the same whenever the bot was killed in between.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
import json
import os
import random
import signal
import sqlite3
import ssl
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot import log
from bot.chat.application import running
from bot.settings import Settings
from tests.e2e.house import QUICK, TOKEN

LAZY = ("anyio._backends._asyncio", "certifi", "h11", "httpcore", "storage.migrations")
"""What the libraries import only when it is needed."""


def seeded(db: Path, seed: int) -> Callable[[], int]:
    """The chance of a bot at this database."""

    def chance() -> int:
        with closing(sqlite3.connect(db)) as database:
            ((dealt,),) = database.execute("SELECT count(*) FROM events WHERE kind = 'Dealt'")
        return random.Random(f"{seed}:{dealt}").getrandbits(256)

    return chance


async def live(given: Mapping[str, Any]) -> None:
    """Be a bot until told to stop."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    settings = Settings(
        _env_file=None,
        token=SecretStr(TOKEN),
        db=Path(given["db"]),
        api_base_url=given["api_base_url"],
        api_file_url=given["api_file_url"],
        **{**QUICK, **given["settings"]},
    )
    async with running(settings, seeded(settings.db, given["seed"])):
        await stop.wait()


def be_born(given: Mapping[str, Any]) -> None:
    """Be the new process, whose end this is."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.stdin.close()
    code = 1
    with Path(given["log"]).open("a", encoding="utf-8") as stream:
        os.dup2(stream.fileno(), 1)
        os.dup2(stream.fileno(), 2)
        try:
            log.set_up("INFO", TOKEN, stream)
            asyncio.run(live(given))
            code = 0
        except BaseException:
            traceback.print_exc(file=stream)
        finally:
            stream.flush()
            os._exit(code)


def main() -> None:
    """Start bots until stdin ends."""
    for name in LAZY:
        importlib.import_module(name)
    # Nothing here is encrypted, and to read all certificates takes longer than the rest of a start.
    context = ssl.create_default_context()
    ssl.create_default_context = lambda *_, **__: context
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in itertools.takewhile(bool, iter(sys.stdin.readline, "")):
        pid = os.fork()
        if pid == 0:
            be_born(json.loads(line))
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
