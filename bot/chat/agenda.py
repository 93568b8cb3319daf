"""Whose turn it is among many chats that share one budget of calls, without a look at every chat each time."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from bot.chat.pacing import Importance, Overall
from bot.chat.waiting import Chat, Plan, Slot

_Item = tuple[tuple[bool, float, int], int, Chat, Plan]
_LaterItem = tuple[float, int, Chat, Plan]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and the time at which the call may begin."""

    at: float
    chat: Chat
    slot: Slot


class Agenda:
    """The plans of all chats: those that wait for their chat's time, and those that only wait for the budget.

    Who asks somebody, and settlements, may use the whole budget. What asks nobody leaves a part of it free, and so
    waits, and is joined with what comes later, the longer the scarcer the budget is; once its deadline is over it
    waits no longer than a call to act.
    """

    def __init__(self, overall: Overall) -> None:
        self._overall = overall
        self._later: list[_LaterItem] = []
        self._urgent: list[_Item] = []
        self._patient: list[_Item] = []
        self._ticks = 0

    def note(self, chat: Chat, plan: Plan | None, now: float) -> None:
        """This is what comes next in the chat, instead of what was noted before; None: nothing."""
        if plan is not None and plan == chat.plan:
            return
        chat.plan = plan
        if plan is not None:
            self._put(chat, plan, now)

    def _put(self, chat: Chat, plan: Plan, now: float) -> None:
        self._ticks += 1
        if plan.at > now:
            heapq.heappush(self._later, (plan.at, self._ticks, chat, plan))
            return
        ready = self._urgent if plan.entry.importance <= Importance.PROMPT else self._patient
        heapq.heappush(ready, (plan.entry.rank, self._ticks, chat, plan))

    def turn(self, now: float) -> Turn | None:
        """Whose turn is next; None if nothing is noted."""
        while self._later and (self._later[0][0] <= now or _is_old(self._later[0])):
            _, _, chat, plan = heapq.heappop(self._later)
            if chat.plan is plan:
                self._put(chat, plan, now)
        turns = [self._ready(heap, now) for heap in (self._urgent, self._patient)]
        ready = [(turn.at, item[0], turn) for item, turn in filter(None, turns)]
        best = min(ready)[2] if ready else None
        if self._later and (best is None or self._later[0][0] < best.at):
            at, _, chat, plan = self._later[0]
            return Turn(at, chat, plan.slot)
        return best

    def _ready(self, heap: list[_Item], now: float) -> tuple[_Item, Turn] | None:
        """The first of those that wait for the budget only, with its turn."""
        while heap and _is_old(heap[0]):
            heapq.heappop(heap)
        if not heap:
            return None
        _, _, chat, plan = heap[0]
        importance, deadline = plan.entry.importance, plan.entry.deadline
        at = self._overall.free_at(now, importance)
        if importance > Importance.PROMPT:
            at = min(at, max(deadline, self._overall.free_at(now, Importance.PROMPT)))
        return heap[0], Turn(at, chat, plan.slot)


def _is_old(item: _Item | _LaterItem) -> bool:
    """Whether something else was noted for the chat since."""
    return item[2].plan is not item[3]
