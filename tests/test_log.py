"""Logging: one line for each record, and the token in none of them."""

import io
import logging
import warnings
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from bot import log

SECRET = "AbC-_" * 7
TOKEN = f"123456789:{SECRET}"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged, at the level DEBUG; afterwards logging is as it was."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    # The handlers of the test run itself stay out of it: they are put back, not closed.
    root.handlers = []
    log.set_up("DEBUG", TOKEN, stream)
    yield stream
    root.handlers = before
    root.setLevel(level)
    logging.captureWarnings(False)


def clean(stream: io.StringIO) -> str:
    text = stream.getvalue()
    assert SECRET not in text
    return text


def test_the_token_is_taken_out_of_message_and_arguments(lines: io.StringIO) -> None:
    logger = logging.getLogger("bot.test")
    logger.info("with %s", TOKEN)
    logger.info("with %(token)s", {"token": TOKEN})
    logger.info(f"in https://example.org/bot{TOKEN}/getMe")
    logger.info("in %s", {"url": httpx.URL(f"https://example.org/bot{TOKEN}/getMe")})
    logger.info("quoted %s", quote(TOKEN, safe=""))
    logger.info("half of it: %s", SECRET)
    logger.info("does not fit %s %s", *[TOKEN])
    logger.info(ValueError(TOKEN))
    assert clean(lines).count(log.HIDDEN) == 8


def test_the_token_is_taken_out_of_exceptions_and_stacks(lines: io.StringIO) -> None:
    logger = logging.getLogger("bot.test")
    try:
        try:
            raise ValueError(TOKEN)
        except ValueError as error:
            raise RuntimeError(f"bot{TOKEN}") from error
    except RuntimeError:
        logger.exception("it failed")
    logger.info("where %s", "here", stack_info=True)
    logger.handle(logging.makeLogRecord({"msg": "there", "levelno": 20, "stack_info": f"frame of {TOKEN}"}))
    text = clean(lines)
    assert "frame of [token]" in text
    assert "RuntimeError: bot[token]" in text
    assert "ValueError: [token]" in text
    assert "test_log.py" in text


def test_a_record_is_one_line_whatever_is_in_it(lines: io.StringIO) -> None:
    logger = logging.getLogger("bot.test")
    logger.info("a name with\na line break\r and \x1b[31mcolour 阿明")
    try:
        raise ValueError
    except ValueError:
        logger.exception("it failed")
    first, second = lines.getvalue().removesuffix("\n").split("\n")
    assert first.endswith(r"INFO bot.test: a name with\na line break\r and \x1b[31mcolour 阿明")
    assert r"ERROR bot.test: it failed\nTraceback (most recent call last):\n" in second


async def test_the_requests_of_httpx_are_not_logged_at_info(
    lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tools that set up logging for themselves, as import-linter does, disable the loggers they find.
    monkeypatch.setattr(logging.getLogger("httpx"), "disabled", False)
    answer = httpx.MockTransport(lambda _: httpx.Response(200))
    async with httpx.AsyncClient(transport=answer) as client:
        await client.get(f"https://example.org/bot{TOKEN}/getMe")
    logging.getLogger("httpx").warning("trouble at %s", f"https://example.org/bot{TOKEN}")
    assert clean(lines).count("\n") == 1
    assert "trouble at https://example.org/bot[token]" in lines.getvalue()


def test_the_level_is_the_one_that_is_set(lines: io.StringIO) -> None:
    log.set_up("WARNING", TOKEN, lines)
    logging.getLogger("bot.test").info("quiet")
    logging.getLogger("bot.test").warning("loud")
    assert "loud" in lines.getvalue()
    assert "quiet" not in lines.getvalue()


def test_warnings_are_logged_too(lines: io.StringIO) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        log.set_up("INFO", TOKEN, lines)
        warnings.warn(f"beware of {TOKEN}", stacklevel=1)
        logging.captureWarnings(False)
    assert "py.warnings: " in clean(lines)
    assert "beware of [token]" in lines.getvalue()
