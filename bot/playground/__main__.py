"""`python -m bot.playground --port 8081`: a Bot API server on loopback, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.playground.playground import Playground


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server; 0 after Ctrl-C, 2 with one line on stderr for bad input."""
    options = _parser().parse_args(arguments)
    try:
        asyncio.run(_serve(options))
    except (ValueError, OverflowError) as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"cannot listen on {options.host}:{options.port}: {error.strerror}")
    except KeyboardInterrupt:
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument(
        "--port", type=_port, default=8081, help="port, 0 for any free one (default: %(default)s)"
    )
    parser.add_argument("--token", default="4242:playground", help="the bot's token (default: %(default)s)")
    parser.add_argument(
        "--speed", type=float, default=1.0, help="how fast its clock runs (default: %(default)s)"
    )
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port between 0 and 65535")
    return int(text)


async def _serve(options: argparse.Namespace) -> None:
    server = await Playground.start(options.port, options.token, host=options.host, speed=options.speed)
    sys.stdout.write(f"Bot API for the token {server.token}: {server.base_url}\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def _complain(sentence: str) -> int:
    sys.stderr.write(f"python -m bot.playground: {sentence}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
