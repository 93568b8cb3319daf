"""`python -m bot.playground`."""

import asyncio
import signal
import socket
import sys

import pytest
from telegram import Bot

from bot.playground.__main__ import main


async def test_it_serves_until_it_is_interrupted() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.playground",
        "--port",
        "0",
        "--token",
        "7:x",
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    assert line.startswith("Bot API for the token 7:x: http://127.0.0.1:")
    async with Bot("7:x", line.split()[-1]) as bot:
        assert bot.id == 7
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), 10) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--token", "x"], "A token looks like 4242:letters, not like 'x'."),
        (["--speed", "-1"], "The speed of the clock must be between 0 and 100000, not -1.0."),
        (["--port", "70000"], "'70000' is not a port between 0 and 65535"),
        (["--port", "x"], "'x' is not a port between 0 and 65535"),
    ],
)
def test_bad_input_ends_with_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert sentence in capsys.readouterr().err.splitlines()[-1]


def test_a_port_in_use_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port)]) == 2
    assert f"cannot listen on 127.0.0.1:{port}: " in capsys.readouterr().err
