"""What keeps the bot from running: one sentence each, without the token."""

import pytest
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, TimedOut

from bot.chat.trouble import reason
from bot.settings import load
from storage import StoreError

TOKEN = "4242:" + "AbC-_" * 7
SETTINGS = load(token=TOKEN, api_base_url="https://example.org/bot")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (
            InvalidToken(f"The token `{TOKEN}` was rejected by the server."),
            "Telegram refused the token in TELEGRAM_BOT_TOKEN",
        ),
        (
            Conflict("terminated by other getUpdates request"),
            "another program runs with this token already; only one can at a time",
        ),
        (
            NetworkError(f"no route to https://example.org/bot{TOKEN}/getMe"),
            "Telegram cannot be reached at https://example.org/bot: "
            "no route to https://example.org/bot[token]/getMe",
        ),
        (TimedOut(), "Telegram cannot be reached at https://example.org/bot: Timed out"),
        (StoreError("x.db is of a newer version."), "x.db is of a newer version."),
        (BadRequest("Chat not found"), None),
        (ZeroDivisionError(), None),
    ],
)
def test_the_reason_is_one_sentence_or_a_fault_of_our_own(error: Exception, why: str | None) -> None:
    assert reason(error, SETTINGS) == why
