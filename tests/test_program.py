"""The program `paohuzi`, run as people run it: what it says when it cannot start, and how it stops."""

import asyncio
import importlib.metadata
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.playground import Playground

SECRET = "AbC-_" * 7
TOKEN = f"4242:{SECRET}"
NOWHERE = "http://127.0.0.1:1/bot"


@dataclass(frozen=True)
class Ended:
    """How the program ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.err.splitlines()


FAULT = """\
import sys
from bot.__main__ import main
from bot.chat import application
def run(settings):
    raise ZeroDivisionError(settings.secret)
application.run = run
sys.exit(main([]))
"""


async def start(
    folder: Path, *arguments: str, token: str = TOKEN, **variables: str
) -> asyncio.subprocess.Process:
    """The program in an empty folder, with nothing of ours in the environment but what is given."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PAOHUZI_", "TELEGRAM_"))
    }
    environment: Mapping[str, str] = {**kept, "TELEGRAM_BOT_TOKEN": token, "PYTHONUTF8": "1", **variables}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *(arguments if arguments[:1] == ("-c",) else ("-m", "bot", *arguments))),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    """The end of the program; it never showed the token."""
    try:
        out, err = await asyncio.wait_for(process.communicate(), 30)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert SECRET.encode() not in out + err
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())


async def run(folder: Path, *arguments: str, token: str = TOKEN, **variables: str) -> Ended:
    return await ended(await start(folder, *arguments, token=token, **variables))


def contents(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_the_bot_without_a_token_says_in_two_languages_how_to_get_one(tmp_path: Path) -> None:
    end = await run(tmp_path, "bot", token="")
    assert end.code == 2
    chinese, english = end.lines
    for line in (chinese, english):
        assert "@BotFather" in line
        assert "/newbot" in line
        assert "TELEGRAM_BOT_TOKEN" in line
        assert "paohuzi playground" in line
    assert chinese.startswith("缺少机器人令牌")
    assert english.startswith("No bot token")
    assert contents(tmp_path) == []


async def test_naming_a_bot_api_without_a_token_is_no_wish_to_play(tmp_path: Path) -> None:
    end = await run(tmp_path, "--api-base-url", NOWHERE, token="")
    assert (end.code, end.lines[1][:12]) == (2, "No bot token")


async def page_of(process: asyncio.subprocess.Process) -> str:
    """The address that the program prints, when a table stands there."""
    assert process.stdout is not None
    async with asyncio.timeout(30):
        while line := (await process.stdout.readline()).decode():
            if line.strip().startswith("http://"):
                return line.strip()
    raise AssertionError("no address was printed")


@pytest.mark.parametrize(
    ("mode", "token"), [((), ""), (("playground",), TOKEN)], ids=["no token", "asked for"]
)
async def test_playing_needs_no_token(tmp_path: Path, mode: tuple[str, ...], token: str) -> None:
    process = await start(tmp_path, *mode, "--port", "0", "--people", "3", "--no-browser", token=token)
    address = await page_of(process)
    assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/", address)
    async with aiohttp.ClientSession() as session:
        async with session.get(address) as page:
            assert page.status == 200
        async with session.get(f"{address}control/world") as answer:
            world = await answer.json()
    assert [person["first_name"] for person in world["people"]] == ["阿明", "小红", "老王"]
    assert [person["started"] for person in world["people"]] == [True, False, False]
    [group] = [chat for chat in world["chats"] if chat["type"] == "group"]
    newest = world["messages"][str(group["id"])][-1]
    assert "加电脑" in [button["text"] for row in newest["keyboard"] for button in row]
    process.send_signal(signal.SIGINT)
    end = await ended(process)
    assert (end.code, end.err) == (0, "")
    assert contents(tmp_path) == []


async def test_what_is_played_is_kept_where_one_says(tmp_path: Path) -> None:
    seats = []
    for _ in range(2):
        process = await start(tmp_path, "--db", "kept.db", "--port", "0", "--no-browser", token="")
        address = await page_of(process)
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{address}control/world") as answer,
        ):
            world = await answer.json()
        seats.append([message["message_id"] for message in world["messages"]["-2001"] if message["by_bot"]])
        process.send_signal(signal.SIGTERM)
        assert (await ended(process)).code == 0
    assert (tmp_path / "kept.db").exists()
    assert all(seats)
    assert not set(seats[0]) & set(seats[1])


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        end = await run(tmp_path, "playground", "--port", str(port), "--no-browser", token="")
    assert end.code == 2
    assert len(end.lines) == 1
    assert end.lines[0].startswith(f"paohuzi: cannot listen on 127.0.0.1:{port}: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "70000"), "'70000' is no number from 0 to 65535"),
        (("--people", "9"), "'9' is no number from 1 to 8"),
        (("lottery",), "invalid choice: 'lottery'"),
    ],
)
async def test_bad_wishes_for_the_playground_are_refused(
    tmp_path: Path, arguments: tuple[str, str], said: str
) -> None:
    end = await run(tmp_path, *arguments, token="")
    assert end.code == 2
    assert said in end.lines[-1]


