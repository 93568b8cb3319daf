"""What a seat can do, and its text form (rules N1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards import KINDS, Kind, code, parse_kind

WORDS = ("discard", "hu", "peng", "chi", "pass")
"""Everything a seat can answer. What is forced is no action: it happens."""


class Action(NamedTuple):
    """One answer of a seat, without the seat.

    `cards`: of a discard the card, of a chi the two cards from the hand, sorted; else empty.
    `bi`: the melds laid down with a chi (R24), each three sorted cards of the hand, in the order of their text.
    """

    word: str
    cards: tuple[Kind, ...] = ()
    bi: tuple[tuple[Kind, Kind, Kind], ...] = ()

    def text(self) -> str:
        """The action as a record writes it, without the seat: ``chi s2 s3 + s3 s4 s5``."""
        return _text(self)

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that `text` writes; raises ValueError with one sentence if it is none.

        Only the form is checked: whether the action is legal depends on the round.
        """
        word, *rest = text.split(" ")
        if word not in WORDS:
            raise ValueError(f"unknown action {word!r}: expected one of {', '.join(WORDS)}")
        groups = [tuple(parse_kind(part) for part in group.split(" ")) for group in _groups(rest)]
        action = _build(word, groups)
        if action is None:
            raise ValueError(f"{text!r} is not how {word!r} is written: {_FORM[word]}")
        return action


class IllegalAction(ValueError):  # noqa: N818
    """An action that the round does not allow; `reason` is a code of `Round.why_not`."""

    def __init__(self, seat: int, action: Action, reason: str) -> None:
        super().__init__(f"seat {seat} may not {action.text()!r} here: {reason}")
        self.seat = seat
        self.action = action
        self.reason = reason


_FORM = {
    "discard": "'discard CARD'",
    "hu": "the word alone",
    "peng": "the word alone",
    "pass": "the word alone",
    "chi": "'chi A B' with sorted cards, then ' + A B C' for each sorted bi in the order of their text",
}


@lru_cache(maxsize=1 << 14)
def _text(action: Action) -> str:
    text = " ".join([action.word, *map(code, action.cards)])
    return text + "".join(f" + {cards_text(meld)}" for meld in action.bi)


def cards_text(cards: tuple[Kind, ...]) -> str:
    """Kinds as text: ``s1 s2 b3``."""
    return " ".join(map(code, cards))


def _groups(words: list[str]) -> list[str]:
    return " ".join(words).split(" + ") if words else []


def _build(word: str, groups: list[tuple[Kind, ...]]) -> Action | None:
    if word == "discard":
        return Action(word, groups[0]) if [len(group) for group in groups] == [1] else None
    if word != "chi":
        return Action(word) if not groups else None
    bi = tuple((meld[0], meld[1], meld[2]) for meld in groups[1:] if len(meld) == 3)
    in_order = list(bi) == sorted(bi, key=cards_text) and all(
        list(group) == sorted(group) for group in groups
    )
    if not groups or len(groups[0]) != 2 or len(bi) != len(groups) - 1 or not in_order:
        return None
    return Action(word, groups[0], bi)


HU = Action("hu")
PENG = Action("peng")
PASS = Action("pass")
DISCARDS = tuple(Action("discard", (kind,)) for kind in range(KINDS))
"""The discard of each kind, by kind."""
QUIT = Action("quit")
"""N2: not an answer to a question; `Round.quit` does it."""
