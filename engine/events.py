"""What happened in a round, in order, and who may see it (R45, R46)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Kind


class Event(NamedTuple):
    """One thing that happened.

    `kind` and `cards`:
    deal: a seat's first twenty cards, sorted, or the 21 of a dealer without 亮张 (L1); liang: the shown card, now the
    dealer's; bottom: a card shown under the stock; a red one goes to the top of the stock then (L2);
    draw, discard: the card put face up; river: the face-up card that nobody took, to the discards of `seat`;
    ti, pao, long, zhao, wei, chou_wei, peng: the cards of the meld; chi: the card taken, the two from the hand, those
    of each bi; hu: the card won with, or none; xing: the card turned over after a win (G2);
    no_discard: the seat owes none (R13: 重跑, 八块) or has none it may make (R15);
    huang, quit: no cards.

    A hidden wei is two events: one with its cards for the seat, one without for everybody else.

    `seen_by`: None for everybody; else the seats, and None among them for onlookers.
    """

    kind: str
    seat: int | None
    cards: tuple[Kind, ...] = ()
    seen_by: frozenset[int | None] | None = None

    def visible_to(self, seat: int | None) -> bool:
        """Whether `seat` (None: an onlooker) may see this event while the round is being played."""
        return self.seen_by is None or seat in self.seen_by


ONLY = tuple(frozenset[int | None]({seat}) for seat in range(3))
"""Seen by one seat alone, by seat."""

OTHERS = tuple(frozenset[int | None]({0, 1, 2, None} - {seat}) for seat in range(3))
"""Seen by everybody but one seat, by seat."""
