"""Faults on request: what can go wrong between a bot and Telegram."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """What goes wrong. "before" and "after" are about the effect of the call."""

    FLOOD = "flood"
    ERROR = "error"
    SLOW = "slow"
    TIME_OUT_BEFORE = "time_out_before"
    TIME_OUT_AFTER = "time_out_after"
    DROP_BEFORE = "drop_before"
    DROP_AFTER = "drop_after"


@dataclass(eq=False, slots=True)
class Fault:
    """A fault that waits for its calls. `left` is how many calls it still meets, None for any number."""

    kind: FaultKind
    method: str | None = None
    chat_id: int | None = None
    left: int | None = 1
    seconds: float = 0.0
    until: float = 0.0
    code: int = 0
    description: str = ""

    def meets(self, method: str, chat_id: int | None) -> bool:
        """Whether it is about this call. getUpdates is met only when it is named."""
        if self.method is None and method.lower() == "getupdates":
            return False
        same_method = self.method is None or self.method.lower() == method.lower()
        return same_method and (self.chat_id is None or self.chat_id == chat_id)


class Faults:
    """The faults that are switched on. Each is for a method, a chat (None: any) and some number of calls."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._faults: list[Fault] = []

    def flood(self, seconds: float, *, method: str | None = None, chat_id: int | None = None) -> Fault:
        """Answer 429 to every call for `seconds` of the playground's clock."""
        until = self._now() + seconds
        return self._add(Fault(FaultKind.FLOOD, method, chat_id, None, seconds, until))

    def time_out(
        self,
        *,
        after: bool = False,
        method: str | None = None,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Never answer: the bot's read time-out ends it. `after`: the call has its effect all the same."""
        kind = FaultKind.TIME_OUT_AFTER if after else FaultKind.TIME_OUT_BEFORE
        return self._add(Fault(kind, method, chat_id, times))

    def drop(
        self,
        *,
        after: bool = False,
        method: str | None = None,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Close the connection without an answer. `after`: the call has its effect all the same."""
        kind = FaultKind.DROP_AFTER if after else FaultKind.DROP_BEFORE
        return self._add(Fault(kind, method, chat_id, times))

    def slow(
        self, seconds: float, *, method: str | None = None, chat_id: int | None = None, times: int | None = 1
    ) -> Fault:
        """Take `seconds` (real ones) before the call has its effect, which it loses if the bot gives up."""
        return self._add(Fault(FaultKind.SLOW, method, chat_id, times, seconds))

    def error(
        self,
        code: int,
        description: str,
        *,
        method: str | None = None,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Answer with this error, e.g. 500 "Internal Server Error" or 502 "Bad Gateway"."""
        return self._add(Fault(FaultKind.ERROR, method, chat_id, times, code=code, description=description))

    def clear(self) -> None:
        """Switch all faults off."""
        self._faults.clear()

    def pending(self) -> list[Fault]:
        """Return the faults that still wait for calls."""
        return [fault for fault in self._faults if not self._over(fault)]

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """Return the oldest fault that meets a call, and count the call."""
        self._faults = self.pending()
        for fault in self._faults:
            if fault.meets(method, chat_id):
                if fault.left is not None:
                    fault.left -= 1
                return fault
        return None

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def _over(self, fault: Fault) -> bool:
        return fault.left == 0 or (fault.kind is FaultKind.FLOOD and self._now() >= fault.until)
