"""What keeps the bot from running although the bot itself is fine, said to whoever runs it."""

from __future__ import annotations

from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError

from bot.log import TokenFilter
from bot.settings import TOKEN, Settings
from storage import InUse, StoreError


def is_second(error: Exception) -> bool:
    """Whether the bot cannot run because another one does."""
    return isinstance(error, Conflict | InUse)


def reason(error: Exception, settings: Settings) -> str | None:
    """Why the bot cannot run, in one sentence without the token; None if it is a fault of the bot's own."""
    match error:
        case InvalidToken():
            return f"Telegram refused the token in {TOKEN}"
        case Conflict():
            return "another program runs with this token already; only one can at a time"
        case NetworkError() if not isinstance(error, BadRequest):
            text = f"Telegram cannot be reached at {settings.api_base_url}: {error}"
        case StoreError():
            text = str(error)
        case _:
            return None
    return TokenFilter(settings.secret).clean(text)
