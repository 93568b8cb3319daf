"""The error answers of the Bot API."""

from __future__ import annotations

from collections.abc import Mapping

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class ApiError(Exception):
    """An answer with `ok: false`: HTTP status `code`, `description`, and `parameters` if there are any."""

    def __init__(self, code: int, description: str, parameters: Mapping[str, int] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})


def bad_request(reason: str) -> ApiError:
    """Return the 400 answer; as with Telegram the reason begins with a small letter unless it is a CODE."""
    code_like = len(reason) > 1 and (reason[1] == "_" or "A" <= reason[1] <= "Z")
    return ApiError(400, "Bad Request: " + (reason if code_like else reason[:1].lower() + reason[1:]))


def forbidden(reason: str) -> ApiError:
    """Return the 403 answer."""
    return ApiError(403, f"Forbidden: {reason}")


def too_many_requests(seconds: int) -> ApiError:
    """Return the 429 answer: the bot may ask again after `seconds` (at least 1)."""
    seconds = max(1, seconds)
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def migrated(new_chat_id: int) -> ApiError:
    """Return the answer of a group that has become the supergroup `new_chat_id`."""
    return ApiError(
        400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": new_chat_id}
    )