async def test_a_token_of_a_wrong_form_is_refused_unseen(tmp_path: Path) -> None:
    end = await run(tmp_path, token=f"x{TOKEN}")
    assert (end.code, end.lines) == (
        2,
        ["paohuzi: TELEGRAM_BOT_TOKEN must be digits:letters, as BotFather gave it"],
    )


async def test_a_bad_setting_is_one_line(tmp_path: Path) -> None:
    end = await run(tmp_path, PAOHUZI_OPEN_CARD_PAUSE="3")
    assert (end.code, end.lines) == (2, ["paohuzi: PAOHUZI_OPEN_CARD_PAUSE must be a number, 0 to 1.5"])
    assert contents(tmp_path) == []


async def test_an_argument_goes_before_the_environment(tmp_path: Path) -> None:
    end = await run(tmp_path, "--log-level", "loud", PAOHUZI_LOG_LEVEL="INFO")
    assert (end.code, end.lines) == (
        2,
        ["paohuzi: PAOHUZI_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR"],
    )


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    before = path.read_bytes()
    end = await run(tmp_path, "--db", "newer.db", "--api-base-url", NOWHERE)
    assert end.code == 2
    assert len(end.lines) == 1
    assert end.lines[0].startswith("paohuzi: ")
    assert "newer.db" in end.lines[0]
    assert path.read_bytes() == before


async def test_a_bot_api_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    end = await run(tmp_path, "--api-base-url", NOWHERE)
    assert end.code == 2
    assert len(end.lines) == 1
    assert end.lines[0].startswith(f"paohuzi: Telegram cannot be reached at {NOWHERE}: ")


async def test_a_token_that_telegram_refuses_is_one_line(tmp_path: Path) -> None:
    async with await Playground.start(token="4242:" + "another" * 5) as server:
        end = await run(tmp_path, "--api-base-url", server.base_url)
    assert (end.code, end.lines) == (2, ["paohuzi: Telegram refused the token in TELEGRAM_BOT_TOKEN"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_stops_in_order(tmp_path: Path, number: signal.Signals) -> None:
    async with await Playground.start(token=TOKEN) as server:
        arguments = ("--api-base-url", server.base_url, "--api-file-url", server.file_url)
        process = await start(tmp_path, "--log-level", "debug", *arguments)
        ming = server.person("阿明")
        ming.start()
        await ming.sees(lambda _: True, within=20)
        process.send_signal(number)
        end = await ended(process)
    assert end.code == 0
    assert end.out == ""
    assert "Traceback" not in end.err


async def test_a_fault_of_its_own_is_one_line_in_the_log_and_another_exit_code(tmp_path: Path) -> None:
    end = await run(tmp_path, "-c", FAULT)
    assert end.code == 1
    assert len(end.lines) == 1
    assert "CRITICAL bot.__main__: the bot stopped because of a fault of its own" in end.lines[0]
    assert "ZeroDivisionError: [token]" in end.lines[0]


async def test_it_knows_its_version_and_explains_itself(tmp_path: Path) -> None:
    end = await run(tmp_path, "--version")
    assert (end.code, end.out) == (0, f"paohuzi {importlib.metadata.version('paohuzi')}\n")
    end = await run(tmp_path, "--help", token="")
    assert end.code == 0
    for word in (
        "--db",
        "--api-base-url",
        "--api-file-url",
        "--log-level",
        "--version",
        "TELEGRAM_BOT_TOKEN",
    ):
        assert word in end.out


async def test_an_unknown_argument_is_refused(tmp_path: Path) -> None:
    end = await run(tmp_path, "--speed=9")
    assert end.code == 2
    assert end.lines[-1] == "paohuzi: error: unrecognized arguments: --speed=9"
