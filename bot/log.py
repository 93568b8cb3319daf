"""Logging: one line for each record, to stderr, and the token in none of them."""

from __future__ import annotations

import logging
import sys
from typing import TextIO
from urllib.parse import quote

HIDDEN = "[token]"
"""What stands in the log in the place of the token."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_CHATTY = ("httpx", "httpcore", "aiosqlite", "asyncio")
"""Libraries that tell of every call they make; of them only warnings are of interest."""


class TokenFilter(logging.Filter):
    """Takes the token out of a record: message, arguments, exception and stack."""

    def __init__(self, token: str) -> None:
        super().__init__()
        secret = token.rpartition(":")[2]
        self._forms = (token, quote(token, safe=""), secret)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without the token."""
        record.msg = self.clean(_text(record))
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self.clean(record.exc_text)
            record.exc_info = None
        if record.stack_info:
            record.stack_info = self.clean(record.stack_info)
        return True

    def clean(self, text: str) -> str:
        """The text without the token."""
        for form in self._forms:
            text = text.replace(form, HIDDEN)
        return text


class OneLine(logging.Formatter):
    """Writes a record as one line, whatever its text: line breaks and control characters are escaped."""

    def __init__(self) -> None:
        super().__init__(_FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        text = super().format(record)
        return "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)


def set_up(level: str, token: str, stream: TextIO | None = None) -> None:
    """Let all logging go to `stream` (None: stderr) from `level` on, without the token. Warnings too."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(OneLine())
    handler.addFilter(TokenFilter(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)


def _text(record: logging.LogRecord) -> str:
    """The record's message; with arguments that do not fit it, both, so that they are filtered too."""
    try:
        return record.getMessage()
    except Exception:
        return f"{record.msg} {record.args!r}"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
