"""What the bot asked of the Bot API, with the moments, for tests of pacing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Call:
    """A call and its outcome: `code` is 200, the error code, or 0 when a fault left it without an answer."""

    at: float
    method: str
    chat_id: int | None
    code: int
    description: str = ""
    values: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def ok(self) -> bool:
        """Whether the bot got `ok: true`."""
        return self.code == 200


class CallLog:
    """All finished calls, oldest first (getUpdates is only counted in `polls`)."""

    def __init__(self) -> None:
        self.polls = 0
        self._calls: list[Call] = []

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def add(self, call: Call) -> None:
        """Append a call."""
        self._calls.append(call)

    def of(self, *methods: str, chat_id: int | None = None, ok: bool | None = None) -> list[Call]:
        """Return the calls of these methods (all without any), in a chat, that went well or not."""
        return [
            call
            for call in self._calls
            if (not methods or call.method in methods)
            and (chat_id is None or call.chat_id == chat_id)
            and (ok is None or call.ok is ok)
        ]

    def count(self, *methods: str, chat_id: int | None = None, ok: bool | None = None) -> int:
        """Return how many calls `of` finds."""
        return len(self.of(*methods, chat_id=chat_id, ok=ok))

    def times(self, *methods: str, chat_id: int | None = None, ok: bool | None = True) -> list[float]:
        """Return the moments of the calls that `of` finds, in the playground's Unix seconds."""
        return [call.at for call in self.of(*methods, chat_id=chat_id, ok=ok)]
