"""Looks through everything that anybody was ever shown for what they may not see (R45, R46)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.playground import Playground
from bot.playground.model import Shown
from bot.views.cards import face
from bot.views.say import chinese
from engine import Record, Round, View
from engine.actions import QUIT
from engine.cards import Kind
from storage import StoredRound
from tests.e2e.playing import LOOKS

FACES: dict[str, Kind] = {face(chinese, kind): kind for kind in range(20)}

NO_CARDS_OF_THE_TABLE = re.compile(r"^(听|打 .* 听|胡 |💡|🀄).*(\n　 .*)*|[这一]一?局|下一张牌", re.MULTILINE)
"""What speaks of cards that may come (it follows from what the reader sees), or has a numeral that is no card."""


@dataclass(frozen=True)
class Told:
    """A finished round with all its states, and who sat at its seats."""

    number: int
    users: tuple[int, ...]
    states: tuple[Round, ...]

    @classmethod
    def of(cls, stored: StoredRound) -> Told:
        record = Record.parse(stored.round.record)
        game = Round.deal(
            record.rules,
            record.deck,
            record.dealer,
            base=record.base,
            huang=record.huang,
            absent=record.absent,
        )
        states = [game]
        for seat, action in record.actions:
            states += [game.quit(seat)] if action == QUIT else game.steps(seat, action)
            game = states[-1]
        return cls(stored.round.number, tuple(user or 0 for user in stored.round.people), tuple(states))

    def visible(self, stock: int | None, user_id: int | None) -> set[Kind]:
        """The kinds that somebody (None: the group) sees while the stock holds `stock` cards (None: ever)."""
        seat = self.users.index(user_id) if user_id in self.users else None
        seen: set[Kind] = set()
        for state in self.states:
            view = state.view(seat)
            if state.result is None and (stock is None or view.stock == stock):
                seen |= set(_kinds(view))
        return seen


def _kinds(view: View) -> Iterable[Kind]:
    yield from view.hand
    for seat in view.seats:
        yield from seat.river
        for meld in seat.melds:
            yield from meld.cards
    if view.face_up is not None:
        yield view.face_up.kind
    yield from view.top
    for kind in (view.liang, view.bottom):
        if kind is not None:
            yield kind


def shown_kinds(text: str) -> set[Kind]:
    """The kinds of card that a text names."""
    return {FACES[char] for char in NO_CARDS_OF_THE_TABLE.sub("", text) if char in FACES}


def leaks(server: Playground, rounds: Sequence[StoredRound], group_id: int) -> tuple[list[str], int]:
    """What was shown to somebody who may not see it, and how many messages were looked at.

    Boards and hands are told by their 「第 N 局」 and 「墩 N」; what comes after a round's settlement is free.
    """
    told = {stored.round.number: Told.of(stored) for stored in rounds}
    found: list[str] = []
    looked = 0
    settled: set[int] = set()
    for shown in server.log:
        if not shown.by_bot:
            continue
        if shown.how == "popup":
            looked += 1
            found += _popup_leaks(shown, told.values())
            continue
        if any(label in LOOKS for label in shown.labels):
            settled.add(len(settled) + 1 if shown.how == "message" else 0)
        if shown.text.endswith("本局结束"):
            continue  # the board when the round is over, before its settlement has come: nothing is hidden now
        number = re.search(r"第 (\d+) 局", shown.text)
        stock = re.search(r"墩 (\d+)", shown.text)
        if number is None or stock is None or int(number[1]) in settled or int(number[1]) not in told:
            continue
        looked += 1
        reader = None if shown.chat_id == group_id else shown.chat_id
        allowed = told[int(number[1])].visible(int(stock[1]), reader)
        extra = shown_kinds(shown.text) - allowed
        if extra:
            found.append(f"{''.join(face(chinese, kind) for kind in extra)} in {shown.text!r} for {reader}")
    return found, looked


def _popup_leaks(shown: Shown, told: Iterable[Told]) -> list[str]:
    """A pop-up is for one person, and names no card that this person never saw."""
    if len(shown.seen_by) != 1:
        return [f"a pop-up for {sorted(shown.seen_by)}: {shown.text!r}"]
    (user_id,) = shown.seen_by
    if not shown.text.startswith("手牌"):
        return []
    allowed: set[Kind] = set()
    for each in told:
        allowed |= each.visible(None, user_id)
    extra = shown_kinds(shown.text) - allowed
    return [f"{sorted(extra)} in the pop-up {shown.text!r} of {user_id}"] if extra else []
