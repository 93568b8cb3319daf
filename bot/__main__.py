"""The program: `paohuzi`, or `python -m bot`."""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import log, settings

CANNOT_START = 2
"""The exit code when something outside the program has to be put right first."""

FAILED = 1
"""The exit code when the program itself failed; the log says how."""

NO_TOKEN = f"""\
缺少机器人令牌：在 Telegram 里向 @BotFather 发 /newbot，把它给的令牌写进环境变量 {settings.TOKEN} 或 .env。
No bot token: get one from @BotFather in Telegram with /newbot, and set it as {settings.TOKEN} \
in the environment or in .env."""

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot until it is told to stop; the exit code.

    Arguments go before the environment, and that before `.env`. Whatever keeps the bot from starting is said
    in one line on stderr, with the exit code 2.
    """
    given = _parser().parse_args(argv)
    try:
        chosen = settings.load(**vars(given))
    except settings.TokenMissingError:
        return _cannot_start(NO_TOKEN)
    except settings.SettingsError as error:
        return _cannot_start(f"paohuzi: {error}")
    log.set_up(chosen.log_level, chosen.secret)
    # A container stops with SIGTERM, a person with SIGINT; both take the one clean way out.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    return _run(chosen)


def _run(chosen: settings.Settings) -> int:
    # A wrong setting is said without loading all of the bot.
    from bot.chat.application import run  # noqa: PLC0415
    from bot.chat.trouble import reason  # noqa: PLC0415

    try:
        return run(chosen)
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        why = reason(error, chosen)
        if why is not None:
            return _cannot_start(f"paohuzi: {why}")
        _log.critical("the bot stopped because of a fault of its own", exc_info=True)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paohuzi",
        description="跑胡子 Telegram bot. Hosts the card game 跑胡子 (paohuzi) for groups of friends.",
        epilog=f"The token comes from the environment variable {settings.TOKEN} or from a file .env. "
        "All settings are in README.md.",
    )
    parser.add_argument("--db", type=Path, metavar="FILE", help="the database file (PAOHUZI_DB)")
    parser.add_argument("--api-base-url", metavar="URL", help="where the Bot API is (PAOHUZI_API_BASE_URL)")
    parser.add_argument("--api-file-url", metavar="URL", help="where its files are (PAOHUZI_API_FILE_URL)")
    parser.add_argument("--log-level", metavar="LEVEL", help="DEBUG, INFO, WARNING or ERROR")
    version = importlib.metadata.version("paohuzi")
    parser.add_argument("--version", action="version", version=f"paohuzi {version}")
    return parser


def _cannot_start(reason: str) -> int:
    sys.stderr.write(reason + "\n")
    return CANNOT_START


if __name__ == "__main__":
    sys.exit(main())
