"""How fast the bot may write: the limits, and for each kind of chat the time at which the next call is free.

Sends and edits count together, in a group and in a private chat alike. Times are seconds of one monotonic
clock.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, Self

from bot.settings import Settings


class Importance(IntEnum):
    """What goes first; within one importance the oldest does."""

    SETTLEMENT = 0
    PROMPT = 1
    TABLE = 2
    ORNAMENT = 3
    PASSING = 4
    """A state that the next one replaces in a moment: not worth a call where calls are scarce."""


_KEPT_FREE = {
    Importance.SETTLEMENT: 0,
    Importance.PROMPT: 1,
    Importance.TABLE: 1,
    Importance.ORNAMENT: 2,
    Importance.PASSING: 2,
}
"""What each importance leaves of a group's limit to the more important ones, so that those need not wait."""

_RESERVE = 3
"""Calls of a group's limit that only settlements and prompts may use: about what the end of a round takes."""

_SHARE = {
    Importance.SETTLEMENT: 1.0,
    Importance.PROMPT: 1.0,
    Importance.TABLE: 0.87,
    Importance.ORNAMENT: 0.74,
    Importance.PASSING: 0.74,
}
"""The part of all chats' common limit up to which each importance may use it, for the same reason."""

LONGEST_COUNTED = 2.0
"""Seconds after which a call without an answer is taken to have been heard long ago."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in numbers: calls in a stretch of seconds, as in `Settings`."""

    group_limit: int = 18
    group_window: float = 60
    private_interval: float = 1
    private_burst: int = 3
    overall_limit: int = 30
    overall_window: float = 1

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The limits that are set."""
        return cls(
            group_limit=settings.group_limit,
            group_window=settings.group_window,
            private_interval=settings.private_interval,
            private_burst=settings.private_burst,
            overall_limit=settings.overall_limit,
        )

    def pace(self, chat_id: int) -> Pace:
        """A fresh pace for a chat: groups have negative ids."""
        if chat_id < 0:
            return GroupPace(self.group_limit, self.group_window)
        return PrivatePace(self.private_interval, self.private_burst)


class Pace(Protocol):
    """How fast one chat may be written to."""

    def free_at(self, now: float, importance: Importance) -> float:
        """When the next call may begin: `now`, or a later time."""

    def note(self, now: float, importance: Importance) -> None:
        """A call of this importance has come back just now, whatever became of it.

        Telegram heard it before that, so a call that begins a window later is surely outside its window.
        """

    def rested(self, now: float) -> bool:
        """Whether nothing of the past matters any more."""


class Window:
    """At most `limit` calls in any stretch of `seconds`."""

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._seconds = seconds
        self._stamps: deque[float] = deque()

    def used(self, now: float) -> int:
        """How many calls still count."""
        while self._stamps and self._stamps[0] <= now - self._seconds:
            self._stamps.popleft()
        return len(self._stamps)

    def free_at(self, now: float, limit: int | None = None) -> float:
        """When there is room for one more within `limit` (the window's own, if None)."""
        limit = self._limit if limit is None else limit
        used = self.used(now)
        return now if used < limit else self._stamps[used - limit] + self._seconds

    def note(self, now: float) -> None:
        """One more call counts from now on."""
        self._stamps.append(now)

    def steady_at(self, now: float, gap: float) -> float:
        """Like `free_at`, but only when afterwards one more is possible every `gap` seconds, however long."""
        used, at = self.used(now), now
        for later in range(math.ceil(self._seconds / gap)):
            over = used + later + 1 - self._limit
            if 0 < over <= used:
                at = max(at, self._stamps[over - 1] + self._seconds - later * gap)
        return at

    def spread_at(self, now: float, limit: int) -> float:
        """Like `free_at`, but once half of `limit` is used, the other half is spread over the time left."""
        used = self.used(now)
        if used <= limit // 2 or used >= limit:
            return self.free_at(now, limit)
        rest = self._stamps[0] + self._seconds - self._stamps[-1]
        return max(now, self._stamps[-1] + rest / (limit - used + 1))


class Overall:
    """All chats together: at most `limit` calls in any stretch of `seconds`, wherever on its way each is heard.

    So a call counts from its beginning until so many seconds after its end.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._seconds = seconds
        self._under_way: dict[int, float] = {}
        self._ends: deque[float] = deque()
        self._number = 0

    def begin(self, now: float) -> int:
        """A call begins; a number to name it at its end."""
        self._number += 1
        self._under_way[self._number] = now
        return self._number

    def end(self, number: int, now: float) -> None:
        """The call is over, whatever became of it."""
        if self._under_way.pop(number, None) is not None:
            self._ends.append(now)

    def used(self, now: float) -> int:
        """How many calls count."""
        for number, begun in tuple(self._under_way.items()):
            if begun > now - LONGEST_COUNTED:
                break
            self.end(number, now)
        while self._ends and self._ends[0] <= now - self._seconds:
            self._ends.popleft()
        return len(self._under_way) + len(self._ends)

    def free_at(self, now: float, importance: Importance) -> float:
        """When a call of this importance may begin, if none of those under way ends before that."""
        limit = max(1, round(self._limit * _SHARE[importance]))
        over = self.used(now) - limit
        if over < 0:
            return now
        if over < len(self._ends):
            return self._ends[over] + self._seconds
        return next(iter(self._under_way.values())) + LONGEST_COUNTED + self._seconds


class GroupPace:
    """A group: a sliding window, of which a part is kept for settlements and prompts.

    The others come at once as long as there is room, but leave enough of it for an even pace afterwards: a board in
    quick play never has to stop for longer than one step of that.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._window = Window(limit, seconds)
        self._most = max(1, limit - _RESERVE)
        self._others = Window(self._most, seconds)
        self._gap = seconds / (self._most - self._most // 5)

    def free_at(self, now: float, importance: Importance) -> float:
        """When a call of this importance may begin."""
        at = self._window.free_at(now, max(1, self._limit - _KEPT_FREE[importance]))
        if importance > Importance.PROMPT:
            at = max(at, self._others.steady_at(now, self._gap))
        if importance is Importance.PASSING:
            at = max(at, self._others.free_at(now, max(1, self._most // 2)))
        return at

    def note(self, now: float, importance: Importance) -> None:
        """A call has come back."""
        self._window.note(now)
        if importance > Importance.PROMPT:
            self._others.note(now)

    def rested(self, now: float) -> bool:
        """Whether the window is empty."""
        return self._window.used(now) == 0


class PrivatePace:
    """A private chat: one call in `interval` seconds on average, of which `burst` may come at once.

    The average holds in any stretch of five intervals (or of `burst`, if that is more): after a burst there is
    a rest. Of each stretch one call is kept free for a prompt or a settlement.
    """

    def __init__(self, interval: float, burst: int) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._due = float("-inf")
        self._stretch = max(5, burst)
        self._window = Window(self._stretch, self._stretch * interval)

    def free_at(self, now: float, importance: Importance) -> float:
        """When a call of this importance may begin."""
        if importance <= Importance.PROMPT:
            at = self._window.free_at(now)
        else:
            at = self._window.spread_at(now, self._stretch - 1)
        return max(at, self._due - self._slack)

    def note(self, now: float, importance: Importance) -> None:
        """A call has come back."""
        self._due = max(now, self._due) + self._interval
        self._window.note(now)

    def rested(self, now: float) -> bool:
        """Whether a whole burst is free again."""
        return self._due <= now and self._window.used(now) == 0
