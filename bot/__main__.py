"""The program: `paohuzi`, or `python -m bot`."""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot import log, settings

CANNOT_START = 2
"""The exit code when something outside the program has to be put right first."""

ANOTHER_RUNS = 3
"""The exit code when another instance has the database or the token already."""

FAILED = 1
"""The exit code when the program itself failed; the log says how."""

NO_TOKEN = f"""\
缺少机器人令牌：在 Telegram 里向 @BotFather 发 /newbot，把它给的令牌写进环境变量 {settings.TOKEN} 或 .env。\
不用令牌先试玩：paohuzi playground
No bot token: get one from @BotFather in Telegram with /newbot, and set it as {settings.TOKEN} \
in the environment or in .env. To play without one: paohuzi playground"""

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot, or the playground, until it is told to stop, or work on the database; the exit code.

    Arguments go before the environment, and that before `.env`. Whatever keeps the program from starting is
    said in one line on stderr, with the exit code 2.
    """
    given = _arguments(argv)
    try:
        return _begin(given)
    except settings.SettingsError as error:
        return _cannot_start(f"paohuzi: {error}")


def _begin(given: argparse.Namespace) -> int:
    if given.mode in ("backup", "check"):
        return _operate(given)
    if given.mode == "playground":
        return _play(given)
    try:
        chosen = settings.load(**_for_settings(given))
    except settings.TokenMissingError:
        # Whoever names a Bot API server wants the bot, and so does whoever says so.
        if given.mode == "bot" or given.api_base_url is not None:
            return _cannot_start(NO_TOKEN)
        return _play(given)
    return _run(chosen)


def _run(chosen: settings.Settings) -> int:
    # A wrong setting is said without loading all of the bot.
    from bot.chat.application import run  # noqa: PLC0415

    return _carry_out(chosen, lambda: run(chosen))


def _operate(given: argparse.Namespace) -> int:
    from bot import operations  # noqa: PLC0415

    chosen = settings.load_without_token(**_for_settings(given))
    if given.mode == "check":
        return operations.check(chosen.db)
    return operations.backup(chosen.db, given.file)


def _play(given: argparse.Namespace) -> int:
    from bot import demo  # noqa: PLC0415

    chosen = demo.load(log_level=given.log_level)
    options = demo.Options(
        given.host, given.port, given.people, given.db, browser=given.browser and _on_a_desktop()
    )
    return _carry_out(chosen, lambda: demo.run(options, chosen))


def _carry_out(chosen: settings.Settings, work: Callable[[], int]) -> int:
    from bot.chat.trouble import is_second, reason  # noqa: PLC0415

    log.set_up(chosen.log_level, chosen.secret)
    # A container stops with SIGTERM, a person with SIGINT; both take the one clean way out.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        return work()
    except KeyboardInterrupt:
        return 0
    except settings.SettingsError as error:
        return _cannot_start(f"paohuzi: {error}")
    except Exception as error:
        why = reason(error, chosen)
        if why is not None:
            return _cannot_start(f"paohuzi: {why}", ANOTHER_RUNS if is_second(error) else CANNOT_START)
        _log.critical("the bot stopped because of a fault of its own", exc_info=True)
        return FAILED


def _for_settings(given: argparse.Namespace) -> dict[str, Any]:
    return {name: value for name, value in vars(given).items() if name in settings.Settings.model_fields}


def _on_a_desktop() -> bool:
    """Whether a browser that is opened would be seen: somebody sits at a terminal, with a screen."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return screen and sys.stdout.isatty()


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    given = parser.parse_args(argv)
    if (given.mode == "backup") != (given.file is not None):
        parser.error("backup needs a FILE" if given.file is None else f"unrecognized arguments: {given.file}")
    return given


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paohuzi",
        description="跑胡子 Telegram bot. Hosts the card game 跑胡子 (paohuzi) for groups of friends.",
        epilog=f"The token comes from the environment variable {settings.TOKEN} or from a file .env. "
        "All settings are in README.md.",
    )
    parser.add_argument(
        "mode",
        nargs="?",
        choices=("bot", "playground", "backup", "check"),
        help="bot: at Telegram; playground: on a page on this machine, without a token "
        "(default: bot if there is a token, else playground); backup FILE: copy the database, also during play; "
        "check: go over its books",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="where the backup goes: a new file"
    )
    parser.add_argument("--db", type=Path, metavar="FILE", help="the database file (PAOHUZI_DB)")
    parser.add_argument("--api-base-url", metavar="URL", help="where the Bot API is (PAOHUZI_API_BASE_URL)")
    parser.add_argument("--api-file-url", metavar="URL", help="where its files are (PAOHUZI_API_FILE_URL)")
    parser.add_argument("--log-level", metavar="LEVEL", help="DEBUG, INFO, WARNING or ERROR")
    version = importlib.metadata.version("paohuzi")
    parser.add_argument("--version", action="version", version=f"paohuzi {version}")
    _add_playground(parser.add_argument_group("playground", "What is played is kept only with --db."))
    return parser


def _add_playground(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--port", type=_within(0, 65_535), help="port of the page, 0 for any (default: 8081)")
    group.add_argument("--host", default="127.0.0.1", help="address of the page (default: this machine only)")
    group.add_argument("--people", type=_within(1, 8), default=4, help="how many to be, 1 to 8 (default: 4)")
    group.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open the page in a browser"
    )


def _within(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most}")
        return int(text)

    return number


def _cannot_start(reason: str, code: int = CANNOT_START) -> int:
    sys.stderr.write(reason + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
