"""The 80 cards (rules R1 to R3): a kind is an int, s1…s10 are 0…9 and b1…b10 are 10…19."""

import random
from typing import Final

Kind = int

KINDS: Final = 20
COPIES: Final = 4
DECK_SIZE: Final = KINDS * COPIES
RED_RANKS: Final = (2, 7, 10)


def rank(kind: Kind) -> int:
    """The rank 1…10 of a kind."""
    return kind % 10 + 1


def is_big(kind: Kind) -> bool:
    """Whether a kind is 大字 (b1…b10)."""
    return kind >= 10


def is_red(kind: Kind) -> bool:
    """Whether a kind is red: ranks 2, 7 and 10 of both sizes (R2)."""
    return rank(kind) in RED_RANKS


CODES: Final[tuple[str, ...]] = tuple(f"{'b' if is_big(kind) else 's'}{rank(kind)}" for kind in range(KINDS))
_KIND_OF: Final = {text: kind for kind, text in enumerate(CODES)}


def code(kind: Kind) -> str:
    """The written form of a kind, "s1"…"b10" (R1)."""
    return CODES[kind]


def parse_kind(text: str) -> Kind:
    """The kind that `text` ("s1"…"b10") stands for; ValueError if it stands for none."""
    kind = _KIND_OF.get(text)
    if kind is None:
        raise ValueError(f"{text!r} is not a card; cards are written s1 to s10 and b1 to b10")
    return kind


def shuffled(seed: int) -> tuple[Kind, ...]:
    """The 80 cards in an order that depends on `seed` alone."""
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    random.Random(seed).shuffle(deck)
    return tuple(deck)
